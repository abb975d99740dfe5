import { isBankingDay as knownBankingDay, type BankingDays } from "@coralhub/domain";
import { join } from "node:path";
import { loadDemoWorld } from "./demo/index.ts";
import type { Readiness } from "./http/health.ts";
import type { LoadLimits } from "./http/load.ts";
import type { ReadSite } from "./http/pages.ts";
import { createHttpServer } from "./http/server.ts";
import { createActivity } from "./modules/activity/index.ts";
import { createBatches } from "./modules/batches/index.ts";
import { createApprovals } from "./modules/approvals/index.ts";
import { createBeneficiaries } from "./modules/beneficiaries/index.ts";
import { createCampaigns } from "./modules/campaigns/index.ts";
import { createCards } from "./modules/cards/index.ts";
import { createCertification } from "./modules/certification/index.ts";
import { createCoupons } from "./modules/coupons/index.ts";
import { createIncome } from "./modules/income/index.ts";
import { createDeposits } from "./modules/deposits/index.ts";
import { createPooling } from "./modules/pooling/index.ts";
import { createExports } from "./modules/exports/index.ts";
import { createAccounts } from "./modules/accounts/index.ts";
import { createEscrow } from "./modules/escrow/index.ts";
import { createDeveloper, createOpenApi } from "./modules/developer/index.ts";
import { createExchange, guardRates } from "./modules/exchange/index.ts";
import { createHome } from "./modules/home/index.ts";
import {
  createDoorAlarms,
  createIdentity,
  createNoticeBudget,
  recipientOf,
  recipientsOf,
  setQuietNights,
} from "./modules/identity/index.ts";
import { createInvitations } from "./modules/invitations/index.ts";
import { createLending } from "./modules/lending/index.ts";
import { createLedger } from "./modules/ledger/index.ts";
import { createMessages } from "./modules/messages/index.ts";
import { createFlags, createOperations, createSandboxControl, operatorsWith } from "./modules/operations/index.ts";
import { createMybankBindings } from "./modules/mybank/index.ts";
import { createOrders } from "./modules/orders/index.ts";
import { createOutflow } from "./modules/outflow/index.ts";
import { createPayouts } from "./modules/payouts/index.ts";
import { createPrices } from "./modules/prices/index.ts";
import { createSellers } from "./modules/sellers/index.ts";
import { createStatements } from "./modules/statements/index.ts";
import { createStores } from "./modules/stores/index.ts";
import { createTaxRefund } from "./modules/taxrefund/index.ts";
import { createWallets } from "./modules/wallets/index.ts";
import { buildHouse } from "./platform/capability.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { createAntivirus } from "./rails/antivirus/index.ts";
import { createPlatform, type Platform } from "./platform/index.ts";
import type { Log } from "./platform/log.ts";
import { isReadOnly } from "./platform/db-errors.ts";
import { isMigrated } from "./platform/migrations.ts";
import { createPasswords, type Passwords } from "./platform/passwords.ts";
import type { Random } from "./platform/random.ts";
import { createRails } from "./rails.ts";
import { createCardIssuerControl, type SandboxIssuerDeps } from "./rails/card-issuer/index.ts";
import { createDepositPartnerControl } from "./rails/deposit-partner/index.ts";
import { createLenderControl } from "./rails/lender/index.ts";
import { createSampleDocuments } from "./rails/document-reading/index.ts";
import { createMarketOrders } from "./rails/marketplaces/index.ts";
import { createSandboxNotifications } from "./rails/notifications/index.ts";
import { createMybankControl } from "./rails/mybank/index.ts";
import { createPayoutBankControl } from "./rails/payout-bank/index.ts";
import { createReceivingBankControl } from "./rails/receiving-bank/index.ts";

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
export type AppOptions = {
  config: Config;
  clock?: Clock;
  random?: Random;
  log?: Log;
  passwords?: Passwords;
  /** When it is too much for this process; its own measure where nothing is said. */
  loadLimits?: LoadLimits;
  /** Which days banks work; the known holidays where nothing is said. */
  isBankingDay?: BankingDays;
  /** Instead of reading the built pages anew: for whoever starts many servers in one process. */
  readSite?: ReadSite;
  /** Whether what runs by the clock begins by itself; it does where nothing is said. */
  keepsTime?: boolean;
};

/** What every capability may ask for before there is any other: the kernel, the outside world, and who may see what. */
function groundOf(platform: Platform, passwords: Passwords, isBankingDay: BankingDays) {
  const sandbox = platform.sandboxClock !== undefined;
  const { rails, simulators } = createRails(platform);
  const doorAlarms = createDoorAlarms(platform);
  return {
    ...platform,
    rails,
    simulators,
    quoteRates: guardRates({ ...platform, ...rails }),
    passwords,
    isBankingDay,
    sandbox,
    publicUrl: platform.config.publicUrl,
    flags: createFlags({ ...platform, clock: platform.wallClock }),
    reviewers: () => operatorsWith({ ...platform, sandbox }, "reviewer"),
    recipientOf,
    recipientsOf,
    setQuietNights,
    doorAlarms,
    spendNotice: createNoticeBudget({ ...platform, raiseAlarm: doorAlarms.raise }),
  };
}

/** The capabilities, in the order in which they need each other. */
const buildCapabilities = (ground: ReturnType<typeof groundOf>) =>
  buildHouse(ground)
    .add("approvals", createApprovals)
    .add("prices", createPrices)
    .add("ledger", createLedger)
    .add("activity", createActivity)
    .add("messages", createMessages)
    .add("certification", createCertification)
    .add("outflow", createOutflow)
    .add("income", createIncome)
    .add("accounts", createAccounts)
    .add("pooling", createPooling)
    .add("exports", createExports)
    .add("stores", createStores)
    .add("connections", ({ stores }) => stores.connections)
    .add("sellers", createSellers)
    .add("identity", createIdentity)
    .add("coupons", createCoupons)
    .add("beneficiaries", createBeneficiaries)
    .add("orders", createOrders)
    .add("orderFiles", ({ orders }) => orders.gateway)
    .add("orderDesk", ({ orders }) => orders.desk)
    .add("payouts", createPayouts)
    .add("batches", createBatches)
    .add("payBatches", ({ batches }) => batches.families.pay)
    .add("withdrawalBatches", ({ batches }) => batches.families.withdrawal)
    .add("mybank", createMybankBindings)
    .add("mybankPayouts", ({ payouts }) => payouts.families.mybank)
    .add("exchange", createExchange)
    .add("wallets", createWallets)
    .add("statements", createStatements)
    .add("citicPayouts", ({ payouts }) => payouts.families.citic)
    .add("withdrawals", ({ payouts }) => payouts.families.withdrawal)
    .add("supplierPayouts", ({ payouts }) => payouts.families.supplier)
    .add("servicePayouts", ({ payouts }) => payouts.families.service)
    .add("sellerPayouts", ({ payouts }) => payouts.families.seller)
    .add("cards", createCards)
    .add("cardDesk", ({ cards }) => cards.desk)
    .add("deposits", createDeposits)
    .add("campaigns", createCampaigns)
    .add("campaignDesk", ({ campaigns }) => campaigns.desk)
    .add("campaignPushes", ({ campaigns }) => campaigns.pushes)
    .add("invitations", createInvitations)
    .add("lending", createLending)
    .add("escrow", createEscrow)
    .add("escrowDesk", ({ escrow }) => escrow.desk)
    .add("taxrefund", createTaxRefund)
    .add("developer", createDeveloper)
    .add("openApi", createOpenApi)
    .add("home", createHome)
    .add("operations", createOperations)
    .addInSandbox("receivingBank", createReceivingBankControl)
    .addInSandbox("payoutBank", createPayoutBankControl)
    .addInSandbox("mybankControl", createMybankControl)
    .addInSandbox("marketOrders", createMarketOrders)
    .addInSandbox("cardIssuer", createCardIssuerControl)
    .addInSandbox("depositPartner", createDepositPartnerControl)
    .addInSandbox("lender", createLenderControl)
    .addInSandbox("notifications", createSandboxNotifications)
    .addInSandbox("documents", createSampleDocuments)
    .addInSandbox("sandboxControl", createSandboxControl);

function readinessOf({ database, live }: Platform): Readiness {
  // Migrations only move forward: once complete for this version, complete for good.
  let migrated = false;
  return async () => {
    const writable = await database.proveWritable().then(
      () => true,
      (error: unknown) => {
        if (isReadOnly(error)) return false;
        throw error;
      },
    );
    migrated ||= await isMigrated(database.db);
    return { database: true, writable, migrations: migrated, live: live.connected() };
  };
}

/** The whole server on a migrated database: platform, rails, capabilities and HTTP. */
export async function createApp({
  config,
  passwords = createPasswords(),
  isBankingDay = knownBankingDay,
  loadLimits,
  readSite,
  ...injected
}: AppOptions): Promise<App> {
  const platform = createPlatform(config, { ...injected, scan: createAntivirus(config) });
  const { house, capabilities } = buildCapabilities(groundOf(platform, passwords, isBankingDay));
  platform.lifecycles.sendBy(house.messages.sendMany);
  house.flags.keepOpenBy(house.together.keepsOpen);
  for (const { jobs = {}, outbox = {} } of Object.values(capabilities.byName)) {
    platform.jobs.register(jobs);
    for (const [topic, handler] of Object.entries(outbox)) platform.outbox.register(topic, handler);
  }
  const http = await createHttpServer({
    poolSize: config.poolSize,
    loadLimits,
    ports: {
      ...platform,
      flagIsOn: house.flags.isOn,
      isCertified: house.certification.mayMoveMoney,
      findOperator: house.operations.findOperator,
      openGate: house.developer.gate,
    },
    modules: capabilities.byName,
    sandbox: house.sandbox,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    secure: { tls: config.tls, handedOn: config.clientCert },
    log: platform.log,
    registry: platform.metrics,
    metricsToken: config.metricsToken,
    readiness: readinessOf(platform),
    pages: {
      web: join(APPS, "web/dist"),
      console: join(APPS, "console/dist"),
      hosts: house.rails.captcha.hosts,
      ...(readSite && { read: readSite }),
    },
    madePages: capabilities.pages,
  });
  await platform.start();
  const { sandboxStatements: statements, fxRates } = house.rails;
  const middleRate: SandboxIssuerDeps["middleRate"] = async (from, to) => (await fxRates.rate(from, to)).mid;
  return {
    platform,
    // A job that met the world half made would act in it: a shop's orders counted before its merchant has a past.
    loadDemoWorld: () =>
      platform.jobs.heldDuring(() =>
        loadDemoWorld({
          ...platform,
          passwords,
          statements,
          prices: house.ledger.prices,
          world: { ...house, statements, middleRate },
          now: platform.clock.now(),
        }),
      ),
    listen: async () => ({ url: await http.listen(config) }),
    async close() {
      await http.close();
      await capabilities.close();
      await platform.stop();
    },
  };
}
