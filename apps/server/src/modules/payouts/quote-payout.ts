import { Refusal, type PayoutPrice, type PayoutQuote, type PayoutRequest, type WayOffer } from "@coralhub/contract";
import {
  arrivalOf,
  arrivalText,
  enRouteFee,
  PAYOUT_KINDS,
  payoutWay,
  QUOTE_SECONDS,
  startOfShanghaiDay,
  subtractMoney,
  toShanghaiDay,
  wireFee,
  type Money,
  type PayoutKind,
  type PayoutWayKey,
  type WaysTerms,
} from "@coralhub/domain";
import type { Beneficiary } from "../beneficiaries/index.ts";
import type { KeptQuote } from "../prices/index.ts";
import { missingQuota } from "./ask-quota.ts";
import { checkOrder, checkSchedule, findPayee, waysFor, type Family } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { sumSince, type AgreedPrice, type Payout } from "./payouts-store.ts";
import { readTerms } from "./terms-store.ts";

export const priceView = ({ price, fee, arrives }: AgreedPrice, amount: Money): PayoutPrice => ({
  amount,
  fee: fee.total,
  feeLines: fee.lines,
  exchanged: price?.sell ?? subtractMoney(amount, fee.total),
  rate: price?.rate ?? null,
  mid: price?.mid ?? null,
  markupBasisPoints: price?.markupBasisPoints ?? null,
  arrives,
});

type Priced = {
  merchantId: string;
  kind: PayoutKind;
  way: PayoutWayKey;
  payee: Beneficiary;
  amount: Money;
  /** Where nobody is asking, what stands in the merchant's own open promises stays there. */
  asker?: "person" | "house";
  /** What is kept for a later day counts on no coupon: by then another payment may have used it. */
  withoutCoupons?: true;
};
/** What the promise of a price is for: another payee or way is another price. */
const boundTo = (kind: PayoutKind, way: PayoutWayKey, payeeId: string): string => `${kind}:${way}:${payeeId}`;

async function requestOf(
  deps: PayoutsDeps,
  { merchantId, kind, way, payee, amount, asker = "person", withoutCoupons }: Priced,
) {
  const month = startOfShanghaiDay(`${toShanghaiDay(deps.clock.now()).slice(0, 7)}-01`);
  const { business } = PAYOUT_KINDS[kind];
  return {
    business,
    amount,
    coupons: withoutCoupons ? [] : await deps.coupons.offers(merchantId, { business, amount, asker }),
    corridor: payee.country,
    monthVolume: await sumSince(deps.database.db, merchantId, kind, amount.currency, month),
    surcharge: wireFee((await readTerms(deps.database.db)).ways, way, amount.currency),
    boundTo: boundTo(kind, way, payee.id),
  };
}

/** What it would cost now, without a promise. */
export async function priceNow(deps: PayoutsDeps, priced: Priced): Promise<AgreedPrice> {
  const { amount, payee } = priced;
  const fee = await deps.ledger.prices.fee(await requestOf(deps, priced));
  const left = subtractMoney(amount, fee.total);
  if (left.minor < 1n) throw new Refusal("fx.amount_too_small");
  if (amount.currency === payee.currency) return { price: null, fee, arrives: left };
  const price = await deps.ledger.prices.exchangeNow(left, payee.currency);
  return { price, fee, arrives: price.buy };
}

/** The same fee at the rate of now: what was agreed on has waited too long for its rate. */
export async function repriceNow(deps: PayoutsDeps, { price, fee }: AgreedPrice): Promise<AgreedPrice | undefined> {
  if (!price) return undefined;
  const now = await deps.ledger.prices.exchangeNow(price.sell, price.buy.currency);
  return { price: now, fee, arrives: now.buy };
}

/** The quote of a payment that needs no exchange is the fee's. */
async function promise(deps: PayoutsDeps, priced: Priced): Promise<AgreedPrice & { id: string; expiresAt: Date }> {
  const { merchantId, amount, payee } = priced;
  const request = await requestOf(deps, priced);
  if (amount.currency !== payee.currency) {
    const quote = await deps.ledger.prices.quoteConversion({ ...request, merchantId, buyCurrency: payee.currency });
    return { id: quote.id, expiresAt: quote.expiresAt, price: quote.price, fee: quote.fee, arrives: quote.price.buy };
  }
  const quote = await deps.ledger.prices.quoteFee(merchantId, request, QUOTE_SECONDS);
  const arrives = subtractMoney(amount, quote.breakdown.total);
  if (arrives.minor < 1n) throw new Refusal("fx.amount_too_small");
  return { id: quote.id, expiresAt: quote.expiresAt, price: null, fee: quote.breakdown, arrives };
}

/** When it goes: on its day as soon as that has begun, or now. */
function goesAt({ clock }: Pick<PayoutsDeps, "clock">, scheduledFor: string | null): Date {
  const now = clock.now();
  const day = scheduledFor === null ? now : new Date(`${scheduledFor}T00:00:00+08:00`);
  return day > now ? day : now;
}

type Leaving = { way: PayoutWayKey; country: string; scheduledFor: string | null };
const arrivalWords = (deps: Pick<PayoutsDeps, "clock">, ways: WaysTerms, leaving: Leaving): string =>
  arrivalText(arrivalOf(ways, leaving.way, leaving.country, goesAt(deps, leaving.scheduledFor)), deps.clock.now());

/** The same as it is kept with the payment: tomorrow it is still the day it was. */
export const keptArrival = (deps: Pick<PayoutsDeps, "clock">, ways: WaysTerms, leaving: Leaving): string =>
  arrivalText(arrivalOf(ways, leaving.way, leaving.country, goesAt(deps, leaving.scheduledFor)));

/** What it would cost and what would arrive: a promise for thirty seconds, kept once. */
export async function quotePayout(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  wanted: PayoutRequest,
): Promise<PayoutQuote> {
  checkSchedule(deps, wanted.scheduledFor, "today");
  const { kind, way, payee, amount, approval, sources, terms } = await checkOrder(deps, merchantId, family, wanted);
  const quote = await promise(deps, { merchantId, kind, way, payee, amount });
  const promised = { quoteId: quote.id, until: quote.expiresAt, asker: "person" } as const;
  await deps.coupons.hold(merchantId, quote.fee.coupons, promised);
  return {
    ...priceView(quote, amount),
    way,
    arrivesOn: arrivalWords(deps, terms.ways, { way, country: payee.country, scheduledFor: wanted.scheduledFor }),
    enRoute: enRouteFee(terms.ways, way, payee.currency),
    quoteId: quote.id,
    expiresAt: quote.expiresAt,
    approval: approval ?? null,
    missingQuota: await missingQuota(deps, { merchantId, amount, sources, arrivesCurrency: payee.currency }),
  };
}

/** Every way side by side; one that cannot be taken says why. */
export async function offerWays(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  wanted: PayoutRequest,
): Promise<WayOffer[]> {
  checkSchedule(deps, wanted.scheduledFor, "today");
  const payee = await findPayee(deps, merchantId, family, wanted.beneficiaryId);
  const { ways } = await readTerms(deps.database.db);
  return Promise.all(
    waysFor(family, payee).map(async (way): Promise<WayOffer> => {
      const { label, note } = payoutWay(way);
      const head = {
        way,
        label,
        note,
        accountId: wanted.accountId,
        arrivesOn: arrivalWords(deps, ways, { way, country: payee.country, scheduledFor: wanted.scheduledFor }),
        enRoute: enRouteFee(ways, way, payee.currency),
      };
      try {
        const checked = await checkOrder(deps, merchantId, { ...family, way }, { ...wanted, way });
        const { amount, kind, sources } = checked;
        const price = priceView(await priceNow(deps, { merchantId, kind, way, payee, amount }), amount);
        const leaving = { merchantId, amount, sources, arrivesCurrency: payee.currency };
        return { ...head, price, problem: null, missingQuota: await missingQuota(deps, leaving) };
      } catch (error) {
        if (error instanceof Refusal)
          return { ...head, price: null, problem: error.fields?.["amount"] ?? error.message, missingQuota: [] };
        throw error;
      }
    }),
  );
}

/** The promise must be for this very payment: a price asked for another one is no price for this. */
export function agreedPrice(payout: Payout, quote: KeptQuote | undefined): AgreedPrice {
  const { amount, kind, way, beneficiaryId } = payout;
  const exchanges = amount.currency !== payout.arrivesCurrency;
  if (quote === "used" || quote === "expired") throw new Refusal(`quote.${quote}`);
  if (quote?.kind !== (exchanges ? "exchange" : "fee")) throw new Refusal("quote.unknown");
  const wanted = boundTo(kind, way, beneficiaryId);
  if (quote.kind === "fee") {
    const { amount: priced, breakdown, boundTo: bound } = quote.content;
    const isSame = priced.currency === amount.currency && priced.minor === amount.minor;
    if (bound !== wanted || !isSame) throw new Refusal("quote.unknown");
    return { price: null, fee: breakdown, arrives: subtractMoney(amount, breakdown.total) };
  }
  const { price, fee, boundTo: bound, business } = quote.content;
  const fits =
    business === PAYOUT_KINDS[kind].business &&
    bound === wanted &&
    price.sell.currency === amount.currency &&
    price.sell.minor + fee.total.minor === amount.minor &&
    price.buy.currency === payout.arrivesCurrency;
  if (!fits) throw new Refusal("quote.unknown");
  return { price, fee, arrives: price.buy };
}
