import { moneyOf, startOfShanghaiDay, type SandboxRail } from "@coralhub/domain";
import { join } from "node:path";
import { loadDemoWorld } from "./demo/index.ts";
import type { Readiness } from "./http/health.ts";
import type { MountedModules } from "./http/mount.ts";
import type { HttpPorts } from "./http/ports.ts";
import { createHttpServer } from "./http/server.ts";
import { createCertification } from "./modules/certification/index.ts";
import { createDeposits } from "./modules/deposits/index.ts";
import { createHome, type HomeDeps } from "./modules/home/index.ts";
import { createIdentity, recipientOf, setQuietNights } from "./modules/identity/index.ts";
import { createLedger, type Ledger } from "./modules/ledger/index.ts";
import { createMessages } from "./modules/messages/index.ts";
import { createSellers } from "./modules/sellers/index.ts";
import { createFlags, createOperations, createSandboxControl, operatorsWith } from "./modules/operations/index.ts";
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
import { createScreening } from "./rails/screening/index.ts";

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

/** What home asks about money, answered by the books. */
const moneyForHome = (ledger: Ledger, fxRates: FxRates) =>
  ({
    balancesOf: async (merchantId) =>
      (await ledger.overview(merchantId)).map((own) => ({ ...own, inTransit: moneyOf(own.available.currency, 0n) })),
    equivalentOf: (merchantId) => ledger.equivalent(merchantId, "CNY"),
    incomeByDay: (merchantId, day) => ledger.incomeByDay(merchantId, startOfShanghaiDay(day)),
    middleRate: async (from, to) => (await fxRates.rate(from, to)).mid,
    activity: [ledger.activity],
  }) satisfies Partial<HomeDeps>;

/** Rails, then the modules in the order in which they need each other. */
function wireModules(platform: Platform, passwords: Passwords) {
  const { config, jobs, sandboxClock } = platform;
  const { publicUrl } = config;
  const sandbox = sandboxClock !== undefined;
  const railModes = createRailModes(platform);
  const { notifications, fxRates, ...verification } = wireRails(platform, railModes);
  const statements = createSandboxStatements({ ...platform, rails: sandbox ? [SANDBOX_BANK] : [] });

  const ledger = createLedger({ ...platform, fxRates, statements });
  const flags = createFlags({ ...platform, clock: platform.wallClock });
  const messages = createMessages({ ...platform, notifications, publicUrl, recipientOf, setQuietNights });
  const certification = createCertification({
    ...platform,
    ...verification,
    sendMessage: messages.send,
    reviewers: () => operatorsWith({ ...platform, sandbox }, "reviewer"),
    publicUrl,
    sandbox,
  });
  const identity = createIdentity({
    ...platform,
    passwords,
    notifications,
    flags,
    certification,
    publicUrl,
    sendMessage: messages.send,
    tellAddress: messages.tellAddress,
    messageCountsOf: messages.countsOf,
    unreadCount: messages.unreadCount,
    closingBlockers: [ledger.closingBlockers],
    personalData: { certification: certification.personalData, messages: messages.personalData },
  });
  const deposits = createDeposits({ ...platform, sendMessage: messages.send });
  const home = createHome({
    ...platform,
    displayName: identity.displayName,
    ...moneyForHome(ledger, fxRates),
    storeCount: async () => 0,
    certificationStatus: certification.statusOf,
    todos: [certification.todosOf],
  });
  const operations = createOperations({ ...platform, passwords, flags, merchants: identity.merchants, sandbox });

  for (const { jobs: own } of [identity, certification, ledger, operations]) if (own) jobs.register(own);
  return {
    ledger,
    statements,
    modules: {
      identity,
      certification,
      sellers: createSellers({ ...platform, applications: certification.applications }),
      messages,
      home,
      ledger,
      deposits,
      operations,
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
  const { modules, ports, ledger, statements } = wireModules(platform, passwords);
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
