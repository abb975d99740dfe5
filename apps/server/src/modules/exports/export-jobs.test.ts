import { exportEndpoints as calls } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../income/income-fixture.ts";
import { startRecords, type Records } from "../income/records/records-fixture.ts";

const RUN = "exports.export-incomes";
const EMPTY = "exports.empty-exports";
let world: Records;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
  const account = await world.account(merchant, "USD", "8340");
  await world.income({ account, reference: "R1" });
});

const query = (text: string, values: unknown[] = []) => world.server.database.query(text, values);
const start = () => world.server.call(calls.startExport, { filters: {} }, merchant);
const cancel = (id: string) => world.server.call(calls.cancelExport, { id }, merchant);
const job = async (id: string) =>
  (await world.server.call(calls.exportJobs, {}, merchant)).find((one) => one.id === id)!;
const reach = (id: string, wanted: string) =>
  until(async () => {
    const found = await job(id);
    return found.state === wanted ? found : undefined;
  });
/** Pieces of that export in the file store. */
const pieces = (id: string) =>
  readdirSync(join(world.server.config.dataDir, "files"), { recursive: true })
    .map((path) => String(path).split("/").at(-1)!)
    .filter((name) => name.includes(id))
    .toSorted();

type Planted = { state: string; parts?: number; expiresAt?: string | null };
async function plant({ state, parts = 0, expiresAt = null }: Planted): Promise<string> {
  const id = world.server.app.platform.ids.next();
  await query(
    `insert into export_job (merchant_id, id, format, file_name, selection, state, parts, created_at, expires_at)
     values ($1, $2, 'csv', 'x.csv', '{"filters": {}}', $3, $4, now(), $5)`,
    [merchant.userId, id, state, parts, expiresAt],
  );
  return id;
}
/** As a worker left them. */
async function plantPieces(id: string, parts: number): Promise<void> {
  const { spool } = world.server.app.platform;
  const body = async function* () {
    for (let n = 0; n < parts; n++) yield new Uint8Array(4 * 1024 * 1024);
  };
  await spool.write({ ownerId: merchant.userId, id }, body(), async () => true);
}
/** Runs a job and waits until nothing of its kind is left to do. */
async function run(name: string, data: object): Promise<void> {
  const { platform } = world.server.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, name, data));
  await until(async () => {
    const open = await query("select from pgboss.job where name = $1 and state not in ('completed', 'failed')", [name]);
    return open.length === 0 ? true : undefined;
  });
}

/** No export reads its rows while this goes on. */
async function whileNoneReads<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  try {
    await client.query("begin; lock table receiving_account in access exclusive mode");
    return await work();
  } finally {
    await client.end();
  }
}

test("three at a time, also when they are asked for at once; one that is cancelled makes room", async () => {
  const { asked, first, id } = await whileNoneReads(async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, start));
    const [one] = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.id] : []));
    await cancel(one!);
    const next = await start();
    await expect(start()).rejects.toMatchObject({ reason: "export.too_many" });
    return { asked: answers, first: one!, id: next.id };
  });
  const refusals = asked.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  expect(refusals).toHaveLength(5);
  for (const refusal of refusals) expect(refusal).toMatchObject({ reason: "export.too_many" });
  expect(await reach(id, "ready")).toMatchObject({ rowsDone: 1 });
  expect((await job(first)).state).toBe("cancelled");
});

test("what was cancelled before its turn is never begun", async () => {
  const id = await plant({ state: "cancelled" });
  await run(RUN, { merchantId: merchant.userId, id });
  expect(await job(id)).toMatchObject({ state: "cancelled", rowsTotal: null });
  expect(pieces(id)).toEqual([]);
});

test("cancelled between its last row and its end it is no file, and nothing of it stays", async () => {
  await query(`
    create function cancelled_meanwhile() returns trigger language plpgsql as $$ begin new.state = 'cancelled'; return new; end $$;
    create trigger cancelled_meanwhile before update on export_job for each row
      when (old.parts = 0 and new.parts > 0) execute function cancelled_meanwhile()`);
  const { id } = await start();
  await reach(id, "cancelled");
  await query("drop trigger cancelled_meanwhile on export_job; drop function cancelled_meanwhile");
  await until(async () => (pieces(id).length === 0 ? true : undefined));
  expect((await job(id)).state).toBe("cancelled");
  await expect(world.server.call(calls.downloadExport, { id }, merchant)).rejects.toMatchObject({
    reason: "export.gone",
  });
});

test("what a worker left that died is removed when another begins again", async () => {
  const id = await plant({ state: "running", parts: 3 });
  await plantPieces(id, 3);
  expect(pieces(id)).toHaveLength(3);
  await run(RUN, { merchantId: merchant.userId, id });
  expect(await job(id)).toMatchObject({ state: "ready", rowsDone: 1 });
  expect(pieces(id)).toHaveLength(1);
});

test("what a dead worker left of an export cancelled since is gone by the next morning", async () => {
  const [id, live] = [await plant({ state: "cancelled", parts: 2 }), await plant({ state: "running", parts: 1 })];
  await plantPieces(id, 2);
  await plantPieces(live, 1);
  await run(EMPTY, {});
  expect([pieces(id).length, pieces(live).length]).toEqual([0, 1]);
  expect((await job(id)).state).toBe("cancelled");
  expect(await query("select from export_job where id = $1 and parts > 0", [id])).toEqual([]);
});

test("an export that breaks says so and leaves nothing", async () => {
  await query(`
    create function break_it() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger break_it before update on export_job for each row when (new.state = 'ready') execute function break_it()`);
  const { id } = await start();
  await reach(id, "failed");
  await query("drop trigger break_it on export_job; drop function break_it");
  expect(pieces(id)).toEqual([]);
  await expect(cancel(id)).rejects.toMatchObject({ reason: "export.ended" });
});

test("after its days every file is emptied, however many there are, and the young ones stay", async () => {
  const [old, young] = [await start(), await start()];
  await reach(old.id, "ready");
  await reach(young.id, "ready");
  await query("update export_job set expires_at = now() - interval '1 minute' where id = $1", [old.id]);
  await query(
    `insert into export_job (merchant_id, id, format, file_name, selection, state, created_at, expires_at)
     select $1, gen_random_uuid(), 'csv', 'x.csv', '{"filters": {}}', 'ready', now(), now() - interval '2 minutes'
     from generate_series(1, 120)`,
    [(await world.merchant()).userId],
  );
  await run(EMPTY, {});
  expect([(await job(old.id)).state, (await job(young.id)).state]).toEqual(["expired", "ready"]);
  expect([pieces(old.id).length, pieces(young.id).length]).toEqual([0, 1]);
  const left = await query("select from export_job where state = 'ready' and expires_at < now()");
  expect(left).toEqual([]);
});
