import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { sql } from "kysely";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUrls } from "./config.ts";
import { createDatabase, type Database } from "./db.ts";
import { isConnectionError, isUniqueViolation, retryable } from "./db-errors.ts";
import { SecondConnection } from "./held-connection.ts";
import { createLog } from "./log.ts";

const log = createLog({ level: "silent" });
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  database = createDatabase({ urls: databaseUrls(server.config), log, poolSize: 4, statementTimeoutMs: 2_000 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Every backend of the application, as an administrator or a crash would end them. */
const killAll = () =>
  server.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'coralhub_app' and datname = current_database()",
  );
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows[0]!;

test("big numbers are bigint, moments are Date, decimals and days are text", async () => {
  const row = await one(sql`
    select 9007199254740993::int8 as big, array[1, null, 9007199254740993]::int8[] as bigs, '{}'::int8[] as none,
      '2026-11-15 08:00:00+08'::timestamptz as moment, 1.10::numeric as exact, '2026-11-15'::date as day, 7 as small`);
  expect(row).toEqual({
    big: 9007199254740993n,
    bigs: [1n, null, 9007199254740993n],
    none: [],
    moment: new Date("2026-11-15T00:00:00Z"),
    exact: "1.10",
    day: "2026-11-15",
    small: 7,
  });
});

test("connections say who they are, and are limited", async () => {
  const main = await one(
    sql`select current_user as who, current_setting('application_name') as name, current_setting('statement_timeout') as timeout`,
  );
  expect(main).toEqual({ who: "coralhub_app", name: "coralhub main", timeout: "2s" });
  const lists = await sql`select current_setting('plan_cache_mode') as plans`.execute(database.lists);
  expect(lists.rows).toEqual([{ plans: "force_custom_plan" }]);
  await expect(sql`select pg_sleep(5)`.execute(database.db)).rejects.toSatisfy(retryable);
});

test("behind a pooler nothing is asked of the session, and lists are still planned with their values", async () => {
  const urls = { ...databaseUrls(server.config), pooled: true };
  const pooled = createDatabase({ urls, log, poolSize: 2 });
  const plans = await pooled.readList(
    async (db) => (await sql`select current_setting('plan_cache_mode') as plans`.execute(db)).rows,
  );
  expect(plans).toEqual([{ plans: "force_custom_plan" }]);
  // The role's own settings, made with it: nothing came with the connection.
  const { rows } =
    await sql`select current_setting('plan_cache_mode') as plans, current_setting('statement_timeout') as timeout`.execute(
      pooled.lists,
    );
  expect(rows).toEqual([{ plans: "auto", timeout: "15s" }]);
  expect(pooled.hot).toBe(pooled.db);
  await pooled.close();
});

test("what everybody waits for is planned once for each connection", async () => {
  const alone = createDatabase({ urls: databaseUrls(server.config), log, poolSize: 1 });
  for (const number of [1, 2]) {
    const { rows } = await sql<{ hot: number }>`select ${number}::int4 as hot`.execute(alone.hot);
    expect(rows).toEqual([{ hot: number }]);
  }
  const { rows } = await sql`select name, statement from pg_prepared_statements`.execute(alone.db);
  expect(rows).toEqual([{ name: "hot_0", statement: "select $1::int4 as hot" }]);
  await alone.close();
});

test("the application cannot change the schema or forget what it must keep", async () => {
  for (const statement of [
    "create table mine (id int)",
    "drop table session",
    "delete from audit_entry",
    "truncate audit_entry",
    "insert into audit_link values (1, gen_random_uuid(), '')",
  ]) {
    await expect(sql.raw(statement).execute(database.db), statement).rejects.toMatchObject({ code: "42501" });
  }
});

test("a killed idle backend is replaced before anyone notices", async () => {
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.02)`.execute(database.db)));
  await killAll();
  expect(await database.transaction(async (tx) => (await sql`select 1 as alive`.execute(tx)).rows)).toEqual([
    { alive: 1 },
  ]);
});

test("a backend killed in the middle fails that transaction alone, and is never run twice", async () => {
  let runs = 0;
  const work = database.transaction(async (tx) => {
    runs++;
    await sql`select pg_sleep(1.9)`.execute(tx);
  });
  const inTheMiddle =
    "select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep(1.9)%'";
  const kill = async () => {
    await expect.poll(() => server.query(inTheMiddle)).toHaveLength(1);
    await killAll();
  };
  const [outcome] = await Promise.allSettled([work, kill()]);
  expect(outcome).toMatchObject({ status: "rejected" });
  expect(isConnectionError((outcome as PromiseRejectedResult).reason)).toBe(true);
  expect(runs).toBe(1);
  await database.ping();
});

/** Stands before the server like the network does, and can be cut. */
async function gate(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far])
      socket.on("error", () => undefined).on("close", () => (near.destroy(), far.destroy()));
    sockets.add(near.pipe(far).pipe(near));
  });
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await open(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => (server.close(() => resolve()), sockets.forEach((socket) => socket.destroy())));
  return { port, close, reopen: () => open(port) };
}

test("a database that goes away and comes back: transactions that have not begun wait for it", async () => {
  const url = new URL(databaseUrls(server.config).app);
  const way = await gate(new URL(url));
  url.port = String(way.port);
  const behind = createDatabase({ urls: { app: url.href, pooled: false }, log, poolSize: 3 });
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.02)`.execute(behind.db)));
  await way.close();
  await expect(behind.ping()).rejects.toSatisfy(retryable);
  setTimeout(() => void way.reopen(), 300);
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      behind.transaction(async (tx) => (await sql<{ n: number }>`select ${n}::int as n`.execute(tx)).rows[0]!.n),
    ),
  );
  expect(results).toEqual([1, 2, 3, 4, 5]);
  await behind.close();
  await way.close();
});

test("a database that stays away is reported in a way that can be retried", async () => {
  const nowhere = createDatabase({ urls: { app: "postgres://coralhub_app:x@127.0.0.1:9/none", pooled: false }, log });
  await expect(nowhere.transaction(async () => 1)).rejects.toSatisfy(retryable);
  await nowhere.close();
});

test("when every connection is taken, whoever waits too long is told so once, without trying again", async () => {
  const small = createDatabase({ urls: databaseUrls(server.config), log, poolSize: 1, connectionWaitMs: 500 });
  await small.ping();
  const long = sql`select pg_sleep(1.5)`.execute(small.db);
  // A second attempt would find it free and succeed.
  await expect(small.transaction(async () => 1)).rejects.toSatisfy(
    (error) => retryable(error) && !isConnectionError(error),
  );
  await long;
  await small.close();
});

test("inside a transaction its own handle is the only one: a second connection is refused, afterwards it is not", async () => {
  let later: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    await sql`select 1`.execute(tx);
    await expect(database.ping()).rejects.toBeInstanceOf(SecondConnection);
    await expect(database.transaction(async () => 1)).rejects.toBeInstanceOf(SecondConnection);
    await expect(database.readList(async (db) => sql`select 1`.execute(db))).rejects.toBeInstanceOf(SecondConnection);
    later = sleep(50).then(() => database.ping());
  });
  await later;
});

test("fault 13: a second connection is refused in production as well, free or not, and as our own mistake", async () => {
  const wide = createDatabase({ urls: databaseUrls(server.config), log, poolSize: 5, connectionWaitMs: 60_000 });
  const asked: (() => Promise<unknown>)[] = [
    () => wide.ping(),
    () => wide.transaction(async () => 1),
    () => wide.readList((db) => sql`select 1`.execute(db)),
    () => sql`select 1`.execute(wide.vault),
    () => wide.proveWritable(),
    () => wide.exclusively(1, async () => 1),
    () => wide.copyOut("select 1")[Symbol.asyncIterator]().next(),
    () => wide.openPipelines("lane", 2).connect(),
  ];
  for (const ask of asked) {
    const refusal = await wide.transaction(ask).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SecondConnection);
    // Trying again would not help: nobody is told that we are busy.
    expect(retryable(refusal)).toBe(false);
  }
  await wide.close();
});

test("a unique violation names its constraint", async () => {
  await server.query("create table thing (id int constraint thing_once unique)");
  await server.query("grant insert on thing to coralhub_app");
  const twice = sql`insert into thing values (1), (1)`.execute(database.db);
  await expect(twice).rejects.toSatisfy(
    (error) => isUniqueViolation(error, "thing_once") && !isUniqueViolation(error, "other"),
  );
});

test("copying out streams, stops when the reader stops, and leaves the pool usable", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of database.copyOut("select g, 'a,b' from generate_series(1, 3) g")) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('1,"a,b"\n2,"a,b"\n3,"a,b"\n');
  for (let round = 0; round < 6; round++) {
    for await (const chunk of database.copyOut("select repeat('x', 1000) from generate_series(1, 1000000)")) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  }
  expect((await sql`select 1 as alive`.execute(database.lists)).rows).toEqual([{ alive: 1 }]);
});

test("copying out gives way after each piece", async () => {
  let [pieces, asked] = [0, 0];
  const giveWay = () => Promise.resolve(void asked++);
  const polite = createDatabase({ urls: databaseUrls(server.config), log, poolSize: 2, giveWay });
  for await (const piece of polite.copyOut("select repeat('x', 1000) from generate_series(1, 2000)")) {
    expect(piece.length).toBeGreaterThan(0);
    pieces++;
  }
  expect(pieces).toBeGreaterThan(1);
  expect(asked).toBe(pieces);
  await polite.close();
});
