import { OPERATOR_ROLES } from "@coralhub/contract";
import { mobileText } from "@coralhub/domain";
import type { Ledger, PastPosting } from "../modules/ledger/index.ts";
import { plantFlag, plantOperators } from "../modules/operations/index.ts";
import type { Database } from "../platform/db.ts";
import type { Files } from "../platform/files.ts";
import type { Ids } from "../platform/ids.ts";
import type { Jobs } from "../platform/jobs.ts";
import type { Lifecycles } from "../platform/lifecycle-engine.ts";
import type { Live } from "../platform/live.ts";
import type { Outbox } from "../platform/outbox.ts";
import type { Passwords } from "../platform/passwords.ts";
import type { Random } from "../platform/random.ts";
import type { Secrets } from "../platform/secrets.ts";
import type { SandboxStatements } from "../rails/bank-statements/index.ts";
import { tellCards, type CardsWorld } from "./cards/tell-cards.ts";
import { plantCertifications } from "./certification/plant-certifications.ts";
import { DEMO_PROGRAM, plantProgram } from "./developer/plant-program.ts";
import { tellFinance, type FinanceWorld } from "./finance/tell-finance.ts";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "./merchants.ts";
import { plantGrowth } from "./growth/plant-growth.ts";
import { incomesUntil } from "./money/history.ts";
import { plantMoney } from "./money/plant-money.ts";
import { DEMO_OPERATORS, type DemoOperator } from "./operators.ts";
import { createPast, type Past } from "./past/past.ts";
import { plantMerchants } from "./plant-merchants.ts";
import { plantStores } from "./stores/plant-stores.ts";

type Deps = {
  database: Pick<Database, "db" | "transaction" | "exclusively">;
  passwords: Passwords;
  jobs: Jobs;
  lifecycles: Lifecycles;
  statements: SandboxStatements;
  files: Files;
  ids: Ids;
  random: Random;
  secrets: Secrets;
  live: Live;
  outbox: Outbox;
  prices: Ledger["prices"];
  /** The capabilities' own use cases tell what happened. */
  world: Omit<CardsWorld & FinanceWorld, keyof Past["house"]>;
  now: Date;
};

/** Two servers may start on one empty database: the second waits and then finds everything there. */
const LOCK = 7_263_548_111;

/** The sandbox's people and their history. What is already there is left as it has become. */
export async function loadDemoWorld({ now, ...deps }: Deps): Promise<void> {
  await deps.database.exclusively(LOCK, async () => {
    await plantOperators(deps, DEMO_OPERATORS, now);
    await plantMerchants({ ...deps, now });
    const trying = DEMO_MERCHANTS.filter(({ triesNew }) => triesNew).map(({ merchantId }) => merchantId);
    for (const flag of ["multiCurrencyWallet", "personalFinance"] as const) await plantFlag(deps, flag, trying, now);
    await plantCertifications({ ...deps, now });
    await plantStores({ ...deps, now });
    await plantMoney({ ...deps, now, tell: (merchantId) => tellPast({ ...deps, now }, merchantId) });
    await plantGrowth({ ...deps, now });
    await plantProgram({ ...deps, now });
  });
}

async function tellPast({ now, world, ...deps }: Deps, merchantId: string): Promise<readonly PastPosting[]> {
  const past = createPast({ ...deps, incomeUntil: incomesUntil(now) });
  const house = { ...world, ...past.house };
  await tellCards(house, past, merchantId, now);
  await tellFinance(house, past, merchantId, now);
  return past.postings;
}

/** What the console prints, so that anyone can sign in at once. */
export function describeDemoSignIns(): string {
  const roles = (operator: DemoOperator) => operator.roles.map((role) => OPERATOR_ROLES[role]).join("、");
  const operators = DEMO_OPERATORS.map((operator) => `    ${operator.email}  ${operator.name}（${roles(operator)}）`);
  const merchants = DEMO_MERCHANTS.map(({ mobile, about }) => `    ${mobileText(mobile)}  ${about}`);
  return [
    `  商户登录（密码 ${DEMO_PASSWORD}）`,
    ...merchants,
    "  运营登录（密码 " + DEMO_OPERATORS[0]!.password + "）",
    ...operators,
    "  开放接口试用（npx coralhub login --app … --token …）",
    `    ${DEMO_PROGRAM.appId}  ${DEMO_PROGRAM.token}`,
  ].join("\n");
}
