import { Refusal } from "@coralhub/contract";
import {
  addMonths,
  BASE_DEPOSIT_TERMS,
  DEPOSIT_CURRENCY_CODES,
  moneyOf,
  moneyText,
  termsOn,
  termsProblem,
  toShanghaiDay,
  valueDateOf,
  type DepositCurrency,
  type DepositTerms,
  type Money,
  type YearDays,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import { byOperator } from "../operations/index.ts";
import type { DepositsDeps } from "./deps.ts";
import { insertTerms, listAgreedTerms, listTermsChanges } from "./terms-store.ts";

const CHANGES_SHOWN = 100;
/** A year that was mistyped would hold back what everybody takes for agreed. */
const MONTHS_AHEAD = 24;

/** The partner's first table with everything agreed on since. */
export const allTerms = async (db: Db): Promise<DepositTerms[]> => [
  ...BASE_DEPOSIT_TERMS,
  ...(await listAgreedTerms(db)),
];

/** What holds for a deposit that begins now, by currency, and how it came about. */
export async function describeTerms({ database, isBankingDay }: DepositsDeps, now: Date) {
  const [all, changes] = await Promise.all([allTerms(database.db), listTermsChanges(database.db, CHANGES_SHOWN)]);
  const current = DEPOSIT_CURRENCY_CODES.map((currency) =>
    termsOn(all, currency, valueDateOf(currency, now, isBankingDay)),
  );
  return { current, changes };
}

type Input = {
  currency: DepositCurrency;
  from: string;
  yearDays: YearDays;
  minimum: Money;
  maximum: Money;
  reason: string;
};
/** As it waits for the second pair of hands. */
type Content = {
  currency: DepositCurrency;
  from: string;
  yearDays: YearDays;
  minimumMinor: string;
  maximumMinor: string;
};

const textsOf = ({ yearDays, minimum, maximum }: Omit<DepositTerms, "currency" | "from">): Record<string, string> => ({
  最少存入: moneyText(minimum),
  最多存入: moneyText(maximum),
  一年: `按 ${yearDays} 天`,
});

/** From a day on, never backwards; another operator puts it into force. */
export function proposeTerms(
  deps: DepositsDeps,
  ctx: OperatorContext,
  { reason, ...request }: Input,
): Promise<{ approvalId: string }> {
  const { currency, from, yearDays } = request;
  if (from < toShanghaiDay(ctx.now)) {
    throw new Refusal("deposit.rate_in_the_past", {}, { from: "生效日不能早于今天" });
  }
  const latest = addMonths(toShanghaiDay(ctx.now), MONTHS_AHEAD);
  if (from > latest) throw new Refusal("input.invalid", {}, { from: `生效日最晚 ${latest}，请选两年以内的日子` });
  const terms = {
    currency,
    from,
    yearDays,
    minimum: moneyOf(currency, request.minimum.minor),
    maximum: moneyOf(currency, request.maximum.minor),
  };
  const problem = termsProblem(terms);
  if (problem) throw new Refusal("input.invalid", {}, { maximum: problem });
  return ctx.once(async (tx) => {
    const [before, after] = [textsOf(termsOn(await allTerms(tx), currency, from)), textsOf(terms)];
    const facts = Object.keys(after).flatMap((label) =>
      before[label] === after[label] ? [] : [{ label, value: `${before[label]} → ${after[label]}` }],
    );
    if (facts.length === 0) throw new Refusal("deposit.terms_same");
    const content: Content = {
      currency,
      from,
      yearDays,
      minimumMinor: String(terms.minimum.minor),
      maximumMinor: String(terms.maximum.minor),
    };
    return deps.approvals.propose(tx, ctx, {
      kind: "deposit.terms",
      subject: currency,
      what: `定期存款 ${currency}，${from} 起：${facts.map(({ label }) => label).join("、")}`,
      facts: [...facts, { label: "生效日", value: from }],
      content,
      reason,
    });
  });
}

/** What was agreed on with a merchant stays as it is: the new figures are for deposits that begin on their day or later. */
export const putTermsIntoForce =
  (deps: Pick<DepositsDeps, "ids" | "audit">): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { currency, from, yearDays, minimumMinor, maximumMinor } = content as Content;
    if (from < toShanghaiDay(ctx.now)) throw new Refusal("deposit.rate_in_the_past");
    await insertTerms(tx, {
      id: deps.ids.next(),
      currency,
      from,
      yearDays,
      minimum: moneyOf(currency, BigInt(minimumMinor)),
      maximum: moneyOf(currency, BigInt(maximumMinor)),
      reason,
      proposedBy,
      approvedBy: ctx.operator.id,
      approvedAt: ctx.now,
    });
    const detail = { currency, from, yearDays, minimumMinor, maximumMinor, proposedBy };
    await deps.audit.record(tx, byOperator(ctx, { action: "deposit.terms_set", subject: "deposit:terms", detail }));
  };
