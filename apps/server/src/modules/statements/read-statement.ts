import { Refusal, type Statement, type StatementSection, type StatementRequest } from "@coralhub/contract";
import {
  moneyOf,
  MOST_STATEMENT_LINES,
  STATEMENT_SETTLES_MS,
  statementPeriod,
  type Currency,
  type Money,
  type StatementPeriod,
} from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { StatementsDeps } from "./deps.ts";
import { digestLines, listCodes, sumAt, sumLines, sumTakenBack, type StatementScope } from "./statements-store.ts";

export async function openScope(
  deps: StatementsDeps,
  merchantId: string,
  { currency, grain, period }: StatementRequest,
): Promise<StatementScope> {
  const { from, until }: StatementPeriod = statementPeriod(grain, period);
  if (from > deps.clock.now()) throw new Refusal("statement.not_begun");
  const { db } = deps.database;
  const codes = await listCodes(db, merchantId, currency);
  const [before, after] = await Promise.all([
    sumAt(db, merchantId, codes, from, false),
    sumAt(db, merchantId, codes, until, false),
  ]);
  // One that nothing had been booked in by then: an account opened since makes no other paper of it.
  const currencies = new Set<Currency>(currency ? [currency] : after.keys());
  return {
    merchantId,
    codes,
    from,
    until,
    opening: new Map([...currencies].toSorted().map((one) => [one, before.get(one) ?? 0n])),
  };
}

export async function readSections(deps: StatementsDeps, scope: StatementScope): Promise<StatementSection[]> {
  const [lines, totals] = await Promise.all([
    sumLines(deps.database.db, scope),
    deps.activity.totals(scope.merchantId, scope),
  ]);
  const sums = new Map(lines.map((row) => [row.currency, row]));
  const events = new Map(totals.map((row) => [row.currency, row]));
  return [...scope.opening].map(([currency, opening]) => {
    const { credits = 0n, debits = 0n, entries = 0, corrections = 0 } = sums.get(currency) ?? {};
    const of = (minor: bigint): Money => moneyOf(currency, minor);
    return {
      currency,
      opening: of(opening),
      credits: of(credits),
      debits: of(debits),
      closing: of(opening + credits - debits),
      entries,
      corrections,
      business: businessOf(currency, credits - debits, events.get(currency)),
    };
  });
}

type Business = StatementSection["business"];
/**
 * What the list of payments said of the period when that ended. The books know more than it: money that came and is held, a
 * payment that left in one period and came back in another. That is the rest, so that all of it is the change of the balance.
 */
function businessOf(currency: Currency, change: bigint, totals: Omit<Business, "other"> | undefined): Business {
  const none = moneyOf(currency, 0n);
  const {
    income = none,
    expense = none,
    exchanged = none,
    financing = none,
    moved = none,
  }: Partial<Omit<Business, "other">> = totals ?? {};
  const known = income.minor - expense.minor + exchanged.minor + financing.minor + moved.minor;
  return { income, expense, exchanged, financing, moved, other: moneyOf(currency, change - known) };
}

export const countEntries = (sections: readonly StatementSection[]): number =>
  sections.reduce((sum, section) => sum + section.entries, 0);
export function refuseTooMany(entries: number): void {
  if (entries > MOST_STATEMENT_LINES)
    throw new Refusal("statement.too_many_lines", { entries, most: MOST_STATEMENT_LINES });
}

/** The books do not change: the same period has the same lines, and so the same fingerprint, whenever it is read. */
export async function hashOf(deps: StatementsDeps, scope: StatementScope): Promise<string> {
  const hash = createHash("sha256");
  hash.update(`${scope.merchantId} ${scope.from.toISOString()} ${scope.until.toISOString()}\n`);
  for (const [currency, opening] of scope.opening) hash.update(`${currency} ${opening}\n`);
  for (const digest of await digestLines(deps.database.db, scope)) hash.update(`${digest}\n`);
  return hash.digest("hex");
}

export const isProvisional = ({ clock }: StatementsDeps, { until }: StatementPeriod): boolean =>
  clock.now().getTime() < until.getTime() + STATEMENT_SETTLES_MS;

export async function readStatement(
  deps: StatementsDeps,
  merchantId: string,
  request: StatementRequest,
): Promise<Statement> {
  const scope = await openScope(deps, merchantId, request);
  const [sections, hash] = await Promise.all([readSections(deps, scope), hashOf(deps, scope)]);
  return { from: scope.from, until: scope.until, provisional: isProvisional(deps, scope), hash, sections };
}

/** As the books said then, and with every later correction counted to when its mistake was booked. */
export async function readBalanceAsOf(deps: StatementsDeps, merchantId: string, at: Date) {
  if (at > deps.clock.now()) throw new Refusal("statement.not_begun");
  const { db } = deps.database;
  const codes = await listCodes(db, merchantId, undefined);
  const [then, back] = await Promise.all([
    sumAt(db, merchantId, codes, at, true),
    sumTakenBack(db, merchantId, codes, at),
  ]);
  return [...new Set(codes.map(({ currency }) => currency))].toSorted().map((currency) => {
    const known = then.get(currency) ?? 0n;
    return {
      currency,
      knownThen: moneyOf(currency, known),
      knownNow: moneyOf(currency, known + (back.get(currency) ?? 0n)),
    };
  });
}
