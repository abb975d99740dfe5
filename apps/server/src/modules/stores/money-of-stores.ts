import type { StoreRow } from "@coralhub/contract";
import { platformName, startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";
import type { PayAccount, StoresDeps } from "./deps.ts";
import { countByAccount, listStores } from "./stores-store.ts";

type Row = Pick<StoreRow, "merchantsId" | "platformCode" | "foreignBankAccountId">;
type Money = Pick<StoreRow, "platform" | "foreignBankAccount" | "account" | "income">;

const SHOWN_DIGITS = 4;
const brief = (account: PayAccount, stores: number): Money["account"] => ({
  foreignBankAccountId: account.id,
  currency: account.currency,
  country: account.country,
  lastFour: account.accountNumber?.slice(-SHOWN_DIGITS) ?? "",
  state: account.state,
  sharedWith: Math.max(0, stores - 1),
});

/** What a row has from elsewhere: its platform's name, where it is paid into and what came this month: asked of the module that owns the accounts. */
export async function withMoney<R extends Row>(
  deps: StoresDeps,
  merchantId: string,
  rows: readonly R[],
): Promise<(R & Money)[]> {
  const monthBegan = startOfShanghaiDay(`${toShanghaiDay(deps.clock.now()).slice(0, 7)}-01`);
  const ids = rows.map(({ merchantsId }) => merchantsId);
  const [accounts, stores, incomes] =
    rows.length === 0
      ? [[], new Map<string, number>(), []]
      : await Promise.all([
          deps.receivingAccounts.list(merchantId),
          countByAccount(deps.database.db, merchantId),
          deps.incomeOf(merchantId, ids, monthBegan),
        ]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return rows.map((row) => {
    const account = byId.get(row.foreignBankAccountId ?? "");
    const income = incomes.filter(({ storeId }) => storeId === row.merchantsId);
    return {
      ...row,
      platform: platformName(row.platformCode),
      foreignBankAccount: account?.accountNumber ?? null,
      account: account ? brief(account, stores.get(account.id) ?? 1) : null,
      income: income.map(({ amount, latestAt }) => ({ amount, latestAt })),
    };
  });
}

/** Where Amazon pays: the account of the newest of the merchant's Amazon stores that has one. */
export async function amazonAccount(
  { database, receivingAccounts }: Pick<StoresDeps, "database" | "receivingAccounts">,
  merchantId: string,
) {
  const stores = await listStores(database.db, merchantId, { platform: "AMAZON" });
  const accountId = stores.find(({ receivingAccountId }) => receivingAccountId !== null)?.receivingAccountId;
  const account = accountId ? await receivingAccounts.of(merchantId, accountId) : undefined;
  if (!account) return null;
  const { id, currency, holderName, state, accountNumber } = account;
  return { id, currency, holderName, state, lastFour: accountNumber?.slice(-SHOWN_DIGITS) ?? null };
}
