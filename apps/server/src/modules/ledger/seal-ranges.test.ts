import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readIncomeByDay } from "./activity-store.ts";
import { decideBatch } from "./batch.ts";
import { checkSeals } from "./check-books.ts";
import { NOBODY, rangesOf } from "./day-ranges.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { lockBatch, writeStatements } from "./ledger-store.ts";
import { leafDigest, merkleRoot } from "./merkle.ts";
import { requestOf } from "./posting.ts";
import { proveEntry } from "./prove-entry.ts";
import { sealDays } from "./seal-days.ts";
import { merchantLeaf } from "./sealed-entries.ts";
import { closeDay, readMerchantSeals, readReached, readSealedDay, sealRange } from "./seals-store.ts";
import { postAll, runIn } from "./transactions.ts";

const SCRIPT = fileURLToPath(new URL("../../../../../tools/verify-proof.mjs", import.meta.url));
const FEW = { merchants: 3, transfers: 6 };
let ledger: LedgerFixture;
let folder: string;
beforeAll(async () => {
  ledger = await createLedgerFixture();
  folder = mkdtempSync(join(tmpdir(), "ranges-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await ledger.close();
});

const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");
const posting = (merchantId: string, key: string) => ({
  merchantId,
  key,
  reason: "income.credited" as const,
  transfers: [transfer(nostro, wallet, moneyOf("USD", 100n)), transfer(wallet, fees, moneyOf("USD", 1n))],
});
const post = (merchantId: string, key: string) => ledger.writer.post(posting(merchantId, key));
function verify(proof: unknown): string {
  const file = join(folder, "proof.json");
  writeFileSync(file, JSON.stringify(proof));
  return execFileSync(process.execPath, [SCRIPT, file], { encoding: "utf8" });
}
const closed = async (day: string) => {
  while (!(await closeDay(ledger.db, day, ledger.clock.now())));
};

test("a day that was sealed in part is gone on with: nothing twice, nobody left out, and until then it is not sealed", async () => {
  ledger.clock.set("2026-11-10T02:00:00Z");
  const merchants = Array.from({ length: 11 }, () => ledger.ids.next()).toSorted();
  for (const merchantId of merchants) for (const key of ["a", "b"]) await post(merchantId, key);
  ledger.clock.set("2026-11-10T17:00:00Z");
  await closed("2026-11-10");

  let reached = NOBODY;
  let ranges = 0;
  for await (const range of rangesOf(ledger.db, "2026-11-10", reached, FEW)) {
    await sealRange(ledger.db, "2026-11-10", reached, range);
    // The same again, as somebody would who was killed before he heard of it, or who does it at the same time.
    await expect(sealRange(ledger.db, "2026-11-10", reached, range)).rejects.toMatchObject({ code: "CL001" });
    reached = range.seals.at(-1)!.merchantId;
    if (++ranges === 3) break;
  }
  expect(await readReached(ledger.db, "2026-11-10")).toBe(reached);
  expect(await readSealedDay(ledger.db, "2026-11-10")).toBeUndefined();
  const income = () => readIncomeByDay(ledger.db, merchants[0]!, ["wallet"], "2026-11-10");
  const earned = [{ day: "2026-11-10", amount: moneyOf("USD", 200n) }];
  expect(await income()).toEqual(earned);

  expect(await sealDays({ ...ledger, size: FEW })).toEqual(["2026-11-10"]);
  expect(await income()).toEqual(earned);
  const seals = await readMerchantSeals(ledger.db, "2026-11-10");
  expect(seals.map(({ merchantId, place }) => [merchantId, place])).toEqual(merchants.map((id, n) => [id, n]));
  const leaves = seals.map((seal) => leafDigest(merchantLeaf(seal.merchantId, "2026-11-10", seal.entries, seal.root)));
  const day = (await readSealedDay(ledger.db, "2026-11-10"))!;
  expect([day.root, day.entries]).toEqual([merkleRoot(leaves).toString("hex"), 88n]);
  expect(await checkSeals(ledger.db)).toEqual([]);
  const totals = await ledger.asApp<{ kind: string; debits: string; credits: string }>(
    "select kind, debits, credits from ledger_day_total where day = '2026-11-10' order by kind",
  );
  expect(totals.map(({ kind, debits, credits }) => [kind, Number(debits), Number(credits)])).toEqual([
    ["house.fees", 0, 22],
    ["house.nostro", 2200, 0],
    ["wallet", 22, 2200],
  ]);
  expect(await readReached(ledger.db, "2026-11-10")).toBeUndefined();
});

test("merchants are sealed in their order, and nobody but the functions writes how far it has come", async () => {
  ledger.clock.set("2026-11-11T17:00:00Z");
  await closed("2026-11-11");
  const [first, second] = [ledger.ids.next(), ledger.ids.next()].toSorted();
  const seal = (merchantId: string) => ({ merchantId, root: Buffer.alloc(32), entries: 1n, nodes: [] });
  const range = (...ids: string[]) => sealRange(ledger.db, "2026-11-11", NOBODY, { seals: ids.map(seal), totals: [] });
  await expect(range(second!, first!)).rejects.toMatchObject({ code: "CL002" });
  await expect(range(first!, first!)).rejects.toMatchObject({ code: "CL002" });
  await expect(range()).rejects.toMatchObject({ code: "CL002" });
  for (const table of ["ledger_closed", "ledger_sealing", "ledger_sealing_total", "ledger_entry_node"]) {
    await expect(ledger.asApp(`delete from ${table}`)).rejects.toMatchObject({ code: "42501" });
  }
  await expect(ledger.asApp("select ledger_floor()")).rejects.toMatchObject({ code: "42501" });
  await expect(ledger.database.query("delete from ledger_closed")).rejects.toMatchObject({ code: "CL000" });
  expect(await sealDays(ledger)).toEqual(["2026-11-11"]);
});

test("a merchant's large day is read in pieces, and a proof from it reads a few entries and a node for each level", async () => {
  ledger.clock.set("2026-11-12T02:00:00Z");
  const [large, other] = [ledger.ids.next(), ledger.ids.next()];
  const receipts = await Promise.all(Array.from({ length: 75 }, (_, n) => post(large, `k${n}`)));
  await post(other, "k");
  ledger.clock.set("2026-11-12T17:00:00Z");
  expect(await sealDays({ ...ledger, size: FEW })).toEqual(["2026-11-12"]);
  expect(await checkSeals(ledger.db)).toEqual([]);
  const nodes = await ledger.asApp<{ level: number; n: number; firsts: number }>(
    "select level, count(*)::int as n, count(first_code)::int as firsts from ledger_entry_node group by 1 order by 1",
  );
  // 300 entries: five times 64, and the tree above them.
  expect(nodes).toEqual([
    { level: 6, n: 5, firsts: 5 },
    { level: 7, n: 3, firsts: 0 },
    { level: 8, n: 2, firsts: 0 },
    { level: 9, n: 1, firsts: 0 },
  ]);
  for (const [place, account, line] of [
    [0, nostro, 1],
    [74, nostro, 1],
    [31, wallet, 1],
    [32, wallet, 2],
    [74, fees, 2],
  ] as const) {
    const proof = await proveEntry(ledger.db, large, { postingId: receipts[place]!.postingId, line, account });
    expect(proof.entryPath.length).toBeLessThanOrEqual(9);
    expect(verify(proof)).toContain("✓ 2026-11-12");
  }
  await expect(
    proveEntry(ledger.db, large, { postingId: receipts[0]!.postingId, line: 2, account: nostro }),
  ).rejects.toMatchObject({ reason: "not_found" });
});

test("who was writing when the day was closed is waited for; nobody else waits, and no account is written", async () => {
  ledger.clock.set("2026-11-13T15:59:59Z");
  const [slow, quick] = [ledger.ids.next(), ledger.ids.next()];
  await post(slow, "before");
  const rows = () => ledger.asApp("select ctid, xmin from ledger_account order by merchant_id, code");
  const late = requestOf(posting(slow, "late"), ledger.ids.next(), BigInt(ledger.clock.now().getTime()) * 1000n);
  await ledger.app.db.transaction().execute(async (tx) => {
    await postAll(runIn(tx), [late]);
    const midnight = new Date("2026-11-13T16:00:00Z");
    const closing = ledger.asApp<{ quiet: boolean }>("select ledger_close_day('2026-11-13', $1) as quiet", [midnight]);
    expect(await closing).toEqual([{ quiet: false }]);
    // Open as long as somebody may write into it who did not know.
    await expect(ledger.asApp("select ledger_seal_day('2026-11-13', $1)", [midnight])).rejects.toMatchObject({
      code: "CL002",
    });
    expect((await post(quick, "meanwhile")).postedAt.toISOString()).toBe("2026-11-13T16:00:00.000Z");
  });
  const before = await rows();
  ledger.clock.set("2026-11-13T17:00:00Z");
  expect(await sealDays(ledger)).toEqual(["2026-11-13"]);
  expect(await rows()).toEqual(before);
  expect(await proveEntry(ledger.db, slow, { postingId: late.id, line: 1, account: wallet })).toMatchObject({
    merchant: { day: "2026-11-13" },
  });
  expect(await checkSeals(ledger.db)).toEqual([]);
});

test("who has looked at the books while one day after the other is closed writes all the same, behind them", async () => {
  ledger.clock.set("2026-11-16T17:00:00Z");
  const merchantId = ledger.ids.next();
  await post(merchantId, "earlier");
  ledger.clock.set("2026-11-20T17:00:00Z");
  await closed("2026-11-17");
  const request = requestOf(
    posting(merchantId, "meanwhile"),
    ledger.ids.next(),
    BigInt(ledger.clock.now().getTime()) * 1000n,
  );
  await ledger.app.db.transaction().execute(async (tx) => {
    const decisions = decideBatch([request], await lockBatch(runIn(tx), [request]));
    await ledger.asApp("select ledger_close_day('2026-11-18', $1)", [ledger.clock.now()]);
    for (const { text, values } of writeStatements(decisions)) await runIn(tx)(text, values);
  });
  const [{ at } = { at: null }] = await ledger.asApp<{ at: Date }>(
    "select max(posted_at) as at from ledger_transfer where merchant_id = $1",
    [merchantId],
  );
  expect(at!.getTime()).toBeGreaterThanOrEqual(ledger.clock.now().getTime());
});

test("nobody writes from an old snapshot, which might not show that the day is closed", async () => {
  const request = requestOf(
    posting(ledger.ids.next(), "old"),
    ledger.ids.next(),
    BigInt(ledger.clock.now().getTime()) * 1000n,
  );
  const attempt = ledger.app.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await postAll(runIn(tx), [request]);
    });
  await expect(attempt).rejects.toMatchObject({ code: "CL002" });
});
