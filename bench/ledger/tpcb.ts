import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const PGBENCH = ["/usr/bin/pgbench", "/usr/local/bin/pgbench"].find((path) => existsSync(path));
const SCALE = 20;
const CLIENTS = 16;
const DATABASE = "tpcb";

/** The yardstick: TPC-B as pgbench runs it, on the same server. Answers transactions for each second. */
export type Tpcb = { about: string; measure(seconds: number): Promise<number>; close(): Promise<void> };

export async function prepareTpcb(ownerUrl: string): Promise<Tpcb> {
  const url = new URL(ownerUrl);
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query(`create database ${DATABASE}`);
  await owner.end();
  url.pathname = `/${DATABASE}`;
  return PGBENCH ? withPgbench(PGBENCH, url.href) : withOwnClients(url.href);
}

async function withPgbench(program: string, url: string): Promise<Tpcb> {
  await run(program, ["-i", "-q", "-s", String(SCALE), url]);
  return {
    about: `pgbench TPC-B, ${CLIENTS} clients, scale ${SCALE}`,
    async measure(seconds) {
      const { stdout } = await run(program, ["-n", "-c", String(CLIENTS), "-j", "2", "-T", String(seconds), url]);
      // It names no rate where the disk let nothing through in the whole turn.
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
    },
    close: async () => {},
  };
}

const TABLES = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE} * 10) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE} * 100000) n;
  analyze;`;

/** Where pgbench is missing: the same tables and the same transaction, statement by statement, from here. */
async function withOwnClients(url: string): Promise<Tpcb> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  await pool.query(TABLES);
  const below = (limit: number) => 1 + Math.floor(Math.random() * limit);
  const once = async (client: pg.PoolClient) => {
    const [aid, bid, tid, delta] = [below(SCALE * 100_000), below(SCALE), below(SCALE * 10), below(10_001) - 5_001];
    await client.query("begin");
    await client.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`);
    await client.query(`select abalance from pgbench_accounts where aid = ${aid}`);
    await client.query(`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`);
    await client.query(`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`);
    await client.query(
      `insert into pgbench_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
    );
    await client.query("end");
  };
  return {
    about: `pgbench is not installed: its TPC-B transaction run by Node.js, ${CLIENTS} clients, scale ${SCALE}`,
    async measure(seconds) {
      const started = performance.now();
      let done = 0;
      const line = async () => {
        const client = await pool.connect();
        for (; performance.now() - started < seconds * 1_000; done++) await once(client);
        client.release();
      };
      await Promise.all(Array.from({ length: CLIENTS }, line));
      return (done * 1_000) / (performance.now() - started);
    },
    close: () => pool.end(),
  };
}
