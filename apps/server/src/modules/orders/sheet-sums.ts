import type { ColumnHabits, Currency, GivenOrder, OrderRefundKind, OrderSheet, RefundLine } from "@coralhub/domain";
import {
  formatMoney,
  largestOrder,
  readCellAmount,
  readCellCurrency,
  readCellDate,
  toShanghaiDay,
} from "@coralhub/domain/orders/reading";
import { createHash } from "node:crypto";

/** A line of a report about money that went back, as its cells say it. */
export type GivenRefund = {
  kind: OrderRefundKind;
  ids: readonly string[];
  parts: readonly string[];
  at: string;
  currency: string;
};
type Parts = {
  given: GivenOrder;
  amounts: readonly string[];
  returned: readonly string[];
  refunds: readonly GivenRefund[];
};

/** What parts add up to; the text of one that cannot be read. */
function sumOf(texts: readonly string[], decimal: "." | ",", currency: Currency): bigint | string {
  let total = 0n;
  for (const text of texts) {
    const minor = readCellAmount(text, decimal, currency);
    // One part that cannot be read is what the whole says: the order is refused for it, not worth the rest.
    if (minor === null) return text;
    total += minor ?? 0n;
  }
  return total;
}

/** A sum as the column would write it; what cannot be read stays as it is. */
const textOf = (total: bigint | string, decimal: "." | ",", currency: Currency): string =>
  typeof total === "string" ? total : formatMoney({ currency, minor: total }).replace(".", decimal);

/** A line's own word for its money, where it has one that is known. */
const currencyOf = ({ currency }: GivenRefund, order: Currency): Currency => readCellCurrency(currency) ?? order;
/** Money of another kind than the order's does not lower it: somebody has to look. */
export const isOfOtherMoney = (refunds: readonly GivenRefund[], order: Currency | null): boolean =>
  order !== null && refunds.some((refund) => currencyOf(refund, order) !== order);

/** What went back by the lines about it, or by the report's column. */
function backOf(
  { returned, refunds }: Pick<Parts, "returned" | "refunds">,
  decimal: "." | ",",
  currency: Currency,
): bigint | string {
  const own = refunds.filter((refund) => currencyOf(refund, currency) === currency);
  const back = sumOf(
    own.flatMap(({ parts }) => parts),
    decimal,
    currency,
  );
  const column = returned.length > 1 ? sumOf(returned, decimal, currency) : 0n;
  // Lines of refunds are below nothing; together above it, nothing went back.
  return typeof back === "string" || back < 0n ? back : column;
}

/** What an order's amounts are in: its own word, or the store's. */
const currencyFor = ({ currency }: GivenOrder, own: Currency | null): Currency =>
  readCellCurrency(currency ?? "") ?? own ?? "USD";

/** The amounts as one text each: the order's own, or what its lines add up to. */
export function withSums(
  { amountPer }: OrderSheet,
  { given, amounts, returned, refunds }: Parts,
  { decimal }: ColumnHabits,
  own: Currency | null,
): GivenOrder {
  const currency = currencyFor(given, own);
  if (amountPer === "order") return amounts[0] === undefined ? given : { ...given, amount: amounts[0] };
  if (amounts.length <= 1 && returned.length <= 1 && refunds.length === 0) return given;
  const refunded = backOf({ returned, refunds }, decimal, currency);
  return {
    ...given,
    amount: textOf(sumOf(amounts, decimal, currency), decimal, currency),
    ...(refunded !== 0n && { refunded: textOf(refunded, decimal, currency) }),
  };
}

/** The same with refunds as the only money that went back: a mended order says them as one figure, which holds no chargebacks. */
export function withoutChargebacks(
  given: GivenOrder,
  { returned, refunds }: Parts,
  { decimal }: ColumnHabits,
  own: Currency | null,
): GivenOrder {
  const only = refunds.filter(({ kind }) => kind === "refund");
  if (only.length === refunds.length) return given;
  const { refunded: _both, ...cells } = given;
  const currency = currencyFor(given, own);
  const refunded = backOf({ returned, refunds: only }, decimal, currency);
  return refunded === 0n ? cells : { ...cells, refunded: textOf(refunded, decimal, currency) };
}

/** Amounts as a person types them: what is mended in the page or downloaded begins with them, where no column says its habit. */
export function asTyped(given: GivenOrder, { decimal }: ColumnHabits, own: Currency | null): GivenOrder {
  if (decimal === ".") return given;
  const currency = own ?? "USD";
  const written = (text: string | undefined) => {
    const minor = readCellAmount(text ?? "", decimal, currency);
    return typeof minor === "bigint" ? formatMoney({ currency, minor }) : text;
  };
  return {
    ...given,
    ...(given.amount !== undefined && { amount: written(given.amount) }),
    ...(given.refunded !== undefined && { refunded: written(given.refunded) }),
  };
}

/** As it is written: one file says the hour, and in some zone, where another says the day alone. */
function dayOf(said: string, days: ColumnHabits["days"]): string {
  const day = readCellDate(said.replace(/[T\s]+\d{1,2}:\d{2}.*$/, ""), days);
  return day instanceof Date ? toShanghaiDay(day) : said;
}

/** No order is larger: what says more says all of it, and many of these still add up to a number that a table takes. */
function withinOrders(minor: bigint, currency: Currency): bigint {
  const most = largestOrder(currency);
  return minor > most ? most : minor < -most ? -most : minor;
}

/** Each refund by itself, under a key that every report gives it. Alike ones in one report are as many as it has lines. */
export function refundLines(
  { lines }: OrderSheet,
  refunds: readonly GivenRefund[],
  { decimal, days }: ColumnHabits,
  currency: Currency | null,
): RefundLine[] {
  if (currency === null) return [];
  const alike = new Map<string, number>();
  return refunds.flatMap((refund) => {
    const { kind, ids, parts, at: said } = refund;
    const own = currencyOf(refund, currency);
    const sum = sumOf(parts, decimal, own);
    if (typeof sum === "string" || sum === 0n) return [];
    const read = readCellDate(said, days);
    const at = read instanceof Date ? read : null;
    const day = lines?.refundIdAlone && ids[0] ? "" : dayOf(said, days);
    const told = JSON.stringify([kind, ids[0] ?? "", day, sum.toString()]);
    const count = (alike.get(told) ?? 0) + 1;
    alike.set(told, count);
    const key = createHash("sha256").update(`${count} ${told}`).digest("hex").slice(0, 32);
    return [
      {
        key,
        kind,
        currency: own,
        minor: withinOrders(-sum, own),
        at,
        reference: ids.find((id) => id !== "")?.slice(0, 80) ?? "",
      },
    ];
  });
}
