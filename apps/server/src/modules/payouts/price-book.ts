import { Refusal } from "@coralhub/contract";
import {
  addMoney,
  chooseFeeRule,
  computeFee,
  moneyOf,
  PAYOUT_BANK_KEYS,
  PAYOUT_KINDS,
  priceExchange,
  startOfShanghaiDay,
  toShanghaiDay,
  wireFee,
  type Currency,
  type ExchangePrice,
  type FeeCase,
  type FeeRule,
  type Money,
  type PayoutBankKey,
  type PayoutKind,
  type PayoutWayKey,
  type Rate,
  type WaysTerms,
} from "@coralhub/domain";
import type { PayoutsDeps } from "./deps.ts";
import { sumSince, type AgreedPrice } from "./payouts-store.ts";
import { readTerms } from "./terms-store.ts";

type Pair = { mid: Rate; markupBasisPoints: Rate; rate: Rate };
/** Every price a sheet of payments needs, of one moment: the same for each row, and kept as it was shown. */
export type PriceBook = {
  kind: PayoutKind;
  at: Date;
  day: string;
  rules: FeeRule[];
  ways: WaysTerms;
  /** Banks whose channel was open: no way leads through another. */
  open: readonly PayoutBankKey[];
  pairs: Record<string, Pair>;
  volumes: Partial<Record<Currency, Money>>;
};
export const pairOf = (book: PriceBook, sell: Currency, buy: Currency): Pair | undefined =>
  book.pairs[`${sell}-${buy}`];

export async function openPriceBook(
  deps: PayoutsDeps,
  merchantId: string,
  kind: PayoutKind,
  wanted: readonly (readonly [sell: Currency, buy: Currency])[],
): Promise<PriceBook> {
  const { prices } = deps.ledger;
  const now = deps.clock.now();
  const day = toShanghaiDay(now);
  const month = startOfShanghaiDay(`${day.slice(0, 7)}-01`);
  const { ways } = await readTerms(deps.database.db);
  const open = PAYOUT_BANK_KEYS.filter((bank) => deps.banks[bank].isOpen);
  const book: PriceBook = { kind, at: now, day, rules: [], ways, open, pairs: {}, volumes: {} };
  book.rules = (await prices.rules()).filter(({ business }) => business === PAYOUT_KINDS[kind].business);
  for (const [sell, buy] of wanted) {
    book.volumes[sell] ??= await sumSince(deps.database.db, merchantId, kind, sell, month);
    if (sell === buy || pairOf(book, sell, buy)) continue;
    const { mid, markupBasisPoints, rate } = await prices.pairRate(sell, buy);
    book.pairs[`${sell}-${buy}`] = { mid, markupBasisPoints, rate };
  }
  return book;
}

export type Arriving = { way: PayoutWayKey; from: Currency; country: string; arrives: Money };
/** What has to leave so that exactly this arrives: what is exchanged for it, and the fee on top. */
export function priceArriving(
  book: PriceBook,
  { way, from, country, arrives }: Arriving,
  coupons: Pick<FeeCase, "coupons" | "savings"> = {},
): { amount: Money; agreed: AgreedPrice } {
  const price = from === arrives.currency ? null : exchangeFor(book, from, arrives);
  const sell = price?.sell ?? arrives;
  const wanted = { business: PAYOUT_KINDS[book.kind].business, currency: from, corridor: country };
  const rule = chooseFeeRule(book.rules, wanted);
  if (!rule) throw new Refusal("fee.not_priced");
  const monthVolume = book.volumes[from];
  const fee = computeFee(rule.terms, {
    amount: sell,
    surcharge: wireFee(book.ways, way, from),
    day: book.day,
    ...(monthVolume && { monthVolume }),
    ...coupons,
  });
  return { amount: addMoney(sell, fee.total), agreed: { price, fee, arrives } };
}

/** What the smallest unit of the sold currency buys beyond the request is rounding: the payee gets what the sheet says. */
function exchangeFor(book: PriceBook, from: Currency, arrives: Money): ExchangePrice {
  const pair = pairOf(book, from, arrives.currency);
  if (!pair) throw new Refusal("fx.rate_stale");
  const price = priceExchange({ buy: arrives, sellCurrency: from, ...pair });
  if (price.sell.minor < 1n) throw new Refusal("fx.amount_too_small");
  const over = price.buy.minor - arrives.minor;
  return { ...price, buy: arrives, residue: moneyOf(arrives.currency, price.residue.minor + over) };
}
