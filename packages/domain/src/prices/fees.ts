import type { Currency } from "../money/currencies.ts";
import { formatMoney, moneyOf, parseMoney, type Money } from "../money/money.ts";
import { shareOf, type Rate } from "../money/rates.ts";
import { bestCoupons, type CouponSaving, type FeeCoupon } from "./coupons.ts";

/** What a fee is charged for. */
export const FEE_BUSINESSES = {
  collection: "收款",
  account_opening: "开立收款账户",
  withdrawal: "提现",
  supplier: "供应商付款",
  service: "服务商付款",
  seller: "卖家付款",
  exchange: "货币兑换",
  card_opening: "开卡",
  card_funding: "卡钱包充值",
  card_foreign: "卡境外交易",
} as const satisfies Record<string, string>;
export type FeeBusiness = keyof typeof FEE_BUSINESSES;
export const FEE_BUSINESS_NAMES = Object.keys(FEE_BUSINESSES) as [FeeBusiness, ...FeeBusiness[]];

export const FEE_BEARERS = { merchant: "付款方承担", recipient: "收款方承担", shared: "双方各半" } as const;
export type FeeBearer = keyof typeof FEE_BEARERS;
export const FEE_BEARER_NAMES = Object.keys(FEE_BEARERS) as [FeeBearer, ...FeeBearer[]];

/** From this much business in the calendar month on, the rate is this. Amounts in whole units of the rule's currency. */
export type FeeTier = { fromVolume: number; basisPoints: Rate };

/** What is charged. Amounts are decimal text in the rule's currency; a rule for any currency has none. */
export type FeeTerms = {
  basisPoints: Rate;
  flat?: string;
  min?: string;
  max?: string;
  bearer: FeeBearer;
  /** Ascending by volume; the last one reached counts. */
  tiers?: readonly FeeTier[];
  /** Exchange only: what the customer's rate stands below the middle rate. */
  markupBasisPoints?: Rate;
  /** Nothing is charged before this day (Beijing). */
  waivedUntil?: string;
};
/** `*` stands for any. A corridor is where the money goes: a country code, or a pair for an exchange. */
export type FeeRule = { business: FeeBusiness; currency: Currency | "*"; corridor: string; terms: FeeTerms };

/** How the parts of a rule are written, and what to say about one that is not. */
export const FEE_FORMS = {
  rate: { pattern: /^\d{1,4}(\.\d{1,4})?$/, message: "请填写基点数，如 30 或 12.5" },
  amount: { pattern: /^\d{1,12}(\.\d{1,2})?$/, message: "请填写金额，如 5.00" },
  corridor: { pattern: /^(\*|[A-Z]{2}|[A-Z]{3}-[A-Z]{3})$/, message: "请填写国家代码、币种对或 *" },
} as const;

/** The house's prices until an operator sets others. The most specific rule counts: corridor before currency. */
export const DEFAULT_FEE_RULES: readonly FeeRule[] = [
  { business: "collection", currency: "*", corridor: "*", terms: { basisPoints: "0", bearer: "merchant" } },
  { business: "account_opening", currency: "*", corridor: "*", terms: { basisPoints: "0", bearer: "merchant" } },
  {
    business: "withdrawal",
    currency: "*",
    corridor: "*",
    terms: { basisPoints: "40", bearer: "merchant" },
  },
  {
    business: "withdrawal",
    currency: "USD",
    corridor: "*",
    terms: {
      basisPoints: "30",
      min: "1.00",
      bearer: "merchant",
      tiers: [
        { fromVolume: 100_000, basisPoints: "25" },
        { fromVolume: 1_000_000, basisPoints: "20" },
      ],
    },
  },
  { business: "withdrawal", currency: "CNY", corridor: "CN", terms: { basisPoints: "30", bearer: "merchant" } },
  { business: "supplier", currency: "*", corridor: "*", terms: { basisPoints: "35", bearer: "merchant" } },
  {
    business: "supplier",
    currency: "USD",
    corridor: "*",
    terms: { basisPoints: "30", flat: "5.00", max: "100.00", bearer: "merchant" },
  },
  { business: "service", currency: "*", corridor: "*", terms: { basisPoints: "35", bearer: "merchant" } },
  { business: "seller", currency: "*", corridor: "*", terms: { basisPoints: "20", bearer: "merchant" } },
  {
    business: "exchange",
    currency: "*",
    corridor: "*",
    terms: { basisPoints: "0", markupBasisPoints: "30", bearer: "merchant" },
  },
  {
    business: "card_opening",
    currency: "USD",
    corridor: "*",
    terms: { basisPoints: "0", flat: "1.00", bearer: "merchant" },
  },
  { business: "card_funding", currency: "*", corridor: "*", terms: { basisPoints: "0", bearer: "merchant" } },
  { business: "card_foreign", currency: "*", corridor: "*", terms: { basisPoints: "100", bearer: "merchant" } },
];

/** The rule that counts: an exact corridor outranks an exact currency, which outranks "any". */
export function chooseFeeRule<R extends FeeRule>(
  rules: readonly R[],
  wanted: { business: FeeBusiness; currency: Currency; corridor: string },
): R | undefined {
  const rank = (rule: R) => (rule.corridor === wanted.corridor ? 2 : 0) + (rule.currency === wanted.currency ? 1 : 0);
  return rules
    .filter(
      (rule) =>
        rule.business === wanted.business &&
        (rule.currency === "*" || rule.currency === wanted.currency) &&
        (rule.corridor === "*" || rule.corridor === wanted.corridor),
    )
    .reduce<R | undefined>((best, rule) => (best === undefined || rank(rule) > rank(best) ? rule : best), undefined);
}

/** One line of the breakdown a merchant reads before confirming. */
export type FeeLine = { label: string; amount: Money };
export type FeeBreakdown = {
  lines: FeeLine[];
  total: Money;
  /** What the payer is charged on top, and what is taken from what arrives. */
  merchantPays: Money;
  recipientPays: Money;
  bearer: FeeBearer;
  /** The coupons it was reduced by; absent where there were none. */
  coupons?: CouponSaving[];
};

/** 30 basis points are 「0.3%」. */
export const percentText = (basisPoints: Rate): string => `${Number((Number(basisPoints) / 100).toFixed(4))}%`;

const minorOf = (text: string, currency: Currency): bigint => parseMoney(text, currency).minor;

export type FeeCase = {
  amount: Money;
  /** Business of this kind and currency in the calendar month so far. */
  monthVolume?: Money;
  /** What could be used, what expires first before the rest; those that save most are. */
  coupons?: readonly FeeCoupon[];
  /** Instead of them: what was chosen already, with a promise that is kept. */
  savings?: readonly CouponSaving[] | undefined;
  /** What comes on top of the rule and is never waived: the cost of a wire. */
  surcharge?: FeeLine | undefined;
  /** The day in Beijing, for waivers. */
  day: string;
};

/** Computes a fee so that its lines add up to its total. Fractions of the smallest unit are rounded half up, once. */
export function computeFee(
  terms: FeeTerms,
  { amount, monthVolume, coupons = [], savings, surcharge, day }: FeeCase,
): FeeBreakdown {
  const { currency } = amount;
  const of = (minor: bigint): Money => moneyOf(currency, minor);
  const lines: FeeLine[] = [];
  let total = 0n;
  const add = (label: string, minor: bigint) => {
    if (minor === 0n) return;
    total += minor;
    lines.push({ label, amount: of(minor) });
  };
  const basisPoints = reachedTier(terms, monthVolume) ?? terms.basisPoints;
  add(`服务费 ${percentText(basisPoints)}`, shareOf(amount, basisPoints, "halfUp").minor);
  if (terms.flat) add("固定费用", minorOf(terms.flat, currency));
  const least = terms.min ? minorOf(terms.min, currency) : 0n;
  if (total < least) add(`不足最低收费 ${formatMoney(of(least))}，补足`, least - total);
  const most = terms.max === undefined ? total : minorOf(terms.max, currency);
  if (total > most) add(`超过最高收费 ${formatMoney(of(most))}，减免`, most - total);
  if (terms.waivedUntil !== undefined && day < terms.waivedUntil) add(`限时免费（至 ${terms.waivedUntil}）`, -total);
  const used = savings ?? (total > 0n ? bestCoupons(of(total), amount, coupons) : []);
  for (const { label, saved } of used) add(`优惠券「${label}」`, -saved.minor);
  if (surcharge) add(surcharge.label, surcharge.amount.minor);
  const recipient = terms.bearer === "recipient" ? total : terms.bearer === "shared" ? total / 2n : 0n;
  return {
    lines,
    total: of(total),
    merchantPays: of(total - recipient),
    recipientPays: of(recipient),
    bearer: terms.bearer,
    ...(used.length > 0 && { coupons: [...used] }),
  };
}

function reachedTier({ tiers = [] }: FeeTerms, volume: Money | undefined): Rate | undefined {
  if (!volume) return undefined;
  return tiers.findLast((tier) => volume.minor >= minorOf(String(tier.fromVolume), volume.currency))?.basisPoints;
}
