import { Refusal, type ReceivingAccountDetail, type ReceivingAccountRow } from "@coralhub/contract";
import {
  moneyOf,
  OPENING_DAYS,
  platformByCode,
  receivingAccountLifecycle,
  singleLimit,
  startOfShanghaiDay,
  toShanghaiDay,
  type ReceivingAccountAction,
} from "@coralhub/domain";
import { findAccount, listAccounts, listStores, type AccountKey, type ReceivingAccount } from "./accounts-store.ts";
import { balancesOf } from "./balances.ts";
import type { AccountsDeps } from "./deps.ts";

const DAY_MS = 86_400_000;

export const headOf = (account: ReceivingAccount) => {
  const { id, platform, currency, country, holderName, state, accountNumber, bankName } = account;
  const { reason, appliedAt, openedAt } = account;
  return {
    id,
    platform,
    currency,
    country,
    holderName,
    state,
    accountNumber,
    bankName,
    reason,
    appliedAt,
    openedAt,
  };
};

const labelOf = (action: string): string => {
  if (action === "apply") return "提交开户申请";
  return action === "attach" ? "关联店铺" : receivingAccountLifecycle.actions[action as ReceivingAccountAction].label;
};

/** Accounts with their money, their stores and when money last came. */
async function rowsOf(
  deps: AccountsDeps,
  merchantId: string,
  accounts: readonly ReceivingAccount[],
): Promise<ReceivingAccountRow[]> {
  const { db } = deps.database;
  const [balances, transit, stores, last] = await Promise.all([
    balancesOf(deps, merchantId),
    deps.income.inTransitByAccount(merchantId),
    listStores(db, merchantId),
    deps.income.lastByAccount(merchantId),
  ]);
  return accounts.map((account) => {
    const { id, currency, state, appliedAt } = account;
    const { available = 0n, processing = 0n, held = 0n } = balances.get(id) ?? {};
    const onItsWay = transit.filter(({ accountId }) => accountId === id);
    return {
      ...headOf(account),
      stores: stores.filter(({ accountId }) => accountId === id).map(({ accountId: _accountId, ...store }) => store),
      available: moneyOf(currency, available),
      processing: moneyOf(currency, processing),
      held: moneyOf(currency, held),
      inTransit: moneyOf(
        currency,
        onItsWay.reduce((sum, { amount }) => sum + amount.minor, 0n),
      ),
      lastIncomeAt: last.get(id) ?? null,
      expectedBy: state === "applying" ? new Date(appliedAt.getTime() + OPENING_DAYS * DAY_MS) : null,
    };
  });
}

export const describeAccounts = async (deps: AccountsDeps, merchantId: string): Promise<ReceivingAccountRow[]> =>
  rowsOf(deps, merchantId, await listAccounts(deps.database.db, merchantId));

export async function describeAccount(deps: AccountsDeps, key: AccountKey): Promise<ReceivingAccountDetail> {
  const { db } = deps.database;
  const { merchantId } = key;
  const account = await findAccount(db, key);
  if (!account) throw new Refusal("not_found");
  const month = startOfShanghaiDay(`${toShanghaiDay(deps.clock.now()).slice(0, 7)}-01`);
  const [rows, events, certifiedAs, creditedThisMonth] = await Promise.all([
    rowsOf(deps, merchantId, [account]),
    deps.lifecycles.timeline(db, receivingAccountLifecycle, key),
    deps.certifiedAs(merchantId),
    deps.income.creditedOn(account, month),
  ]);
  const names = new Map(rows[0]!.stores.map((store) => [store.id, store.name]));
  return {
    ...rows[0]!,
    ways: account.ways.map((way) => ({ ...way, fields: [...way.fields] })),
    singleLimit: certifiedAs && singleLimit(certifiedAs, account.currency),
    creditedThisMonth,
    payoutSteps: [...(platformByCode(account.platform)?.payoutSteps ?? [])],
    timeline: events.map(({ action, note, at }) => ({
      action,
      label: labelOf(action),
      note: action === "attach" ? (names.get(note ?? "") ?? null) : note,
      at,
    })),
  };
}

/** The same for operators, whose words about it are their own. */
export async function describeAccountCase(deps: AccountsDeps, key: AccountKey) {
  const detail = await describeAccount(deps, key);
  const { ways, stores, available, processing, held, inTransit, timeline } = detail;
  const account = (await findAccount(deps.database.db, key))!;
  return {
    ...headOf(account),
    merchantId: key.merchantId,
    ways,
    stores,
    available,
    processing,
    held,
    inTransit,
    timeline: timeline.map((step) => ({ ...step, actor: null })),
  };
}

export async function accountForCopying(deps: AccountsDeps, key: AccountKey) {
  const account = await findAccount(deps.database.db, key);
  if (!account) throw new Refusal("not_found");
  const { accountNumber, bankName, holderName, ways } = account;
  if (accountNumber === null || bankName === null) throw new Refusal("account.not_open");
  const lines = ways.flatMap(({ fields }) => fields);
  return {
    accountNumber,
    iban: lines.find(({ label }) => label === "IBAN")?.value ?? null,
    holderName,
    bankName,
    ways: ways.map((way) => ({ ...way, fields: [...way.fields] })),
  };
}
