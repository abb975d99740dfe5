import { Refusal, storeEndpoints } from "@coralhub/contract";
import { authorisationLifecycle, storeLifecycle } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Db } from "../../platform/db.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Messages } from "../messages/index.ts";
import { platformOf } from "./answers.ts";
import { bindingHandlers } from "./binding-handlers.ts";
import { careHandlers } from "./care-handlers.ts";
import { createConnections, type Connections } from "./connections/connections.ts";
import type { ConnectionsDeps } from "./connections/deps.ts";
import type { PayAccount, StoresDeps } from "./deps.ts";
import { checkStoreSheet, importStores, storeTemplate } from "./import-stores.ts";
import { countWaiting } from "./lists-store.ts";
import { claimHandlers } from "./review/claim-handlers.ts";
import { countWaitingClaims } from "./connections/account-claims-store.ts";
import { reviewHandlers, simulationHandlers } from "./review/handlers.ts";
import { planSimulation, runSimulation, SIMULATE_JOB } from "./review/simulate-review.ts";
import { needsAction } from "./store-status.ts";
import { findStore, listStores, type Store } from "./stores-store.ts";
import { amazonAccount } from "./money-of-stores.ts";
import { todoOf } from "./todos.ts";
import { findStores, searchStores } from "./search-store.ts";

export { plantConnection } from "./connections/plant-connection.ts";
export { enterPastStore } from "./past-store.ts";
export type { StoreOrders } from "./connections/connections.ts";
export type { PayAccount, ReceivingAccounts, StoreIncome } from "./deps.ts";

export type StoresModule = Capability<typeof storeEndpoints> & {
  /** How stores are tied to their platforms: calls and jobs of their own. */
  connections: Connections;
  /** Whether a merchant has a store, in whatever state but removed. */
  hasAny(merchantId: string): Promise<boolean>;
  /** The receiving account one of a merchant's stores is paid into; undefined while it has none. */
  accountOf(merchantId: string, id: string): Promise<PayAccount | undefined>;
};

type Deps = Omit<StoresDeps, "connections"> & Omit<ConnectionsDeps, "reviewAgain" | "settleDispute">;
type FromDoors =
  | "marketplaces"
  | "sendMessage"
  | "receivingAccounts"
  | "storeBlockers"
  | "lockStoreBlockers"
  | "incomeOf"
  | "merchantName";
type StoresHouse = Omit<Deps, FromDoors> & {
  rails: Pick<Deps, "marketplaces">;
  /** The page on which a merchant agrees, where the platforms are simulated. */
  simulators: { consentPages: NonNullable<Capability["pages"]> } | undefined;
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "briefOf">;
  accounts: Deps["receivingAccounts"];
  income: Pick<Deps, "storeBlockers" | "lockStoreBlockers" | "incomeOf">;
};

/** Home asks for them in two places at once: one look answers both. */
const createStoresOf = (db: Db) =>
  createCoalescer<string, Store[]>({
    name: "stores",
    async work(merchantIds) {
      const looks = new Map([...new Set(merchantIds)].map((id) => [id, listStores(db, id, {})]));
      return Promise.all(merchantIds.map((merchantId) => looks.get(merchantId)!));
    },
  });

export function createStores(house: StoresHouse): StoresModule {
  const { rails, messages, certification, accounts, income } = house;
  const given: Deps = {
    ...house,
    marketplaces: rails.marketplaces,
    sendMessage: messages.send,
    receivingAccounts: accounts,
    storeBlockers: income.storeBlockers,
    lockStoreBlockers: income.lockStoreBlockers,
    incomeOf: income.incomeOf,
    merchantName: async (merchantId) => (await certification.briefOf(merchantId)).name,
  };
  const { db } = given.database;
  const storesOf = createStoresOf(given.database.hot);
  const connections = createConnections({
    ...given,
    amazonAccount: (merchantId) => amazonAccount(given, merchantId),
    settleDispute: (tx, key) => given.receivingAccounts.settleDispute(tx, key),
    reviewAgain: (tx, store) => planSimulation(given, tx, store),
  });
  const deps: StoresDeps = { ...given, connections };
  return {
    connections,
    endpoints: storeEndpoints,
    handlers: {
      ...bindingHandlers(deps),
      ...careHandlers(deps),
      storeSheetTemplate: (_ctx, { format }) => storeTemplate(format),
      checkStoreSheet: (ctx, input) => checkStoreSheet(deps, ctx, input),
      importStores: (ctx, input) => importStores(deps, ctx, input),
      ...reviewHandlers(deps),
      ...claimHandlers(deps),
      ...simulationHandlers(deps),
    },
    jobs: { [SIMULATE_JOB]: { run: runSimulation(deps) } },
    ...(house.simulators && { pages: house.simulators.consentPages }),
    hasAny: async (merchantId) => (await storesOf(merchantId)).length > 0,
    async accountOf(merchantId, id) {
      const store = await findStore(db, { merchantId, id });
      if (!store) throw new Refusal("not_found");
      return store.receivingAccountId ? given.receivingAccounts.of(merchantId, store.receivingAccountId) : undefined;
    },
    waiting: { stores: () => countWaiting(db), accountClaims: () => countWaitingClaims(db) },
    search: (text, limit) => searchStores(db, text, limit),
    find: (merchantId, wanted) => findStores(db, merchantId, wanted),
    async todos(merchantId) {
      const stores = await storesOf(merchantId);
      return stores.filter((store) => !store.hidden && needsAction(store)).map((store) => todoOf(store));
    },
    async personalData(merchantId) {
      const stores = await listStores(db, merchantId, {});
      return {
        店铺: stores.map((store) => ({
          平台: platformOf(store.platform).name,
          名称: store.name,
          链接: store.url,
          状态: storeLifecycle.states[store.state].label,
          授权: authorisationLifecycle.states[store.authorisation].label,
          备注: store.remark,
        })),
      };
    },
  };
}
