import { Refusal } from "@coralhub/contract";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isConnectionError } from "./db-errors.ts";
import { createPlatform, type Platform } from "./index.ts";

let database: TestDatabase;
let one: Platform;
let two: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = [createPlatform(database.config), createPlatform(database.config)];
  await database.query("create table effect (id serial, note text)");
  await database.query("grant all on effect, effect_id_seq to coralhub_app");
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

const call = (key: string, fingerprint = "same") => ({
  scope: "pay:merchant:1",
  key: `key-${key}-00000000`,
  fingerprint,
});
const effects = async (note: string) => (await database.query("select from effect where note = $1", [note])).length;
const pay = (platform: Platform, key: string, fingerprint?: string, ms = 0) =>
  platform.idempotency.once(call(key, fingerprint), async (tx) => {
    await sql`insert into effect (note) values (${key})`.execute(tx);
    await sleep(ms);
    return { paid: key, amount: "12.30", unicode: "珊瑚 🦀 \0" };
  });

test("the second call gets the first one's answer, and nothing happens again", async () => {
  const first = await pay(one, "again");
  expect(await pay(one, "again")).toEqual(first);
  expect(await pay(two, "again")).toEqual(first);
  expect(await effects("again")).toBe(1);
});

test("twenty at once over two processes: one effect, twenty equal answers, and the pool is not held", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => pay(index % 2 ? one : two, "crowd", undefined, 150)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await effects("crowd")).toBe(1);
});

test("another content under the same key is refused", async () => {
  await pay(one, "reuse");
  await expect(pay(two, "reuse", "other")).rejects.toMatchObject({ reason: "idempotency.reused" });
  expect(await effects("reuse")).toBe(1);
});

test("the same key of another caller is another call", async () => {
  await pay(one, "mine");
  const theirs = await one.idempotency.once(
    { ...call("mine", "other"), scope: "pay:merchant:2" },
    async () => "theirs",
  );
  expect(theirs).toBe("theirs");
});

test("a failure stores nothing: the next try runs, also one that was waiting", async () => {
  const begun = Promise.withResolvers<void>();
  const failing = one.idempotency.once(call("fails"), async (tx) => {
    await sql`insert into effect (note) values ('fails')`.execute(tx);
    begun.resolve();
    await sleep(100);
    throw new Refusal("state.changed");
  });
  await begun.promise;
  const [failed, ...waited] = await Promise.allSettled([failing, pay(one, "fails"), pay(two, "fails")]);
  expect(failed).toMatchObject({ status: "rejected", reason: { reason: "state.changed" } });
  for (const answer of waited) expect(answer).toMatchObject({ status: "fulfilled", value: { paid: "fails" } });
  expect(await effects("fails")).toBe(1);
});

test("answers without content, and answers nobody may read in the database", async () => {
  const nothing = () => one.idempotency.once(call("nothing"), async () => null);
  expect([await nothing(), await nothing()]).toEqual([null, null]);
  await one.idempotency.once(call("secret"), async () => ({ token: "very-secret" }));
  const [{ text }] = (await database.query<{ text: string }>(
    "select encode(answer, 'escape') as text from idempotency where key = $1",
    [call("secret").key],
  )) as [{ text: string }];
  expect(text).not.toContain("very-secret");
});

test("a backend killed in the middle leaves no record", async () => {
  const broken = one.idempotency.once(call("killed"), async (tx) => {
    await sql`insert into effect (note) values ('killed')`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await database.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
    await sleep(50);
    return "never";
  });
  await expect(broken).rejects.toSatisfy(isConnectionError);
  expect(await pay(two, "killed")).toMatchObject({ paid: "killed" });
  expect(await effects("killed")).toBe(1);
});
