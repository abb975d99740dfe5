import { createTestClock } from "@coralhub/testkit";
import { accountCode, exchangeTransfers, parseMoney, type AccountCode, type RailMode } from "@coralhub/domain";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/db.ts";
import { createFxRates } from "../../rails/fx-rates/index.ts";
import { createLedgerFixture, type LedgerFixture } from "../ledger/ledger-fixture.ts";
import { createQuotes, type Prices } from "./prices.ts";

const readBalance = async (db: Db, merchantId: string, code: AccountCode) => {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account where merchant_id = ${merchantId} and code = ${code}`.execute(db);
  return { minor: rows[0]?.balance ?? 0n };
};

let ledger: LedgerFixture;
let prices: Prices;
let merchantId: string;
let mode: RailMode = "normal";
beforeAll(async () => {
  ledger = await createLedgerFixture();
  const fxRates = createFxRates({ mode: "sandbox" }, { clock: ledger.clock, railMode: async () => mode });
  prices = createQuotes({ db: ledger.db, clock: ledger.clock, ids: ledger.ids, fxRates });
  merchantId = ledger.ids.next();
});
afterAll(() => ledger.close());

const usd = (text: string) => parseMoney(text, "USD");
const wallet = accountCode("wallet", "USD");
const yuan = accountCode("wallet", "CNY");
const take = (id: string) => ledger.transaction((tx) => prices.takeExchangeQuote(tx, merchantId, id, "order:1"));

describe("the sandbox's market", () => {
  const at = (time: string, seed?: string) => {
    const clock = createTestClock(time);
    return createFxRates({ mode: "sandbox" }, { clock, railMode: async () => "normal", ...(seed ? { seed } : {}) });
  };
  test("is the same for the same seed and time, and moves a little", async () => {
    const rates = async (from: "USD" | "JPY", to: "CNY" | "VND") =>
      Promise.all(
        [0, 1, 2, 3, 4].map(async (minute) => Number((await at(`2026-11-15T02:0${minute}:00Z`).rate(from, to)).mid)),
      );
    const first = await rates("USD", "CNY");
    expect(await rates("USD", "CNY")).toEqual(first);
    expect(new Set(first).size).toBe(5);
    for (const rate of first) expect(Math.abs(rate / first[0]! - 1)).toBeLessThan(0.001);
    expect((await at("2026-11-15T02:00:00Z", "other").rate("USD", "CNY")).mid).not.toBe(String(first[0]));
    for (const rate of await rates("JPY", "VND")) expect(rate).toBeGreaterThan(100);
  });
  test("keeps pegs, and crosses agree", async () => {
    const market = at("2027-03-01T00:00:00Z");
    const [hkd, there, back] = await Promise.all([
      market.rate("USD", "HKD"),
      market.rate("EUR", "CNY"),
      market.rate("CNY", "EUR"),
    ]);
    expect(Math.abs(Number(hkd.mid) - 7.8)).toBeLessThan(0.05);
    expect(Number(there.mid) * Number(back.mid)).toBeCloseTo(1, 6);
  });
});

test("a quote holds for 30 seconds, once, and what it promised is what is booked", async () => {
  await ledger.writer.post({
    merchantId,
    key: "fund",
    reason: "income.credited",
    transfers: [
      {
        from: accountCode("house.nostro", "USD", "bank"),
        to: wallet,
        amount: usd("5000.00"),
      },
    ],
  });
  const quote = await prices.quoteExchange({ merchantId, sell: usd("1000.00"), buyCurrency: "CNY" });
  expect(quote.expiresAt.getTime() - ledger.clock.now().getTime()).toBe(30_000);
  expect(quote.rateSource).toBe("sandbox");

  ledger.clock.advance({ seconds: 29 });
  await ledger.transaction(async (tx) => {
    const taken = await prices.takeExchangeQuote(tx, merchantId, quote.id, "order:1");
    expect(taken).toEqual(quote);
    await ledger.writer.postIn(tx, [
      { merchantId, key: "order:1", reason: "fx.exchanged", transfers: exchangeTransfers(taken.price, wallet, yuan) },
    ]);
  });
  expect((await readBalance(ledger.db, merchantId, yuan)).minor).toBe(quote.price.buy.minor);
  await expect(take(quote.id)).rejects.toMatchObject({ reason: "quote.used" });

  const late = await prices.quoteExchange({ merchantId, sell: usd("1.00"), buyCurrency: "CNY" });
  ledger.clock.advance({ seconds: 30 });
  await expect(take(late.id)).rejects.toMatchObject({ reason: "quote.expired" });
  await expect(take(ledger.ids.next())).rejects.toMatchObject({ reason: "quote.unknown" });
  await expect(
    ledger.transaction((tx) => prices.takeExchangeQuote(tx, ledger.ids.next(), late.id, "theft")),
  ).rejects.toMatchObject({ reason: "quote.unknown" });
});

test("two who take the same quote at once: one gets it", async () => {
  const quote = await prices.quoteExchange({ merchantId, buy: parseMoney("100.00", "CNY"), sellCurrency: "USD" });
  const results = await Promise.allSettled([take(quote.id), take(quote.id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("no price without a rate, or with an old one", async () => {
  const ask = () => prices.quoteExchange({ merchantId, sell: usd("1.00"), buyCurrency: "CNY" });
  mode = "down";
  await expect(ask()).rejects.toMatchObject({ reason: "fx.rate_unavailable" });
  mode = "normal";
  const oldRates = {
    rate: async () =>
      ({
        from: "USD",
        to: "CNY",
        mid: "7.1",
        at: new Date(ledger.clock.now().getTime() - 61_000),
        source: "x",
      }) as const,
  };
  const stale = createQuotes({ db: ledger.db, clock: ledger.clock, ids: ledger.ids, fxRates: oldRates });
  await expect(stale.quoteExchange({ merchantId, sell: usd("1.00"), buyCurrency: "CNY" })).rejects.toMatchObject({
    reason: "fx.rate_stale",
  });
  await expect(prices.quoteExchange({ merchantId, sell: usd("1.00"), buyCurrency: "USD" })).rejects.toMatchObject({
    reason: "fx.same_currency",
  });
});

test("a fee is quoted with its breakdown and taken as promised", async () => {
  const request = { business: "withdrawal", amount: usd("100.00"), corridor: "US" } as const;
  const quote = await prices.quoteFee(merchantId, request, 600);
  expect(quote.breakdown.lines.map(({ label }) => label)).toEqual(["服务费 0.3%", "不足最低收费 1.00，补足"]);
  const taken = await ledger.transaction((tx) => prices.takeFeeQuote(tx, merchantId, quote.id, "payout:1"));
  expect(taken).toEqual(quote);
  await expect(
    ledger.asApp("update price_quote set used_at = null, used_for = null where id = $1", [quote.id]),
  ).rejects.toMatchObject({ code: "CL000" });
});
