import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBalance } from "./entries-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { findBrokenChains, findUnbalancedBooks } from "./reconcile-store.ts";
import { createWriter, type Writer } from "./writer.ts";

/** Two server processes on the same books: what one remembers is out of date as soon as the other has posted. */
let ledger: LedgerFixture;
let writers: [Writer, Writer];
let merchantId: string;
beforeAll(async () => {
  ledger = await createLedgerFixture();
  const other = createWriter({ pool: ledger.app.openPipelines("other", 3), clock: ledger.clock, ids: ledger.ids });
  writers = [ledger.writer, other];
  merchantId = ledger.ids.next();
});
afterAll(async () => {
  await writers[1].close();
  await ledger.close();
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const income = (writer: Writer, key: string, minor: bigint) =>
  writer.post({
    merchantId,
    key,
    reason: "income.credited",
    transfers: [transfer(nostro, wallet, moneyOf("USD", minor))],
  });
const spend = (writer: Writer, key: string, minor: bigint) =>
  writer.post({ merchantId, key, reason: "card.funded", transfers: [transfer(wallet, cards, moneyOf("USD", minor))] });

test("nobody is refused on an old memory, and nothing is overdrawn on one", async () => {
  const [first, second] = writers;
  await income(first, "a", 100n);
  await spend(first, "b", 100n);
  await income(second, "c", 50n);
  await spend(first, "d", 50n);
  await income(first, "e", 30n);
  await spend(second, "f", 30n);
  await expect(spend(first, "g", 1n)).rejects.toMatchObject({ reason: "ledger.insufficient_funds" });
  expect(await readBalance(ledger.db, merchantId, cards)).toEqual(moneyOf("USD", 180n));
});

test("a key posted by the other process is known, and another content under it refused", async () => {
  const [first, second] = writers;
  const receipt = await income(first, "shared", 10n);
  expect(await income(second, "shared", 10n)).toEqual({ ...receipt, replayed: true });
  expect(await income(first, "shared", 10n)).toEqual({ ...receipt, replayed: true });
  await expect(income(second, "shared", 11n)).rejects.toMatchObject({ reason: "ledger.key_reused" });
});

test("both at once, for many rounds: every posting once, every chain whole", async () => {
  const before = await readBalance(ledger.db, merchantId, wallet);
  for (let round = 0; round < 40; round++) {
    await Promise.all(
      writers.flatMap((writer, n) => [0, 1, 2].map((i) => income(writer, `${round}:${n}:${i}`, BigInt(1 + n)))),
    );
  }
  const after = await readBalance(ledger.db, merchantId, wallet);
  expect(after.minor - before.minor).toBe(40n * 3n * 3n);
  expect(await findUnbalancedBooks(ledger.db)).toEqual([]);
  expect(await findBrokenChains(ledger.db, new Date(0))).toEqual([]);
});

test("the same key from both at once, over different accounts: one posts, the other is told", async () => {
  for (let round = 0; round < 10; round++) {
    const results = await Promise.allSettled([
      income(writers[0], `clash:${round}`, 5n),
      writers[1].post({
        merchantId,
        key: `clash:${round}`,
        reason: "promotion.paid",
        transfers: [
          transfer(accountCode("house.promotion", "USD"), accountCode("card", "USD", "c"), moneyOf("USD", 5n)),
        ],
      }),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => (reason as { reason: string }).reason)).toEqual(["ledger.key_reused"]);
  }
});

test("two batches that fail together are decided in the order they came", async () => {
  const [first, second] = writers;
  for (let round = 0; round < 25; round++) {
    await income(first, `known:${round}`, 1n);
    await income(second, `behind:${round}`, 1n);
    const start = (await readBalance(ledger.db, merchantId, wallet)).minor;
    // More than one batch takes, all from a memory that is out of date.
    const receipts = await Promise.all(Array.from({ length: 24 }, (_, n) => income(first, `row:${round}:${n}`, 1n)));
    const balances = receipts.map(({ lines }) => lines[0]!.toBalance.minor - start);
    expect(balances).toEqual(Array.from({ length: 24 }, (_, n) => BigInt(n + 1)));
  }
});
