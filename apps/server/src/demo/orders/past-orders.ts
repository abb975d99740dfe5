import { asksForOrders, moneyOf, platformName, toShanghaiDay, type Currency, type Money } from "@coralhub/domain";
import { createHash } from "node:crypto";
import { conversionReference, type ConversionPlant } from "../../modules/exchange/index.ts";
import { momentOf, type IncomeHistory } from "../../modules/income/index.ts";
import type { DeliveryPlant, UsePlant } from "../../modules/orders/index.ts";
import type { PastPayout } from "../money/payout-book.ts";
import { idAt } from "../ids.ts";
import { DEMO_STORES } from "../stores/stores.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The orders are there a little after the money. */
const READ_AFTER_MS = 20 * MINUTE_MS;
/** Sold between so many days before a payout. */
const [SOLD_FROM_DAYS, SOLD_UNTIL_DAYS] = [16, 2];
const ONE_ORDER = 1_500;
const [FEWEST, MOST] = [3, 20];
/** What the platform keeps of what was sold, in basis points. */
const PLATFORM_FEES: Readonly<Record<string, number>> = {
  AMAZON: 1500,
  SHOPIFY: 290,
  WALMART: 1200,
  EBAY: 800,
  QOO10: 1000,
  SHOPEE: 700,
};
const OTHER_FEE = 500;
/** One order in so many was refunded in part. */
const REFUNDED_EVERY = 11;
/** This shop has not shown its orders for a while: what its money still lacks is in the order centre. */
const BEHIND: Readonly<Record<string, number>> = { EBAY: 40 };
const GOODS = ["陶瓷咖啡杯", "便携蓝牙音箱", "棉麻抱枕套", "不锈钢保温杯", "折叠收纳箱", "LED 阅读灯", "竹制砧板"];
const COUNTRIES: Partial<Record<Currency, string>> = { USD: "US", EUR: "DE", GBP: "GB", JPY: "JP", HKD: "HK" };
const ORDERS = 160_000_000;
const MATCHES = 170_000_000;
const DELIVERIES = 180_000_000;
const USES = 190_000_000;

/** Between 0 and 1, always the same for the same words. */
const chance = (...words: (string | number)[]): number =>
  createHash("sha256").update(words.join(":")).digest().readUInt32BE(0) / 0xffff_ffff;

type Owner = { merchantId: string; tag: number };
type Past = {
  incomes: readonly IncomeHistory[];
  payouts: readonly PastPayout[];
  conversions: readonly ConversionPlant[];
};

/** The orders behind a demo merchant's income, and what of them its moves into CNY have used: to the cent. */
export function pastOrders(owner: Owner, past: Past, now: Date) {
  let n = 0;
  const number = (base: number, at: Date) => idAt(at, base + owner.tag * 1_000_000 + ++n);
  const asked = past.incomes.flatMap((income): Credited[] => {
    const [arrivedAt, creditedAt] = [momentOf(income, "arrive"), momentOf(income, "credit")];
    return arrivedAt && creditedAt && asksForOrders(income.platform) ? [{ ...income, arrivedAt, creditedAt }] : [];
  });
  const shown = asked.filter(({ platform, creditedAt }) => {
    const days = BEHIND[platform ?? ""];
    return days === undefined || now.getTime() - creditedAt.getTime() > days * DAY_MS;
  });
  const deliveries = shown.map((income) => deliveryOf(income, number));
  return { merchantId: owner.merchantId, deliveries, uses: usesOf(asked, past, number) };
}

type Credited = IncomeHistory & { arrivedAt: Date; creditedAt: Date };
type Number = (base: number, at: Date) => string;

function deliveryOf(income: Credited, number: Number): DeliveryPlant {
  const { amount, currency } = { amount: income.amount, currency: income.amount.currency };
  const platform = income.platform ?? "OTHER";
  const at = new Date(income.creditedAt.getTime() + READ_AFTER_MS);
  const serial = income.reference.match(/\d{6,}/)?.[0] ?? income.reference;
  const digits = currency === "JPY" ? 1n : 100n;
  const sold = (amount.minor * 10_000n) / BigInt(10_000 - (PLATFORM_FEES[platform] ?? OTHER_FEE));
  const wanted = Number(sold / digits) / (currency === "JPY" ? ONE_ORDER * 150 : ONE_ORDER);
  const count = Math.min(MOST, Math.max(FEWEST, Math.round(wanted)));
  const parts = split(sold, count, income.reference);
  const store = DEMO_STORES.find(({ id }) => id === income.storeId);
  return {
    id: number(DELIVERIES, at),
    postingId: number(DELIVERIES, at),
    platform,
    storeId: income.storeId,
    way: store?.authorised ? "store" : "file",
    name: `${store?.name ?? platformName(platform)} ${toShanghaiDay(income.arrivedAt)} 结算`,
    currency,
    at,
    incomeId: income.id,
    serial,
    orders: parts.map((minor, place) => {
      const draw = chance(income.reference, place);
      const days = SOLD_FROM_DAYS - ((SOLD_FROM_DAYS - SOLD_UNTIL_DAYS) * (place + draw)) / count;
      const refundedMinor =
        (place + 1) % REFUNDED_EVERY === 0 ? (minor * BigInt(Math.round(draw * 20) + 5)) / 100n : 0n;
      return {
        id: number(ORDERS, at),
        matchId: number(MATCHES, at),
        number: orderNumber(platform, income.reference, place),
        orderedAt: new Date(income.arrivedAt.getTime() - days * DAY_MS),
        amountMinor: minor + refundedMinor,
        refundedMinor,
        goods: GOODS[Math.floor(draw * GOODS.length) % GOODS.length]!,
        country: COUNTRIES[currency] ?? "US",
      };
    }),
  };
}

/** Into so many parts of different size that add up again. */
function split(minor: bigint, count: number, words: string): bigint[] {
  const weights = Array.from({ length: count }, (_, place) =>
    BigInt(Math.round(60 + 80 * chance("part", words, place))),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (minor * weight) / all);
  const left = minor - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, place) => (place === 0 ? part + left : part));
}

function orderNumber(platform: string, words: string, place: number): string {
  const digits = createHash("sha256").update(`${words}:${place}`).digest().readBigUInt64BE(0) % 100_000_000_000_000n;
  const text = digits.toString().padStart(14, "0");
  return platform === "AMAZON" ? `114-${text.slice(0, 7)}-${text.slice(7)}` : `${platform.slice(0, 2)}${text}`;
}

type PastMove = Pick<UsePlant, "moveId" | "kind" | "reference" | "amount" | "confirmedAt" | "paidAt" | "backAt">;
function movesOf({ payouts, conversions }: Past): PastMove[] {
  return [
    ...payouts
      .filter(({ ends, price }) => ends.state !== "cancelled" && price.arrives.currency === "CNY")
      .map(({ id, reference, amount, confirmedAt, ends }): PastMove => {
        const endedAt = "at" in ends ? ends.at : null;
        const paidAt = ends.state === "completed" ? ends.at : ends.state === "returned" ? ends.paidAt : null;
        const backAt = ends.state === "failed" || ends.state === "returned" ? endedAt : null;
        return { moveId: id, kind: "payout", reference, amount, confirmedAt, paidAt, backAt };
      }),
    ...conversions
      .filter(({ price }) => price.buy.currency === "CNY")
      .map(({ id, at, price }): PastMove => ({
        moveId: id,
        kind: "conversion",
        reference: conversionReference(id),
        amount: price.sell,
        confirmedAt: at,
        paidAt: at,
        backAt: null,
      })),
  ];
}

/** As much as the platforms' money asked for when each of them was confirmed. */
function usesOf(asked: readonly Credited[], past: Past, number: Number): UsePlant[] {
  const covered = new Map<Currency, bigint>();
  const change = ({ currency, minor }: Money, sign: bigint) =>
    covered.set(currency, (covered.get(currency) ?? 0n) + sign * minor);
  const steps: { at: Date; take(): UsePlant[] }[] = asked.map(({ amount, creditedAt }) => ({
    at: creditedAt,
    take: () => (change(amount, 1n), []),
  }));
  for (const move of movesOf(past)) {
    let taken: Money | undefined;
    steps.push({
      at: move.confirmedAt,
      take() {
        const left = covered.get(move.amount.currency) ?? 0n;
        const minor = move.amount.minor < left ? move.amount.minor : left;
        if (minor <= 0n) return [];
        taken = moneyOf(move.amount.currency, minor);
        change(taken, -1n);
        const at = move.confirmedAt;
        const postingIds = {
          reserved: number(USES, at),
          consumed: number(USES, move.paidAt ?? at),
          released: number(USES, move.backAt ?? at),
        };
        return [{ ...move, id: number(USES, at), amount: taken, postingIds }];
      },
    });
    if (move.backAt) steps.push({ at: move.backAt, take: () => (taken && change(taken, 1n), []) });
  }
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()).flatMap(({ take }) => take());
}
