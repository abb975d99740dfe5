import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  formatMoney,
  fundsMergerLifecycle,
  mayEnter,
  moneyOf,
  POOLING_PREVIEW_MINUTES,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { listAccounts, type ReceivingAccount } from "../accounts/index.ts";
import type { PoolingDeps } from "./deps.ts";
import { findMerger, insertMerger, listStalePreviews, type Merger, type MergerLine } from "./mergers-store.ts";

export type PoolingRequest = { targetId: string; sources: { accountId: string; amount?: Money | undefined }[] };
export type PoolAccountFacts = ReceivingAccount & { available: Money };

const MINUTE_MS = 60_000;

/** Each account the bank has opened, with what could leave it now. */
export async function poolAccounts(
  { database: { db }, ledger }: Pick<PoolingDeps, "database" | "ledger">,
  merchantId: string,
): Promise<PoolAccountFacts[]> {
  const [accounts, balances] = await Promise.all([
    listAccounts(db, merchantId),
    ledger.balances(merchantId, ["collection"]),
  ]);
  const byCode = new Map(balances.map(({ code, balance }) => [code, balance]));
  return accounts
    .filter(({ openedAt }) => openedAt !== null)
    .map((account) => ({
      ...account,
      available: byCode.get(accountCode("collection", account.currency, account.id)) ?? moneyOf(account.currency, 0n),
    }));
}

/** Only open accounts: a frozen one neither gives nor takes. */
export const isPoolable = ({ state }: Pick<ReceivingAccount, "state">): boolean => state === "open";

/** Accounts are spoken of by their numbers. */
export const nameOf = ({ accountNumber, id }: Pick<ReceivingAccount, "accountNumber" | "id">): string =>
  accountNumber ?? id;

export async function requireBigCustomer(deps: Pick<PoolingDeps, "certification">, merchantId: string): Promise<void> {
  if (!(await deps.certification.isBigCustomer(merchantId))) throw new Refusal("pooling.big_customers_only");
}

/** What would move, exactly; kept for some minutes so that what is confirmed is what was seen. */
export async function previewPooling(
  deps: PoolingDeps,
  ctx: MerchantContext,
  request: PoolingRequest,
): Promise<Merger> {
  const { merchantId, now } = ctx;
  await requireBigCustomer(deps, merchantId);
  const accounts = new Map((await poolAccounts(deps, merchantId)).map((account) => [account.id, account]));
  const target = usable(accounts, request.targetId);
  const ids = [request.targetId, ...request.sources.map(({ accountId }) => accountId)];
  if (new Set(ids).size < ids.length) throw new Refusal("pooling.same_account");
  const lines = request.sources.map((source) =>
    lineOf(usable(accounts, source.accountId), source.amount, target.currency),
  );
  refuseMixing(
    target,
    request.sources.map(({ accountId }) => accounts.get(accountId)!),
  );
  const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const merger: Merger = {
    id: deps.ids.next(),
    currency: target.currency,
    state: fundsMergerLifecycle.initial,
    total: moneyOf(target.currency, total),
    target: { accountId: target.id, cardNo: target.accountNumber, before: target.available },
    lines,
    createdAt: now,
    expiresAt: new Date(now.getTime() + POOLING_PREVIEW_MINUTES * MINUTE_MS),
    mergedAt: null,
  };
  // The same call again gets the preview of the first time.
  const id = await ctx.once(async (tx) => {
    const stale = await listStalePreviews(tx, merchantId, now);
    const lapsed = stale.map((key) => ({ key }));
    await deps.lifecycles.advanceMany(tx, fundsMergerLifecycle, "lapse", { by: SYSTEM, at: now }, lapsed);
    await insertMerger(tx, merchantId, merger);
    return merger.id;
  });
  return (await findMerger(deps.database.db, { merchantId, id }))!;
}

/** A way out that takes one platform's money only must not be reached by another's in a roundabout way. */
function refuseMixing(target: PoolAccountFacts, sources: readonly PoolAccountFacts[]): void {
  if (sources.some(({ platform }) => !mayEnter(target.platform, platform))) {
    throw new Refusal("pooling.platform_differs", { account: nameOf(target) });
  }
}

function usable(accounts: ReadonlyMap<string, PoolAccountFacts>, id: string): PoolAccountFacts {
  const account = accounts.get(id);
  if (!account) throw new Refusal("not_found");
  if (!isPoolable(account)) throw new Refusal("pooling.account_unusable", { account: nameOf(account) });
  return account;
}

function lineOf(account: PoolAccountFacts, wanted: Money | undefined, currency: Money["currency"]): MergerLine {
  const { available } = account;
  const amount = wanted ?? available;
  if (account.currency !== currency || amount.currency !== currency) throw new Refusal("pooling.currencies_differ");
  if (amount.minor <= 0n) throw new Refusal("pooling.nothing_to_move", { account: nameOf(account) });
  if (amount.minor > available.minor) {
    throw new Refusal("pooling.not_enough", { account: nameOf(account), available: formatMoney(available), currency });
  }
  return { accountId: account.id, cardNo: account.accountNumber, before: available, amount };
}
