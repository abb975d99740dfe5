import { formatMoney, moneyOf, parseMoney, toCurrency, type Currency, type SandboxOrderPlan } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { Period, Trade, TradePages } from "../marketplace.ts";

const DAY_MS = 86_400_000;
const ORDERS_A_DAY = 3;
const PAYOUT_EVERY_DAYS = 14;
const PAGE = 100;
/** What the platform keeps, in basis points. */
const FEE = 1_200;
/** One order in so many is refunded in part. */
const REFUNDED_EVERY = 9;

/** Invented, but the same whenever asked: the number follows from the account and the day. */
const drawn = (seed: string, least: number, most: number): number =>
  least + (createHash("sha256").update(seed).digest().readUInt32BE() % (most - least));
/** Cents of a dollar, and as many of the smallest unit of any other currency. */
const textOf = (minor: number, currency: Currency): string => formatMoney(moneyOf(currency, BigInt(minor)));
/** A shop sells in what it is paid out in. */
const soldIn = ({ currency }: Period): Currency => currency ?? "USD";

function* daysOf({ since, until }: Period): Iterable<number> {
  for (let day = Math.floor(since.getTime() / DAY_MS); day * DAY_MS < until.getTime(); day++) yield day;
}

async function* paged(trades: Trade[]): TradePages {
  for (let at = 0; at < trades.length; at += PAGE) yield trades.slice(at, at + PAGE);
}
const within =
  ({ since, until }: Period) =>
  ({ at }: Trade): boolean =>
    at >= since && at < until;

/** The day on which what was sold on this one is paid out: the next one whose turn it is. */
const payoutDayOf = (account: string, day: number): number => {
  const turn = drawn(account, 0, PAYOUT_EVERY_DAYS);
  return day + PAYOUT_EVERY_DAYS - ((day - turn) % PAYOUT_EVERY_DAYS);
};
const settlementOf = (payoutDay: number): string => `SBX-P-${payoutDay}`;

type Sale = { number: number; cents: number; refundedCents: number };
const salesOf = (account: string, day: number): Sale[] =>
  Array.from({ length: ORDERS_A_DAY }, (_, number) => {
    const seed = `${account}.${day}.${number}`;
    const cents = drawn(seed, 900, 25_000);
    const isRefunded = drawn(`${seed}.refund`, 0, REFUNDED_EVERY) === 0;
    return { number, cents, refundedCents: isRefunded ? Math.floor((cents * drawn(`${seed}.part`, 10, 60)) / 100) : 0 };
  });

export function sandboxOrders(account: string, period: Period): TradePages {
  const currency = soldIn(period);
  const trades = [...daysOf(period)].flatMap((day) =>
    salesOf(account, day).map(({ number, cents, refundedCents }): Trade => ({
      reference: `SBX-${account}-${day}-${number}`,
      at: new Date(day * DAY_MS + drawn(`${account}.${day}.${number}.at`, 0, DAY_MS)),
      currency,
      amount: textOf(cents, currency),
      settlement: settlementOf(payoutDayOf(account, day)),
      ...(refundedCents > 0 && { refunded: textOf(refundedCents, currency) }),
    })),
  );
  return paged(trades.filter(within(period)));
}

/** Of each day the first one is the one that something is wrong with. */
const isFirst = ({ reference }: Trade): boolean => reference.endsWith("-0");
const tenthMore = (trade: Trade): Trade => {
  const currency = toCurrency(trade.currency)!;
  return { ...trade, amount: textOf(Math.round(Number(parseMoney(trade.amount, currency).minor) * 1.1), currency) };
};
export function givenBy(plan: SandboxOrderPlan, page: readonly Trade[]): Trade[] {
  switch (plan) {
    case "whole":
      return [...page];
    case "withhold":
      return page.filter((trade) => !isFirst(trade));
    case "double":
      return page.flatMap((trade) => [trade, trade]);
    case "change":
      return page.map((trade) => (isFirst(trade) ? tenthMore(trade) : trade));
  }
}

/** What was sold since the last payout, less refunds and the platform's fee: to the cent. */
export function sandboxSettlement(account: string, payoutDay: number) {
  const days = Array.from({ length: PAYOUT_EVERY_DAYS }, (_, ago) => payoutDay - PAYOUT_EVERY_DAYS + ago);
  const sales = days.flatMap((day) => salesOf(account, day));
  const sold = sales.reduce((sum, { cents }) => sum + cents, 0);
  const refunded = sales.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const fee = Math.round(((sold - refunded) * FEE) / 10_000);
  return { reference: settlementOf(payoutDay), sold, refunded, fee, paid: sold - refunded - fee };
}

export function sandboxPayouts(account: string, period: Period): TradePages {
  const currency = soldIn(period);
  const trades = [...daysOf(period)]
    .filter((day) => day % PAYOUT_EVERY_DAYS === drawn(account, 0, PAYOUT_EVERY_DAYS))
    .map((day): Trade => {
      const { reference, paid } = sandboxSettlement(account, day);
      return { reference, at: new Date(day * DAY_MS + DAY_MS / 2), currency, amount: textOf(paid, currency) };
    });
  return paged(trades.filter(within(period)));
}
