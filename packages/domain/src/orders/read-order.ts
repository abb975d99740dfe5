import { toCurrency, type Currency } from "../money/currencies.ts";
import { roundFigure } from "../money/round-figures.ts";
import { COUNTRIES, isCountry } from "../reference/countries.ts";
import { readCellAmount, readCellCurrency, readCellDate, type ColumnHabits } from "./cell-values.ts";
import { platformByCode } from "../platforms/catalogue.ts";
import type { GivenOrder, OrderFinding } from "./order-rows.ts";

/** An order in values, as far as it could be read. */
export type ReadOrder = {
  orderNumber: string | null;
  orderedAt: Date | null;
  currency: Currency | null;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  goods: string | null;
  quantity: number | null;
  country: string | null;
  buyer: string | null;
  carrier: string | null;
  tracking: string | null;
  serial: string | null;
  findings: OrderFinding[];
};
export type ReadingContext = {
  platform: string;
  /** The store's own currency; null where nobody has said. */
  currency: Currency | null;
  now: Date;
  habits: ColumnHabits;
};
/** What people type is read without guessing. */
export const TYPED_HABITS: ColumnHabits = { decimal: ".", days: "unclear" };

/** Shapes so well known that anything else is not an order of that platform. */
const NUMBER_SHAPES: Readonly<Record<string, RegExp>> = {
  AMAZON: /^\d{3}-\d{7}-\d{7}$/,
  EBAY: /^(\d{2}-\d{5}-\d{5}|\d{10,16}-\d{5,15})$/,
  SHOPEE: /^\d{6}[0-9A-Z]{8}$/,
  TIKTOK: /^\d{17,19}$/,
};
/** Numbers that every shop counts by itself: two shops have the same ones. */
const COUNTED_BY_SHOP = new Set([
  "SHOPIFY",
  "BIGCOMMERCE",
  "THREECART",
  "SHOPLAZZA",
  "SHOPLINE",
  "WOOCOMMERCE",
  "OFFLINE",
  "OTHER",
]);
export const isCountedByShop = (platform: string): boolean => COUNTED_BY_SHOP.has(platform);
/** Its number names an order only together with the shop. Trade without a platform is told apart by its papers. */
export const needsItsShop = (platform: string): boolean =>
  isCountedByShop(platform) && platformByCode(platform)?.category !== "offline";
/** Within what an order's number stands for one order. */
export const numberScope = (platform: string, shop: string): string =>
  isCountedByShop(platform) ? `${platform}:${shop}` : platform;

const YEAR_MS = 366 * 86_400_000;
const A_DAY_MS = 86_400_000;
const LARGEST_DOLLARS = 1_000_000;
const COUNTRY_NAMES = new Map(Object.entries(COUNTRIES).map(([code, name]) => [name as string, code]));
const ENGLISH: Record<string, string> = {
  "UNITED STATES": "US",
  USA: "US",
  "UNITED KINGDOM": "GB",
  UK: "GB",
  GERMANY: "DE",
  FRANCE: "FR",
  ITALY: "IT",
  SPAIN: "ES",
  CANADA: "CA",
  AUSTRALIA: "AU",
  JAPAN: "JP",
  SINGAPORE: "SG",
  MALAYSIA: "MY",
  THAILAND: "TH",
  INDONESIA: "ID",
  PHILIPPINES: "PH",
  VIETNAM: "VN",
  MEXICO: "MX",
  BRAZIL: "BR",
};

const text = (given: string | undefined, most: number): string | null => {
  const plain = (given ?? "")
    .replaceAll(/[\p{C}]/gu, "")
    .trim()
    .slice(0, most)
    .toWellFormed();
  return plain === "" ? null : plain;
};
/** What a line about a refund need not say: it is no order. */
const ASKED_OF_ORDERS: ReadonlySet<OrderFinding> = new Set([
  "dateMissing",
  "dateMalformed",
  "dateAmbiguous",
  "dateFuture",
  "dateTooOld",
  "goodsMissing",
  "countryUnknown",
  "trackingMalformed",
]);
/** A cell that computes: what it would show here is not what it says. */
const isFormula = (given: string): boolean => /^[=@]|^[+-](?=[^\d(.$€£¥\s])/.test(given.trim());

/** Reads and checks one order; whatever is wrong is found at once, not one thing after the other. */
export function readOrder(given: GivenOrder, { platform, currency: own, now, habits }: ReadingContext): ReadOrder {
  const findings: OrderFinding[] = [];
  const orderNumber = readNumber(given, platform, findings);
  const orderedAt = readTime(given, habits, now, findings);
  const currency = readCurrency(given, own, findings);
  const amountMinor = readAmounts(given, "amount", habits, currency ?? own ?? "USD", findings);
  const refunded = readAmounts(given, "refunded", habits, currency ?? own ?? "USD", findings) ?? 0n;
  const refundedMinor = refunded < 0n ? -refunded : refunded;
  if (amountMinor === 0n && refundedMinor > 0n) findings.push("refundOnly");
  else if (amountMinor !== null && !isOrderAmount(amountMinor, currency ?? own ?? "USD")) findings.push("amountRange");
  if (amountMinor !== null && amountMinor > 0n && refundedMinor >= amountMinor) findings.push("refundedWhole");
  const goods = text(given.goods, 200);
  if (goods === null) findings.push("goodsMissing");
  const country = readCountry(given, findings);
  const tracking = text(given.tracking?.toUpperCase().replaceAll(/\s/g, ""), 60);
  if (tracking !== null && !/^[A-Z0-9-]{8,40}$/.test(tracking)) findings.push("trackingMalformed");
  if (Object.values(given).some((cell) => isFormula(cell ?? ""))) findings.push("formula");
  const quantity = /^\d{1,7}/.exec((given.quantity ?? "").trim())?.[0];
  return {
    orderNumber,
    orderedAt,
    currency,
    amountMinor,
    refundedMinor,
    goods,
    quantity: quantity === undefined ? null : Number(quantity),
    country,
    buyer: text(given.buyer, 100),
    carrier: text(given.carrier, 60),
    tracking,
    serial: text(given.serial, 80),
    findings: findings.includes("refundOnly") ? findings.filter((one) => !ASKED_OF_ORDERS.has(one)) : findings,
  };
}

/** An order's number, however a sheet or a hand writes it: full-width signs, quotes and what is not seen do not count. */
export const plainOrderNumber = (cell: string | undefined): string | null =>
  text(
    cell
      ?.normalize("NFKC")
      .replaceAll(/['"]|\p{C}/gu, "")
      .replaceAll(/\s+/g, " "),
    80,
  );

function readNumber(given: GivenOrder, platform: string, findings: OrderFinding[]): string | null {
  const number = plainOrderNumber(given.orderNumber);
  if (number === null) findings.push("orderNumberMissing");
  else if (/^\d(\.\d+)?E\+\d+$/i.test(number)) findings.push("orderNumberDamaged");
  else if (NUMBER_SHAPES[platform] && !NUMBER_SHAPES[platform].test(number)) findings.push("orderNumberShape");
  return number;
}

/** What is wrong with when it was sold, whoever says so. A zone that is not told may be ahead of Beijing's by less than a day. */
export function dateFindings(at: Date, now: Date): OrderFinding[] {
  if (at.getTime() > now.getTime() + A_DAY_MS) return ["dateFuture"];
  return at.getTime() < now.getTime() - YEAR_MS ? ["dateTooOld"] : [];
}

function readTime(given: GivenOrder, { days }: ColumnHabits, now: Date, findings: OrderFinding[]): Date | null {
  const at = readCellDate(given.orderedAt ?? "", days);
  if (at === undefined) findings.push("dateMissing");
  else if (at === null) findings.push("dateMalformed");
  else if (at === "ambiguous") findings.push("dateAmbiguous");
  else {
    findings.push(...dateFindings(at, now));
    return at;
  }
  return null;
}

function readCurrency(given: GivenOrder, own: Currency | null, findings: OrderFinding[]): Currency | null {
  const said = (given.currency ?? "").trim();
  if (said === "") {
    if (own === null) findings.push("currencyMissing");
    return own;
  }
  const currency = readCellCurrency(said) ?? toCurrency(said.toUpperCase());
  if (!currency) findings.push("currencyUnknown");
  else if (own !== null && currency !== own) findings.push("currencyOther");
  return currency ?? null;
}

function readAmounts(
  given: GivenOrder,
  field: "amount" | "refunded",
  { decimal }: ColumnHabits,
  currency: Currency,
  findings: OrderFinding[],
): bigint | null {
  const minor = readCellAmount(given[field] ?? "", decimal, currency);
  if (minor === undefined) {
    if (field === "amount") findings.push("amountMissing");
    return null;
  }
  if (minor === null) {
    findings.push("amountMalformed");
    return null;
  }
  return minor;
}
/** What no order is worth more than. */
export const largestOrder = (currency: Currency): bigint => roundFigure(LARGEST_DOLLARS, currency).minor;
export const isOrderAmount = (minor: bigint, currency: Currency): boolean =>
  minor > 0n && minor <= largestOrder(currency);

function readCountry(given: GivenOrder, findings: OrderFinding[]): string | null {
  const said = text(given.country, 60);
  if (said === null) return null;
  const upper = said.toUpperCase();
  const code = isCountry(upper) ? upper : (COUNTRY_NAMES.get(said) ?? ENGLISH[upper]);
  if (code === undefined) findings.push("countryUnknown");
  return code ?? null;
}
