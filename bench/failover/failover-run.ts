import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseUrls, loadConfig, type Config } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";
import { assertInvariants } from "../ledger/ledger.ts";
import { RECEIVING_BANK } from "../money/income.ts";
import { addMerchants, type MoneyWorld } from "../money/money-world.ts";
import { startProduct, type Product } from "../money/product.ts";
import { addProgram } from "../money/program.ts";
import { openSession } from "../money/signed-in.ts";
import { fundAll } from "../payouts/batch.ts";
import { addPayer } from "../payouts/confirm.ts";
import { addStandby, onNode, openAddress, promote, startNode, type Address, type Node } from "./cluster.ts";
import { lookAtHome, payOut, sendIncomes, type Callers, type Heard, type Payer } from "./loads.ts";

/** Of everything that dies under it the server would write a line; what callers hear is what counts here. */
const SERVER = { ...RECEIVING_BANK, LOG_LEVEL: "silent", MODE: "sandbox" };
const MERCHANTS = 24;
const PLACES = { income: 12, payout: 6, home: 12 };
/** So long the address leads to a standby that only reads before somebody makes it the primary. */
const READS_ONLY_MS = 700;
/** Everybody is back once each of the three loads has had so many answers. */
const BACK = 3;
const BACK_PATIENCE_MS = 90_000;

export type FailoverOptions = {
  dataDir: string;
  /** So long at least between one death and the next, and until everybody has been answered again. */
  everyMs: number;
  /** Server killed, database killed, primary replaced: so many times. */
  rounds: number;
  log(line: string): void;
};
export type FailoverReport = Omit<Heard, "incomes" | "payouts"> & {
  incomes: number;
  payouts: number;
  serverKills: number;
  databaseKills: number;
  replaced: number;
};

type World = { config: Config; primary: Node; address: Address; tokens: string[]; payers: Payer[] } & Pick<
  MoneyWorld,
  "merchants"
>;

/**
 * Payments come in, payments go out and people look at their home page, while the server and the database are killed and the
 * primary is replaced by its standby. What was acknowledged must be booked, once, and nobody may hear of anything worse than
 * 503 with Retry-After.
 */
export async function failover(options: FailoverOptions): Promise<FailoverReport> {
  const { world, product: first } = await prepare(options.dataDir);
  const heard: Heard = {
    incomes: [],
    payouts: [],
    homes: 0,
    busy: 0,
    cutOff: 0,
    longestGap: { income: 0, payout: 0, home: 0 },
    problems: [],
  };
  let standby = await addStandby(world.primary, newFolder(options.dataDir, "standby-0"));
  let product: Product | undefined = first;
  let over = false;
  const callers: Callers = { url: () => product?.url, isOver: () => over, heard };
  const loads = Promise.all([
    sendIncomes(callers, PLACES.income, world.merchants),
    payOut(callers, PLACES.payout, world.payers),
    lookAtHome(callers, PLACES.home, world.tokens),
  ]);
  // Said by whoever waits for them at the end.
  loads.catch(() => undefined);
  const killServer = async () => {
    const dying = product!;
    product = undefined;
    await dying.kill();
    product = await startProduct(world, SERVER);
  };
  const killDatabase = async () => {
    world.primary.kill();
    await world.primary.revive();
  };
  try {
    for (let round = 0; round < options.rounds; round++) {
      if (round > 0) standby = await addStandby(world.primary, newFolder(options.dataDir, `standby-${round}`));
      for (const die of [killServer, killDatabase, () => replace(world, standby)]) {
        await goOn(heard, options.everyMs);
        await die();
      }
      options.log(
        `round ${round + 1}: ${heard.incomes.length} payments in, ${heard.payouts.length} out, ${heard.homes} looks, ${heard.problems.length} problems`,
      );
    }
    await goOn(heard, options.everyMs);
    over = true;
    await loads;
    heard.problems.push(...(await wrongWith(world, heard)));
    await product.close();
    product = undefined;
  } finally {
    over = true;
    await product?.kill();
    await world.address.close();
    for (const node of new Set([world.primary, standby])) await node.stop();
  }
  const { incomes, payouts, ...rest } = heard;
  const { rounds } = options;
  const deaths = { serverKills: rounds, databaseKills: rounds, replaced: rounds };
  return { ...rest, ...deaths, incomes: incomes.length, payouts: payouts.length };
}

/** Work goes on for a while, and until everybody is answered again: nothing dies twice of the same thing. */
async function goOn(heard: Heard, leastMs: number): Promise<void> {
  const answered = () => [heard.incomes.length, heard.payouts.length, heard.homes];
  const before = answered();
  const began = performance.now();
  const isBack = () => answered().every((now, load) => now >= before[load]! + BACK);
  while (!isBack() || performance.now() - began < leastMs) {
    if (performance.now() - began > BACK_PATIENCE_MS)
      throw new Error(`not back: ${String(before)} and ${String(answered())}`);
    await sleep(20);
  }
}

const newFolder = (dataDir: string, name: string): string => {
  const folder = join(dataDir, name);
  mkdirSync(folder, { mode: 0o755 });
  return folder;
};

/** The primary dies for good. For a moment the address leads to one that only reads, as where a proxy is faster than the promotion. */
async function replace(world: World, standby: Node): Promise<void> {
  world.primary.kill();
  world.address.leadTo(standby);
  await sleep(READS_ONLY_MS);
  await promote(standby);
  world.primary = standby;
}

async function prepare(dataDir: string): Promise<{ world: World; product: Product }> {
  const first = newFolder(dataDir, "first");
  const log = createLog({ level: "silent" });
  // Made as the product makes it, and run by ourselves from then on: nobody else may bring it back.
  const made = await startEmbeddedPostgres({ dataDir: first, log: () => undefined });
  await migrate({ config: loadConfig({ DATABASE_URL: made.url, DATA_DIR: dataDir }), log });
  await made.stop();
  const primary = await startNode(first, made.url);
  const address = await openAddress(primary);
  const url = new URL(primary.url);
  url.port = String(address.port);
  const config = loadConfig({ DATABASE_URL: url.href, DATA_DIR: dataDir, LOG_LEVEL: "silent", PORT: "0" });
  const owner = new pg.Client(url.href);
  await owner.connect();
  const database = createDatabase({ urls: databaseUrls(config), log });
  const merchants = await addMerchants(owner, MERCHANTS);
  const money = { config, database, owner, merchants };
  await fundAll(money);
  const product = await startProduct(money, SERVER);
  const payers: Payer[] = [];
  for (const merchant of merchants) payers.push(await addPayer(money, product, await addProgram(money, merchant)));
  const tokens: string[] = [];
  for (const merchant of merchants) tokens.push(await openSession(money, merchant));
  await database.close();
  await owner.end();
  return { world: { config, primary, address, tokens, payers, merchants }, product };
}

/** What was acknowledged is booked once; what is booked was acknowledged; the bank was asked for each once; and the books are right. */
async function wrongWith(world: World, heard: Heard): Promise<string[]> {
  const { primary } = world;
  const problems: string[] = [];
  const compare = (what: string, acknowledged: readonly string[], booked: readonly { name: string; n: number }[]) => {
    const times = new Map(booked.map(({ name, n }) => [name, n]));
    for (const name of acknowledged) {
      if (times.get(name) !== 1)
        problems.push(`${what} ${name} was acknowledged and is booked ${times.get(name) ?? 0} times`);
      times.delete(name);
    }
    for (const name of times.keys()) problems.push(`${what} ${name} is booked and was never acknowledged`);
  };
  compare(
    "income",
    heard.incomes,
    await onNode(
      primary,
      `select reference as name, count(*)::int as n from ledger_posting
        where key like 'income:%:arrived' and reference like 'BENCH-%' group by 1`,
    ),
  );
  compare(
    "payout",
    heard.payouts,
    await onNode(
      primary,
      `select p.id::text as name, count(h.posting_id)::int as n from payout p
         left join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.hold_posting_id
        where p.hold_posting_id is not null group by 1`,
    ),
  );
  const twice = await onNode(primary, "select reference, instructed from sandbox_payout where instructed > 1");
  for (const row of twice) problems.push(`the bank was asked more than once: ${JSON.stringify(row)}`);
  const database = createDatabase({ urls: databaseUrls(world.config), log: createLog({ level: "silent" }) });
  try {
    await assertInvariants(database.db, new Date(0));
  } catch (error) {
    problems.push(String(error));
  } finally {
    await database.close();
  }
  return problems;
}
