import { accountEndpoints } from "@coralhub/contract";
import { receivingAccountLifecycle, type AccountCode, type NoticeOutcome } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { NoticeHandler, Payment } from "../../rails/receiving-bank/index.ts";
import {
  findAccount,
  findByNumber,
  hasDisputedStore,
  listAccounts,
  keepAccounts,
  lockAccount,
  type ReceivingAccount,
} from "./accounts-store.ts";
import { openAccount, refuseAccount } from "./answer-application.ts";
import { applyForAccount, attachStore, deliverApplication, OPEN_TOPIC, type Application } from "./apply-for-account.ts";
import type { AccountsDeps, AccountsHouse } from "./deps.ts";
import { deskHandlers, merchantHandlers } from "./handlers.ts";
import { countWaitingAccounts } from "./lists-store.ts";
import { CLOSE_TOPIC, deliverClosing, settleDispute } from "./move-account.ts";
import { reopenFor } from "./reopen-account.ts";
import { accountTodos } from "./todos.ts";
import { findAccounts, searchAccounts } from "./search-store.ts";

export {
  findAccount,
  findByNumber,
  listAccounts,
  listBoundStores,
  listByNumber,
  listStores,
  lockAccount,
  lockTakingAccount,
  lockTakingAccounts,
  type AccountKey,
  type ReceivingAccount,
} from "./accounts-store.ts";
export { applicationReference, OPEN_TOPIC } from "./apply-for-account.ts";
export { enterPastAccount } from "./past-account.ts";
export type ReceivingAccounts = {
  /** In the store's transaction; the bank is asked once that has committed. */
  apply(tx: Tx, application: Application): Promise<{ id: string }>;
  /** A further store on an account of the merchant's; refused where it is not usable. */
  attach(
    tx: Tx,
    store: { merchantId: string; accountId: string; storeId: string; platform: string },
  ): Promise<ReceivingAccount>;
  /** Inside a transaction with its own handle. */
  of(merchantId: string, id: string, within?: Tx): Promise<ReceivingAccount | undefined>;
  list(merchantId: string): Promise<ReceivingAccount[]>;
  /** It rests while a store on it has a platform account that is another merchant's; a freeze by an operator stays. */
  settleDispute(tx: Tx, key: { merchantId: string; id: string }): Promise<void>;
  hasDispute(tx: Tx, key: { merchantId: string; id: string }): Promise<boolean>;
  /** Stays as it is until the transaction ends; frozen ones say so. */
  lock(tx: Tx, key: { merchantId: string; id: string }): Promise<ReceivingAccount | undefined>;
  /** The same for many. */
  lockMany(tx: Tx, keys: readonly { merchantId: string; id: string }[]): Promise<ReceivingAccount[]>;
  /** Money came back to these accounts of the books: closed ones open for paying out only. */
  reopenFor(tx: Tx, payment: { merchantId: string; sources: readonly { code: AccountCode }[] }): Promise<void>;
};
/** What arrived on an account of the house's own, by the bank's name. */
export type HouseAccountTaker = (rail: string, payment: Payment) => Promise<"arrived" | "repeated" | "unclaimed">;
export type Accounts = Capability<typeof accountEndpoints> &
  ReceivingAccounts & {
    /** What the bank tells of accounts and of the money on them; safe to be told again. */
    take: NoticeHandler;
    /** An account of the house's own: what arrives there is another capability's. */
    takeAt(accountNumber: string, taker: HouseAccountTaker): void;
    /** The platform an account was opened for; for whoever pays in. */
    platformOf(db: Db, rail: string, accountNumber: string): Promise<string | undefined>;
  };

const depsOf = (house: AccountsHouse): AccountsDeps => ({
  ...house,
  bank: house.rails.receivingBank,
  sendMessage: house.messages.send,
  certifiedAs: async (merchantId) => (await house.certification.certifiedAs(merchantId))?.kind ?? null,
  legalNameOf: async (merchantId) => (await house.certification.briefOf(merchantId)).name,
});

export function createAccounts(house: AccountsHouse): Accounts {
  const deps = depsOf(house);
  const { db } = deps.database;
  const houseAccounts = new Map<string, HouseAccountTaker>();
  const take = noticeTaker(deps, houseAccounts);
  return {
    endpoints: accountEndpoints,
    handlers: {
      ...merchantHandlers(deps),
      ...deskHandlers(deps),
      bankNotice: async (ctx, signed) => ({ outcome: await take(deps.bank.readNotice(signed, ctx.now)) }),
    },
    outbox: { [OPEN_TOPIC]: deliverApplication(deps), [CLOSE_TOPIC]: deliverClosing(deps) },
    take,
    takeAt: (accountNumber, taker) => void houseAccounts.set(accountNumber, taker),
    apply: (tx, application) => applyForAccount(deps, tx, application),
    attach: (tx, store) => attachStore(deps, tx, store),
    of: (merchantId, id, within) => findAccount(within ?? db, { merchantId, id }),
    list: (merchantId) => listAccounts(db, merchantId),
    settleDispute: (tx, key) => settleDispute(deps, tx, key),
    hasDispute: (tx, key) => hasDisputedStore(tx, key),
    lock: (tx, key) => lockAccount(tx, key, "share"),
    lockMany: keepAccounts,
    reopenFor: (tx, payment) => reopenFor(deps, tx, payment),
    opensFor: (tx, { merchantId, code }) => reopenFor(deps, tx, { merchantId, sources: [{ code }] }),
    todos: (merchantId) => accountTodos(deps.database.hot, merchantId),
    waiting: { accounts: () => countWaitingAccounts(db) },
    search: (text, limit) => searchAccounts(db, text, limit),
    find: (merchantId, wanted) => findAccounts(db, merchantId, wanted),
    async personalData(merchantId) {
      const accounts = await listAccounts(db, merchantId);
      return {
        收款账户: accounts.map(({ holderName, accountNumber, bankName, currency, state, appliedAt }) => ({
          户名: holderName,
          账号: accountNumber,
          银行: bankName,
          币种: currency,
          状态: receivingAccountLifecycle.states[state].label,
          申请时间: appliedAt,
        })),
      };
    },
    async platformOf(within, rail, accountNumber) {
      const key = await findByNumber(within, rail, accountNumber);
      return key && (await findAccount(within, key))?.platform;
    },
  };
}

/** One door for every notice, by hook or by hand. */
function noticeTaker(deps: AccountsDeps, houseAccounts: ReadonlyMap<string, HouseAccountTaker>): NoticeHandler {
  return async (notice): Promise<NoticeOutcome> => {
    switch (notice.kind) {
      case "account.opened":
        return openAccount(deps, notice);
      case "account.refused":
        return refuseAccount(deps, notice);
      case "income.announced":
      case "income.arrived": {
        const ours = houseAccounts.get(notice.accountNumber);
        if (!ours) return deps.income.take(notice);
        return notice.kind === "income.arrived" ? ours(deps.bank.name, notice) : "announced";
      }
    }
  };
}
