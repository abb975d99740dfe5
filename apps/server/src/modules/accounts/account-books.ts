import { Refusal, type ListInput } from "@coralhub/contract";
import { accountCode, moneyOf, startOfShanghaiDay, toShanghaiDay, type AccountCode } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import { findAccount, type ReceivingAccount } from "./accounts-store.ts";
import type { AccountsDeps } from "./deps.ts";

/** Another merchant's account does not exist; one the bank never opened has no books. */
export async function requireAccount(db: Db, merchantId: string, id: string): Promise<ReceivingAccount> {
  const account = await findAccount(db, { merchantId, id });
  if (!account) throw new Refusal("not_found");
  return account;
}

export const booksOf = ({ id, currency }: Pick<ReceivingAccount, "id" | "currency">): AccountCode =>
  accountCode("collection", currency, id);

const monthOf = (moment: Date): string => toShanghaiDay(moment).slice(0, "2026-11".length);

/** Half-open, in Beijing. */
function periodOf(month: string): { from: Date; until: Date } {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return { from: startOfShanghaiDay(`${month}-01`), until: startOfShanghaiDay(`${next}-01`) };
}

export async function readMonth(
  { database: { db }, ledger, activity, clock }: Pick<AccountsDeps, "database" | "ledger" | "activity" | "clock">,
  merchantId: string,
  { accountId, month }: { accountId: string; month: string },
) {
  const account = await requireAccount(db, merchantId, accountId);
  const since = monthOf(account.openedAt ?? account.appliedAt);
  const current = monthOf(clock.now());
  if (month < since || month > current) throw new Refusal("statement.no_such_month", { since, current });
  const period = { merchantId, code: booksOf(account), ...periodOf(month) };
  const [{ opening, closing }, { entries }, [turnover]] = await Promise.all([
    ledger.statement({ ...period, limit: 1 }),
    ledger.turnover(period),
    // Payments, not entries: what is held and let go again is no turnover.
    activity.accountTurnover(merchantId, period.code, period),
  ]);
  const nothing = moneyOf(account.currency, 0n);
  const { income = nothing, expense = nothing } = turnover ?? {};
  /** What left or came back without being income or expense: held, under way, borrowed or paid back, or moved to another own account. */
  const other = moneyOf(account.currency, closing.minor - opening.minor - income.minor + expense.minor);
  const sums = { opening, closing, credits: income, debits: expense, other, entries };
  return { account, period, statement: { month, ...sums, open: month === current, since } };
}

/** One receiving account as its owner reads it: every entry with the balance after it, and whole months. */
export function accountBooks(deps: AccountsDeps) {
  const { db } = deps.database;
  const entriesOf = async (ctx: MerchantContext, accountId: string): Promise<{ account: AccountCode }> => ({
    account: booksOf(await requireAccount(db, ctx.merchantId, accountId)),
  });
  return {
    accountEntries: async (ctx: MerchantContext, { accountId, ...input }: ListInput & { accountId: string }) =>
      deps.ledger.handlers.walletEntries(ctx, { ...input, ...(await entriesOf(ctx, accountId)) }),
    exportAccountEntries: async (
      ctx: MerchantContext,
      { accountId, filters }: { accountId: string; filters: ListInput["filters"] },
    ) => deps.ledger.handlers.exportWalletEntries(ctx, { filters, ...(await entriesOf(ctx, accountId)) }),
    monthlyStatement: async (ctx: MerchantContext, wanted: { accountId: string; month: string }) =>
      (await readMonth(deps, ctx.merchantId, wanted)).statement,
  };
}
