import { collectionsEndpoints } from "@coralhub/contract";
import { addressOf, receivingAccountLifecycle, type Money, type NoticeOutcome } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import type { NoticeHandler } from "../../rails/receiving-bank/index.ts";
import { findAccount, findByNumber, listAccounts, lockAccount, type ReceivingAccount } from "./accounts-store.ts";
import { openAccount, refuseAccount } from "./answer-application.ts";
import { applyForAccount, attachStore, deliverApplication, OPEN_TOPIC, type Application } from "./apply-for-account.ts";
import { deliverReturn } from "./deliver-return.ts";
import type { CollectionsDeps, CollectionsHouse } from "./deps.ts";
import { CLOSE_TOPIC, deliverClosing } from "./desk/move-account.ts";
import { accountHandlers, deskHandlers, incomeHandlers } from "./handlers.ts";
import { judgeIncome } from "./judge-income.ts";
import { announceIncome, receiveIncome } from "./receive-income.ts";
import { waitingAtDesks } from "./lists-store.ts";
import { recogniseActivity } from "./recognise-activity.ts";
import { RETURN_TOPIC } from "./settle-income.ts";
import { countIncomes, countOpen, sumByStore, sumInTransit, type StoreIncome } from "./standing-store.ts";
import { lockStoreBlockers, storeBlockers } from "./store-blockers.ts";
import { collectionTodos } from "./todos.ts";
import { watchIncomes } from "./watch-incomes.ts";

export { createIncomeRecords } from "./income-records.ts";
export { plantAccount, plantIncomes, type IncomePlant } from "./plants-store.ts";
export type { IncomeStep } from "./income-events-store.ts";
export { insertUnclaimed } from "./unclaimed-store.ts";
export { withoutFullStop } from "./tell-merchant.ts";
export type { Application, ReceivingAccount };
export type ReceivingAccounts = {
  /** In the store's transaction; the bank is asked once that has committed. */
  apply(tx: Tx, application: Application): Promise<{ id: string }>;
  /** A further store on an account of the merchant's; refused where it is not usable. */
  attach(tx: Tx, store: { merchantId: string; accountId: string; storeId: string }): Promise<ReceivingAccount>;
  of(merchantId: string, id: string): Promise<ReceivingAccount | undefined>;
  list(merchantId: string): Promise<ReceivingAccount[]>;
  /** Stays as it is until the transaction ends; frozen ones say so. */
  keep(tx: Tx, key: { merchantId: string; id: string }): Promise<ReceivingAccount | undefined>;
};
export type Collections = Capability<typeof collectionsEndpoints> & {
  receivingAccounts: ReceivingAccounts;
  /** What the bank tells; safe to be told again. */
  take: NoticeHandler;
  /** Why a store cannot be removed yet; empty where it can. */
  storeBlockers(store: { merchantId: string; id: string }): Promise<string[]>;
  /** The same for whoever removes it: nothing comes in on its account until that has committed. */
  lockStoreBlockers(tx: Tx, store: { merchantId: string; id: string }): Promise<string[]>;
  /** Credited since then, by store and currency. */
  incomeOf(merchantId: string, storeIds: readonly string[], since: Date): Promise<StoreIncome[]>;
  /** Announced and not there yet, one amount for each currency. */
  inTransit(merchantId: string): Promise<Money[]>;
  /** The platform an account was opened for; for whoever pays in. */
  platformOf(db: Db, rail: string, accountNumber: string): Promise<string | undefined>;
};

const depsOf = (house: CollectionsHouse): CollectionsDeps => ({
  ...house,
  bank: house.rails.receivingBank,
  screening: house.rails.screening,
  sendMessage: house.messages.send,
  certifiedAs: async (merchantId) => (await house.certification.certifiedAs(merchantId))?.kind ?? null,
});

export function createCollections(house: CollectionsHouse): Collections {
  const deps = depsOf(house);
  const { db } = deps.database;
  const take = noticeTaker(deps);
  return {
    endpoints: collectionsEndpoints,
    handlers: {
      ...accountHandlers(deps),
      ...incomeHandlers(deps),
      ...deskHandlers(deps),
      bankNotice: async (ctx, signed) => ({ outcome: await take(deps.bank.readNotice(signed, ctx.now)) }),
    },
    jobs: { "collections.watch-incomes": { cron: "* * * * *", run: () => watchIncomes(deps) } },
    outbox: {
      [OPEN_TOPIC]: deliverApplication(deps),
      [CLOSE_TOPIC]: deliverClosing(deps),
      [RETURN_TOPIC]: deliverReturn(deps),
    },
    take,
    receivingAccounts: {
      apply: (tx, application) => applyForAccount(deps, tx, application),
      attach: (tx, store) => attachStore(deps, tx, store),
      of: (merchantId, id) => findAccount(db, { merchantId, id }),
      list: (merchantId) => listAccounts(db, merchantId),
      keep: (tx, key) => lockAccount(tx, key, "share"),
    },
    storeBlockers: (store) => storeBlockers(deps, store),
    lockStoreBlockers: (tx, store) => lockStoreBlockers(deps, tx, store),
    incomeOf: (merchantId, storeIds, since) => sumByStore(db, merchantId, storeIds, since),
    inTransit: (merchantId) => inTransit(deps, merchantId),
    todos: (merchantId) => collectionTodos(db, merchantId),
    async closingBlockers(merchantId) {
      const { announced, held } = await countOpen(db, merchantId, deps.clock.now());
      const open = announced + held;
      return open === 0 ? [] : [{ reason: `还有 ${open} 笔收款没有处理完`, link: addressOf("income") }];
    },
    async personalData(merchantId) {
      const [accounts, incomes] = await Promise.all([listAccounts(db, merchantId), countIncomes(db, merchantId)]);
      return {
        收款账户: accounts.map(({ holderName, accountNumber, bankName, currency, state, appliedAt }) => ({
          户名: holderName,
          账号: accountNumber,
          银行: bankName,
          币种: currency,
          状态: receivingAccountLifecycle.states[state].label,
          申请时间: appliedAt,
        })),
        收款笔数: incomes,
      };
    },
    recognise: (merchantId, matters) => recogniseActivity(db, merchantId, matters),
    waiting: {
      incomes: () => waitingAtDesks.incomes(db),
      unclaimed: () => waitingAtDesks.unclaimed(db),
      accounts: () => waitingAtDesks.accounts(db),
    },
    async platformOf(within, rail, accountNumber) {
      const key = await findByNumber(within, rail, accountNumber);
      return key && (await findAccount(within, key))?.platform;
    },
  };
}

async function inTransit(deps: CollectionsDeps, merchantId: string): Promise<Money[]> {
  const sums = new Map<Money["currency"], bigint>();
  for (const { amount } of await sumInTransit(deps.database.db, merchantId, deps.clock.now())) {
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}

/** One door for every notice, by hook or by hand. The rules look right away; if they cannot, the watch makes up for it. */
function noticeTaker(deps: CollectionsDeps): NoticeHandler {
  return async (notice): Promise<NoticeOutcome> => {
    switch (notice.kind) {
      case "account.opened":
        return openAccount(deps, notice);
      case "account.refused":
        return refuseAccount(deps, notice);
      case "income.announced":
        return (await announceIncome(deps, notice, notice.expectedAt)).outcome;
      case "income.arrived": {
        const { outcome, judge } = await receiveIncome(deps, notice);
        if (judge) {
          await judgeIncome(deps, judge).catch((error: unknown) =>
            deps.log.warn({ err: error, incomeId: judge.id }, "an income is looked at later"),
          );
        }
        return outcome;
      }
    }
  };
}
