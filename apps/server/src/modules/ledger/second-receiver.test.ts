import { accountCode, moneyOf, transfer, type AccountCode, type Transfer } from "@coralhub/domain";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readIncomeByDay } from "./activity-store.ts";
import { readOpenTrial, readPostingLines, readSealedTrial, type TrialRow } from "./books-store.ts";
import { readBalanceAt, readStatement, readTurnover } from "./entries-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { reversalPosting } from "./links.ts";
import type { Posting } from "./posting.ts";
import { proveEntry } from "./prove-entry.ts";
import { findBrokenChains, findUnbalancedBooks, readNostroMovements } from "./reconcile-store.ts";
import { sealDays } from "./seal-days.ts";

/** Money that leaves one account at once for two others, read in every way books are read. */
let ledger: LedgerFixture;
let merchantId: string;
beforeAll(async () => void (ledger = await createLedgerFixture()));
afterAll(() => ledger.close());
beforeEach(() => {
  merchantId = ledger.ids.next();
  ledger.clock.set("2026-11-15T02:00:00Z");
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");
const usd = (minor: bigint) => moneyOf("USD", minor);
const DAY = "2026-11-15";
const whole = { from: new Date("2026-11-14T16:00:00Z"), until: new Date("2026-11-15T16:00:00Z") };

const post = (key: string, transfers: Transfer[], more: Partial<Posting> = {}) =>
  ledger.writer.post({ merchantId, key, reason: "card.funded", reference: `R-${key}`, transfers, ...more });
const fund = () => post("in", [transfer(nostro, wallet, usd(1000n))], { reason: "income.credited" });
/** 100 to the cards for a fee of 3, all at once. */
const withFee = () => post("out", [transfer(wallet, cards, usd(100n)), transfer(wallet, fees, usd(3n))]);

const rowsOf = (postingId: string) =>
  ledger.asApp<{ count: number }>("select count(*)::int as count from ledger_transfer where posting_id = $1", [
    postingId,
  ]);

test("is one row, one moment and one entry of the sender, told in full", async () => {
  await fund();
  const { postingId, postedAt } = await withFee();
  expect(await rowsOf(postingId)).toEqual([{ count: 1 }]);
  const statement = (code: AccountCode) => readStatement(ledger.db, { merchantId, code, ...whole });
  const [own, received, charged] = await Promise.all([wallet, cards, fees].map(statement));
  expect(own!.entries.at(-1)).toMatchObject({
    line: 1,
    amount: usd(-103n),
    balance: usd(897n),
    other: cards,
    fee: usd(3n),
    reference: "R-out",
  });
  expect(received!.entries).toMatchObject([
    { line: 1, amount: usd(100n), balance: usd(100n), other: wallet, fee: null },
  ]);
  expect(charged!.entries).toMatchObject([{ line: 2, amount: usd(3n), balance: usd(3n), other: wallet, fee: null }]);
  expect([own, received, charged].map((one) => one!.closing.minor)).toEqual([897n, 100n, 3n]);
  const turnover = (code: AccountCode) => readTurnover(ledger.db, { merchantId, code, ...whole });
  expect(await turnover(wallet)).toEqual({ credits: usd(1000n), debits: usd(103n), entries: 2 });
  expect(await turnover(fees)).toEqual({ credits: usd(3n), debits: usd(0n), entries: 1 });
  expect(await readBalanceAt(ledger.db, merchantId, fees, postedAt)).toEqual(usd(0n));
  expect(await readBalanceAt(ledger.db, merchantId, fees, whole.until)).toEqual(usd(3n));
});

test("whoever looks at the posting sees its transfers, and asking again gives the same receipt", async () => {
  await fund();
  const first = await withFee();
  const lines = [
    { from: wallet, to: cards, amount: usd(100n), fromBalance: usd(900n), toBalance: usd(100n) },
    { from: wallet, to: fees, amount: usd(3n), fromBalance: usd(897n), toBalance: usd(3n) },
  ];
  expect(first.lines).toEqual(lines);
  expect(await withFee()).toEqual({ ...first, replayed: true });
  const read = await readPostingLines(ledger.db, merchantId, first.postingId);
  expect(read).toEqual(lines.map((line, n) => ({ ...line, line: n + 1 })));
  const back = await reversalPosting(
    ledger.db,
    { merchantId, key: "back", reason: "payout.returned" },
    first.postingId,
  );
  await ledger.writer.post(back);
  expect(await readBalanceAt(ledger.db, merchantId, wallet, whole.until)).toEqual(usd(1000n));
});

test("later legs go together in pairs; held money, the same receiver twice and another sender do not", async () => {
  await fund();
  const many = await post("many", [
    transfer(wallet, cards, usd(1n)),
    transfer(wallet, fees, usd(2n)),
    transfer(wallet, nostro, usd(3n)),
    transfer(wallet, cards, usd(4n)),
    transfer(wallet, cards, usd(5n)),
    transfer(cards, wallet, usd(6n)),
  ]);
  expect(await rowsOf(many.postingId)).toEqual([{ count: 4 }]);
  expect((await readPostingLines(ledger.db, merchantId, many.postingId)).map(({ amount }) => amount.minor)).toEqual(
    many.lines.map(({ amount }) => amount.minor),
  );
  expect(await findBrokenChains(ledger.db, new Date(0))).toEqual([]);
  expect(await findUnbalancedBooks(ledger.db)).toEqual([]);
});

test("the receiver whose time is furthest ahead sets the time for all of them", async () => {
  await fund();
  ledger.clock.advance({ minutes: 10 });
  await post("ahead", [transfer(nostro, fees, usd(1n))]);
  ledger.clock.advance({ minutes: -10 });
  const late = await withFee();
  expect(late.postedAt).toEqual(new Date("2026-11-15T02:10:00.000Z"));
  expect(await withFee()).toEqual({ ...late, replayed: true });
  // Decided from what the lane remembers: had it another time than the books, this would be asked about again.
  await post("next", [transfer(wallet, cards, usd(1n))]);
  expect(await findBrokenChains(ledger.db, new Date(0))).toEqual([]);
});

test("a bank account that is the second receiver is compared with the bank's statement", async () => {
  await fund();
  await post("paid", [transfer(wallet, fees, usd(3n)), transfer(wallet, nostro, usd(50n))]);
  const moved = await readNostroMovements(ledger.db, "bank", whole.from, whole.until);
  expect(moved.get("R-paid")).toEqual(usd(-50n));
});

test("the day's totals and seals cover all three sides, and each can be proven", async () => {
  await fund();
  const { postingId } = await withFee();
  await post("split", [transfer(nostro, wallet, usd(7n)), transfer(nostro, cards, usd(9n))], {
    reason: "income.credited",
  });
  const income = () => readIncomeByDay(ledger.db, merchantId, ["wallet", "card_wallet"], DAY);
  const earned = [{ day: DAY, amount: usd(1016n) }];
  expect(await income()).toEqual(earned);
  const sides = (rows: TrialRow[] | undefined) =>
    rows!.map(({ kind, debits, credits, closing }) => [kind, debits.minor, credits.minor, closing.minor]);
  const open = sides(await readOpenTrial(ledger.db, DAY));
  ledger.clock.set("2026-11-15T17:00:00Z");
  expect(await sealDays(ledger)).toEqual([DAY]);
  expect(sides(await readSealedTrial(ledger.db, DAY))).toEqual(open);
  expect(open.reduce((sum, [, , , closing]) => sum + (closing as bigint), 0n)).toBe(0n);
  expect(await income()).toEqual(earned);
  const credits = await ledger.asApp<{ kind: string; reason: string; amount: string }>(
    "select kind, reason, amount from ledger_day_credit where merchant_id = $1 order by 1, 2",
    [merchantId],
  );
  expect(credits.map(({ kind, reason, amount }) => [kind, reason, Number(amount)])).toEqual([
    ["card_wallet", "card.funded", 100],
    ["card_wallet", "income.credited", 9],
    ["wallet", "income.credited", 1007],
  ]);
  const prove = (line: number, account: AccountCode) => proveEntry(ledger.db, merchantId, { postingId, line, account });
  const proofs = await Promise.all([prove(1, wallet), prove(1, cards), prove(2, fees)]);
  expect(proofs.map(({ entry }) => [entry.amountMinor, entry.balanceMinor])).toEqual([
    ["-103", "897"],
    ["100", "100"],
    ["3", "3"],
  ]);
  await expect(prove(2, wallet)).rejects.toMatchObject({ reason: "not_found" });
});

test("both views are read through indexes, in order: nothing is sorted, nothing found without its merchant", async () => {
  const planOf = async (statement: string) => {
    const rows = await ledger.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return (await sql<{ "QUERY PLAN": string }>`explain (costs off) ${sql.raw(statement)}`.execute(tx)).rows;
    });
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  const newest = await planOf(`select balance from ledger_entry
    where merchant_id = '${merchantId}' and code = '${fees}' and posted_at < now() order by posted_at desc limit 1`);
  expect(newest).not.toMatch(/Seq Scan|-> {2}Sort/);
  expect(newest.match(/Index Cond: \(\(merchant_id = [^\n]*posted_at < /g)).toHaveLength(3);
  const posting =
    await planOf(`select t.amount from unnest(array['${merchantId}']::uuid[], '{}'::uuid[]) u (merchant_id, id)
    join ledger_leg t on t.merchant_id = u.merchant_id and t.posting_id = u.id`);
  expect(posting).toMatch(/Index Cond: \(\(posting_id = u\.id\) AND \(merchant_id = u\.merchant_id/);
});
