import { createCollections, createIncomeRecords, type Collections } from "./modules/collections/index.ts";
import type { CertificationModule } from "./modules/certification/index.ts";
import type { Ledger } from "./modules/ledger/index.ts";
import type { Messages } from "./modules/messages/index.ts";
import { createStores } from "./modules/stores/index.ts";
import type { Platform } from "./platform/index.ts";
import type { SandboxStatements } from "./rails/bank-statements/index.ts";
import { CONSENT_PATH, createConsentPage, createMarketplaces, type Marketplaces } from "./rails/marketplaces/index.ts";
import type { RailModes } from "./rails/modes/index.ts";
import {
  createReceivingBank,
  createReceivingBankControl,
  createSandboxReceivingBank,
} from "./rails/receiving-bank/index.ts";
import type { Screening } from "./rails/screening/index.ts";

/** The platforms where merchants sell; in the sandbox, with the page on which they agree. */
export function wireMarketplaces(platform: Platform, railModes: RailModes) {
  const simulated = { ...platform, railMode: () => railModes.of("marketplaces") };
  return {
    marketplaces: createMarketplaces(platform.config, simulated),
    madePages: platform.sandboxClock && { [CONSENT_PATH]: createConsentPage(simulated) },
  };
}

type CollectionsWiring = {
  ledger: Ledger;
  messages: Messages;
  certification: CertificationModule;
  screening: Screening;
  statements: SandboxStatements;
  railModes: RailModes;
};

/** Receiving accounts and income, with the bank behind them and, in the sandbox, its levers. */
export function wireCollections(
  platform: Platform,
  { messages, certification, railModes, ...wired }: CollectionsWiring,
) {
  const { config, jobs, sandboxClock } = platform;
  const simulated = { ...platform, ...wired, railMode: () => railModes.of("receivingBank") };
  const sandboxBank = sandboxClock && createSandboxReceivingBank(simulated);
  const collections = createCollections({
    ...platform,
    ...wired,
    bank: createReceivingBank(config, sandboxBank),
    sendMessage: messages.send,
    certifiedAs: async (merchantId) =>
      (await certification.mayMoveMoney(merchantId))
        ? ((await certification.briefOf(merchantId)).kind ?? "person")
        : null,
  });
  const incomeRecords = createIncomeRecords({
    ...platform,
    ...wired,
    isBigCustomer: certification.isBigCustomer,
    legalNameOf: async (merchantId) => (await certification.briefOf(merchantId)).name,
  });
  for (const { jobs: own } of [collections, incomeRecords]) jobs.register(own ?? {});
  if (!sandboxBank) return { collections, incomeRecords };
  sandboxBank.listen(collections.take);
  jobs.register(sandboxBank.jobs);
  const { platformOf } = collections;
  return {
    collections,
    incomeRecords,
    receivingBank: createReceivingBankControl({ ...simulated, bank: sandboxBank, platformOf }),
  };
}

type StoresWiring = {
  collections: Collections;
  messages: Messages;
  certification: CertificationModule;
  marketplaces: Marketplaces;
};

/** Stores and their ties to the platforms: two tables of calls, one module. */
export function wireStores(platform: Platform, { collections, messages, certification, marketplaces }: StoresWiring) {
  const stores = createStores({
    ...platform,
    marketplaces,
    publicUrl: platform.config.publicUrl,
    sendMessage: messages.send,
    receivingAccounts: collections.receivingAccounts,
    storeBlockers: collections.storeBlockers,
    lockStoreBlockers: collections.lockStoreBlockers,
    incomeOf: collections.incomeOf,
    merchantName: async (merchantId) => (await certification.briefOf(merchantId)).name,
    sandbox: platform.sandboxClock !== undefined,
  });
  for (const { jobs } of [stores, stores.connections]) platform.jobs.register(jobs ?? {});
  return stores;
}
