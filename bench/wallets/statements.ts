import { accountCode } from "@coralhub/domain";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { createActivity } from "../../apps/server/src/modules/activity/index.ts";
import { readBalances, readStatement as readPage } from "../../apps/server/src/modules/ledger/entries-store.ts";
import { readOpenHolds } from "../../apps/server/src/modules/ledger/holds-store.ts";
import { hashOf, openScope, readSections } from "../../apps/server/src/modules/statements/read-statement.ts";
import { createLists } from "../../apps/server/src/platform/list-query.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import type { ExportRun } from "../collections/export.ts";
import { interleave, median, medianRatio, rounded, type Bench, type BenchContext, type Figures } from "../harness.ts";
import { startWorld, type BenchWorld } from "../ledger/world.ts";

type Deps = Parameters<typeof openScope>[0];
/** Its CPU time beside its time: a loaded machine makes the one longer, hardly the other. */
export type StatementRun = ExportRun & { cpuSeconds: number };
type Books = { merchantId: string; entries: number; perDay: number };

const RUN = fileURLToPath(new URL("./statement-run.ts", import.meta.url));
const FEW = 10_000;
const MANY = 10_000_000;
const PRINTED = 20_000;
const COPIED = 1_000_000;
const READS = 100;
const MONTH = "2026-10";
/** All of them end on this day, so that the same day has as many lines in long and in short books. */
const END = "2026-11-01 00:00:00+08";
const DAYS_OF_MONTH = 31;
const PER_DAY = 1_000;

const books = (place: number, entries: number, perDay: number): Books => ({
  merchantId: `0193a000-0000-7000-8000-00000000b00${place}`,
  entries,
  perDay,
});

/** One after the other as the product's own ids are: drawn ones would be written all over the index. */
const ID = "(left($1::uuid::text, 18) || '-' || right($1::uuid::text, 4) || '-' || lpad(to_hex(n), 12, '0'))::uuid";

/** Money that comes and goes, in two currencies; written as the owner, for the readers check nothing. */
const FILL_ACCOUNTS = `
  insert into ledger_account (merchant_id, code, kind, currency, balance, latest_at, opened_at)
  select $1::uuid, kind || ':' || c || place, kind, c, 0, now(), now()
    from unnest(array['USD', 'EUR']) c, (values ('wallet', ''), ('house.nostro', ':bank')) k (kind, place)`;
const FILL_TRANSFERS = `
  insert into ledger_transfer (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
                               key, fingerprint, reason, reference, lines)
  select $1::uuid, ${ID}, 1,
         timestamptz '${END}' - (($2::int - n) * (86400.0 / $3::int) + 1) * interval '1 second',
         case when n % 3 = 0 then 'wallet:' || c else 'house.nostro:' || c || ':bank' end,
         case when n % 3 = 0 then 'house.nostro:' || c || ':bank' else 'wallet:' || c end, c, 100, n, n,
         'k' || n, sha256('x'), case when n % 3 = 0 then 'payout.settled' else 'income.credited' end, 'REF' || n, 1
    from generate_series(1, $2::int) n, lateral (select case when n % 2 = 0 then 'USD' else 'EUR' end as c) d`;

/** One event a posting; of three two came into a wallet. */
const FILL_EVENTS = `
  insert into money_event (merchant_id, id, kind, direction, state, step, currency, amount_minor, fee_minor, net_minor, counterparty,
                           account_code, reference, effective_at, booked_at, changed_at)
  select $1::uuid, ${ID}, case when n % 3 = 0 then 'transferOut' else 'transferIn' end,
         case when n % 3 = 0 then 'out' else 'in' end, 'done', 'done', c, 100, 0, case when n % 3 = 0 then -100 else 100 end,
         '深圳南屿科技有限公司', 'wallet:' || c, 'REF' || n, at, at, at
    from generate_series(1, $2::int) n, lateral (select case when n % 2 = 0 then 'USD' else 'EUR' end as c,
         timestamptz '${END}' - (($2::int - n) * (86400.0 / $3::int) + 1) * interval '1 second' as at) d`;
/** Made again after the rows: ten million of them into ten indexes would take an hour. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
   where indrelid = $1::regclass and not indisprimary`;

async function fillTable(
  owner: pg.Client,
  table: "ledger_transfer" | "money_event",
  statement: string,
  all: readonly Books[],
): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(INDEXES, [table]);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const { merchantId, entries, perDay } of all) await owner.query(statement, [merchantId, entries, perDay]);
  await owner.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query(`vacuum analyze ${table}`);
}

async function fill(owner: pg.Client, all: readonly Books[]): Promise<void> {
  await owner.query("alter table ledger_account disable trigger all; alter table ledger_transfer disable trigger all");
  for (const { merchantId } of all) await owner.query(FILL_ACCOUNTS, [merchantId]);
  await owner.query("vacuum analyze ledger_account");
  await fillTable(owner, "ledger_transfer", FILL_TRANSFERS, all);
  // The sums of days are not asked for here, and cost each event a look.
  await owner.query("alter table money_event disable trigger user");
  await fillTable(owner, "money_event", FILL_EVENTS, all);
}

/** Long books beside short ones: the wallet's list, a page of one currency, a day's statement with its hash. */
async function measureReads(
  world: BenchWorld,
  few: Books,
  many: Books,
  { rounds, log }: BenchContext,
): Promise<Figures> {
  const { db } = world.database;
  const secrets = createSecrets(world.config.secretKeys, systemRandom);
  const activity = createActivity({
    database: world.database,
    lists: createLists({ database: world.database, secrets, clock: systemClock }),
  });
  const deps = { database: world.database, clock: systemClock, activity } as unknown as Deps;
  const code = accountCode("wallet", "USD");
  const lists =
    ({ merchantId }: Books) =>
    async () => {
      const started = performance.now();
      for (let n = 0; n < READS; n++) {
        await readBalances(db, merchantId, ["collection", "wallet"]);
        await readOpenHolds(db, merchantId);
        const [from, until] = [new Date("2026-10-31T00:00:00+08:00"), new Date(END)];
        await readPage(db, { merchantId, code, from, until, limit: 50 });
      }
      return (performance.now() - started) / READS;
    };
  const records =
    ({ merchantId }: Books, wallet?: "in" | "out") =>
    async () => {
      const started = performance.now();
      const ctx = { merchantId } as Parameters<typeof activity.handlers.transactions>[0];
      const request = { userBizTypeList: [], userBizStatusList: [], fromCurrencyList: [], platformCodeList: [] };
      for (let n = 0; n < READS; n++) {
        const { records: shown } = await activity.handlers.transactions(ctx, {
          ...request,
          pageNo: 1,
          pageSize: 20,
          wallet,
        });
        if (shown.length !== 20) throw new Error(`${shown.length} records instead of 20`);
      }
      return (performance.now() - started) / READS;
    };
  const statements =
    ({ merchantId }: Books) =>
    async () => {
      const started = performance.now();
      const scope = await openScope(deps, merchantId, { currency: undefined, grain: "day", period: "2026-10-31" });
      const [sections] = await Promise.all([readSections(deps, scope), hashOf(deps, scope)]);
      const lines = sections.reduce((sum, { entries }) => sum + entries, 0);
      if (lines !== PER_DAY) throw new Error(`${lines} lines instead of ${PER_DAY}`);
      return performance.now() - started;
    };
  const warm = [lists, statements, records].flatMap((read) => [read(few), read(many)]);
  for (const read of [...warm, records(few, "in"), records(many, "in")]) await read();
  const list = await interleave(rounds, { few: lists(few), many: lists(many) });
  const day = await interleave(rounds * 3, { few: statements(few), many: statements(many) });
  const all = await interleave(rounds, { few: records(few), many: records(many) });
  const came = await interleave(rounds, { few: records(few, "in"), many: records(many, "in") });
  log(`records ${rounded(median(all.few), 2)} ms, ${rounded(median(all.many), 2)} ms in long books`);
  log(`what came in ${rounded(median(came.few), 2)} ms, ${rounded(median(came.many), 2)} ms in long books`);
  log(`list ${rounded(median(list.few), 2)} ms, ${rounded(median(list.many), 2)} ms in long books`);
  log(`statement of a day ${rounded(median(day.few), 1)} ms, ${rounded(median(day.many), 1)} ms in long books`);
  return {
    "wallet.list": rounded(medianRatio(list.many, list.few), 2),
    "wallet.records": rounded(medianRatio(all.many, all.few), 2),
    "wallet.records.in": rounded(medianRatio(came.many, came.few), 2),
    "wallet.statement": rounded(medianRatio(day.many, day.few), 2),
  };
}

/** Each in a process of its own, so that what it needs at most is its own. */
const runner =
  ({ config }: BenchWorld) =>
  async (what: "pdf" | "csv" | "copy", { merchantId }: Books) => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, what, merchantId, MONTH], {
      env: { ...process.env, DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir },
    });
    return JSON.parse(stdout) as StatementRun;
  };

async function measureFiles(world: BenchWorld, printed: Books, copied: Books, { rounds, log }: BenchContext) {
  const run = runner(world);
  const pdf = await run("pdf", printed);
  log(`${printed.entries} lines as PDF: ${rounded(pdf.millis / 1_000, 1)} s, ${rounded(pdf.grownMiB, 0)} MiB`);
  const millis = await interleave(
    Math.min(rounds, 3),
    Object.fromEntries(
      (["csv", "copy"] as const).map((what) => [
        what,
        async () => {
          const result = await run(what, copied);
          if (result.rows !== copied.entries) throw new Error(`${what} gave ${result.rows} of ${copied.entries} rows`);
          return result.millis;
        },
      ]),
    ) as Record<"csv" | "copy", () => Promise<number>>,
  );
  log(`${copied.entries} lines: CSV ${rounded(median(millis.csv), 0)} ms, COPY ${rounded(median(millis.copy), 0)} ms`);
  return {
    "wallet.pdf.seconds": rounded(pdf.millis / 1_000, 1),
    "wallet.pdf.cpu.seconds": rounded(pdf.cpuSeconds, 1),
    "wallet.pdf.grownMiB": rounded(pdf.grownMiB, 0),
    "wallet.csv.ratio": rounded(medianRatio(millis.copy, millis.csv), 2),
  };
}

export const walletBench: Bench = {
  name: "wallet",
  about:
    "the wallet's list and statements in books of 10 million entries beside 10 thousand; a statement as PDF and CSV",
  async run(context) {
    const most = context.rows ?? MANY;
    const world = await startWorld("fast");
    const owner = new pg.Client(world.ownerUrl);
    await owner.connect();
    const few = books(1, FEW, PER_DAY);
    const many = books(2, most, PER_DAY);
    const printed = books(3, PRINTED, Math.ceil(PRINTED / DAYS_OF_MONTH) + 1);
    const lines = Math.min(COPIED, most);
    const copied = books(4, lines, Math.ceil(lines / DAYS_OF_MONTH) + 1);
    const started = performance.now();
    await fill(owner, [few, many, printed, copied]);
    await owner.end();
    context.log(`filled in ${Math.round((performance.now() - started) / 1_000)} s`);
    const figures = {
      ...(await measureReads(world, few, many, context)),
      ...(await measureFiles(world, printed, copied, context)),
    };
    await world.close();
    return figures;
  },
};
