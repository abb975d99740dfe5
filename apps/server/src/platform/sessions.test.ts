import { createTestClock, createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "./index.ts";

const SUBJECT = "0193a000-0000-7000-8000-000000000001";
const OWNER = "0193a000-0000-7000-8000-00000000000f";
const who = { realm: "merchant", subjectId: SUBJECT, ownerId: OWNER, subjectName: "沈砚" } as const;
const device = { ...who, address: "203.0.113.9", userAgent: "Firefox" };
const clock = createTestClock();
let database: TestDatabase;
let one: Platform;
let two: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = [createPlatform(database.config, { clock }), createPlatform(database.config, { clock })];
  await Promise.all([one.start(), two.start()]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

const open = () => one.database.transaction((tx) => one.sessions.open(tx, device));
/** NOTIFY takes a moment to travel. */
const eventually = async (check: () => Promise<void>) => {
  await expect.poll(async () => check().then(() => true), { timeout: 4_000, interval: 5 }).toBe(true);
};

test("a token opens its session in every process and in its own realm only", async () => {
  const { token, session } = await open();
  expect(token).toHaveLength(64);
  for (const process of [one, two]) {
    expect(await process.sessions.find("merchant", token)).toEqual(session);
    expect(await process.sessions.find("operator", token)).toBeUndefined();
  }
});

test("what was found is known at once, and no longer than it is true", async () => {
  const { token, session } = await open();
  expect(one.sessions.known("merchant", token)).toBeUndefined();
  await one.sessions.find("merchant", token);
  expect(one.sessions.known("merchant", token)).toEqual(session);
  expect(one.sessions.known("operator", token)).toBeUndefined();
  await one.sessions.find("merchant", token);
  await one.database.transaction((tx) => one.sessions.end(tx, session.id));
  expect(one.sessions.known("merchant", token)).toBeUndefined();

  const other = await open();
  await two.sessions.find("merchant", other.token);
  await one.database.transaction((tx) => one.sessions.end(tx, other.session.id));
  await eventually(async () => expect(two.sessions.known("merchant", other.token)).toBeUndefined());
});

test("the database keeps no token and no secret", async () => {
  const { token } = await open();
  const [row] = await database.query<{ text: string }>("select string_agg(s::text, ' ') as text from session s");
  const secret = Buffer.from(token, "base64url").subarray(16);
  expect(row!.text).not.toContain(secret.toString("hex"));
  expect(row!.text).not.toContain(token);
});

test.each(["", "x", "a".repeat(63), "a".repeat(64), "../../etc/passwd", "🦀".repeat(32)])(
  "nonsense %j is nobody",
  async (token) => {
    expect(await one.sessions.find("merchant", token)).toBeUndefined();
  },
);

test("a right id with a wrong secret is nobody", async () => {
  const { token } = await open();
  const forged = token.slice(0, 30) + (token[30] === "A" ? "B" : "A") + token.slice(31);
  expect(await one.sessions.find("merchant", forged)).toBeUndefined();
});

test("idle for more than 30 minutes ends it, use keeps it, 12 hours end it anyway", async () => {
  const idle = await open();
  const used = await open();
  clock.advance({ minutes: 29 });
  expect(await one.sessions.find("merchant", used.token)).toBeDefined();
  clock.advance({ minutes: 2 });
  expect(await one.sessions.find("merchant", idle.token)).toBeUndefined();
  for (let minutes = 31; minutes + 25 <= 12 * 60; minutes += 25) {
    expect(await one.sessions.find("merchant", used.token)).toBeDefined();
    clock.advance({ minutes: 25 });
  }
  clock.advance({ minutes: 25 });
  expect(await one.sessions.find("merchant", used.token)).toBeUndefined();
  expect(await one.sessions.list("merchant", SUBJECT)).toEqual([]);
  expect(await one.sessions.sweep()).toBeGreaterThan(0);
});

test("last use is written once a minute, not on every call", async () => {
  const { token, session } = await open();
  const written = async () =>
    (await database.query<{ at: Date }>("select last_seen_at as at from session where id = $1", [session.id]))[0]!.at;
  clock.advance({ seconds: 59 });
  await one.sessions.find("merchant", token);
  expect(await written()).toEqual(session.createdAt);
  clock.advance({ seconds: 1 });
  await one.sessions.find("merchant", token);
  expect(await written()).toEqual(clock.now());
});

test("an ended session is refused at once here and a moment later in the other process", async () => {
  const { token, session } = await open();
  await Promise.all([one, two].map((process) => process.sessions.find("merchant", token)));
  await one.database.transaction((tx) => one.sessions.end(tx, session.id));
  expect(await one.sessions.find("merchant", token)).toBeUndefined();
  await eventually(async () => expect(await two.sessions.find("merchant", token)).toBeUndefined());
});

test("an ending that is rolled back ends nothing", async () => {
  const { token, session } = await open();
  const attempt = one.database.transaction(async (tx) => {
    await one.sessions.end(tx, session.id);
    throw new Error("changed my mind");
  });
  await expect(attempt).rejects.toThrow("changed my mind");
  expect(await one.sessions.find("merchant", token)).toBeDefined();
  expect(await two.sessions.find("merchant", token)).toBeDefined();
});

test("step-up rotates the token everywhere and keeps the session", async () => {
  const { token, session } = await open();
  await two.sessions.find("merchant", token);
  const fresh = await one.database.transaction((tx) => one.sessions.stepUp(tx, session.id));
  expect(await one.sessions.find("merchant", token)).toBeUndefined();
  await eventually(async () => expect(await two.sessions.find("merchant", token)).toBeUndefined());
  expect(await two.sessions.find("merchant", fresh.token)).toMatchObject({ id: session.id, steppedUpAt: clock.now() });
});

test("all others can be ended, and the list shows the devices", async () => {
  const kept = await open();
  const others = [await open(), await open()];
  await Promise.all(others.map(({ token }) => two.sessions.find("merchant", token)));
  expect((await one.sessions.list("merchant", SUBJECT)).map(({ id }) => id)).toEqual(
    expect.arrayContaining([kept, ...others].map((o) => o.session.id)),
  );
  await one.database.transaction((tx) => one.sessions.endAllOf(tx, "merchant", SUBJECT, kept.session.id));
  expect(await one.sessions.list("merchant", SUBJECT)).toMatchObject([
    { id: kept.session.id, address: device.address, userAgent: device.userAgent },
  ]);
  for (const { token } of others)
    await eventually(async () => expect(await two.sessions.find("merchant", token)).toBeUndefined());
  expect(await two.sessions.find("merchant", kept.token)).toBeDefined();
});

test("a process whose listening connection was cut refuses the ended session all the same, and hears again", async () => {
  const { token, session } = await open();
  await two.sessions.find("merchant", token);
  const pids = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'coralhub live' and datname = current_database()",
  );
  for (const { pid } of pids) await database.query("select pg_terminate_backend($1)", [pid]);
  await one.database.transaction((tx) => one.sessions.end(tx, session.id));
  await eventually(async () => expect(await two.sessions.find("merchant", token)).toBeUndefined());
  await eventually(async () => expect([one.live.connected(), two.live.connected()]).toEqual([true, true]));
});
