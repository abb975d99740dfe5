import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { sql } from "kysely";
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuditAnchors } from "./audit-anchor.ts";
import { verifyAudit, type AuditHead } from "./audit-chain.ts";
import { storageOf } from "./file-storage.ts";
import { createPlatform, type Platform } from "./index.ts";

let database: TestDatabase;
let platform: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(database.config);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const record = (n: number) =>
  platform.database.transaction((tx) =>
    platform.audit.record(tx, {
      actor: { kind: "operator", id: "op-1" },
      action: "flag.changed",
      subject: `flag:${n}`,
      detail: { n, text: "珊瑚 'quoted' \\ \n", nested: { list: [1.5, null, true] } },
      address: "203.0.113.9",
    }),
  );
/** As someone with the owner's powers would tamper. */
const tamper = async (statement: string) => {
  await database.query("alter table audit_entry disable trigger user; alter table audit_link disable trigger user");
  await database.query(statement);
  await database.query("alter table audit_entry enable trigger user; alter table audit_link enable trigger user");
};

beforeEach(async () => {
  await tamper("truncate audit_link, audit_entry");
  for (let n = 1; n <= 5; n++) await record(n);
});

test("forty writers at once make one unbroken chain, in the order they committed", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => record(100 + n)));
  expect(await verifyAudit(platform.db)).toMatchObject({ intact: true, entries: 45, head: { seq: 45n } });
});

test("writers that wait for each other elsewhere do not deadlock over the chain", async () => {
  await database.query("create table if not exists contested (id int primary key, n int)");
  await database.query(
    "insert into contested values (1, 0), (2, 0) on conflict do nothing; grant all on contested to coralhub_app",
  );
  const both = (order: number[]) =>
    platform.database.transaction(async (tx) => {
      await platform.audit.record(tx, { actor: { kind: "system", id: "test" }, action: "flag.changed", subject: "y" });
      for (const id of order.toSorted((a, b) => a - b))
        await sql`update contested set n = n + 1 where id = ${id}`.execute(tx);
    });
  await Promise.all(Array.from({ length: 20 }, (_, n) => both(n % 2 ? [1, 2] : [2, 1])));
  expect(await verifyAudit(platform.db)).toMatchObject({ intact: true, entries: 25 });
});

test("what is rolled back leaves no gap", async () => {
  const attempt = platform.database.transaction(async (tx) => {
    await platform.audit.record(tx, { actor: { kind: "system", id: "test" }, action: "flag.changed", subject: "y" });
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  await record(6);
  expect(await verifyAudit(platform.db)).toMatchObject({ intact: true, entries: 6 });
});

test.each([
  "update audit_entry set action = 'x'",
  "delete from audit_entry",
  "truncate audit_entry cascade",
  "update audit_link set hash = hash",
  "delete from audit_link",
])("even the owner cannot simply: %s", async (statement) => {
  await expect(database.query(statement)).rejects.toThrow(/append-only/);
});

test.each([
  [
    "a changed word",
    "update audit_entry set detail = jsonb_set(detail, '{n}', '7') where subject = 'flag:3'",
    "第 3 条被改动",
    3n,
  ],
  [
    "a changed time",
    "update audit_entry set at = at + interval '1 microsecond' where subject = 'flag:2'",
    "第 2 条被改动",
    2n,
  ],
  [
    "a removed entry",
    "delete from audit_link where seq = 4; delete from audit_entry where subject = 'flag:4'",
    "第 4 条缺失",
    4n,
  ],
  ["an entry from nowhere", "delete from audit_link where seq = 5", "有 1 条记录不在链上", null],
  [
    "swapped entries",
    "update audit_entry set subject = case subject when 'flag:3' then 'flag:4' else 'flag:3' end where subject in ('flag:3', 'flag:4')",
    "第 3 条被改动",
    3n,
  ],
])("%s is found", async (_, statement, problem, brokenAt) => {
  await tamper(statement);
  expect(await verifyAudit(platform.db)).toEqual({ intact: false, problem, brokenAt });
});

test("a chain cut off at its end is found with a head noted before; a rewritten one too", async () => {
  const noted = await verifyAudit(platform.db);
  if (!noted.intact) throw new Error(noted.problem);
  await tamper("delete from audit_link where seq = 5; delete from audit_entry where subject = 'flag:5'");
  expect(await verifyAudit(platform.db)).toMatchObject({ intact: true, entries: 4 });
  expect(await verifyAudit(platform.db, noted.head)).toMatchObject({
    intact: false,
    problem: "第 5 条缺失，链尾被截断",
  });
  await record(55);
  expect(await verifyAudit(platform.db, noted.head)).toMatchObject({
    intact: false,
    problem: "第 5 条与记下的链头不符，链被重写过",
  });
});

test("fault 17: an anchor outside the database finds a chain that was cut off or rewritten, and a forged anchor is none", async () => {
  const { auditAnchors: anchors } = platform;
  const first = await anchors.look();
  if (!first.intact) throw new Error(first.problem);
  await anchors.keep(first.head!);
  await record(6);
  expect(await anchors.look()).toMatchObject({ intact: true, entries: 6 });
  await tamper("delete from audit_link where seq > 4; delete from audit_entry where subject in ('flag:5', 'flag:6')");
  expect(await anchors.look()).toMatchObject({ intact: false, problem: "第 5 条缺失，链尾被截断" });
  await record(55);
  expect(await anchors.look()).toMatchObject({ intact: false, problem: "第 5 条与记下的链头不符，链被重写过" });
  const place = join(database.config.dataDir, "files", "st", "audit-anchor-newest");
  await writeFile(place, "5:" + "0".repeat(64));
  expect(await anchors.look()).toMatchObject({ intact: false, problem: "存证打不开，可能被改动过" });
  await rm(place);
});

test("fault 17: an anchor that is gone, old or put in a newer one's place is found", async () => {
  const { auditAnchors: anchors, audit, secrets } = platform;
  const place = join(database.config.dataDir, "files", "st", "audit-anchor-newest");
  const keep = async () => {
    const { head } = (await verifyAudit(platform.db)) as { head: AuditHead };
    await anchors.keep(head);
    const note = { action: "audit.anchored", subject: "head", detail: { seq: head.seq.toString() } } as const;
    await platform.database.transaction((tx) => audit.record(tx, { actor: { kind: "system", id: "clock" }, ...note }));
  };
  await keep();
  const old = await readFile(place);
  await record(6);
  await keep();
  expect(await anchors.look()).toEqual({ intact: true, entries: 8, head: expect.anything() as AuditHead });
  await writeFile(place, old);
  expect(await anchors.look()).toMatchObject({ problem: "存证是旧的：停在第 5 条，日志记着第 7 条存过证" });
  await rm(place);
  expect(await anchors.look()).toMatchObject({ problem: "存证不见了：日志记着第 7 条存过证" });
  await keep();
  const inDays = (days: number) => ({ now: () => new Date(platform.clock.now().getTime() + days * 86_400_000 + 1000) });
  const storage = storageOf(database.config);
  const lookIn = (days: number) =>
    createAuditAnchors({ db: platform.db, clock: inDays(days), secrets, storage }).look();
  expect(await lookIn(2)).not.toHaveProperty("staleDays");
  expect(await lookIn(5)).toMatchObject({ intact: true, staleDays: 5 });
  await rm(place);
});

test("the command says so, in words and by its exit code", { timeout: 180_000 }, async () => {
  const run = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, "verify-audit.ts")], {
      env: {
        ...process.env,
        MODE: "sandbox",
        DATABASE_URL: database.url,
        SECRET_KEY: database.config.secretKeys[0],
        DATA_DIR: database.config.dataDir,
      },
    });
  expect((await run()).stdout).toMatch(/审计日志完整，共 5 条；链头 5:[0-9a-f]{64}/);
  await tamper("update audit_entry set subject = 'other' where subject = 'flag:1'");
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: "审计日志有问题：第 1 条被改动\n" });
});
