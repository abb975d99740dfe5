import { createHash } from "node:crypto";
import type { Period, Trade, TradePages } from "../marketplace.ts";

const DAY_MS = 86_400_000;
const ORDERS_A_DAY = 3;
const PAYOUT_EVERY_DAYS = 14;
const PAGE = 100;

/** Invented, but the same whenever asked: the number follows from the account and the day. */
const drawn = (seed: string, least: number, most: number): number =>
  least + (createHash("sha256").update(seed).digest().readUInt32BE() % (most - least));
const dollars = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

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

export function sandboxOrders(account: string, period: Period): TradePages {
  const trades = [...daysOf(period)].flatMap((day) =>
    Array.from({ length: ORDERS_A_DAY }, (_, number): Trade => {
      const seed = `${account}.${day}.${number}`;
      const at = new Date(day * DAY_MS + drawn(`${seed}.at`, 0, DAY_MS));
      return {
        reference: `SBX-${account}-${day}-${number}`,
        at,
        currency: "USD",
        amount: dollars(drawn(seed, 900, 25_000)),
      };
    }),
  );
  return paged(trades.filter(within(period)));
}

export function sandboxPayouts(account: string, period: Period): TradePages {
  const trades = [...daysOf(period)]
    .filter((day) => day % PAYOUT_EVERY_DAYS === drawn(account, 0, PAYOUT_EVERY_DAYS))
    .map((day): Trade => {
      const amount = dollars(drawn(`${account}.${day}`, 80_000, 950_000));
      return { reference: `SBX-P-${day}`, at: new Date(day * DAY_MS + DAY_MS / 2), currency: "USD", amount };
    });
  return paged(trades.filter(within(period)));
}
