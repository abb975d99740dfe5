import { Refusal, type CardFundSource } from "@coralhub/contract";
import {
  accountCode,
  CARD_CURRENCY,
  CARD_FUNDING_ACCOUNT,
  cardCode,
  formatMoney,
  fundPosting,
  moneyOf,
  moneyText,
  OFFLINE_DAYS,
  QUOTE_SECONDS,
  rechargeLifecycle,
  receivingAccountLifecycle,
  subtractMoney,
  type Money,
  type RechargeState,
  type RechargeStep,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import { proveCode } from "../identity/index.ts";
import { findSerial, lockSerial } from "./account-store.ts";
import { tellWaiting } from "./announcements.ts";
import { postCard } from "./card-books.ts";
import { requireCard, requireUse } from "./change-card.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney, recoverOwed, requireWalletMoney } from "./move-money.ts";
import { insertRecharge, lockRechargeOfSerial } from "./recharges-store.ts";
import { nextSerial } from "./serials.ts";

export type RechargeAnswer = { id: string; state: RechargeState };

/** Where money for the card wallet can come from, and what stands in the way. */
export async function listSources(deps: CardsDeps, merchantId: string): Promise<CardFundSource[]> {
  const [accounts, balances] = await Promise.all([
    deps.accounts.list(merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet"]),
  ]);
  const minorOf = (code: string) => balances.find((balance) => balance.code === code)?.balance.minor ?? 0n;
  const currency = CARD_CURRENCY;
  const collections = accounts
    .filter((account) => account.currency === currency && (account.state === "open" || account.state === "frozen"))
    .map((account) => ({
      kind: "collection" as const,
      accountId: account.id,
      name: account.accountNumber ?? account.id,
      merchantName: account.holderName,
      currency,
      available: moneyOf(currency, minorOf(accountCode("collection", currency, account.id))),
      problem: account.state === "open" ? null : `账户${receivingAccountLifecycle.states[account.state].label}`,
    }));
  const wallet = {
    kind: "wallet" as const,
    accountId: null,
    name: "多币种钱包",
    merchantName: null,
    currency,
    available: moneyOf(currency, minorOf(accountCode("wallet", currency))),
    problem: null,
  };
  return [...collections, wallet];
}

function requireCurrency({ currency }: Money): void {
  if (currency !== CARD_CURRENCY) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
}
/** Asked in the transaction that moves the money. */
async function requireMoving(deps: CardsDeps, tx: Tx): Promise<void> {
  if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
}

const FUNDING = "card_funding" as const;
const priceOf = async (deps: CardsDeps, amount: Money): Promise<Money> => {
  requireCurrency(amount);
  return (await deps.ledger.prices.fee({ business: FUNDING, amount, corridor: "*" })).total;
};
/** Of money that has come: never more than there is, because it is taken however little it is. */
export async function feeOfArrived(deps: CardsDeps, amount: Money): Promise<Money> {
  const fee = await priceOf(deps, amount);
  return fee.minor < amount.minor ? fee : amount;
}
/** Of money the merchant is about to send: something has to arrive. */
async function fundingFee(deps: CardsDeps, amount: Money): Promise<Money> {
  const fee = await priceOf(deps, amount);
  requireArriving(amount, fee);
  return fee;
}
function requireArriving(amount: Money, fee: Money): void {
  if (fee.minor < amount.minor) return;
  const values = { minimum: moneyText(moneyOf(amount.currency, fee.minor + 1n)) };
  throw new Refusal("card.below_minimum", values, { amount: new Refusal("card.below_minimum", values).message });
}

/** What it costs, promised for a while, with the coupons that save most. */
export async function quoteFunding(deps: CardsDeps, merchantId: string, amount: Money) {
  requireCurrency(amount);
  const coupons = await deps.coupons.offers(merchantId, { business: FUNDING, amount, asker: "person" });
  const request = { business: FUNDING, amount, corridor: "*", coupons, boundTo: FUNDING };
  const { id: quoteId, expiresAt, breakdown } = await deps.ledger.prices.quoteFee(merchantId, request, QUOTE_SECONDS);
  const { total: fee, lines: feeLines, coupons: used } = breakdown;
  requireArriving(amount, fee);
  await deps.coupons.hold(merchantId, used, { quoteId, until: expiresAt, asker: "person" });
  return { amount, fee, feeLines, arrives: subtractMoney(amount, fee), quoteId, expiresAt };
}

/** The promise must be for this very amount; its coupons are used with it, because it is done at once. */
async function takePromise(
  deps: CardsDeps,
  tx: Tx,
  { merchantId, amount, quoteId, usedFor }: { merchantId: string; amount: Money; quoteId: string; usedFor: string },
): Promise<Money> {
  const quote = await deps.ledger.prices.takeFeeQuote(tx, merchantId, quoteId, usedFor);
  const isSame = quote.amount.currency === amount.currency && quote.amount.minor === amount.minor;
  if (quote.boundTo !== FUNDING || !isSame) throw new Refusal("quote.unknown");
  const { total, coupons = [] } = quote.breakdown;
  await deps.coupons.reserve(tx, merchantId, coupons, { business: FUNDING, usedFor, quoteId });
  await deps.coupons.settle(tx, merchantId, usedFor);
  return total;
}

type Source = { accountId: string | null; amount: Money };
type Channel = { channel: "sms" | "email" };

const codeOf = ({ accountId, amount: { currency } }: Source) =>
  accountId === null ? accountCode("wallet", currency) : accountCode("collection", currency, accountId);

function requireUsable({ state, currency }: ReceivingAccount, amount: Money): void {
  const { label } = receivingAccountLifecycle.states[state];
  if (state !== "open") throw new Refusal("card.source_unusable", { problem: `账户${label}` });
  if (currency !== amount.currency) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
}

const accountOf = async (deps: CardsDeps, merchantId: string, accountId: string | null) => {
  const account = accountId === null ? undefined : await deps.accounts.of(merchantId, accountId);
  if (accountId !== null && !account) throw new Refusal("not_found");
  return account;
};

/** The code is good for this source and this amount only. */
const fundingCode = (account: ReceivingAccount | undefined, amount: Money) => ({
  purpose: "cardFunding" as const,
  money: {
    payee: account ? `从收款账户尾号 ${account.accountNumber?.slice(-4) ?? ""}` : "从多币种钱包",
    amount,
    version: account?.id ?? "wallet",
  },
});

/** What cannot be done is said before a code is sent for it. */
export async function sendFundingCode(
  deps: CardsDeps,
  { merchantId }: MerchantContext,
  { channel, ...source }: Source & Channel,
) {
  const { amount } = source;
  requireCurrency(amount);
  const account = await accountOf(deps, merchantId, source.accountId);
  if (account) requireUsable(account, amount);
  const available = await deps.ledger.balance(merchantId, codeOf(source));
  if (available.minor < amount.minor) {
    const values = { currency: available.currency, available: formatMoney(available) };
    throw new Refusal("ledger.insufficient_funds", values);
  }
  return deps.codes.send({ merchantId, channel, ...fundingCode(account, amount) });
}

const recordBeginning = (
  deps: CardsDeps,
  tx: Tx,
  ctx: MerchantContext,
  { id, ...step }: { id: string; at: Date; action: RechargeStep },
): Promise<void> =>
  deps.lifecycles.record(
    tx,
    rechargeLifecycle,
    { merchantId: ctx.merchantId, id },
    { ...step, by: merchantActor(ctx) },
  );

/** From a receiving account or the wallet: within the books, so it is there at once. */
export async function fundWallet(
  deps: CardsDeps,
  ctx: MerchantContext,
  { verifyCode, channel, quoteId, ...source }: Source & Channel & { verifyCode: string; quoteId?: string | undefined },
): Promise<RechargeAnswer> {
  const { merchantId } = ctx;
  const { accountId, amount } = source;
  const listed = quoteId === undefined ? await fundingFee(deps, amount) : undefined;
  const use = { merchantId, code: verifyCode, channel };
  const proof = { ...use, ...fundingCode(await accountOf(deps, merchantId, accountId), amount) };
  const spendCode = await proveCode(deps.codes, proof, ctx);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    if (accountId !== null) {
      // Nobody freezes the account between this look and the posting.
      const account = await deps.accounts.lock(tx, { merchantId, id: accountId });
      if (!account) throw new Refusal("not_found");
      requireUsable(account, amount);
    }
    const id = deps.ids.next();
    const usedFor = `card-funding:${id}`;
    const fee = listed ?? (await takePromise(deps, tx, { merchantId, amount, usedFor, quoteId: quoteId! }));
    await spendCode(tx);
    const serial = await nextSerial(deps, tx, merchantId, "walletOffline");
    const postingId = await postCard(
      deps,
      tx,
      merchantId,
      fundPosting(id, { from: codeOf(source), amount, fee: fee.minor, reference: serial }),
    );
    const kind = accountId === null ? ("walletBalance" as const) : ("walletCollection" as const);
    const row = {
      merchantId,
      id,
      kind,
      currency: amount.currency,
      minor: amount.minor,
      fee: fee.minor,
      serial,
      accountId,
    };
    const at = deps.clock.now();
    await insertRecharge(tx, { ...row, cardId: null, payer: null, createdAt: at, postingId });
    await recordBeginning(deps, tx, ctx, { id, at, action: "fund" });
    await recoverOwed(deps, tx, { merchantId, currency: amount.currency });
    return { id, state: "succeeded" };
  });
}

/** What the merchant writes on the remittance, and what we wait for from then on. */
export async function announceTransfer(
  deps: CardsDeps,
  ctx: MerchantContext,
  { serialNumber, amount, payer }: { serialNumber: string; amount: Money; payer: string },
): Promise<RechargeAnswer> {
  const { merchantId } = ctx;
  const fee = await fundingFee(deps, amount);
  const announced = ctx.once<RechargeAnswer>(async (tx) => {
    await lockSerial(tx, serialNumber);
    const given = await findSerial(tx, serialNumber);
    if (given?.merchantId !== merchantId || given.business !== "walletOffline") throw new Refusal("not_found");
    if (await lockRechargeOfSerial(tx, merchantId, serialNumber)) throw new Refusal("card.serial_used");
    const [id, at] = [deps.ids.next(), deps.clock.now()];
    const { currency, minor } = amount;
    const row = {
      merchantId,
      id,
      kind: "walletOffline" as const,
      currency,
      minor,
      fee: fee.minor,
      serial: serialNumber,
    };
    await insertRecharge(tx, {
      ...row,
      cardId: null,
      accountId: null,
      payer,
      createdAt: at,
      postingId: null,
    });
    await recordBeginning(deps, tx, ctx, { id, at, action: "announce" });
    return { id, state: await tellWaiting(deps, tx, { merchantId, serial: serialNumber }) };
  });
  return announced.catch((error: unknown) => {
    // The same number twice at once.
    if (isUniqueViolation(error, "card_recharge_merchant_id_serial_key")) throw new Refusal("card.serial_used");
    throw error;
  });
}

export const cancelTransfer = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<RechargeAnswer> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    const change = { at: deps.clock.now(), by: merchantActor(ctx), set: { reason: "已取消" } };
    return { id, state: await deps.lifecycles.advance(tx, rechargeLifecycle, key, "cancel", change) };
  });

/** Nothing has come of it for so long that nobody waits any more; what comes after all is matched by hand. */
export async function giveUpTransfer(deps: CardsDeps, key: { merchantId: string; id: string }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const reason = `${OFFLINE_DAYS} 天内没有收到汇款`;
    await deps.lifecycles.tryAdvance(tx, rechargeLifecycle, key, "fail", {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { reason },
      note: reason,
    });
  });
}

type CardMove = { cardId: string; rechargeAmount: Money };
export async function loadCard(
  deps: CardsDeps,
  ctx: MerchantContext,
  { cardId, rechargeAmount }: CardMove,
): Promise<RechargeAnswer> {
  requireCurrency(rechargeAmount);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id: cardId });
    requireUse(card, "load");
    await requireWalletMoney(deps, tx, card, rechargeAmount.minor);
    const id = await moveCardMoney(deps, tx, card, { kind: "load", minor: rechargeAmount.minor });
    return { id, state: "succeeded" };
  });
}

export async function unloadCard(
  deps: CardsDeps,
  ctx: MerchantContext,
  { cardId, rechargeAmount }: CardMove,
): Promise<RechargeAnswer> {
  requireCurrency(rechargeAmount);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id: cardId });
    if (card.state === "applying" || card.state === "failed")
      throw new Refusal("card.not_usable", { state: "还没有开通" });
    const available = await deps.ledger.balance(ctx.merchantId, cardCode(card.currency, card.id), tx);
    if (available.minor < rechargeAmount.minor)
      throw new Refusal("card.balance_short", { available: moneyText(available) });
    const id = await moveCardMoney(deps, tx, card, { kind: "unload", minor: rechargeAmount.minor });
    await recoverOwed(deps, tx, card);
    return { id, state: "succeeded" };
  });
}

/** What is written on a remittance. */
export const transferFields = () => [
  { label: "收款户名", value: CARD_FUNDING_ACCOUNT.holder },
  { label: "收款账号", value: CARD_FUNDING_ACCOUNT.number },
  { label: "收款银行", value: CARD_FUNDING_ACCOUNT.bank },
  { label: "SWIFT", value: CARD_FUNDING_ACCOUNT.bic },
  { label: "币种", value: CARD_CURRENCY },
];
