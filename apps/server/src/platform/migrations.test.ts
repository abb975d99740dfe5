import { createEmptyDatabase, temporaryFolder, type TestDatabase } from "@coralhub/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { migrate, MIGRATIONS_DIRECTORY, readMigrations } from "./migrations.ts";

const log = createLog({ level: "silent" });
let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = temporaryFolder();
});
afterEach(() => database.drop());

const write = (name: string, text: string) => {
  mkdirSync(join(directory, "functions"), { recursive: true });
  writeFileSync(join(directory, name), text);
};
const run = () => migrate({ config: database.config, log, directory });

test("everything is applied once, in order; a second start applies nothing", async () => {
  const names = (await readMigrations(MIGRATIONS_DIRECTORY)).map(({ name }) => name);
  expect(await migrate({ config: database.config, log })).toEqual(names);
  expect(await migrate({ config: database.config, log })).toEqual([]);
});

test("two starters at once: each migration runs once, both succeed", async () => {
  write("0001_slow.sql", "create table slow (id int); select pg_sleep(0.3); insert into slow values (1)");
  write("0002_next.sql", "create table next_one (id int); insert into slow values (2)");
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().toSorted()).toEqual(["0001_slow.sql", "0002_next.sql"]);
  expect(await database.query("select id from slow order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a failing migration leaves nothing of itself, names itself, and passes once repaired", async () => {
  write("0001_good.sql", "create table good (id int)");
  write("0002_bad.sql", "create table half (id int); select 1/0");
  await expect(run()).rejects.toThrow(/0002_bad.sql failed: division by zero/);
  expect(
    await database.query("select to_regclass('good') is not null as good, to_regclass('half') is null as none"),
  ).toEqual([{ good: true, none: true }]);
  write("0002_bad.sql", "create table half (id int)");
  expect(await run()).toEqual(["0002_bad.sql"]);
});

test("a migration changed afterwards is refused, a gap filled later is applied", async () => {
  write("0001_a.sql", "select 1");
  write("0009_z.sql", "select 1");
  await run();
  write("0005_m.sql", "create table middle (id int)");
  expect(await run()).toEqual(["0005_m.sql"]);
  write("0001_a.sql", "select 2");
  await expect(run()).rejects.toThrow(/0001_a.sql was changed/);
});

const ANSWER = (value: number) =>
  `create or replace function answer() returns int language plpgsql as $$ begin return ${value}; end $$;`;
const answer = async () => (await database.query<{ answer: number }>("select answer()"))[0]!.answer;

test("functions are applied again when they change, and only then", async () => {
  write("0001_a.sql", "select 1");
  write("functions/answer.sql", ANSWER(1));
  await run();
  expect(await answer()).toBe(1);
  await database.query(ANSWER(7));
  await run();
  expect(await answer()).toBe(7);
  write("functions/answer.sql", ANSWER(2));
  await run();
  expect(await answer()).toBe(2);
});

test("a migration finds the functions it needs, whose bodies may speak of its own tables", async () => {
  write(
    "0001_a.sql",
    "-- needs: rules.sql\ncreate table a (id int); create trigger t before insert on a for each row execute function refuse()",
  );
  write(
    "functions/rules.sql",
    "create or replace function refuse() returns trigger language plpgsql as $$ declare one a; begin raise 'no'; end $$;",
  );
  expect(await run()).toEqual(["0001_a.sql"]);
  await expect(database.query("insert into a values (1)")).rejects.toThrow("no");
  write("0002_b.sql", "-- needs: missing.sql\nselect 1");
  await expect(run()).rejects.toThrow(/0002_b.sql failed: it needs functions\/missing.sql/);
});

test("a version older than the database leaves the newer functions alone", async () => {
  write("0001_a.sql", "select 1");
  write("functions/answer.sql", ANSWER(2));
  await run();
  await database.query("insert into schema_migration (name, checksum) values ('0300_newer.sql', 'x')");
  write("functions/answer.sql", ANSWER(1));
  await run();
  expect(await answer()).toBe(2);
});

test("wrong names and doubled numbers are refused before anything is touched", async () => {
  write("0001_a.sql", "select 1");
  write("0001_b.sql", "select 1");
  await expect(run()).rejects.toThrow(/two migrations have the number 0001/);
  write("late.sql", "select 1");
  await expect(readMigrations(directory)).rejects.toThrow(/two migrations|late.sql is not a migration name/);
  expect(await database.query("select to_regclass('schema_migration') as made")).toEqual([{ made: null }]);
});

test("killed with -9 in the middle, and started again", async () => {
  cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true });
  write("9900_before.sql", "create table before_kill (id int)");
  write("9901_long.sql", "create table during_kill (id int); insert into during_kill values (1); select pg_sleep(30)");
  const child = spawn(process.execPath, ["--input-type=module", "-e", CHILD], {
    env: {
      ...process.env,
      MIGRATE: JSON.stringify({
        config: database.config,
        directory,
        module: join(import.meta.dirname, "migrations.ts"),
      }),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const sleeping = () =>
    database.query(
      "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
    );
  // As long as the test itself may take: another process has to load first.
  await expect.poll(async () => (await sleeping()).length, { timeout: 45_000 }).toBe(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  write("9901_long.sql", "create table during_kill (id int); insert into during_kill values (2)");
  expect(await run()).toEqual(["9901_long.sql"]);
  expect(await database.query("select id from during_kill")).toEqual([{ id: 2 }]);
});

const CHILD = `
  const { config, directory, module } = JSON.parse(process.env.MIGRATE);
  const { migrate } = await import(module);
  const log = { info() {}, warn() {}, error() {} };
  await migrate({ config, log, directory });
`;
