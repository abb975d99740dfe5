import { exchangeEndpoints as calls } from "@coralhub/contract";
import { parseMoney, type RateGrain } from "@coralhub/domain";
import { createTestClock } from "@coralhub/testkit";
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFxRates } from "../../rails/fx-rates/index.ts";
import { certified, until } from "../income/income-fixture.ts";
import { startExchange, type ExchangeDesk } from "./exchange-fixture.ts";
import { keepRates } from "./keep-rates.ts";
import { keepNewLevel } from "./rates-store.ts";

const KEY = "a key both sides know";
const ECB = `<Cube>
<Cube time="2026-11-13"><Cube currency="USD" rate="1.1600"/><Cube currency="CNY" rate="8.2360"/></Cube>
</Cube>`;
const NOON = "2026-11-16T12:00:30+08:00";
const clock = createTestClock(NOON);

let desk: ExchangeDesk;
let world: Server;
let sources: { fxFeed: { url: string; key: string }; ecbRatesUrl: string };
let feed: { perDollar: Record<string, string>; at(): Date } = { perDollar: {}, at: () => clock.now() };
beforeAll(async () => {
  world = createServer((request, response) => {
    const text =
      request.url === "/ecb"
        ? ECB
        : JSON.stringify({ at: feed.at().toISOString(), source: "desk", perDollar: feed.perDollar });
    const signature = `sha256=${createHmac("sha256", KEY).update(text).digest("hex")}`;
    response.writeHead(200, { "x-signature": signature }).end(text);
  });
  await new Promise<void>((resolve) => world.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(world.address() as AddressInfo).port}`;
  sources = { fxFeed: { url: `${url}/feed`, key: KEY }, ecbRatesUrl: `${url}/ecb` };
  desk = await startExchange({ config: sources });
});
afterAll(async () => {
  await desk.close();
  world.close();
});
beforeEach(async () => {
  clock.set(NOON);
  feed = { perDollar: {}, at: () => clock.now() };
  for (const table of ["fx_rate_board", "fx_rate_baseline", "fx_rate_taken", "fx_rate_jump"])
    await desk.database.query(`delete from ${table}`);
});

/** The minute's look with these live rates; nothing of an earlier look is remembered by the sources. */
async function look(perDollar: Record<string, string>): Promise<void> {
  feed.perDollar = perDollar;
  const { database, ids } = desk.app.platform;
  const fxRates = createFxRates({ mode: "production", ...sources }, { clock, railMode: async () => "normal" });
  await keepRates({ database, ids, clock, fxRates });
}
const kept = (grain: RateGrain) =>
  desk.database.query<{ source: string; cny: string; eur: string }>(
    `select source, per_dollar ->> 'CNY' as cny, per_dollar ->> 'EUR' as eur from fx_rate_board where grain = $1 order by at`,
    [grain],
  );
const jumps = () =>
  desk.database.query<{ currency: string; before_rate: string; after_rate: string }>(
    "select currency, before_rate, after_rate from fx_rate_jump order by currency",
  );
const baselines = async () => {
  const rows = await desk.database.query<{ currency: string; per_dollar: string }>(
    "select currency, per_dollar from fx_rate_baseline",
  );
  return Object.fromEntries(rows.map((row) => [row.currency, row.per_dollar]));
};

test("with a feed and the central bank's file the live rate is kept; the file fills what was missed", async () => {
  await look({ CNY: "7.30", EUR: "0.92" });
  for (const grain of ["minutes", "hours", "days"] as const)
    expect(await kept(grain), grain).toMatchObject([{ source: "desk", cny: "7.30" }]);
  clock.advance({ minutes: 10 });
  await look({ CNY: "7.31", EUR: "0.92" });
  expect(await kept("minutes")).toMatchObject([
    { source: "desk", cny: "7.30" },
    { source: "ECB", cny: "7.1" },
    { source: "desk", cny: "7.31" },
  ]);
});

test("a rate that creeps is measured by the hour, not by the minute; what jumped is not kept for the charts", async () => {
  for (const CNY of ["7.00", "7.02", "7.04", "7.06"]) {
    await look({ CNY, EUR: "0.92" });
    clock.advance({ minutes: 1 });
  }
  expect(await jumps()).toEqual([]);
  await look({ CNY: "7.08", EUR: "0.92" });
  expect(await jumps()).toEqual([{ currency: "CNY", before_rate: "7.00", after_rate: "7.08" }]);
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.10", EUR: "0.921" });
  expect(await kept("minutes")).toMatchObject([
    { cny: "7.00", eur: "0.92" },
    { cny: "7.06", eur: "0.921" },
  ]);
  // Hours do not make it right: nobody has looked.
  clock.advance({ hours: 3 });
  await look({ CNY: "7.10", EUR: "0.921" });
  expect(await baselines()).toMatchObject({ CNY: "7.06", EUR: "0.921" });
  // Right again: the suspension ends with the rate that is.
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.01", EUR: "0.921" });
  expect(await baselines()).toMatchObject({ CNY: "7.01" });
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.07", EUR: "0.921" });
  expect(await baselines()).toMatchObject({ CNY: "7.07" });
});

test.each([5, 25, 45])(
  "a jump spread over any border between two hours is found, %i minutes before it too",
  async (calm) => {
    await look({ CNY: "7.00", EUR: "0.92" });
    clock.advance({ minutes: 60 - calm });
    await look({ CNY: "7.00", EUR: "0.92" });
    // Three steps of half a percent, over the moment an hour after the first look.
    for (const CNY of ["7.035", "7.07"]) {
      clock.advance({ minutes: calm / 2 + 1 });
      await look({ CNY, EUR: "0.92" });
      expect(await jumps()).toEqual([]);
    }
    clock.advance({ minutes: 3 });
    await look({ CNY: "7.10", EUR: "0.92" });
    expect(await jumps()).toEqual([{ currency: "CNY", before_rate: "7.00", after_rate: "7.10" }]);
  },
);

test("what is older than an hour measures nothing: the market had time; a fall is measured from the highest", async () => {
  for (const CNY of ["7.00", "7.05", "7.10", "7.15"]) {
    await look({ CNY, EUR: "0.92" });
    clock.advance({ minutes: 40 });
  }
  expect(await jumps()).toEqual([]);
  await look({ CNY: "7.07", EUR: "0.92" });
  expect(await jumps()).toEqual([{ currency: "CNY", before_rate: "7.15", after_rate: "7.07" }]);
});

test("the level two people agreed on is the only measure from then on", async () => {
  await look({ CNY: "7.00", EUR: "0.92" });
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.50", EUR: "0.92" });
  const { database } = desk.app.platform;
  clock.advance({ minutes: 1 });
  const level = { currency: "CNY", perDollar: "7.50", source: "desk", at: clock.now() } as const;
  await database.transaction((tx) => keepNewLevel(tx, level));
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.52", EUR: "0.92" });
  expect(await baselines()).toMatchObject({ CNY: "7.52" });
  clock.advance({ minutes: 1 });
  await look({ CNY: "7.00", EUR: "0.92" });
  expect(await baselines()).toMatchObject({ CNY: "7.52" });
});

test("a rate older than a minute is not quoted; a fresh one is", async () => {
  const merchant = await certified(desk);
  const pair = { sell: "USD", buy: "EUR" } as const;
  const ask = () => desk.call(calls.exchangeRate, pair, merchant);
  const stale: unknown = expect.objectContaining({ reason: "fx.rate_stale" });
  feed = { perDollar: { EUR: "0.92" }, at: () => new Date(desk.clock.now().getTime() - 61_000) };
  await expect(ask()).rejects.toEqual(stale);
  const draft = { ...pair, sellAmount: parseMoney("10.00", "USD") };
  await expect(desk.call(calls.exchangeDraft, draft, merchant)).rejects.toEqual(stale);
  feed.at = () => desk.clock.now();
  // A board is shared for a moment.
  expect(await until(() => ask().catch(() => undefined))).toMatchObject({ source: "desk" });
});
