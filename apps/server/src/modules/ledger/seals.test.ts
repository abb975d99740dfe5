import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readIncomeByDay } from "./activity-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { growTree, leafDigest, merklePath, merkleRoot, type KeptNode } from "./merkle.ts";
import { USABLE } from "./overview.ts";
import { proveEntry, type EntryProof } from "./prove-entry.ts";
import { sealDays } from "./seal-days.ts";

const SCRIPT = fileURLToPath(new URL("../../../../../tools/verify-proof.mjs", import.meta.url));
let ledger: LedgerFixture;
let folder: string;
const merchants: string[] = [];
beforeAll(async () => {
  ledger = await createLedgerFixture();
  folder = mkdtempSync(join(tmpdir(), "proof-"));
  for (let n = 0; n < 5; n++) merchants.push(ledger.ids.next());
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await ledger.close();
});

const wallet = accountCode("wallet", "USD");
const post = (merchantId: string, key: string, reference?: string) =>
  ledger.writer.post({
    merchantId,
    key,
    reason: "income.credited",
    ...(reference ? { reference } : {}),
    transfers: [transfer(accountCode("house.nostro", "USD", "bank"), wallet, moneyOf("USD", 100n))],
  });
let written = 0;
function verify(proof: unknown, ...more: string[]): Promise<string> {
  const file = join(folder, `proof-${++written}.json`);
  writeFileSync(file, JSON.stringify(proof));
  return new Promise((done) =>
    execFile(process.execPath, [SCRIPT, file, ...more], (_, stdout, stderr) => done(stdout + stderr)),
  );
}

test("a path leads from every leaf of a tree of any size to its root", () => {
  for (let size = 1; size <= 17; size++) {
    const leaves = Array.from({ length: size }, (_, n) => leafDigest(`leaf ${n}`));
    const digests = new Set(leaves.map((_, place) => JSON.stringify(merklePath(leaves, place))));
    expect(digests.size).toBe(size);
    expect(merkleRoot(leaves)).not.toEqual(merkleRoot(leaves.slice(1)));
  }
});

test("a tree that grows leaf by leaf has the same root, and tells every inner node once", () => {
  for (let size = 0; size <= 70; size++) {
    const leaves = Array.from({ length: size }, (_, n) => leafDigest(`leaf ${n}`));
    const nodes: KeptNode[] = [];
    const tree = growTree((node) => void nodes.push(node));
    for (const leaf of leaves) tree.add(leaf);
    expect(tree.root()).toEqual(merkleRoot(leaves));
    let width = size;
    for (let level = 1; width > 1; level++) {
      width = Math.ceil(width / 2);
      const places = nodes.filter((node) => node.level === level).map(({ place }) => place);
      expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: width }, (_, place) => place));
    }
    for (const { level, place, digest } of nodes) {
      expect(digest).toEqual(merkleRoot(leaves.slice(place << level, (place + 1) << level)));
    }
  }
});

test("each day is sealed once it is over, and any entry of it can be proven offline", async () => {
  ledger.clock.set("2026-11-10T02:00:00Z");
  const receipts = [];
  for (const merchantId of merchants) {
    for (let n = 0; n < 4; n++) receipts.push({ merchantId, ...(await post(merchantId, `k${n}`, `订单 "${n}"`)) });
  }
  expect(await sealDays(ledger)).toEqual([]);
  const { merchantId, postingId } = receipts[7]!;
  const wanted = { postingId, line: 1, account: wallet };
  await expect(proveEntry(ledger.db, merchantId, wanted)).rejects.toMatchObject({ reason: "ledger.not_sealed_yet" });

  ledger.clock.set("2026-11-12T16:00:00Z");
  expect(await sealDays(ledger)).toEqual(["2026-11-10", "2026-11-11", "2026-11-12"]);
  const proof = await proveEntry(ledger.db, merchantId, wanted);
  expect(await Promise.all([verify(proof), verify(proof, proof.day.chain), verify(proof, "00")])).toEqual([
    expect.stringContaining("✓ 2026-11-10"),
    expect.stringContaining("✓"),
    expect.stringContaining("账目可能被改动"),
  ]);
  for (const { merchantId: owner, postingId: id } of [receipts[0]!, receipts.at(-1)!]) {
    expect(await verify(await proveEntry(ledger.db, owner, { postingId: id, line: 1, account: wallet }))).toContain(
      "✓",
    );
  }
  await expect(proveEntry(ledger.db, merchants[0]!, wanted)).rejects.toMatchObject({ reason: "not_found" });
});

test("the tree over the merchants is kept with the day: every merchant's way to the root, and nobody changes it", async () => {
  for (const owner of merchants) {
    const [row] = await ledger.asApp<{ id: string }>("select id from ledger_posting where merchant_id = $1 limit 1", [
      owner,
    ]);
    const proof = await proveEntry(ledger.db, owner, { postingId: row!.id, line: 1, account: wallet });
    expect(proof.merchantPath.length).toBeLessThanOrEqual(3);
    expect(await verify(proof)).toContain("✓");
  }
  const nodes = await ledger.asApp<{ level: number; n: string }>(
    "select level, count(*) as n from ledger_seal_node where day = '2026-11-10' group by level order by level",
  );
  expect(nodes.map(({ n }) => Number(n))).toEqual([3, 2, 1]);
  await expect(ledger.asApp("delete from ledger_seal_node")).rejects.toMatchObject({ code: "42501" });
  await expect(ledger.database.query("delete from ledger_seal_node")).rejects.toMatchObject({ code: "CL000" });
});

test("a changed proof is found out, whatever was changed", async () => {
  const [row] = await ledger.asApp<{ id: string }>("select id from ledger_posting where merchant_id = $1 limit 1", [
    merchants[2],
  ]);
  const proof = await proveEntry(ledger.db, merchants[2]!, { postingId: row!.id, line: 1, account: wallet });
  const changes: ((p: EntryProof) => unknown)[] = [
    (p) => (p.entry.amountMinor = "100000"),
    (p) => (p.entry.balanceMinor = "100000"),
    (p) => (p.entry.reference = "another"),
    (p) => (p.entry.postedAtMicros = "1"),
    (p) => (p.entry.merchantId = merchants[3]!),
    (p) => (p.merchant.entries = "9"),
    (p) => (p.entryPath[0]!.side = p.entryPath[0]!.side === "left" ? "right" : "left"),
    (p) => p.merchantPath.pop(),
    (p) => (p.day.root = p.day.chain),
    (p) => (p.day.previous = p.day.root),
  ];
  const verdicts = changes.map((change) => {
    const changed = structuredClone(proof);
    change(changed);
    return verify(changed);
  });
  for (const verdict of await Promise.all(verdicts)) expect(verdict).toContain("✗");
});

test("a sealed day takes no more entries, whatever the clock says", async () => {
  ledger.clock.set("2026-11-11T02:00:00Z");
  const late = await post(merchants[0]!, "late");
  expect(late.postedAt.toISOString()).toBe("2026-11-12T16:00:00.000Z");
  const fresh = await post(ledger.ids.next(), "new-merchant");
  expect(fresh.postedAt.getTime()).toBeGreaterThanOrEqual(Date.parse("2026-11-12T16:00:00Z"));
});

test("days cannot be skipped, repeated or sealed while open", async () => {
  const seal = (day: string) => ledger.asApp("select ledger_seal_day($1, now())", [day]);
  await expect(seal("2026-11-12")).rejects.toMatchObject({ code: "CL002" });
  await expect(seal("2026-11-14")).rejects.toMatchObject({ code: "CL002" });
  await expect(seal("2026-11-13")).rejects.toMatchObject({ code: "CL002" });
  const rows = await ledger.asApp<{ closing: string }>(
    "select currency, sum(closing) as closing from ledger_day_total where day = '2026-11-12' group by 1",
  );
  expect(rows.map((row) => Number(row.closing))).toEqual([0]);
});

test("income by day is the entries', whether the day is sealed, sealed later or still open; nobody writes the sums", async () => {
  const income = async (merchantId: string, from = "2026-11-10") =>
    (await readIncomeByDay(ledger.db, merchantId, USABLE, from)).map(({ day, amount }) => [day, amount.minor]);
  expect(await income(merchants[1]!)).toEqual([["2026-11-10", 400n]]);
  // The late one came to the day after the seal.
  expect(await income(merchants[0]!)).toEqual([
    ["2026-11-10", 400n],
    ["2026-11-13", 100n],
  ]);
  expect(await income(merchants[0]!, "2026-11-11")).toEqual([["2026-11-13", 100n]]);
  ledger.clock.set("2026-11-13T16:30:00Z");
  expect(await sealDays(ledger)).toEqual(["2026-11-13"]);
  expect(await income(merchants[0]!, "2026-11-11")).toEqual([["2026-11-13", 100n]]);
  const [sealed] = await ledger.asApp<{ rows: string }>(
    "select count(*) as rows from ledger_day_credit where merchant_id = $1",
    [merchants[0]],
  );
  expect(Number(sealed!.rows)).toBe(2);
  await expect(ledger.asApp("delete from ledger_day_credit")).rejects.toMatchObject({ code: "42501" });
  await expect(ledger.database.query("delete from ledger_day_credit")).rejects.toMatchObject({ code: "CL000" });
});
