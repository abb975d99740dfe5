import { accountCode } from "@coralhub/domain";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { checkSeals } from "../../apps/server/src/modules/ledger/check-books.ts";
import { proveEntry } from "../../apps/server/src/modules/ledger/prove-entry.ts";
import { median, rounded, type Bench } from "../harness.ts";
import { startWorld, type BenchWorld } from "./world.ts";

export type SealRun = { sealed: string[]; seconds: number; mib: number };

const DAY = "2026-01-05";
const TRANSFERS = 2_000_000;
const TRANSFERS_EACH = 10;
/** One merchant has so much of the day by himself. */
const LARGE_SHARE = 0.05;
const PROOFS = 50;
const RUN = fileURLToPath(new URL("./seal-run.ts", import.meta.url));

/** Ids in no order. Merchants from zero on moved on the day; as many below zero rested. */
const idOf = (number: string) => `md5('merchant ' || ${number})::uuid`;
const ACCOUNTS = `
  insert into ledger_account (merchant_id, code, kind, currency, owner, balance, latest_at, opened_at)
  select ${idOf("m")}, k.code, split_part(k.code, ':', 1), 'USD', nullif(split_part(k.code, ':', 3), ''), 0,
         case when m < 0 then timestamptz '2025-12-01' else timestamptz '${DAY} 23:00+08' end, '2025-12-01'
    from generate_series(-$1::int, $1::int - 1) m,
         (values ('wallet:USD'), ('house.fees:USD'), ('house.nostro:USD:bank')) k (code)`;
/** Money from the bank, every other time less a fee. */
const MOVED = `
  insert into ledger_transfer (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
                               key, fingerprint, reason, reference, lines, also_code, also_amount, also_balance)
  select ${idOf("t.m")}, md5('posting ' || t.m || ' ' || t.n)::uuid, 1,
         timestamptz '${DAY} 00:00+08' + t.n * (interval '22 hours' / $3::int),
         'house.nostro:USD:bank', 'wallet:USD', 'USD', 100, -100 * t.n, 100 * t.n, 'income:' || t.m || ':' || t.n, sha256('x'),
         'income.credited', 'R' || t.n, case t.n % 2 when 0 then 2 else 1 end,
         case t.n % 2 when 0 then 'house.fees:USD' end, case t.n % 2 when 0 then 1 end, case t.n % 2 when 0 then t.n end
    from (select m, n from generate_series($1::int, $2::int) m, generate_series(1, $3::int) n) t`;

async function fill(owner: pg.Client, transfers: number): Promise<void> {
  const merchants = Math.ceil(transfers / TRANSFERS_EACH);
  await owner.query("alter table ledger_account disable trigger user");
  await owner.query(ACCOUNTS, [merchants]);
  const large = Math.round(transfers * LARGE_SHARE);
  await owner.query(MOVED, [0, 0, large]);
  await owner.query(MOVED, [1, merchants - 1, Math.round((transfers - large) / merchants)]);
  await owner.query("alter table ledger_account enable trigger user");
  await owner.query("vacuum analyze ledger_transfer, ledger_account");
}

const start = (world: BenchWorld): ChildProcess =>
  spawn(process.execPath, [RUN, DAY], {
    env: { ...process.env, DATABASE_URL: world.config.databaseUrl, DATA_DIR: world.config.dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });

/** Stopped for good when a third of the merchants is sealed; answers how long it took until then. */
async function runAndKill(world: BenchWorld, owner: pg.Client, merchants: number): Promise<number> {
  const began = performance.now();
  const child = start(world);
  const ended = once(child, "exit");
  for (let done = false; !done;) {
    await sleep(20);
    const { rows } = await owner.query<{ seals: number }>("select seals from ledger_sealing");
    done = (rows[0]?.seals ?? 0) > merchants / 3 || child.exitCode !== null;
  }
  child.kill("SIGKILL");
  await ended;
  return (performance.now() - began) / 1000;
}

async function runToTheEnd(world: BenchWorld): Promise<SealRun> {
  const child = start(world);
  const [said] = await Promise.all([text(child.stdout!), once(child, "exit")]);
  return JSON.parse(said) as SealRun;
}

async function proofMillis(world: BenchWorld, owner: pg.Client, merchant: string): Promise<number> {
  const { rows } = await owner.query<{ merchant: string; posting: string }>(
    `select merchant_id as merchant, posting_id as posting from ledger_transfer
      where merchant_id = ${merchant} order by posted_at limit ${PROOFS}`,
  );
  const taken: number[] = [];
  for (const { merchant: owner, posting } of rows) {
    const began = performance.now();
    await proveEntry(world.database.db, owner, { postingId: posting, line: 1, account: accountCode("wallet", "USD") });
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** A large day is sealed by a process that is killed on the way and another one that goes on. */
export const ledgerSealBench: Bench = {
  name: "ledger.seal",
  about: "sealing a day of 2 million transfers and 200,000 merchants, killed on the way, and proofs from it",
  async run({ rows = TRANSFERS, log }) {
    const world = await startWorld("fast");
    const owner = new pg.Client(world.ownerUrl);
    await owner.connect();
    try {
      await fill(owner, rows);
      const merchants = Math.ceil(rows / TRANSFERS_EACH);
      const untilKilled = await runAndKill(world, owner, merchants);
      const { sealed, seconds, mib } = await runToTheEnd(world);
      const { rows: written } = await owner.query<{ seals: number; rested: number }>(
        `select (select count(*)::int from ledger_seal) as seals,
                (select count(*)::int from ledger_account where latest_at = '2025-12-01') as rested`,
      );
      if (sealed.join() !== DAY || written[0]!.seals !== merchants || written[0]!.rested !== merchants * 3)
        throw new Error(`the day is not as it should be: ${JSON.stringify({ sealed, ...written[0] })}`);
      const small = await proofMillis(world, owner, idOf("1"));
      const large = await proofMillis(world, owner, idOf("0"));
      const problems = await checkSeals(world.database.db);
      if (problems.length > 0) throw new Error(problems.slice(0, 3).join("; "));
      log(
        `${rows} transfers, ${merchants} merchants: killed after ${rounded(untilKilled, 1)} s, then ${rounded(seconds, 1)} s`,
      );
      return {
        "ledger.seal.seconds": rounded(untilKilled + seconds, 1),
        "ledger.seal.mib": Math.round(mib),
        "ledger.seal.proof.ms": rounded(Math.max(small, large), 1),
      };
    } finally {
      await owner.end();
      await world.close();
    }
  },
};
