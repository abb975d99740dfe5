import { moneyOf, type Currency, type SandboxRail } from "@coralhub/domain";
import { join } from "node:path";
import { loadDemoWorld } from "./demo/index.ts";
import type { Readiness } from "./http/health.ts";
import type { MountedModules } from "./http/mount.ts";
import type { HttpPorts } from "./http/ports.ts";
import { createHttpServer } from "./http/server.ts";
import { createCertification } from "./modules/certification/index.ts";
import { createExchange, guardRates, type Exchange } from "./modules/exchange/index.ts";
import type { Collections } from "./modules/collections/index.ts";
import { createDeposits } from "./modules/deposits/index.ts";
import { createHome, type HomeDeps } from "./modules/home/index.ts";
import {
  createIdentity,
  recipientOf,
  setQuietNights,
  type Identity,
  type IdentityDeps,
} from "./modules/identity/index.ts";
import { createLedger, type Ledger } from "./modules/ledger/index.ts";
import { createMessages } from "./modules/messages/index.ts";
import { personalPayouts } from "./modules/payouts/index.ts";
import { createSellers } from "./modules/sellers/index.ts";
import { createFlags, createOperations, createSandboxControl, operatorsWith } from "./modules/operations/index.ts";
import type { Payouts } from "./modules/payouts/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { createPlatform, type Platform } from "./platform/index.ts";
import type { Log } from "./platform/log.ts";
import { isMigrated } from "./platform/migrations.ts";
import { createPasswords, type Passwords } from "./platform/passwords.ts";
import type { Random } from "./platform/random.ts";
import { createSandboxStatements, SANDBOX_BANK } from "./rails/bank-statements/index.ts";
import { createFxRates, type FxRates } from "./rails/fx-rates/index.ts";
import { createDocumentReading, createSampleDocuments } from "./rails/document-reading/index.ts";
import { createFaceCheck } from "./rails/face-check/index.ts";
import { createRailModes, type RailModes } from "./rails/modes/index.ts";
import { createNotifications, createSandboxNotifications } from "./rails/notifications/index.ts";
import { SANDBOX_PAYOUT_BANK } from "./rails/payout-bank/index.ts";
import { createScreening } from "./rails/screening/index.ts";
import { wirePayouts } from "./wire-payouts.ts";
import { wireCollections, wireMarketplaces, wireStores } from "./wire-stores.ts";

const APPS = join(import.meta.dirname, "../..");

export type App = {
  platform: Platform;
  /** The sandbox's people and history; nothing happens where they are already there. */
  loadDemoWorld(): Promise<void>;
  /** Opens the door; the answer says where. */
  listen(): Promise<{ url: string }>;
  /** Stops accepting, lets running calls finish, then lets go of everything. */
  close(): Promise<void>;
};
export type AppOptions = { config: Config; clock?: Clock; random?: Random; log?: Log; passwords?: Passwords };

/** The outside world, each part behaving as the sandbox console says. */
function wireRails(platform: Platform, railModes: RailModes) {
  const { config } = platform;
  const behaving = (rail: SandboxRail) => ({ ...platform, railMode: () => railModes.of(rail) });
  return {
    notifications: createNotifications(config, behaving("notifications")),
    fxRates: createFxRates(config, behaving("fxRates")),
    documentReading: createDocumentReading(config, behaving("documentReading")),
    faceCheck: createFaceCheck(config, behaving("faceCheck")),
    screening: createScreening(config, behaving("screening")),
  };
}

/** What home asks about money, answered by the books and by what is on its way. */
const moneyForHome = (
  ledger: Ledger,
  { inTransit, recognise }: Pick<Collections, "inTransit" | "recognise">,
  payouts: Pick<Payouts, "recognise">,
  exchange: Pick<Exchange, "recognise">,
  fxRates: FxRates,
) =>
  ({
    async balancesOf(merchantId) {
      const [own, coming] = await Promise.all([ledger.overview(merchantId), inTransit(merchantId)]);
      const none = (currency: Currency) => moneyOf(currency, 0n);
      const comingIn = (currency: Currency) => coming.find((sum) => sum.currency === currency) ?? none(currency);
      const fresh = coming.filter(({ currency }) => !own.some(({ available }) => available.currency === currency));
      return [
        ...own.map((money) => ({ ...money, inTransit: comingIn(money.available.currency) })),
        ...fresh.map((sum) => ({ available: none(sum.currency), held: none(sum.currency), inTransit: sum })),
      ];
    },
    equivalentOf: (merchantId) => ledger.equivalent(merchantId, "CNY"),
    incomeByDay: ledger.incomeByDay,
    middleRate: async (from, to) => (await fxRates.reference(from, to)).mid,
    activity: [
      async (merchantId, limit) => {
        const matters = await exchange.recognise(merchantId, await ledger.activity(merchantId, limit));
        return recognise(merchantId, await payouts.recognise(merchantId, matters));
      },
    ],
  }) satisfies Partial<HomeDeps>;

/** Rails, then what everything else stands on: books, messages, certification, income, stores. */
function wireGround(platform: Platform) {
  const { publicUrl } = platform.config;
  const sandbox = platform.sandboxClock !== undefined;
  const railModes = createRailModes(platform);
  const { notifications, fxRates, ...verification } = wireRails(platform, railModes);
  const { marketplaces, madePages } = wireMarketplaces(platform, railModes);
  const statements = createSandboxStatements({
    ...platform,
    rails: sandbox ? [SANDBOX_BANK, SANDBOX_PAYOUT_BANK] : [],
  });

  const { db } = platform.database;
  const quoteRates = guardRates({ ...platform, db, fxRates });
  const ledger = createLedger({ ...platform, fxRates, quoteRates, statements });
  const messages = createMessages({ ...platform, notifications, publicUrl, recipientOf, setQuietNights });
  platform.lifecycles.sendBy(messages.send);
  const certification = createCertification({
    ...platform,
    ...verification,
    sendMessage: messages.send,
    reviewers: () => operatorsWith({ ...platform, sandbox }, "reviewer"),
    publicUrl,
    sandbox,
  });
  const { collections, incomeRecords, receivingBank } = wireCollections(platform, {
    ledger,
    messages,
    certification,
    statements,
    railModes,
    screening: verification.screening,
  });
  const stores = wireStores(platform, { collections, messages, certification, marketplaces });
  const exchange = createExchange({
    ...platform,
    fxRates,
    ledger,
    mayMoveMoney: certification.mayMoveMoney,
  });
  return {
    rails: { railModes, notifications, fxRates, statements, madePages },
    ledger,
    messages,
    certification,
    collections,
    incomeRecords,
    receivingBank,
    stores,
    exchange,
  };
}

type IdentityWiring = Pick<
  ReturnType<typeof wireGround>,
  "ledger" | "messages" | "certification" | "collections" | "stores" | "exchange"
> &
  Pick<IdentityDeps, "passwords" | "flags" | "notifications">;

/** Who signs in, with what the others know of them: why an account cannot be closed, and what belongs to them. */
function wireIdentity(platform: Platform, wired: IdentityWiring): Identity {
  const { ledger, messages, certification, collections, stores, exchange, passwords, flags, notifications } = wired;
  return createIdentity({
    ...platform,
    passwords,
    notifications,
    flags,
    certification,
    publicUrl: platform.config.publicUrl,
    sendMessage: messages.send,
    tellAddress: messages.tellAddress,
    messageCountsOf: messages.countsOf,
    unreadCount: messages.unreadCount,
    closingBlockers: [ledger.closingBlockers, collections.closingBlockers],
    personalData: {
      certification: certification.personalData,
      messages: messages.personalData,
      stores: stores.personalData,
      collections: collections.personalData,
      exchange: exchange.personalData,
      payouts: (merchantId) => personalPayouts(platform.database.db, merchantId),
    },
  });
}

/** The modules in the order in which they need each other. */
function wireModules(platform: Platform, passwords: Passwords) {
  const { jobs, sandboxClock } = platform;
  const sandbox = sandboxClock !== undefined;
  const ground = wireGround(platform);
  const { rails, ledger, messages, certification, collections, incomeRecords, receivingBank, stores, exchange } = ground;
  const { railModes, fxRates, statements, madePages } = rails;
  const flags = createFlags({ ...platform, clock: platform.wallClock });
  const identity = wireIdentity(platform, { ...ground, ...rails, passwords, flags });
  const { payouts, payoutBank } = wirePayouts(platform, { ...ground, ...rails, identity });
  const deposits = createDeposits({ ...platform, sendMessage: messages.send });
  const home = createHome({
    ...platform,
    displayName: identity.displayName,
    ...moneyForHome(ledger, collections, payouts, exchange, fxRates),
    storeCount: stores.count,
    certificationStatus: certification.statusOf,
    todos: [certification.todosOf, stores.todosOf, collections.todosOf],
  });
  const waiting = {
    ...collections.waiting,
    certification: certification.waitingCount,
    stores: stores.waitingCount,
    recoveries: identity.recoveriesWaiting,
    applications: deposits.waitingCount,
    payouts: payouts.waitingCount,
    rates: exchange.waitingCount,
  };
  const { merchants } = identity;
  const operations = createOperations({ ...platform, passwords, flags, merchants, sandbox, waiting });

  for (const { jobs: own } of [identity, certification, ledger, operations, exchange]) if (own) jobs.register(own);
  return {
    ledger,
    statements,
    madePages,
    modules: {
      identity,
      certification,
      sellers: createSellers({ ...platform, applications: certification.applications }),
      stores,
      connections: stores.connections,
      messages,
      home,
      ledger,
      exchange,
      incomeRecords,
      deposits,
      collections,
      operations,
      payouts,
      ...(receivingBank && { receivingBank }),
      ...(payoutBank && { payoutBank }),
      ...(sandboxClock && {
        notifications: createSandboxNotifications({ ...platform, captchaAnswer: identity.captchaAnswer }),
        documents: createSampleDocuments(),
        sandboxControl: createSandboxControl({ ...platform, clock: sandboxClock, railModes }),
      }),
    } satisfies MountedModules,
    ports: {
      ...platform,
      flagIsOn: flags.isOn,
      isCertified: certification.mayMoveMoney,
      findOperator: operations.findOperator,
    } satisfies HttpPorts,
  };
}

function readinessOf({ database, live }: Platform): Readiness {
  // Migrations only move forward: once complete for this version, complete for good.
  let migrated = false;
  return async () => {
    await database.ping();
    migrated ||= await isMigrated(database.db);
    return { database: true, migrations: migrated, live: live.connected() };
  };
}

/** The whole server on a migrated database: platform, rails, modules and HTTP, wired by hand. */
export async function createApp({ config, passwords = createPasswords(), ...injected }: AppOptions): Promise<App> {
  const platform = createPlatform(config, injected);
  const { modules, ports, ledger, statements, madePages } = wireModules(platform, passwords);
  const http = await createHttpServer({
    ports,
    modules,
    sandbox: config.mode === "sandbox",
    trustedProxies: config.trustedProxies,
    log: platform.log,
    registry: platform.metrics,
    metricsToken: config.metricsToken,
    readiness: readinessOf(platform),
    pages: { web: join(APPS, "web/dist"), console: join(APPS, "console/dist") },
    madePages,
  });
  await platform.start();
  return {
    platform,
    loadDemoWorld: () => loadDemoWorld({ ...platform, passwords, statements, now: platform.clock.now() }),
    listen: async () => ({ url: await http.listen(config) }),
    async close() {
      await http.close();
      await ledger.close();
      await platform.stop();
    },
  };
}
