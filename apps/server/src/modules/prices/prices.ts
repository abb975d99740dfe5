import { Refusal } from "@coralhub/contract";
import {
  chooseFeeRule,
  computeFee,
  DEFAULT_FEE_RULES,
  lessBasisPoints,
  priceExchange,
  QUOTE_SECONDS,
  RATE_FRESH_SECONDS,
  subtractMoney,
  toShanghaiDay,
  type Currency,
  type ExchangePrice,
  type FeeBreakdown,
  type FeeBusiness,
  type FeeCoupon,
  type FeeLine,
  type FeeRule,
  type Money,
  type Rate,
} from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import { fromJson, toJson } from "./quote-json.ts";
import { insertQuote, lockQuotes, markQuotesUsed, markQuoteUsed, quoteState, readFeeRules } from "./prices-store.ts";

export type FeeRequest = {
  business: FeeBusiness;
  amount: Money;
  /** Where the money goes: a country code, or the pair of an exchange. */
  corridor: string;
  monthVolume?: Money;
  /** What could be used: those that save most are, and the price names them. */
  coupons?: readonly FeeCoupon[];
  /** What comes on top of the rule: the cost of a wire. */
  surcharge?: FeeLine | undefined;
  /** What the promise is for, as its taker will say it again: none for anything else. */
  boundTo?: string;
};
export type FeeQuote = { id: string; breakdown: FeeBreakdown; amount: Money; boundTo?: string; expiresAt: Date };
type Exchanged = { sell: Money; buyCurrency: Currency } | { buy: Money; sellCurrency: Currency };
export type ExchangeRequest = {
  merchantId: string;
  monthVolume?: Money;
  /** What could be used for what is sold: known once the rate is, where only the bought side is asked for. */
  offers?: (sell: Money) => Promise<readonly FeeCoupon[]>;
} & Exchanged;
export type ConversionRequest = FeeRequest & { merchantId: string; buyCurrency: Currency };
export type ExchangeQuote = {
  id: string;
  price: ExchangePrice;
  /** What the fee is for: a promise for one business is none for another. */
  business: FeeBusiness;
  /** In the sold currency, on top of what is sold. */
  fee: FeeBreakdown;
  rateAt: Date;
  rateSource: string;
  boundTo?: string;
  expiresAt: Date;
};

/** What a pair costs at this moment: the middle rate, what is taken off it, and what the customer gets. */
export type PairRate = { mid: Rate; markupBasisPoints: Rate; rate: Rate; at: Date; source: string };

export type Prices = {
  /** Without a promise. */
  pairRate(sell: Currency, buy: Currency): Promise<PairRate>;
  /** What the customer gets of a pair at these middle rates, by the markup of now. */
  customerRates<R extends Record<string, Rate>>(sell: Currency, buy: Currency, mids: R): Promise<R>;
  /** What it would cost now, without a promise. */
  fee(request: FeeRequest): Promise<FeeBreakdown>;
  /** The same, promised for a while. */
  quoteFee(merchantId: string, request: FeeRequest, goodForSeconds: number): Promise<FeeQuote>;
  quoteExchange(request: ExchangeRequest): Promise<ExchangeQuote>;
  /** All of an amount goes: first what the business costs, and the rest is exchanged. */
  quoteConversion(request: ConversionRequest): Promise<ExchangeQuote>;
  /** Every rule that counts now. */
  rules(): Promise<FeeRule[]>;
  /** An amount at the rate of now, without a promise. */
  exchangeNow(sell: Money, buyCurrency: Currency): Promise<ExchangePrice>;
  /** The promise is kept once, in the transaction that acts on it; used and expired ones are refused. */
  takeFeeQuote(tx: Tx, merchantId: string, quoteId: string, usedFor: string): Promise<FeeQuote>;
  /** Kept from everybody else until the transaction ends: what each promise says, in their order; undefined where nobody gave it. */
  keepQuotes(tx: Tx, wanted: readonly QuoteKey[]): Promise<(KeptQuote | undefined)[]>;
  /** They count for this from now on, and for nothing else. */
  spendQuotes(tx: Tx, spent: readonly (QuoteKey & { usedFor: string })[]): Promise<void>;
  takeExchangeQuote(
    tx: Tx,
    merchantId: string,
    quoteId: string,
    usedFor: string,
    business?: FeeBusiness,
  ): Promise<ExchangeQuote>;
};

export type QuoteKey = { merchantId: string; id: string };
/** What was promised, or why it no longer counts. */
export type KeptQuote =
  | { kind: "fee"; content: FeeQuote }
  | { kind: "exchange"; content: ExchangeQuote }
  | "used"
  | "expired";

export type PricesDeps = { db: Db; clock: Clock; ids: Ids; fxRates: Pick<FxRates, "rate"> };

const MS_PER_SECOND = 1_000;

export function createQuotes({ db, clock, ids, fxRates }: PricesDeps): Prices {
  const listed = sharedRules({ db, clock });
  async function fee(request: FeeRequest): Promise<FeeBreakdown> {
    const wanted = { business: request.business, currency: request.amount.currency, corridor: request.corridor };
    const { terms } = chosenOf(await listed(), wanted);
    return computeFee(terms, { ...request, day: toShanghaiDay(clock.now()) });
  }
  async function keep<T extends { id: string; expiresAt: Date }>(
    merchantId: string,
    kind: "exchange" | "fee",
    quote: T,
  ): Promise<T> {
    const { id, expiresAt } = quote;
    await insertQuote(db, { merchantId, id, kind, content: toJson(quote), createdAt: clock.now(), expiresAt });
    return quote;
  }
  async function take(tx: Tx, merchantId: string, id: string, kind: string, usedFor: string): Promise<unknown> {
    const quote = await markQuoteUsed(tx, merchantId, id, clock.now(), usedFor);
    if (quote?.kind === kind) return fromJson(quote.content);
    const state = quote ? "unknown" : await quoteState(tx, merchantId, id);
    throw new Refusal(state === "unknown" ? "quote.unknown" : state === "used" ? "quote.used" : "quote.expired");
  }
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * MS_PER_SECOND);
  const promise = (merchantId: string, quote: Omit<ExchangeQuote, "id" | "expiresAt">): Promise<ExchangeQuote> =>
    keep(merchantId, "exchange", { id: ids.next(), ...quote, expiresAt: inSeconds(QUOTE_SECONDS) });

  return {
    fee,
    async pairRate(sell, buy) {
      if (sell === buy) throw new Refusal("fx.same_currency");
      const { terms: _terms, ...now } = await rateOf({ db, clock, fxRates }, sell, buy);
      return { ...now, rate: lessBasisPoints(now.mid, now.markupBasisPoints) };
    },
    async customerRates(sell, buy, mids) {
      const { terms } = await ruleFor({ db, clock }, "exchange", sell, `${sell}-${buy}`);
      const less = Object.entries(mids).map(([name, mid]) => [name, lessBasisPoints(mid, markupOf(terms))]);
      return Object.fromEntries(less) as typeof mids;
    },
    async quoteFee(merchantId, request, goodForSeconds) {
      const { amount, boundTo } = request;
      const breakdown = await fee(request);
      const expiresAt = inSeconds(goodForSeconds);
      return keep(merchantId, "fee", { id: ids.next(), breakdown, amount, ...(boundTo && { boundTo }), expiresAt });
    },
    async quoteExchange(request) {
      const { terms, ...priced } = await priceNow({ db, clock, fxRates }, request);
      const { sell: amount } = priced.price;
      const coupons = (await request.offers?.(amount)) ?? [];
      const charged = computeFee(terms, { ...request, coupons, amount, day: toShanghaiDay(clock.now()) });
      return promise(request.merchantId, { ...priced, business: "exchange", fee: charged });
    },
    async quoteConversion({ merchantId, buyCurrency, ...request }) {
      const charged = await fee(request);
      const sell = subtractMoney(request.amount, charged.total);
      if (sell.minor < 1n) throw new Refusal("fx.amount_too_small");
      const { terms: _terms, ...priced } = await priceNow({ db, clock, fxRates }, { sell, buyCurrency });
      const { business, boundTo } = request;
      return promise(merchantId, { ...priced, business, fee: charged, ...(boundTo && { boundTo }) });
    },
    rules: () => rulesNow({ db, clock }),
    exchangeNow: async (sell, buyCurrency) => (await priceNow({ db, clock, fxRates }, { sell, buyCurrency })).price,
    takeFeeQuote: async (tx, merchantId, id, usedFor) => (await take(tx, merchantId, id, "fee", usedFor)) as FeeQuote,
    ...keepingMany(clock),
    async takeExchangeQuote(tx, merchantId, id, usedFor, business = "exchange") {
      const quote = (await take(tx, merchantId, id, "exchange", usedFor)) as ExchangeQuote;
      if (quote.business !== business) throw new Refusal("quote.unknown");
      return quote;
    },
  };
}

/** Promises of many payments that are made together. */
const keepingMany = (clock: Clock): Pick<Prices, "keepQuotes" | "spendQuotes"> => ({
  async keepQuotes(tx, wanted) {
    const now = clock.now();
    const found = await lockQuotes(tx, wanted);
    return wanted.map((key): KeptQuote | undefined => {
      const quote = found.find(({ merchantId, id }) => merchantId === key.merchantId && id === key.id);
      if (!quote) return undefined;
      const { kind, content, used, expiresAt } = quote;
      if (used) return "used";
      return expiresAt > now ? ({ kind, content: fromJson(content) } as KeptQuote) : "expired";
    });
  },
  async spendQuotes(tx, spent) {
    if ((await markQuotesUsed(tx, spent, clock.now())) !== spent.length) throw new Refusal("quote.used");
  },
});

/** At a fresh rate, by the terms of the pair. */
async function priceNow({ db, clock, fxRates }: Omit<PricesDeps, "ids">, exchanged: Exchanged) {
  const sellCurrency = "sell" in exchanged ? exchanged.sell.currency : exchanged.sellCurrency;
  const buyCurrency = "sell" in exchanged ? exchanged.buyCurrency : exchanged.buy.currency;
  if (sellCurrency === buyCurrency) throw new Refusal("fx.same_currency");
  const { terms, mid, markupBasisPoints, at, source } = await rateOf({ db, clock, fxRates }, sellCurrency, buyCurrency);
  const price = priceExchange({ ...exchanged, mid, markupBasisPoints });
  if (price.sell.minor < 1n || price.buy.minor < 1n) throw new Refusal("fx.amount_too_small");
  return { terms, price, rateAt: at, rateSource: source };
}

async function rateOf({ db, clock, fxRates }: Omit<PricesDeps, "ids">, sell: Currency, buy: Currency) {
  const { terms } = await ruleFor({ db, clock }, "exchange", sell, `${sell}-${buy}`);
  const { mid, at, source } = await fxRates.rate(sell, buy);
  if (clock.now().getTime() - at.getTime() > RATE_FRESH_SECONDS * MS_PER_SECOND) throw new Refusal("fx.rate_stale");
  return { terms, mid, markupBasisPoints: markupOf(terms), at, source };
}
const markupOf = ({ markupBasisPoints }: FeeRule["terms"]): Rate => markupBasisPoints ?? "0";

/** A rule an operator has set replaces the product's own for the same business, currency and corridor. */
async function ruleFor(
  { db, clock }: Pick<PricesDeps, "db" | "clock">,
  business: FeeBusiness,
  currency: Currency,
  corridor: string,
): Promise<FeeRule> {
  return chosenOf(await rulesNow({ db, clock }, business), { business, currency, corridor });
}

/** Asked for with every payment: whoever asks at the same moment shares one reading of the list. */
function sharedRules(deps: Pick<PricesDeps, "db" | "clock">): () => Promise<FeeRule[]> {
  const read = createCoalescer<null, FeeRule[]>({
    name: "fee rules",
    async work(batch) {
      const rules = await rulesNow(deps);
      return batch.map(() => rules);
    },
  });
  return () => read(null);
}

function chosenOf(rules: readonly FeeRule[], wanted: Parameters<typeof chooseFeeRule>[1]): FeeRule {
  const rule = chooseFeeRule(rules, wanted);
  if (!rule) throw new Refusal("fee.not_priced");
  return rule;
}

async function rulesNow({ db, clock }: Pick<PricesDeps, "db" | "clock">, business?: FeeBusiness): Promise<FeeRule[]> {
  const keyOf = (rule: FeeRule) => `${rule.business} ${rule.currency} ${rule.corridor}`;
  const set = await readFeeRules(db, clock.now(), business);
  const replaced = new Set(set.map(keyOf));
  const own = DEFAULT_FEE_RULES.filter(
    (rule) => !replaced.has(keyOf(rule)) && (!business || rule.business === business),
  );
  return [...set, ...own];
}
