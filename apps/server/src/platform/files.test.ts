import { createTestClock, createTestDatabase, temporaryFolder, type TestDatabase } from "@coralhub/testkit";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDiskStorage } from "./file-storage.ts";
import { createPlatform, type Platform } from "./index.ts";
import { purge } from "./purge.ts";

const MINE = "0193a000-0000-7000-8000-000000000001";
const THEIRS = "0193a000-0000-7000-8000-000000000002";
const clock = createTestClock();
let database: TestDatabase;
let platform: Platform;
let photo: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(database.config, { clock });
  photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#f66" } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const newFile = (fileName: string) => ({
  ownerId: MINE,
  purpose: "license",
  kind: "document" as const,
  fileName,
  bytes: photo,
});
async function put(fileName = "营业执照.png") {
  const received = await platform.files.receive(newFile(fileName));
  return platform.database.transaction((tx) => platform.files.record(tx, received));
}
const onDisk = () => {
  const folder = join(database.config.dataDir, "files");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
};

test("what was put can be found and read by its owner, and by nobody else", async () => {
  const file = await put();
  expect(file).toMatchObject({
    ownerId: MINE,
    purpose: "license",
    fileName: "营业执照.png",
    contentType: "image/png",
    createdAt: clock.now(),
  });
  expect(await platform.files.find(MINE, file.id)).toEqual(file);
  expect(await platform.files.find(THEIRS, file.id)).toBeUndefined();
  expect(await sharp(await platform.files.read(file)).metadata()).toMatchObject({ format: "png", width: 20 });
  await expect(platform.files.read({ ...file, ownerId: THEIRS })).rejects.toThrow(/unable to authenticate/);
});

test("on disk nothing is readable, and only its owner may look", async () => {
  await put();
  for (const path of onDisk()) {
    expect(readFileSync(path).subarray(0, 8).equals(photo.subarray(0, 8))).toBe(false);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
});

test.each([
  ["../../etc/passwd", "passwd.png"],
  ["C:\\Users\\me\\id.jpg", "id.png"],
  ["photo.exe", "photo.png"],
  [".htaccess", "htaccess.png"],
  ["\u202Egnp.exe\r\nX: y", "gnp.png"],
  ["", "文件.png"],
  ["珊".repeat(300), `${"珊".repeat(80)}.png`],
])("the name %j becomes %j", async (given, kept) => {
  expect((await put(given)).fileName).toBe(kept);
});

test("content that no record claims is removed after a day, content with a record stays", async () => {
  const kept = await put();
  const received = await platform.files.receive(newFile("never used.png"));
  const rolledBack = await platform.files.receive(newFile("rolled back.png"));
  const failed = platform.database.transaction(async (tx) => {
    await platform.files.record(tx, rolledBack);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await platform.files.sweep()).toBe(0);
  clock.advance({ hours: 25 });
  expect(await platform.files.sweep()).toBe(2);
  await expect(platform.files.read(received)).rejects.toMatchObject({ reason: "file.missing" });
  expect(await platform.files.read(kept)).toBeDefined();
  await expect(platform.database.transaction((tx) => platform.files.record(tx, received))).rejects.toThrow(/swept/);
});

test("an imported sheet goes after a week, record and content; a paper something refers to cannot be deleted at all", async () => {
  const paper = await put();
  await platform.database.transaction((tx) => platform.files.attach(tx, [paper.id]));
  const bytes = Buffer.from("平台,店铺名\n亚马逊,Nanyu\n");
  const received = await platform.files.receive({
    ...newFile("店铺.csv"),
    purpose: "store import",
    kind: "sheet",
    bytes,
  });
  const sheet = await platform.database.transaction((tx) => platform.files.record(tx, received));
  clock.advance({ hours: 6 * 24 });
  await purge({ db: platform.db, clock });
  expect(await platform.files.find(MINE, sheet.id)).toEqual(sheet);
  clock.advance({ hours: 25 });
  expect(await purge({ db: platform.db, clock })).toMatchObject({ file: 1 });
  expect(await platform.files.find(MINE, sheet.id)).toBeUndefined();
  expect(await platform.files.sweep()).toBe(1);
  await expect(platform.files.read(sheet)).rejects.toMatchObject({ reason: "file.missing" });
  const deleting = sql`delete from file where id = ${paper.id}`.execute(platform.db);
  await expect(deleting).rejects.toThrow(/is not deleted/);
  expect(await platform.files.read(paper)).toBeDefined();
});

test("the disk store: nothing where nothing is, and removing it twice is no error", async () => {
  const storage = createDiskStorage(temporaryFolder());
  expect(await storage.read("0193a000-0000-7000-8000-000000000009")).toBeUndefined();
  await storage.write("0193a000-0000-7000-8000-000000000009", Buffer.from("x"));
  expect(Buffer.from((await storage.read("0193a000-0000-7000-8000-000000000009"))!).toString()).toBe("x");
  for (let twice = 0; twice < 2; twice++) await storage.remove("0193a000-0000-7000-8000-000000000009");
});
