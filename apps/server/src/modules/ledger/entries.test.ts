import { accountCode, holdCode, moneyOf, transfer } from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBalance, readBalanceAt, readBalances, readStatement } from "./entries-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { holdPosting, resolutionPosting, reversalPosting } from "./links.ts";

let ledger: LedgerFixture;
let merchantId: string;
beforeAll(async () => void (ledger = await createLedgerFixture()));
afterAll(() => ledger.close());
beforeEach(() => {
  merchantId = ledger.ids.next();
  ledger.clock.set("2026-11-15T02:00:00Z");
});

const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");
const usd = (minor: bigint) => moneyOf("USD", minor);
const day = (n: number) => new Date(`2026-11-${String(n).padStart(2, "0")}T00:00:00Z`);
const head = (key: string) => ({ merchantId, key, reason: "payout.settled" as const });
const fund = (key: string, minor: bigint) =>
  ledger.writer.post({
    merchantId,
    key,
    reason: "income.credited",
    reference: `R-${key}`,
    transfers: [transfer(nostro, wallet, usd(minor))],
  });

test("tells the balance of any past moment and statements that close", async () => {
  for (let n = 16; n <= 20; n++) {
    ledger.clock.set(day(n));
    await fund(`f${n}`, 100n);
    await ledger.writer.post({
      merchantId,
      key: `out${n}`,
      reason: "payout.settled",
      transfers: [transfer(wallet, nostro, usd(30n)), transfer(wallet, fees, usd(1n))],
    });
  }
  expect(await readBalance(ledger.db, merchantId, wallet)).toEqual(usd(345n));
  expect(await readBalanceAt(ledger.db, merchantId, wallet, day(15))).toEqual(usd(0n));
  expect(await readBalanceAt(ledger.db, merchantId, wallet, new Date(day(17).getTime() + 1))).toEqual(usd(138n));

  const period = { merchantId, code: wallet, from: day(17), until: day(19) };
  const whole = await readStatement(ledger.db, period);
  expect([whole.opening, whole.closing]).toEqual([usd(69n), usd(207n)]);
  // The fee left with what it was for: one entry, which tells both.
  expect(whole.entries.map((entry) => entry.amount.minor)).toEqual([100n, -31n, 100n, -31n]);
  expect(whole.entries.map((entry) => entry.balance.minor)).toEqual([169n, 138n, 238n, 207n]);
  expect(whole.entries[1]).toMatchObject({ other: nostro, fee: usd(1n) });
  expect(whole.entries[0]).toMatchObject({ reason: "income.credited", reference: "R-f17", other: nostro });

  const first = await readStatement(ledger.db, { ...period, limit: 3 });
  const second = await readStatement(ledger.db, { ...period, limit: 3, after: first.next! });
  expect([...first.entries, ...second.entries]).toEqual(whole.entries);
  expect(second.next).toBeUndefined();
  expect((await readBalances(ledger.db, merchantId, ["wallet"])).map(({ balance }) => balance)).toEqual([usd(345n)]);
});

test("times never go back, even if the clock does", async () => {
  await fund("a", 1n);
  ledger.clock.set("2026-11-01T00:00:00Z");
  await fund("b", 1n);
  await fund("c", 1n);
  const statement = await readStatement(ledger.db, { merchantId, code: wallet, from: day(15), until: day(16) });
  expect(statement.entries.map((entry) => entry.balance.minor)).toEqual([1n, 2n, 3n]);
});

test("a hold is resolved in part, and the settled payout taken back to the wallet", async () => {
  await fund("a", 1000n);
  const hold = await ledger.writer.post(holdPosting(head("hold"), wallet, usd(400n)));
  const parts = [
    { to: nostro, amount: usd(300n) },
    { to: fees, amount: usd(5n) },
  ];
  await expect(
    resolutionPosting(ledger.db, head("no"), hold.postingId, [{ to: nostro, amount: usd(401n) }]),
  ).rejects.toMatchObject({ reason: "ledger.hold_exceeded" });
  const settled = await ledger.writer.post(await resolutionPosting(ledger.db, head("done"), hold.postingId, parts));
  expect(await readBalance(ledger.db, merchantId, wallet)).toEqual(usd(695n));
  expect(await readBalance(ledger.db, merchantId, holdCode(wallet))).toEqual(usd(0n));

  const returned = await reversalPosting(ledger.db, head("back"), settled.postingId, [usd(300n), usd(0n), usd(0n)]);
  expect(returned.transfers).toEqual([{ from: nostro, to: wallet, amount: usd(300n) }]);
  await ledger.writer.post(returned);
  expect(await readBalance(ledger.db, merchantId, wallet)).toEqual(usd(995n));
  await expect(reversalPosting(ledger.db, head("h"), hold.postingId)).rejects.toMatchObject({
    reason: "ledger.nothing_to_reverse",
  });
});
