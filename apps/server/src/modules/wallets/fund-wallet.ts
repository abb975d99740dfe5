import { Refusal, type WalletSource } from "@coralhub/contract";
import {
  accountCode,
  formatMoney,
  fundingPosting,
  moneyOf,
  moneyText,
  placeAndTail,
  receivingAccountLifecycle,
  SWEEP_RHYTHMS,
  walletOf,
  type Money,
  type SweepRhythm,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import { proveCode, type CodeUse } from "../identity/index.ts";
import type { WalletsDeps } from "./deps.ts";
import { endSweep, insertSweep, insertTransfer, listSweeps } from "./wallets-store.ts";

/** Why nothing can be taken from an account right now; undefined where something can. */
const problemOf = ({ state }: ReceivingAccount): string | undefined =>
  state === "open" ? undefined : `账户${receivingAccountLifecycle.states[state].label}`;

function requireUsable(account: ReceivingAccount): void {
  const problem = problemOf(account);
  if (problem !== undefined) throw new Refusal("wallet.account_unusable", { problem });
}

export async function listSources(deps: WalletsDeps, merchantId: string): Promise<WalletSource[]> {
  const [accounts, balances, sweeps] = await Promise.all([
    deps.accounts.list(merchantId),
    deps.ledger.balances(merchantId, ["collection"]),
    listSweeps(deps.database.db, merchantId),
  ]);
  return accounts.map((account) => {
    const { id, currency } = account;
    const rule = sweeps.find(({ accountId }) => accountId === id);
    return {
      accountId: id,
      name: placeAndTail(account),
      currency,
      available: balances.find(({ owner }) => owner === id)?.balance ?? moneyOf(currency, 0n),
      problem: problemOf(account) ?? null,
      sweep: rule ? { id: rule.id, keep: rule.keep, rhythm: rule.rhythm } : null,
    };
  });
}

type Funding = { merchantId: string; accountId: string; amount: Money; sweepId: string | null };

/** Between two accounts of one merchant; nobody freezes or closes the account meanwhile. */
export async function fund(
  deps: WalletsDeps,
  tx: Tx,
  { merchantId, accountId, amount, sweepId }: Funding,
): Promise<string> {
  const account = await deps.accounts.lock(tx, { merchantId, id: accountId });
  if (!account) throw new Refusal("not_found");
  requireUsable(account);
  const [id, postingId, at] = [deps.ids.next(), deps.ids.next(), deps.clock.now()];
  const fromCode = accountCode("collection", amount.currency, accountId);
  await deps.ledger.postIn(tx, [{ ...fundingPosting(id, fromCode, amount), merchantId, id: postingId }]);
  await insertTransfer(tx, {
    merchantId,
    id,
    kind: "funding",
    state: "completed",
    amount,
    fromCode,
    otherNumber: null,
    otherName: placeAndTail(account),
    otherId: null,
    note: "",
    sweepId,
    postingId,
    createdAt: at,
    expiresAt: null,
    completedAt: at,
  });
  return id;
}

type FundingRequest = { accountId: string; amount: Money };
type Channel = { channel: "sms" | "email" };
type Proof = Channel & { verifyCode: string };

async function accountOf(deps: WalletsDeps, merchantId: string, accountId: string): Promise<ReceivingAccount> {
  const account = await deps.accounts.of(merchantId, accountId);
  if (!account) throw new Refusal("not_found");
  return account;
}

async function fundingSource(deps: WalletsDeps, merchantId: string, { accountId, amount }: FundingRequest) {
  const account = await accountOf(deps, merchantId, accountId);
  if (account.currency !== amount.currency) {
    throw new Refusal("input.invalid", {}, { amount: `请填写 ${account.currency} 金额` });
  }
  return account;
}

/** The code is good for this account and this amount only. */
const fundingCode = (account: ReceivingAccount, amount: Money): Pick<CodeUse, "purpose" | "money"> => ({
  purpose: "funding",
  money: {
    payee: placeAndTail(account),
    amount,
    version: account.id,
    words: `从${placeAndTail(account)} 转入钱包 ${moneyText(amount)}`,
  },
});

/** What cannot be done is said before a code is sent for it. */
export async function sendFundingCode(
  deps: WalletsDeps,
  { merchantId }: MerchantContext,
  { channel, ...request }: FundingRequest & Channel,
) {
  const account = await fundingSource(deps, merchantId, request);
  requireUsable(account);
  const { currency } = account;
  const available = await deps.ledger.balance(merchantId, accountCode("collection", currency, account.id));
  if (available.minor < request.amount.minor) {
    throw new Refusal("ledger.insufficient_funds", { currency, available: formatMoney(available) });
  }
  return deps.identity.codes.send({ merchantId, channel, ...fundingCode(account, request.amount) });
}

export async function fundWallet(
  deps: WalletsDeps,
  ctx: MerchantContext,
  { verifyCode, channel, ...request }: FundingRequest & Proof,
): Promise<{ id: string; balance: Money }> {
  const { merchantId } = ctx;
  const { accountId, amount } = request;
  const account = await fundingSource(deps, merchantId, request);
  const use = { merchantId, code: verifyCode, channel, ...fundingCode(account, amount) };
  const spendCode = await proveCode(deps.identity.codes, use, ctx);
  const id = await ctx.once(async (tx) => {
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    await spendCode(tx);
    return fund(deps, tx, { merchantId, accountId, amount, sweepId: null });
  });
  return { id, balance: await deps.ledger.balance(merchantId, walletOf(amount.currency)) };
}

type SweepRequest = { accountId: string; keep: Money; rhythm: SweepRhythm };

async function sweptAccount(deps: WalletsDeps, merchantId: string, { accountId, keep }: SweepRequest) {
  const account = await accountOf(deps, merchantId, accountId);
  if (keep.currency !== account.currency || keep.minor < 0n) {
    throw new Refusal("input.invalid", {}, { keep: `请填写 ${account.currency} 金额` });
  }
  requireUsable(account);
  return account;
}

/** Once for the rule, never for what it moves. */
const sweepCode = (account: ReceivingAccount, { keep, rhythm }: SweepRequest): ReturnType<typeof fundingCode> => ({
  purpose: "sweep",
  money: {
    payee: `${placeAndTail(account)}（${SWEEP_RHYTHMS[rhythm]}）`,
    amount: keep,
    version: account.id,
    words: `从${placeAndTail(account)} 自动转入钱包（${SWEEP_RHYTHMS[rhythm]}），账户里留下 ${moneyText(keep)}`,
  },
});

export async function sendSweepCode(
  deps: WalletsDeps,
  { merchantId }: MerchantContext,
  { channel, ...request }: SweepRequest & Channel,
) {
  const account = await sweptAccount(deps, merchantId, request);
  const rules = await listSweeps(deps.database.db, merchantId);
  if (rules.some(({ accountId }) => accountId === account.id)) throw new Refusal("wallet.sweep_exists");
  return deps.identity.codes.send({ merchantId, channel, ...sweepCode(account, request) });
}

export async function setSweep(
  deps: WalletsDeps,
  ctx: MerchantContext,
  { verifyCode, channel, ...request }: SweepRequest & Proof,
) {
  const { merchantId } = ctx;
  const account = await sweptAccount(deps, merchantId, request);
  const use = { merchantId, code: verifyCode, channel, ...sweepCode(account, request) };
  const spendCode = await proveCode(deps.identity.codes, use, ctx);
  const id = await ctx.once(async (tx) => {
    const createdAt = deps.clock.now();
    const seenMicros = BigInt(createdAt.getTime()) * 1_000n;
    const rule = { merchantId, id: deps.ids.next(), ...request, seenMicros, createdAt };
    // Nobody freezes or closes the account between this look and the rule.
    const now = await deps.accounts.lock(tx, { merchantId, id: account.id });
    if (!now) throw new Refusal("not_found");
    requireUsable(now);
    await spendCode(tx);
    try {
      await insertSweep(tx, rule);
    } catch (error) {
      if (isUniqueViolation(error, "wallet_sweep_once")) throw new Refusal("wallet.sweep_exists");
      throw error;
    }
    return rule.id;
  });
  return { id, keep: request.keep, rhythm: request.rhythm };
}

export const removeSweep = (deps: WalletsDeps, ctx: MerchantContext, { id }: { id: string }): Promise<null> =>
  ctx.once(async (tx) => {
    if (!(await endSweep(tx, { merchantId: ctx.merchantId, id }, deps.clock.now()))) throw new Refusal("not_found");
    return null;
  });
