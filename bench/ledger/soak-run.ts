import { accountCode, formatMoney, moneyOf, transfer, type AccountCode } from "@coralhub/domain";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import {
  findBrokenChains,
  findOverdrawnAccounts,
  findUnbalancedBooks,
} from "../../apps/server/src/modules/ledger/reconcile-store.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import type { SoakPosting } from "./soak-server.ts";

const CLIENTS = 32;
const CHAOS_EVERY_MS = 10_000;
const KILLED_ONCE_IN = 15;
const LONGEST = 2.5;
const OPENING = 10_000n;
const OWN: readonly AccountCode<"USD">[] = [
  accountCode("wallet", "USD"),
  accountCode("card_wallet", "USD"),
  accountCode("collection", "USD", "va-1"),
  accountCode("card", "USD", "c-1"),
];
const OWN_TOTAL = OPENING * BigInt(OWN.length);

export type SoakReport = {
  posted: number;
  refused: number;
  retries: number;
  reads: number;
  backendsKilled: number;
  databaseKills: number;
  serverKills: number;
  problems: string[];
};

type World = {
  postgres: EmbeddedPostgres;
  ownerUrl: string;
  appUrl: string;
  database: Database;
  merchants: string[];
  report: SoakReport;
  /** What the clients were told has been posted, by merchant and key. */
  answered: Map<string, { merchantId: string; legs: Leg[] }>;
  server: { process: ChildProcess; port: number };
  stopping: boolean;
};

type Leg = { from: AccountCode; to: AccountCode; amount: bigint };

/** 8 accounts of two merchants, 32 clients, and something killed all the time. Every total must be right at every read. */
export async function soak(seconds: number, dataDir: string, log: (line: string) => void): Promise<SoakReport> {
  const world = await prepare(dataDir);
  const { report } = world;
  const began = performance.now();
  const passed = (times: number) => performance.now() - began >= times * seconds * 1_000;
  // On a busy machine a server takes long to come back: so often is each killed all the same, within reason.
  const leastKills = Math.floor(seconds / KILLED_ONCE_IN);
  const isOver = () =>
    passed(1) && (Math.min(report.databaseKills, report.serverKills) >= leastKills || passed(LONGEST));
  const watching = watch(world);
  const chaos = [killBackends(world), killDatabase(world), killServer(world)];
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(world, n, isOver)));
  world.stopping = true;
  await Promise.all([watching, ...chaos]);
  await verify(world);
  world.server.process.kill("SIGKILL");
  await world.database.close();
  await world.postgres.stop();
  log(JSON.stringify(report));
  return report;
}

async function prepare(dataDir: string): Promise<World> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const config = loadConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const log = createLog({ level: "silent" });
  await migrate({ config, log });
  const urls = databaseUrls(config);
  const database = createDatabase({ urls, log });
  const ids = createIds(systemClock, systemRandom);
  const merchants = [ids.next(), ids.next()];
  const writer = createWriter({ pool: database.openPipelines("seed", 1), clock: systemClock, ids });
  for (const merchantId of merchants) {
    const fund = (to: AccountCode<"USD">) =>
      transfer(accountCode("house.nostro", "USD", "bank"), to, moneyOf("USD", OPENING));
    await writer.post({ merchantId, key: "opening", reason: "income.credited", transfers: OWN.map(fund) });
  }
  const report = {
    posted: 0,
    refused: 0,
    retries: 0,
    reads: 0,
    backendsKilled: 0,
    databaseKills: 0,
    serverKills: 0,
    problems: [],
  };
  const server = await startServer(urls.app);
  return {
    postgres,
    ownerUrl: urls.owner,
    appUrl: urls.app,
    database,
    merchants,
    report,
    answered: new Map(),
    server,
    stopping: false,
  };
}

async function startServer(url: string): Promise<World["server"]> {
  const child = fork(join(import.meta.dirname, "soak-server.ts"), { env: { ...process.env, SOAK_DATABASE_URL: url } });
  const [port] = (await once(child, "message")) as [number];
  return { process: child, port };
}

/** Asks again with the same key until there is an answer: nothing is known before. */
async function client(world: World, n: number, isOver: () => boolean): Promise<void> {
  for (let sent = 0; !isOver(); sent++) {
    const merchantId = world.merchants[Math.floor(Math.random() * world.merchants.length)]!;
    const legs = someLegs();
    const transfers = legs.map((leg) => ({ ...leg, amount: formatMoney(moneyOf("USD", leg.amount)) }));
    const body = JSON.stringify({ merchantId, key: `c${n}:${sent}`, transfers } satisfies SoakPosting);
    for (;;) {
      const status = await ask(world, body);
      if (status === 200) {
        world.answered.set(`${merchantId} c${n}:${sent}`, { merchantId, legs });
        world.report.posted++;
        break;
      }
      if (status === 409) {
        world.report.refused++;
        break;
      }
      world.report.retries++;
      await sleep(50);
    }
  }
}

/** From one account to another; every other time to a third one as well, as with a fee. */
function someLegs(): Leg[] {
  const [from, ...receivers] = OWN.toSorted(() => Math.random() - 0.5);
  return receivers
    .slice(0, Math.random() < 0.5 ? 1 : 2)
    .map((to) => ({ from: from!, to, amount: BigInt(1 + Math.floor(Math.random() * 2_000)) }));
}

async function ask(world: World, body: string): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${world.server.port}/`, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(40_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Whatever is being killed: who reads sees books that add up. */
async function watch(world: World): Promise<void> {
  while (!world.stopping) {
    await sleep(100);
    const rows = await queryOnce<TotalsRow>(
      world,
      `select merchant_id, sum(balance) as total, sum(balance) filter (where code not like 'house.%') as own,
              min(balance) filter (where code not like 'house.%') as least
         from ledger_account group by merchant_id`,
    );
    if (!rows) continue;
    const wrong = rows.filter(
      (row) => Number(row.total) !== 0 || BigInt(row.own) !== OWN_TOTAL || Number(row.least) < 0,
    );
    world.report.problems.push(...wrong.map((row) => `a read saw ${JSON.stringify(row)}`));
    world.report.reads++;
  }
}
type TotalsRow = { merchant_id: string; total: string; own: string; least: string };

/** One statement on a connection of its own; undefined while the database is away. */
async function queryOnce<Row extends pg.QueryResultRow>(world: World, statement: string): Promise<Row[] | undefined> {
  const client = new pg.Client({ connectionString: world.ownerUrl, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function killBackends(world: World): Promise<void> {
  while (!world.stopping) {
    await sleep(1_300);
    const killed = await queryOnce(
      world,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coralhub soak'",
    );
    world.report.backendsKilled += killed?.length ?? 0;
  }
}

async function killDatabase(world: World): Promise<void> {
  await sleep(CHAOS_EVERY_MS / 2);
  while (!world.stopping) {
    process.kill(world.postgres.pid, "SIGKILL");
    world.report.databaseKills++;
    await sleep(CHAOS_EVERY_MS);
  }
}

async function killServer(world: World): Promise<void> {
  for (;;) {
    for (let waited = 0; waited < CHAOS_EVERY_MS; waited += 100) {
      if (world.stopping) return;
      await sleep(100);
    }
    world.server.process.kill("SIGKILL");
    world.report.serverKills++;
    world.server = await startServer(world.appUrl);
  }
}

/** What was answered is in the books once; what is in the books was answered; the balances are exactly that. */
async function verify({ database, merchants, answered, report, ownerUrl }: World): Promise<void> {
  for (const find of [findUnbalancedBooks, findOverdrawnAccounts])
    report.problems.push(...(await find(database.db)).map((b) => JSON.stringify(b)));
  report.problems.push(...(await findBrokenChains(database.db, new Date(0))).map((b) => JSON.stringify(b)));
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const { rows } = await client.query<{
    merchant_id: string;
    key: string;
    from_code: string;
    to_code: string;
    amount: string;
  }>(
    `select p.merchant_id, p.key, t.from_code, t.to_code, t.amount from ledger_posting p
       join ledger_leg t on t.merchant_id = p.merchant_id and t.posting_id = p.id where p.key <> 'opening' order by t.line`,
  );
  const booked = Map.groupBy(rows, (row) => `${row.merchant_id} ${row.key}`);
  const expected = new Map(merchants.flatMap((id) => OWN.map((code) => [`${id} ${code}`, OPENING])));
  const add = (account: string, amount: bigint) => expected.set(account, expected.get(account)! + amount);
  for (const [key, { merchantId, legs }] of answered) {
    const posted = (booked.get(key) ?? []).map((row) => `${row.from_code} ${row.to_code} ${row.amount}`).join();
    const asked = legs.map(({ from, to, amount }) => `${from} ${to} ${amount}`).join();
    if (posted !== asked) report.problems.push(`${key}: ${asked} was answered, ${posted || "nothing"} is booked`);
    for (const { from, to, amount } of legs) {
      add(`${merchantId} ${from}`, -amount);
      add(`${merchantId} ${to}`, amount);
    }
  }
  for (const key of booked.keys()) {
    if (!answered.has(key)) report.problems.push(`${key} is booked and was never answered`);
  }
  const { rows: balances } = await client.query<{ merchant_id: string; code: string; balance: string }>(
    "select merchant_id, code, balance from ledger_account where code not like 'house.%'",
  );
  for (const { merchant_id: id, code, balance } of balances) {
    if (expected.get(`${id} ${code}`) !== BigInt(balance)) report.problems.push(`${id} ${code} is ${balance}`);
  }
  await client.end();
}
