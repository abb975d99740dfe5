import {
  activityEndpoints,
  approvalEndpoints,
  couponEndpoints,
  exchangeEndpoints as calls,
  homeEndpoints,
  messageEndpoints,
  payoutEndpoints,
  sandboxControlEndpoints,
} from "@coralhub/contract";
import { addressOf, conversionPosting, formatMoney, moneyOf, parseMoney, priceExchange } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, certified, until } from "../income/income-fixture.ts";
import {
  openMarket,
  richMerchant,
  runJob,
  startExchange,
  walletBalances,
  type ExchangeDesk,
} from "./exchange-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => void (desk = await startExchange()));
afterAll(() => desk.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const usd = (text: string) => parseMoney(text, "USD");
const cny = (text: string) => parseMoney(text, "CNY");
const pair = { sell: "USD", buy: "CNY" } as const;

test("a conversion gives what was quoted, mid, markup, rate and fee each by themselves, and says so everywhere", async () => {
  const merchant = await richMerchant(desk);
  const quote = await desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd("1000.00") }, merchant);
  expect(Number(quote.rate)).toBeCloseTo(Number(quote.mid) * 0.997, 6);
  expect(quote).toMatchObject({ markupBasisPoints: "30", rateSource: "sandbox" });
  expect(formatMoney(quote.exchanged)).toBe("1000.00");
  const { id, state } = await desk.call(calls.placeConversion, { quoteId: quote.quoteId }, merchant);
  expect(state).toBe("settled");
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 900_000n, "wallet:CNY": quote.bought.minor });
  const detail = await desk.call(calls.conversion, { id }, merchant);
  expect(detail).toMatchObject({ state: "settled", origin: "merchant", rate: quote.rate, bought: quote.bought });
  expect(detail.timeline.map(({ label }) => label)).toEqual(["成交"]);
  const event = await desk.call(activityEndpoints.moneyEvent, { id }, merchant);
  expect(detail.reference).toBe(event.reference);
  const [told] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(told!.link!.path).toBe(addressOf("conversions", { open: id }));
  const { activity } = await desk.call(homeEndpoints.home, {}, merchant);
  expect(activity[0]).toMatchObject({ title: "换汇 USD → CNY", path: addressOf("conversions", { open: id }) });
  const { records } = await desk.call(calls.conversions, {}, merchant);
  expect(records).toMatchObject([{ id, pair: "USD → CNY", state: "settled" }]);
  const summary = await desk.call(calls.pairSummary, { ...pair, span: "month" }, merchant);
  expect(summary.count).toBe(1);
  expect(Number(summary.averageRate)).toBeCloseTo(Number(quote.rate), 3);
  expect(await bookProblems(desk)).toEqual([]);
});

test("what may be exchanged is what the market takes: the pair, its limits, and the merchant's own money", async () => {
  const merchant = await richMerchant(desk);
  const { markets, pairs, wallets } = await desk.call(calls.exchangeCurrencies, {}, merchant);
  expect(wallets).toEqual([usd("10000.00")]);
  expect((await desk.call(calls.exchangeCurrencies, {}, await certified(desk))).wallets).toEqual([]);
  const { market, minimum, maximum } = pairs.find(({ sell, buy }) => sell === "USD" && buy === "CNY")!;
  expect(markets.map((one) => one.market)).toContain(market);
  const ask = (minor: bigint) =>
    desk.call(calls.exchangeDraft, { ...pair, sellAmount: { currency: "USD", minor } }, merchant);
  expect((await ask(minimum.minor)).exchanged.currency).toBe("USD");
  await expect(ask(minimum.minor - 1n)).rejects.toEqual(refused("fx.below_minimum"));
  await expect(ask(maximum.minor + 1n)).rejects.toEqual(refused("fx.above_maximum"));
  expect(pairs.some(({ sell, buy }) => sell === buy)).toBe(false);
});

test("the bought side may be fixed: at least so much arrives, for just enough", async () => {
  const merchant = await richMerchant(desk);
  const quote = await desk.call(calls.exchangeDraft, { ...pair, buyAmount: cny("500.00") }, merchant);
  expect(quote.bought.minor).toBeGreaterThanOrEqual(50_000n);
  expect(quote.bought.minor).toBeLessThan(50_010n);
  await desk.call(calls.placeConversion, { quoteId: quote.quoteId }, merchant);
  expect((await walletBalances(desk, merchant))["wallet:CNY"]).toBe(quote.bought.minor);
});

test("a coupon with a minimum is offered whichever side is typed, counts once, and stays out below its minimum", async () => {
  const merchant = await richMerchant(desk);
  const abroad = { sell: "USD", buy: "HKD" } as const;
  const terms = { basisPoints: "20", markupBasisPoints: "30", bearer: "merchant" } as const;
  await desk.setPrice({ business: "exchange", currency: "USD", corridor: "USD-HKD", terms });
  const plan = {
    name: "满五百减",
    kind: "amount",
    currency: "USD",
    amount: "0.50",
    minimum: "500.00",
    businesses: ["exchange", "supplier"],
    stackable: false,
    validDays: 30,
    way: "code",
    claim: "FXHALF",
    audience: "all",
    listed: [],
    stock: 5,
  } as const;
  const request = { ...plan, businesses: [...plan.businesses], listed: [] };
  const { id } = await desk.call(couponEndpoints.proposeCouponPlan, request, desk.finance);
  await desk.call(couponEndpoints.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  await desk.call(couponEndpoints.redeemCoupon, { code: "FXHALF" }, merchant);
  const off = { label: "优惠券「满五百减」", amount: usd("-0.50") };
  const selling = (amount: string) => desk.call(calls.exchangeDraft, { ...abroad, sellAmount: usd(amount) }, merchant);
  const buying = (amount: string) =>
    desk.call(calls.exchangeDraft, { ...abroad, buyAmount: parseMoney(amount, "HKD") }, merchant);
  const fee = (amount: string) =>
    desk.call(payoutEndpoints.transferFee, { currency: "USD", amount, country: "US" }, merchant);

  for (const { feeLines } of [await selling("499.99"), await buying("1000.00"), await fee("499.99")])
    expect(feeLines.map(({ label }) => label)).not.toContain(off.label);
  expect((await fee("500.00")).feeLines).toContainEqual(off);
  const sold = await selling("1000.00");
  expect(sold.feeLines).toContainEqual(off);
  expect(sold.fee).toEqual(usd("1.50"));
  const bought = await buying("7000.00");
  expect(bought.exchanged.minor).toBeGreaterThan(50_000n);
  expect(bought.feeLines).toContainEqual(off);

  await desk.call(calls.placeConversion, { quoteId: bought.quoteId }, merchant);
  const { records } = await desk.call(couponEndpoints.coupons, { status: 1 }, merchant);
  expect(records).toMatchObject([{ state: "used", saved: [usd("0.50")] }]);
  await expect(desk.call(calls.placeConversion, { quoteId: sold.quoteId }, merchant)).rejects.toEqual(
    refused("coupon.gone"),
  );
  expect((await buying("7000.00")).feeLines).not.toContainEqual(off);
  expect(await bookProblems(desk)).toEqual([]);
});

test("fifty at once with one quote are one conversion; used, foreign, expired ones are refused", async () => {
  const merchant = await richMerchant(desk);
  const quote = await desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd("100.00") }, merchant);
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      desk.call(
        calls.placeConversion,
        { quoteId: quote.quoteId },
        { ...merchant, idempotencyKey: `try-${quote.quoteId}-${n}` },
      ),
    ),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const attempt of attempts)
    if (attempt.status === "rejected") expect(attempt.reason).toEqual(refused("quote.used"));
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 990_000n, "wallet:CNY": quote.bought.minor });

  const other = await richMerchant(desk);
  const foreign = await desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd("100.00") }, merchant);
  await expect(desk.call(calls.placeConversion, { quoteId: foreign.quoteId }, other)).rejects.toEqual(
    refused("quote.unknown"),
  );
  desk.clock.advance({ seconds: 31 });
  await expect(desk.call(calls.placeConversion, { quoteId: foreign.quoteId }, merchant)).rejects.toEqual(
    refused("quote.expired"),
  );
  expect(await bookProblems(desk)).toEqual([]);
});

test(
  "small round trips through the doors never gain a unit, and the books lose none",
  { timeout: 240_000 },
  async () => {
    const merchant = await richMerchant(desk, "100.00");
    let [dollars, yuan] = [10_000n, 0n];
    // Fifty here; the thousand are proven of the price itself, beside it in the domain.
    for (let trip = 0; trip < 50; trip += 1) {
      const there = await desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd("1.01") }, merchant);
      await desk.call(calls.placeConversion, { quoteId: there.quoteId }, merchant);
      const got = { currency: "CNY", minor: there.bought.minor } as const;
      if (got.minor < 700n) continue;
      const back = await desk.call(calls.exchangeDraft, { sell: "CNY", buy: "USD", sellAmount: cny("7.00") }, merchant);
      await desk.call(calls.placeConversion, { quoteId: back.quoteId }, merchant);
      yuan += got.minor - 700n;
      dollars += back.bought.minor - 101n;
      expect(back.bought.minor).toBeLessThanOrEqual(101n);
    }
    expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": dollars, "wallet:CNY": yuan });
    expect(await bookProblems(desk)).toEqual([]);
  },
);

test(
  "a thousand tiny round trips in the books: never a unit gained, never one lost",
  { timeout: 120_000 },
  async () => {
    const merchant = await richMerchant(desk, "100.00");
    const mid = (await desk.call(calls.exchangeRate, pair, merchant)).mid;
    const back = (1 / Number(mid)).toFixed(12);
    const start = 10_000n;
    let own = start;
    const price = (sell: "USD" | "CNY", minor: bigint) =>
      priceExchange({
        sell: moneyOf(sell, minor),
        buyCurrency: sell === "USD" ? "CNY" : "USD",
        mid: sell === "USD" ? mid : back,
        // Without a markup nothing but rounding stands between the merchant and a gain.
        markupBasisPoints: "0",
      });
    for (let trip = 0; trip < 1_000; trip += 100) {
      const postings = Array.from({ length: 100 }, (_, n) => {
        const there = price("USD", BigInt(1 + ((trip + n) % 9)));
        const again = price("CNY", there.buy.minor);
        expect(again.buy.minor).toBeLessThanOrEqual(there.sell.minor);
        own += again.buy.minor - there.sell.minor;
        return [there, again].map((agreed, way) => ({
          ...conversionPosting(`tiny-${trip + n}-${way}`, agreed, moneyOf(agreed.sell.currency, 0n)),
          merchantId: merchant.userId,
        }));
      });
      await Promise.all(postings.map(([there]) => desk.ledger.post(there!)));
      await Promise.all(postings.map(([, again]) => desk.ledger.post(again!)));
    }
    expect(own).toBeLessThanOrEqual(start);
    expect(own).toBe((await walletBalances(desk, merchant))["wallet:USD"] ?? 0n);
    expect((await walletBalances(desk, merchant))["wallet:CNY"] ?? 0n).toBe(0n);
    expect(await bookProblems(desk)).toEqual([]);
  },
);

test("what cannot be exchanged says why: too little, too much, no money, closed, no pair, not certified", async () => {
  const merchant = await richMerchant(desk, "50.00");
  const draft = (amount: string) => desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd(amount) }, merchant);
  await expect(draft("0.50")).rejects.toEqual(refused("fx.below_minimum"));
  await expect(draft("600000.00")).rejects.toEqual(refused("fx.above_maximum"));
  const { quoteId } = await draft("80.00");
  await expect(desk.call(calls.placeConversion, { quoteId }, merchant)).rejects.toEqual(
    refused("ledger.insufficient_funds"),
  );
  const local = { sell: "IDR", buy: "VND", sellAmount: parseMoney("900000", "IDR") } as const;
  await expect(desk.call(calls.exchangeDraft, local, merchant)).rejects.toEqual(refused("fx.pair_closed"));

  await openMarket(desk, "onshore", []);
  await expect(draft("10.00")).rejects.toEqual(refused("fx.market_closed"));
  await openMarket(desk, "onshore");
  await desk.database.query("update certification set state = 'frozen' where merchant_id = $1", [merchant.userId]);
  await expect(draft("10.00")).rejects.toEqual(refused("access.not_certified"));
});

const agree = (id: string, who: { token: string } = desk.admin) =>
  desk.call(approvalEndpoints.decideApproval, { id, decision: "approve", note: "同意" }, who);
const agreeAlone = (id: string) => expect(agree(id, desk.finance)).rejects.toEqual(refused("approval.two_people"));

test(
  "fault 7: the house sells no more of a pair a day than two of finance allow, and everything else goes on",
  { timeout: 60_000 },
  async () => {
    const merchant = await richMerchant(desk);
    await desk.fund(merchant, "EUR", "1000.00");
    const eur = { sell: "EUR", buy: "GBP" } as const;
    const terms = { ...eur, isOpen: true, minimum: "1.00", maximum: "80.00", dayLimit: "100.00", reason: "额度试验" };
    const asked = await desk.call(calls.setFxPair, terms, desk.finance);
    await agreeAlone(asked.approvalId!);
    const before = await desk.call(calls.fxPairs, {}, desk.finance);
    expect(before.find(({ sell, buy }) => sell === "EUR" && buy === "GBP")!.changedAt).toBeNull();
    await agree(asked.approvalId!);
    const convert = async (amount: string) => {
      const { quoteId } = await desk.call(
        calls.exchangeDraft,
        { ...eur, sellAmount: parseMoney(amount, "EUR") },
        merchant,
      );
      return desk.call(calls.placeConversion, { quoteId }, merchant);
    };
    await convert("60.00");
    await expect(convert("60.00")).rejects.toEqual(refused("fx.day_full"));
    await convert("40.00");
    const { pairs, currencies } = await desk.call(calls.fxExposure, {}, desk.finance);
    const row = pairs.find(({ sell, buy }) => sell === "EUR" && buy === "GBP")!;
    expect([formatMoney(row.soldToday), formatMoney(row.dayLimit)]).toEqual(["100.00", "100.00"]);
    expect(formatMoney(currencies.find(({ currency }) => currency === "EUR")!.position)).toBe("100.00");
    await expect(desk.call(calls.setFxPair, { ...terms, maximum: "500.00" }, desk.finance)).rejects.toEqual(
      refused("fx.terms_wrong"),
    );
    // Stopping takes one, and counts at once.
    expect(await desk.call(calls.setFxPair, { ...terms, isOpen: false }, desk.finance)).toEqual({ approvalId: null });
    await expect(convert("1.00")).rejects.toEqual(refused("fx.pair_closed"));
    // What was proposed before somebody stopped the pair does not open it again.
    const request = { ...terms, sell: "EUR", buy: "USD" } as const;
    const early = await desk.call(calls.setFxPair, request, desk.finance);
    await desk.call(calls.setFxPair, { ...request, isOpen: false }, desk.admin);
    await expect(agree(early.approvalId!)).rejects.toEqual(refused("fx.changed_since"));
    const listed = await desk.call(calls.fxPairs, {}, desk.finance);
    expect(listed.find(({ sell, buy }) => sell === "EUR" && buy === "USD")!.isOpen).toBe(false);
    // One of the time before that was kept can still be agreed to.
    await desk.database.query("update approval set content = content - 'seen' where id = $1", [early.approvalId]);
    await agree(early.approvalId!);
  },
);

test("fault 7: a market's hours take two of finance, closing it takes one and is not undone by an older proposal", async () => {
  const hoursOf = async () =>
    (await desk.call(calls.fxMarkets, {}, desk.finance)).find(({ market }) => market === "global")!.hours;
  const before = await hoursOf();
  const monday = [{ weekday: 1, from: "09:30", to: "16:00" }];
  const request = { market: "global", hours: monday, keepsHolidays: false, reason: "换时间" } as const;
  const { approvalId } = await desk.call(calls.setFxHours, { ...request, hours: [...monday] }, desk.finance);
  await agreeAlone(approvalId!);
  expect(await hoursOf()).toEqual(before);
  await openMarket(desk, "global", []);
  expect(await hoursOf()).toEqual([]);
  await expect(agree(approvalId!)).rejects.toEqual(refused("fx.changed_since"));
  const reject = { id: approvalId!, decision: "reject", note: "已休市" } as const;
  await desk.call(approvalEndpoints.decideApproval, reject, desk.admin);
  await openMarket(desk, "global");
  expect(await hoursOf()).toEqual(before);
});

test(
  "rates are kept in three grains and drawn from there; a rate that jumped is quoted again only after two people looked",
  { timeout: 120_000 },
  async () => {
    const merchant = await richMerchant(desk);
    await runJob(desk, "exchange.keep-rates", { fromTheStart: true });
    const chart = await until(async () => {
      const found = await desk.call(calls.rateHistory, { ...pair, span: "year" }, merchant);
      return found.points.length >= 365 ? found : undefined;
    }, 60_000);
    expect(chart).toMatchObject({ grain: "days", source: "sandbox" });
    for (const span of ["day", "month"] as const) {
      await until(
        async () =>
          (await desk.call(calls.rateHistory, { ...pair, span }, merchant)).points.length > 200 ? true : undefined,
        60_000,
      );
    }
    // As if the last rate taken as right had been another one, a moment ago.
    await desk.database.query("delete from fx_rate_taken where currency = 'CNY'");
    const taken = await desk.database.query(
      `with one as (update fx_rate_baseline set per_dollar = '6.5', at = $1 where currency = 'CNY' returning currency, at)
       insert into fx_rate_taken (currency, at, per_dollar) select currency, at, '6.5' from one returning at`,
      [desk.clock.now()],
    );
    expect(taken).toHaveLength(1);
    const draft = () => desk.call(calls.exchangeDraft, { ...pair, sellAmount: usd("10.00") }, merchant);
    await expect(draft()).rejects.toEqual(refused("fx.rate_suspended"));
    await expect(draft()).rejects.toEqual(refused("fx.rate_suspended"));
    // Time does not make it right: an hour later it still waits for somebody.
    for (const table of ["fx_rate_baseline", "fx_rate_taken"])
      await desk.database.query(`update ${table} set at = at - interval '2 hours' where currency = 'CNY'`);
    await expect(draft()).rejects.toEqual(refused("fx.rate_suspended"));
    const open = (await desk.call(calls.rateJumps, {}, desk.finance)).filter(({ state }) => state === "open");
    expect(open).toMatchObject([{ currency: "CNY", before: "6.5" }]);
    const decision = { id: open[0]!.id, decision: "accept", note: "央行公告，行情属实" } as const;
    const { approvalId } = await desk.call(calls.decideRateJump, decision, desk.finance);
    await agreeAlone(approvalId!);
    await expect(draft()).rejects.toEqual(refused("fx.rate_suspended"));
    await agree(approvalId!);
    await draft();
    await expect(desk.call(calls.decideRateJump, decision, desk.finance)).rejects.toEqual(refused("state.changed"));
  },
);

test("a silent source quotes nothing", async () => {
  const merchant = await certified(desk);
  const mode = (to: "down" | "normal") =>
    desk.call(sandboxControlEndpoints.switchRail, { rail: "fxRates", mode: to }, desk.admin);
  await mode("down");
  const ask = () => desk.call(calls.exchangeRate, pair, merchant);
  await expect(ask()).rejects.toEqual(refused("fx.rate_unavailable"));
  await mode("normal");
  expect(await ask()).toMatchObject({ ...pair, source: "sandbox", markupBasisPoints: "30" });
});
