import { Refusal, type PayoutSourceView } from "@coralhub/contract";
import {
  accountCode,
  accountParts,
  roundFigure,
  minimumWithdrawal,
  moneyOf,
  moneyText,
  ACCOUNT_PAYS_OUT,
  PAYOUT_SOURCES,
  payoutLimit,
  payoutWay,
  receivingAccountLifecycle,
  takesFrom,
  toCurrency,
  type AccountCode,
  type Currency,
  type PayoutSource,
  type PayoutWayKey,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Holder } from "../certification/index.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { ownName } from "./payouts-store.ts";
import { readTerms } from "./terms-store.ts";

/** An account of the books that can be paid from, as a call names it. */
export type Source = {
  accountId: string;
  code: AccountCode;
  source: PayoutSource;
  currency: Currency;
  /** Only of a receiving account. */
  account: ReceivingAccount | null;
};

const sourceOfAccount = (account: ReceivingAccount): Source => ({
  accountId: account.id,
  code: accountCode("collection", account.currency, account.id),
  source: "collection",
  currency: account.currency,
  account,
});
const WALLET = /^(wallet|card_wallet):([A-Z]{3})$/;
export const isWallet = (accountId: string): boolean => WALLET.test(accountId);
function walletOf(accountId: string): Source | undefined {
  const [, source, code] = WALLET.exec(accountId) ?? [];
  const currency = code === undefined ? undefined : toCurrency(code);
  if (!currency) return undefined;
  const kind = source as "wallet" | "card_wallet";
  return { accountId, code: accountCode(kind, currency), source: kind, currency, account: null };
}

export async function findSource(deps: PayoutsDeps, merchantId: string, accountId: string): Promise<Source> {
  const wallet = walletOf(accountId);
  if (wallet) return wallet;
  const isId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(accountId);
  const account = isId ? await deps.receivingAccounts.of(merchantId, accountId) : undefined;
  if (!account) throw new Refusal("not_found");
  return sourceOfAccount(account);
}

/** What a code of the books is called in the calls. */
export const accountIdOf = (code: AccountCode): string => {
  const { kind, currency, owner } = accountParts(code);
  return kind === "collection" ? owner! : `${kind}:${currency}`;
};

/** Why nothing can be taken from an account right now; undefined where something can. */
export function sourceProblem(way: PayoutWayKey | undefined, { account }: Pick<Source, "account">): string | undefined {
  if (way && !takesFrom(way, account?.platform ?? null)) {
    return `${payoutWay(way).label}只支持 ${payoutWay(way).platforms!.map(platformWord).join("、")} 收款账户`;
  }
  if (!account || ACCOUNT_PAYS_OUT.includes(account.state)) return undefined;
  return `账户${receivingAccountLifecycle.states[account.state].label}，请在「收款账户」查看原因`;
}
const platformWord = (code: string): string => code.charAt(0) + code.slice(1).toLowerCase();

/** Nobody freezes an account between this look and what follows in the transaction. */
export async function keepSources(
  deps: PayoutsDeps,
  tx: Tx,
  {
    merchantId,
    way,
    sources,
  }: { merchantId: string; way: PayoutWayKey | undefined; sources: readonly { code: AccountCode }[] },
): Promise<string | undefined> {
  for (const code of new Set(sources.map((source) => source.code).toSorted())) {
    const { kind, owner } = accountParts(code);
    const account = kind === "collection" ? await deps.receivingAccounts.lock(tx, { merchantId, id: owner! }) : null;
    const problem = sourceProblem(way, { account: account ?? null });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Taken = { merchantId: string; way: PayoutWayKey; sources: readonly { code: AccountCode }[] };
const isCollection = (code: AccountCode): boolean => accountParts(code).kind === "collection";
/** The receiving accounts of many payments, by `ownName`: nobody freezes one before the transaction ends. */
export async function keepAccountsOf(
  deps: Pick<PayoutsDeps, "receivingAccounts">,
  tx: Tx,
  payments: readonly Taken[],
): Promise<ReadonlyMap<string, ReceivingAccount>> {
  const keys = payments.flatMap(({ merchantId, sources }) =>
    sources.flatMap(({ code }) => (isCollection(code) ? [{ merchantId, id: accountParts(code).owner! }] : [])),
  );
  const kept = await deps.receivingAccounts.lockMany(tx, keys);
  return new Map(kept.map((account) => [ownName(account.merchantId, account.id), account]));
}

/** Why nothing can be taken from one of them right now. */
export function sourcesProblem(
  accounts: ReadonlyMap<string, ReceivingAccount>,
  { merchantId, way, sources }: Taken,
): string | undefined {
  for (const { code } of sources.toSorted((one, other) => (one.code < other.code ? -1 : 1))) {
    const account = isCollection(code) ? accounts.get(ownName(merchantId, accountParts(code).owner!)) : undefined;
    const problem = sourceProblem(way, { account: account ?? null });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Every account with money, or that could have some, and what stands in its way. */
export async function listSources(
  deps: PayoutsDeps,
  merchantId: string,
  way: PayoutWayKey | undefined,
  holder: Holder | null,
): Promise<PayoutSourceView[]> {
  const [accounts, balances, { limits }] = await Promise.all([
    deps.receivingAccounts.list(merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet", "card_wallet"]),
    readTerms(deps.database.db),
  ]);
  const shown = accounts.filter(
    ({ platform, state }) =>
      (way === undefined || takesFrom(way, platform)) &&
      ["open", "frozen", "payingOut", "payingOutFrozen"].includes(state),
  );
  const wallets = balances.flatMap(({ code, balance }) => {
    const { kind, currency } = accountParts(code);
    const mayUse = kind !== "collection" && balance.minor > 0n && (way === undefined || takesFrom(way, null));
    return mayUse ? [walletOf(`${kind}:${currency}`)!] : [];
  });
  return [...shown.map(sourceOfAccount), ...wallets].map((source) => {
    const minor = balances.find((balance) => balance.code === source.code)?.balance.minor ?? 0n;
    return { ...viewOf(way, source, holder, minor), approvalAbove: roundFigure(limits.approval, source.currency) };
  });
}

function viewOf(
  way: PayoutWayKey | undefined,
  source: Source,
  holder: Holder | null,
  minor: bigint,
): Omit<PayoutSourceView, "approvalAbove"> {
  const { accountId, currency, account } = source;
  const minimum = minimumWithdrawal(currency);
  const short = minor < minimum.minor ? `余额不足最低付款金额 ${moneyText(minimum)}` : null;
  return {
    accountId,
    source: source.source,
    label: account ? `${currency} ${account.bankName ?? "收款账户"}` : `${PAYOUT_SOURCES[source.source]} ${currency}`,
    accountNumber: account?.accountNumber ?? null,
    platform: account?.platform ?? null,
    currency,
    available: moneyOf(currency, minor),
    minimum,
    maximum: holder && payoutLimit(holder.kind, currency),
    problem: sourceProblem(way, source) ?? short,
  };
}
