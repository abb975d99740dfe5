import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrls } from "./config.ts";
import { isConnectionError, isReadOnly } from "./db-errors.ts";
import { refuseSecondConnections, refuseWhileHolding, whileHolding } from "./held-connection.ts";
import type { Log } from "./log.ts";
import { inNobodysWay, type GiveWay } from "./precedence.ts";

/** SQL is written with Kysely's `sql` tag: sql<Row>`select … where id = ${id}`.execute(db). */
export type Db = Kysely<unknown>;
/** The same inside a transaction; a function that must not commit by itself takes a Tx. */
export type Tx = Db & { readonly isTransaction: true };

export type Database = {
  /** Ordinary reads and writes, as the application's restricted role. */
  db: Db;
  /** The same connections, for the few statements everybody waits for: parsed and planned once for each connection. */
  hot: Db;
  /** As the role that alone reads card numbers: a few connections, opened when somebody asks for one. */
  vault: Db;
  /** Lists: `plan_cache_mode = force_custom_plan`, because a generic plan is ruinous for a big merchant. */
  lists: Db;
  /** Runs a list's statements so that they are planned with their values, behind a transaction pooler too. */
  readList<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Retries while no connection can be had; once `work` has begun it is never run twice. Inside it `tx` is the only way to
   * the database: asking for another connection is refused (held-connection.ts).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process runs one under the same lock; the lock has a connection beside the pools. */
  exclusively<T>(lock: number, work: () => Promise<T>): Promise<T>;
  /** Rows of a trusted query as CSV, straight from PostgreSQL; stops the query when the reader stops. */
  copyOut(query: string): AsyncIterable<Uint8Array>;
  /** A pooler stands between: prepared statements do not stay with a connection. */
  readonly pooled: boolean;
  /** Connections that send statement after statement without waiting for each answer; closed with the rest. */
  openPipelines(name: string, max: number): pg.Pool;
  /** Resolves if the database answers. */
  ping(): Promise<void>;
  /** Resolves if the database takes writes, and leaves none behind; for readiness. */
  proveWritable(): Promise<void>;
  /** How busy the pools are; for metrics and load shedding. */
  pools(): Record<"main" | "lists", { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  urls: Pick<DatabaseUrls, "app" | "pooled"> & Partial<Pick<DatabaseUrls, "vault">>;
  log: Log;
  poolSize?: number;
  listPoolSize?: number;
  statementTimeoutMs?: number;
  /** How long to wait for a free connection before saying that we are busy. */
  connectionWaitMs?: number;
  /** Asked before each piece of an export. */
  giveWay?: GiveWay;
};

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [
    INT8_ARRAY,
    (text) =>
      text === "{}"
        ? []
        : text
            .slice(1, -1)
            .split(",")
            .map((item) => (item === "NULL" ? null : BigInt(item))),
  ],
  // A calendar day is not a moment: the driver's midnight in the server's own zone would shift it.
  [builtins.DATE, String],
]);
// Given per pool, not set for the whole process: other users of the driver (the job queue) expect its defaults.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary"): unknown =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};

const CONNECT_ATTEMPTS_MS = [50, 150, 400, 900];
const EXPORT_TIMEOUT = "15min";
const VAULT_CONNECTIONS = 2;

type PoolOptions = Required<Pick<DatabaseOptions, "urls" | "log" | "statementTimeoutMs" | "connectionWaitMs">>;

const poolMaker = ({ urls, log, statementTimeoutMs, connectionWaitMs }: PoolOptions) => {
  const settings = [`statement_timeout=${statementTimeoutMs}`, "idle_in_transaction_session_timeout=60000"];
  return (name: string, max: number, extra: string[] = [], pipeline = false, connectionString = urls.app) => {
    const pool = new pg.Pool({
      pipeline,
      connectionString,
      application_name: `coralhub ${name}`,
      max,
      types,
      keepAlive: true,
      connectionTimeoutMillis: connectionWaitMs,
      idleTimeoutMillis: 60_000,
      // A pooler refuses start-up options; there the role's own settings do it (see migrations).
      ...(urls.pooled ? {} : { options: [...settings, ...extra].map((setting) => `-c ${setting}`).join(" ") }),
    });
    refuseSecondConnections(pool, name);
    // Both are needed: without either, a killed backend ends the process.
    pool.on("error", (error) => log.warn({ err: error, pool: name }, "idle database connection lost"));
    pool.on("connect", (client) =>
      client.on("error", (error) => log.warn({ err: error, pool: name }, "database connection lost")),
    );
    return pool;
  };
};

export function createDatabase(options: DatabaseOptions): Database {
  const {
    urls,
    log,
    poolSize = 10,
    listPoolSize = Math.max(1, Math.round(poolSize * 0.4)),
    statementTimeoutMs = 15_000,
    connectionWaitMs = 5_000,
    giveWay = inNobodysWay,
  } = options;
  const newPool = poolMaker({ urls, log, statementTimeoutMs, connectionWaitMs });
  const pipelines: pg.Pool[] = [];
  const mainPool = newPool("main", poolSize);
  const listPool = newPool("lists", listPoolSize, ["plan_cache_mode=force_custom_plan"]);
  const vaultPool = newPool("vault", VAULT_CONNECTIONS, [], false, urls.vault);
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: mainPool }) });
  const hot: Db = urls.pooled ? db : new Kysely<unknown>({ dialect: new PostgresDialect({ pool: naming(mainPool) }) });
  const lists: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: listPool }) });

  const vault: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: vaultPool }) });

  return {
    db,
    hot,
    lists,
    vault,
    transaction: (work) =>
      inTransaction(db, work).catch((error: unknown) => {
        if (isReadOnly(error)) for (const pool of [mainPool, listPool, ...pipelines]) distrust(pool);
        throw error;
      }),
    readList(work) {
      if (!urls.pooled) return whenConnected(() => work(lists));
      return inTransaction(lists, async (tx) => {
        await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
        return work(tx);
      });
    },
    exclusively: (lock, work) => exclusively(urls.app, lock, work),
    copyOut: (query) => copyOut(listPool, query, giveWay),
    pooled: urls.pooled,
    openPipelines(name, max) {
      const pool = newPool(name, max, [], true);
      pipelines.push(pool);
      return pool;
    },
    async ping() {
      await sql`select 1`.execute(db);
    },
    proveWritable: () => proveWritable(mainPool),
    pools: () => ({ main: usage(mainPool), lists: usage(listPool) }),
    async close() {
      await Promise.all([db.destroy(), lists.destroy(), vault.destroy()]);
      // Kysely ends only pools it has used.
      for (const pool of [mainPool, listPool, vaultPool]) if (!pool.ended && !pool.ending) await pool.end();
    },
  };
}

const usage = (pool: pg.Pool) => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });

/** The pool's own connections, each of which knows a statement by its name from the second time on. */
function naming(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `hot_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ name: nameOf(text), text, values: [...values] });
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    // Whoever made the pool ends it.
    end: () => Promise.resolve(),
  };
}

/** A database that restarts is back within a second or so: connecting is tried again before anyone is told. */
async function whenConnected<T>(connect: () => Promise<T>, mayRetry: () => boolean = () => true): Promise<T> {
  for (const waitMs of CONNECT_ATTEMPTS_MS) {
    try {
      return await connect();
    } catch (error) {
      if (!isConnectionError(error) || !mayRetry()) throw error;
      await sleep(waitMs);
    }
  }
  return connect();
}

/** What waits for each open transaction to commit. */
const waitingForCommit = new WeakMap<Db, (() => void)[]>();

/** Runs once the transaction has committed, and never if it does not; at once where there is none. */
export function afterCommit(tx: Db, run: () => void): void {
  const waiting = waitingForCommit.get(tx);
  if (waiting) waiting.push(run);
  else run();
}

async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let begun = false;
  const waiting: (() => void)[] = [];
  const answer = await whenConnected(
    () =>
      db.transaction().execute((tx) => {
        begun = true;
        waitingForCommit.set(tx, waiting);
        return whileHolding(() => work(tx));
      }),
    () => !begun,
  );
  for (const run of waiting) run();
  return answer;
}

async function proveWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let passed = false;
  try {
    await client.query("begin; set local lock_timeout = '1s'; update key_check set checked_at = now(); rollback");
    passed = true;
  } finally {
    // One that cannot write leads to a database that was the primary: the next one may lead to the new one.
    client.release(!passed);
  }
}

/** How long connections are used once only after one of them could not write. */
const DISTRUST_MS = 10_000;

/**
 * A primary that became a standby refuses writes on connections that stay open. They are all closed after their next
 * use, so that new ones find the new primary behind the same address.
 */
function distrust(pool: pg.Pool): void {
  pool.options.maxUses = 1;
  setTimeout(() => (pool.options.maxUses = Infinity), DISTRUST_MS).unref();
}

async function exclusively<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  refuseWhileHolding("lock");
  const client = new pg.Client({ connectionString: url, application_name: "coralhub lock" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // As long as the transaction, so that it holds behind a pooler too; nothing else is done in it.
    await client.query("begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [lock]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One core at most, and that only while nobody waits for their money: reports come last. */
async function* copyOut(pool: pg.Pool, query: string, giveWay: GiveWay): AsyncIterable<Uint8Array> {
  const client = await whenConnected(() => pool.connect());
  let finished = false;
  try {
    await client.query(
      `begin read only; set local statement_timeout = '${EXPORT_TIMEOUT}'; set local plan_cache_mode = force_custom_plan; set local max_parallel_workers_per_gather = 0`,
    );
    const pieces = client.query(copyStreams.to(`copy (${query}) to stdout with (format csv)`));
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      yield piece;
      await giveWay();
    }
    await client.query("commit");
    finished = true;
  } finally {
    // A reader that left early, or an error: the connection is mid-copy and cannot be used again.
    client.release(!finished);
  }
}
