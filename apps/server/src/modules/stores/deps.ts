import type { Connector, Currency, Money, Platform, ReceivingAccountState, StoreFieldName } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Actor, Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { ReadSheet } from "../../platform/read-sheet.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { SendMessage } from "../messages/index.ts";

/** A receiving account, as far as a store cares. */
export type PayAccount = {
  id: string;
  /** The platform of its first store; some have their accounts to themselves. */
  platform: string;
  currency: Currency;
  country: string;
  holderName: string;
  state: ReceivingAccountState;
  /** Null until the bank has given a number. */
  accountNumber: string | null;
};
/** What stores ask of the module that owns the accounts. */
export type ReceivingAccounts = {
  /** A new one for this store, in the caller's transaction. */
  apply(
    tx: Tx,
    application: {
      merchantId: string;
      storeId: string;
      platform: string;
      currency: Currency;
      country: string;
      holderName: string;
    },
  ): Promise<{ id: string }>;
  /** This store is paid into that account from now on. */
  attach(tx: Tx, link: { merchantId: string; accountId: string; storeId: string; platform: string }): Promise<unknown>;
  /** Inside a transaction with its own handle. */
  of(merchantId: string, id: string, within?: Tx): Promise<PayAccount | undefined>;
  list(merchantId: string): Promise<PayAccount[]>;
  /** Nothing comes to it or leaves it while whose a store's platform account is has not been settled: worked out anew. */
  settleDispute(tx: Tx, key: { merchantId: string; id: string }): Promise<void>;
  /** Does a store on it wait for that? */
  hasDispute(tx: Tx, key: { merchantId: string; id: string }): Promise<boolean>;
};
export type StoreIncome = { storeId: string; amount: Money; latestAt: Date };

/** How stores are tied to their platforms: answered by `connections/`. */
export type StoreConnections = {
  /** Keys were kept in this transaction: they are tried with the platform right after it. */
  checkNewKeys(tx: Tx, store: { merchantId: string; id: string }): Promise<void>;
  /** The store goes, or is another shop from now on: its tokens are forgotten and the platform is told. */
  disconnect(tx: Tx, store: { merchantId: string; id: string }, by?: Actor): Promise<void>;
  /** Its account was given over to another merchant: held like one that was another's all along, and told. */
  holdLost(
    tx: Tx,
    store: { merchantId: string; id: string },
    lost: { connector: Connector; account: string },
  ): Promise<void>;
  /** What the merchant wrote down is compared with the accounts other merchants have; true while nothing is settled. */
  compareTyped(tx: Tx, store: { merchantId: string; id: string }, typedBefore?: string): Promise<boolean>;
  /** Before a transaction: refuses keys the platform does not accept. */
  tryKeys(platform: Platform, answers: Partial<Record<StoreFieldName, string>>): Promise<void>;
};

export type StoresDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  files: Files;
  readSheet: ReadSheet;
  lists: Lists;
  lifecycles: Lifecycles;
  audit: Audit;
  jobs: Jobs;
  sendMessage: SendMessage;
  receivingAccounts: ReceivingAccounts;
  /** Why this store cannot go now, in words. */
  storeBlockers(store: { merchantId: string; id: string }): Promise<string[]>;
  /** The same inside its removal: what is true then stays true until that has committed. */
  lockStoreBlockers(tx: Tx, store: { merchantId: string; id: string }): Promise<string[]>;
  /** Credited since then, per store and currency. */
  incomeOf(merchantId: string, storeIds: readonly string[], since: Date): Promise<StoreIncome[]>;
  connections: StoreConnections;
  merchantName(merchantId: string): Promise<string | null>;
  /** Only there a simulated reviewer decides. */
  sandbox: boolean;
};
