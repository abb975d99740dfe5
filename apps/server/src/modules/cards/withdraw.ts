import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  CARD_CURRENCY,
  CARD_WITHDRAWAL_TARGETS,
  cardWalletCode,
  cardWithdrawalLifecycle,
  mayEnter,
  moneyOf,
  moneyText,
  platformByCode,
  receivingAccountLifecycle,
  VERIFY_MINUTES,
  withdrawalPosting,
  type CardWithdrawalState,
  type CardWithdrawalTarget,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import { proveCode } from "../identity/index.ts";
import { lockOwed } from "./account-store.ts";
import { postCard } from "./card-books.ts";
import type { CardsDeps } from "./deps.ts";
import { requireWalletMoney } from "./move-money.ts";
import { findWithdrawal, insertWithdrawal, type RechargeKey, type Withdrawal } from "./recharges-store.ts";
import { nextSerial } from "./serials.ts";

export type WithdrawalAnswer = { id: string; state: CardWithdrawalState };
type Input = { target: CardWithdrawalTarget; bankAccountId: string | null; money: Money };

/** Writes down where to and how much. Nothing moves before the code has come back. */
export async function applyForWithdrawal(
  deps: CardsDeps,
  ctx: MerchantContext,
  request: Input,
): Promise<WithdrawalAnswer> {
  const { merchantId } = ctx;
  const { target, bankAccountId, money } = request;
  if (money.currency !== CARD_CURRENCY) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
  if (await deps.ledger.payoutsStopped()) throw new Refusal("ledger.payouts_stopped");
  const available = await deps.ledger.balance(merchantId, cardWalletCode(money.currency));
  if (available.minor < money.minor) {
    throw new Refusal("card.wallet_short", { needed: moneyText(money), available: moneyText(available) });
  }
  const targetName = await nameOf(deps, merchantId, target, bankAccountId);
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const createdAt = deps.clock.now();
    await insertWithdrawal(tx, {
      merchantId,
      id,
      target,
      targetId: target === "wallet" ? null : bankAccountId,
      targetName,
      currency: money.currency,
      minor: money.minor,
      serial: await nextSerial(deps, tx, merchantId, "cardWithdrawal"),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + VERIFY_MINUTES * 60_000),
    });
    return { id, state: "unverified" };
  });
}

async function nameOf(
  deps: CardsDeps,
  merchantId: string,
  target: CardWithdrawalTarget,
  id: string | null,
): Promise<string> {
  if (target === "wallet") return CARD_WITHDRAWAL_TARGETS.wallet;
  const account = id === null ? undefined : await deps.accounts.of(merchantId, id);
  if (!account) throw new Refusal("not_found");
  if (account.currency !== CARD_CURRENCY) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
  if (account.state !== "open") {
    throw new Refusal("card.source_unusable", {
      problem: `账户${receivingAccountLifecycle.states[account.state].label}`,
    });
  }
  requireEnterable(account);
  return `收款账户 ${account.accountNumber ?? ""}`.trim();
}

/** The card wallet's money is of no platform: an account that one platform has to itself does not take it. */
function requireEnterable({ platform }: Pick<ReceivingAccount, "platform">): void {
  if (!mayEnter(platform, null)) throw new Refusal("card.target_reserved", { platform: platformName(platform) });
}
const platformName = (code: string): string => platformByCode(code)?.name ?? code;

/** The code is good for this target and this amount only. */
const codeMoney = ({ targetName, currency, minor }: Withdrawal) => ({
  payee: `卡钱包转到${targetName}`,
  amount: moneyOf(currency, minor),
});

async function requireUnverified(deps: CardsDeps, key: RechargeKey): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(deps.database.db, key);
  if (!withdrawal) throw new Refusal("not_found");
  return withdrawal;
}

export async function sendWithdrawalCode(
  deps: CardsDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const withdrawal = await requireUnverified(deps, { merchantId, id });
  if (withdrawal.state !== "unverified") throw new Refusal("state.changed");
  if (withdrawal.expiresAt <= now) throw new Refusal("card.withdrawal_lapsed");
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(withdrawal) });
}

export async function confirmWithdrawal(
  deps: CardsDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: { id: string; verifyCode: string; channel: "sms" | "email" },
): Promise<WithdrawalAnswer> {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const withdrawal = await requireUnverified(deps, key);
  const use = { merchantId, purpose: "payout" as const, code: verifyCode, channel, money: codeMoney(withdrawal) };
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    const { currency, minor, target, targetId, serial } = withdrawal;
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    if (withdrawal.expiresAt <= deps.clock.now()) throw new Refusal("card.withdrawal_lapsed");
    await spendCode(tx);
    const owed = await lockOwed(tx, merchantId, currency);
    if (owed > 0n) throw new Refusal("card.owed", { owed: moneyText(moneyOf(currency, owed)) });
    if (target === "collection") {
      const account = await deps.accounts.lock(tx, { merchantId, id: targetId! });
      if (account?.state !== "open") throw new Refusal("card.source_unusable", { problem: "账户不在使用中" });
      requireEnterable(account);
    }
    await requireWalletMoney(deps, tx, { merchantId, currency }, minor);
    const to = target === "wallet" ? accountCode("wallet", currency) : accountCode("collection", currency, targetId!);
    const posting = withdrawalPosting(id, { to, amount: moneyOf(currency, minor), reference: serial });
    const postingId = await postCard(deps, tx, merchantId, posting);
    const change = { at: deps.clock.now(), by: merchantActor(ctx), set: { postingId } };
    return { id, state: await deps.lifecycles.advance(tx, cardWithdrawalLifecycle, key, "confirm", change) };
  });
}

export const cancelWithdrawal = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<WithdrawalAnswer> =>
  ctx.once(async (tx) => {
    const change = { at: deps.clock.now(), by: merchantActor(ctx) };
    const key = { merchantId: ctx.merchantId, id };
    return { id, state: await deps.lifecycles.advance(tx, cardWithdrawalLifecycle, key, "cancel", change) };
  });

export async function lapseWithdrawal(deps: CardsDeps, key: RechargeKey): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await deps.lifecycles.tryAdvance(tx, cardWithdrawalLifecycle, key, "lapse", { at: deps.clock.now(), by: SYSTEM });
  });
}
