import {
  accountCode,
  CURRENCIES,
  moneyOf,
  parseMoney,
  startOfShanghaiDay,
  toShanghaiDay,
  type AccountCode,
  type Currency,
  type Money,
  type Rate,
} from "@coralhub/domain";
import { createHash } from "node:crypto";
import { momentOf } from "../past/moments.ts";
import { createBook, type Book } from "./book.ts";
import { fundingsFrom } from "./fundings.ts";
import type { Origin } from "./income-book.ts";
import type { PastTerms, PayoutEnds } from "./payout-book.ts";
import {
  MONEY_PLANS,
  type AccountPlan,
  type MoneyPlan,
  type Payer,
  type Recent,
  type RecentEnds,
  type Sweep,
} from "./plans.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 364;
/** Older income was smaller by this much at the beginning, and payments differ by this much from each other. */
const GROWTH = 0.4;
const WOBBLE = 0.25;

/** Between -1 and 1, always the same for the same words. */
const chance = (...words: (string | number)[]): number =>
  (createHash("sha256").update(words.join(":")).digest().readUInt32BE(0) / 0xffff_ffff) * 2 - 1;

type Step = { at: Date; take(walk: Walk): void };
type Walk = { book: Book; account: AccountCode; balance: bigint };

/** The past of one merchant as it would have happened: amounts, fees, reviews and withdrawals follow from the plan. */
export function moneyHistory({ merchantId, tag, accounts }: MoneyPlan, now: Date): Book {
  const walkAll = (corrections: readonly bigint[]) => {
    const book = createBook(merchantId, tag);
    const walks = accounts.map((plan) => ({ book, account: codeOf(plan), balance: 0n }));
    accounts
      .flatMap((plan, n) => stepsOf(plan, now, corrections[n]!).map((step) => ({ ...step, walk: walks[n]! })))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .forEach(({ take, walk }) => take(walk));
    return { book, walks };
  };
  // A first walk shows where the balances end; the second corrects the latest ordinary payment by what is missing.
  const trial = walkAll(accounts.map(() => 0n));
  const missing = accounts.map((plan, n) => parseMoney(plan.available, plan.currency).minor - trial.walks[n]!.balance);
  const { book } = walkAll(missing);
  book.postings.sort((a, b) => a.at.getTime() - b.at.getTime());
  return book;
}

/** What the demo merchants will have earned in this past, by any moment of it. */
export function incomesUntil(now: Date): (merchantId: string, at: Date) => readonly { at: Date; amount: Money }[] {
  const books = new Map(MONEY_PLANS.map((plan) => [plan.merchantId, moneyHistory(plan, now).incomes]));
  return (merchantId, until) =>
    (books.get(merchantId) ?? []).flatMap(({ amount, end }) =>
      end?.how === "credited" && end.at <= until ? [{ at: end.at, amount }] : [],
    );
}

const codeOf = ({ currency, account }: AccountPlan): AccountCode => accountCode("collection", currency, account);

const fundingSteps = ({ account }: AccountPlan, now: Date): Step[] =>
  fundingsFrom(account).map(({ when, amount }) => ({
    at: momentOf(when, now),
    take: (walk) => void (walk.balance -= amount.minor),
  }));

function stepsOf(plan: AccountPlan, now: Date, correction: bigint): Step[] {
  const today = startOfShanghaiDay(toShanghaiDay(now)).getTime();
  const daysAgo = (days: number, hour: number) => new Date(today - days * DAY_MS + hour * HOUR_MS);
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  return [
    ...plan.payers.flatMap((payer, n) => incomeSteps(plan, payer, n === 0 ? correction : 0n, daysAgo)),
    ...sweepSteps(plan, daysAgo),
    ...exchangeSteps(plan, daysAgo),
    ...(plan.recent ?? []).map((recent) => recentStep(plan, recent, hoursAgo)),
    ...fundingSteps(plan, now),
  ];
}

type DaysAgo = (days: number, hour: number) => Date;
type Rhythm = { everyDays: number; lastDaysAgo: number };
/** In the first half of the year everything happened once a month only. */
const OFTEN_DAYS = 182;
const timesRarer = ({ everyDays }: Rhythm, days: number): number =>
  days > OFTEN_DAYS ? Math.max(1, Math.round(28 / everyDays)) : 1;
const repeated = (rhythm: Rhythm): number[] =>
  Array.from({ length: Math.floor((DAYS - rhythm.lastDaysAgo) / rhythm.everyDays) + 1 }, (_, i) => i)
    .map((i) => ({ i, days: rhythm.lastDaysAgo + i * rhythm.everyDays }))
    .filter(({ i, days }) => i % timesRarer(rhythm, days) === 0)
    .map(({ days }) => days);

/** The hour of the day at which somebody usually acts, with odd minutes. */
const usualHour = (...words: (string | number)[]): number => 10 + 4 * chance("hour", ...words);

function incomeSteps({ currency }: AccountPlan, payer: Payer, correction: bigint, daysAgo: DaysAgo): Step[] {
  return repeated(payer).map((days, n) => {
    const size = (1 - (GROWTH * days) / DAYS) * (1 + WOBBLE * chance(payer.name, currency, days));
    const factor = size * timesRarer(payer, days);
    const cents = 10 ** CURRENCIES[currency].digits;
    const minor = BigInt(Math.round(Number(payer.typical) * factor * cents)) + (n === 0 ? correction : 0n);
    const amount = moneyOf(currency, minor);
    const at = daysAgo(days, usualHour(payer.name, days));
    const reviewed = payer.reviewEvery !== undefined && n > 0 && n % payer.reviewEvery === 0;
    return { at, take: (walk) => receive(walk, at, amount, payer.name, reviewed) };
  });
}

/** As a bank would write it: who, when, and to which receiving account, for two merchants have the same payer. */
const originOf = ({ account }: Walk, payer: string, at: Date): Origin => ({
  payer,
  reference: `${payer} ${toShanghaiDay(at).replaceAll("-", "")}${account.slice(-2)}`,
});

function receive(walk: Walk, at: Date, amount: Money, payer: string, reviewed = false): void {
  const { book, account } = walk;
  const origin = originOf(walk, payer, at);
  walk.balance += amount.minor;
  book.credited(at, reviewed ? new Date(at.getTime() + 5 * HOUR_MS) : at, account, amount, origin);
}

function sweepSteps({ currency, sweep }: AccountPlan, daysAgo: DaysAgo): Step[] {
  const keep = parseMoney(sweep.keep, currency).minor;
  const step = parseMoney(String(sweep.step), currency).minor;
  return repeated(sweep).map((days) => {
    const at = daysAgo(days, usualHour("sweep", currency, days));
    return {
      at,
      take(walk) {
        const amount = moneyOf(currency, ((walk.balance - keep) / step) * step);
        if (amount.minor <= 0n) return;
        const settledAt = new Date(at.getTime() + 3 * HOUR_MS);
        sweepOut(walk, at, amount, sweep, { rate: (mid) => aboutRate(mid, currency, days), settledAt });
      },
    };
  });
}

const aboutRate = (mid: number, currency: Currency, days: number): Rate =>
  (mid * (1 + 0.01 * chance("mid", currency, days))).toFixed(6);

function payOut(walk: Walk, at: Date, amount: Money, terms: PastTerms, ends: PayoutEnds): void {
  walk.balance -= walk.book.payOut(at, walk.account, amount, terms, ends).minor;
}

type Swept = { rate: (mid: number) => Rate; settledAt: Date };
/** As the plan says: withdrawn, or parted among suppliers, one payment after the other. */
function sweepOut(walk: Walk, at: Date, amount: Money, sweep: Sweep, { rate, settledAt }: Swept): void {
  const { arrives, mid, way, corridor, suppliers } = sweep;
  const terms = { arrives, mid: mid === undefined ? null : rate(mid), way, corridor };
  const parts = suppliers ?? [{ id: undefined, percent: 100 }];
  parts.forEach(({ id: supplier, percent }, n) => {
    const part = moneyOf(amount.currency, (amount.minor * BigInt(percent)) / 100n);
    const later = (time: Date) => new Date(time.getTime() + n * MINUTE_MS);
    payOut(walk, later(at), part, { ...terms, supplier }, { state: "completed", at: later(settledAt) });
  });
}

function exchangeSteps({ currency, exchanges }: AccountPlan, daysAgo: DaysAgo): Step[] {
  if (!exchanges) return [];
  return repeated(exchanges).map((days) => {
    const at = daysAgo(days, usualHour("exchange", currency, days));
    const mid = aboutRate(exchanges.mid, currency, days);
    const sell = parseMoney(exchanges.sell, currency);
    const withdrawnAt = new Date(at.getTime() + 20 * HOUR_MS);
    return { at, take: (walk) => exchange(walk, at, withdrawnAt, sell, { ...exchanges, mid }) };
  });
}

type Target = { to: Currency; corridor: string; mid: string; id?: string };
function exchange(walk: Walk, at: Date, withdrawnAt: Date, sell: Money, { to, corridor, mid, id }: Target): void {
  if (walk.balance < sell.minor) return;
  walk.balance -= sell.minor;
  const bought = walk.book.exchange(at, walk.account, sell, { to, mid, id });
  const settledAt = new Date(withdrawnAt.getTime() + 2 * HOUR_MS);
  const ends = { state: "completed", at: settledAt } as const;
  const terms = { arrives: to, mid: null, way: "local", corridor } as const;
  walk.book.payOut(withdrawnAt, accountCode("wallet", to), bought, terms, ends);
}

function recentStep(plan: AccountPlan, recent: Recent, hoursAgo: (hours: number) => Date): Step {
  const { currency, sweep } = plan;
  const at = hoursAgo(recent.hoursAgo);
  return {
    at,
    take(walk) {
      switch (recent.what) {
        case "income":
          return receive(walk, at, parseMoney(recent.amount, currency), recent.from);
        case "held":
          return walk.book.held(at, walk.account, parseMoney(recent.amount, currency), originOf(walk, recent.from, at));
        case "returned": {
          const origin = originOf(walk, recent.from, at);
          const back = hoursAgo(recent.returnedHoursAgo);
          return walk.book.returned(at, back, walk.account, parseMoney(recent.amount, currency), origin);
        }
        case "payout": {
          const settledAt = hoursAgo(recent.settledHoursAgo);
          return sweepOut(walk, at, parseMoney(recent.amount, currency), sweep, { rate: () => recent.mid, settledAt });
        }
        case "withdrawal": {
          const ends = endsAt(recent.ends, hoursAgo);
          const { arrives, way, corridor } = sweep;
          const terms = { arrives, way, corridor, mid: recent.mid };
          return payOut(walk, at, parseMoney(recent.amount, currency), terms, ends);
        }
        case "exchange":
          return exchange(walk, at, hoursAgo(recent.withdrawnHoursAgo), parseMoney(recent.sell, currency), recent);
      }
    },
  };
}

function endsAt(ends: RecentEnds, hoursAgo: (hours: number) => Date): PayoutEnds {
  switch (ends.state) {
    case "completed":
    case "failed":
      return { state: ends.state, at: hoursAgo(ends.hoursAgo) };
    case "returned":
      return { state: "returned", paidAt: hoursAgo(ends.paidHoursAgo), at: hoursAgo(ends.hoursAgo) };
    default:
      return ends;
  }
}
