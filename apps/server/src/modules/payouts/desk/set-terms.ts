import { Refusal } from "@coralhub/contract";
import {
  limitsProblem,
  PAYOUT_LIMIT_NAMES,
  PAYOUT_LIMITS,
  PAYOUT_WAY_KEYS,
  payoutWay,
  wayDaysText,
  wayProblem,
  type ApprovalFact,
  type PayoutLimits,
  type PayoutWayKey,
  type WayTerms,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../../platform/capability.ts";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db.ts";
import { byOperator } from "../../operations/index.ts";
import type { PayoutsDeps } from "../deps.ts";
import { insertTerms, LIMITS, readTerms, wayOf, type TermsSubject } from "../terms-store.ts";

/** What counts now, and since when where operators have set it. */
export async function describeTerms(db: Db) {
  const { limits, ways, setAt } = await readTerms(db);
  return {
    limits,
    limitsSetAt: setAt.get(LIMITS) ?? null,
    ways: PAYOUT_WAY_KEYS.map((way) => ({
      way,
      ...ways[way],
      days: [...ways[way].days] as [number, number],
      setAt: setAt.get(wayOf(way)) ?? null,
    })),
  };
}

/** The one who agrees reads what it was and what it shall be. */
const change = (label: string, before: string, after: string): ApprovalFact[] =>
  before === after ? [] : [{ label, value: `${before} → ${after}` }];
const dollars = (amount: number): string => `USD ${amount.toLocaleString("en-US")}`;

type Asked<T> = T & { reason: string };
export async function proposeLimits(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { reason, ...limits }: Asked<PayoutLimits>,
) {
  const problem = limitsProblem(limits);
  if (problem) throw new Refusal("payout.terms_wrong", { problem });
  return ctx.once(async (tx) => {
    const { limits: now } = await readTerms(tx);
    const facts = PAYOUT_LIMIT_NAMES.flatMap((name) =>
      change(PAYOUT_LIMITS[name].label, dollars(now[name]), dollars(limits[name])),
    );
    if (facts.length === 0) throw new Refusal("payout.terms_same");
    const what = `付款限额：${facts.map(({ label }) => label).join("、")}`;
    return deps.approvals.propose(tx, ctx, {
      kind: "payout.limits",
      subject: LIMITS,
      what,
      facts,
      content: limits,
      reason,
    });
  });
}

const textsOf = ({ cutOff, days, by, wireDollars, enRouteDollars }: WayTerms): Record<string, string> => ({
  截止时间: cutOff,
  到账: wayDaysText({ days, by }),
  电报费: dollars(wireDollars ?? 0),
  途中扣费: dollars(enRouteDollars ?? 0),
});
export async function proposeWay(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { reason, way, ...terms }: Asked<WayTerms & { way: PayoutWayKey }>,
) {
  const problem = wayProblem(terms);
  if (problem) throw new Refusal("payout.terms_wrong", { problem });
  return ctx.once(async (tx) => {
    const { ways } = await readTerms(tx);
    const [before, after] = [textsOf(ways[way]), textsOf(terms)];
    const facts = Object.keys(after).flatMap((label) => change(label, before[label]!, after[label]!));
    if (facts.length === 0) throw new Refusal("payout.terms_same");
    return deps.approvals.propose(tx, ctx, {
      kind: "payout.way",
      subject: wayOf(way),
      what: `${payoutWay(way).label}：${facts.map(({ label }) => label).join("、")}`,
      facts,
      content: { way, terms },
      reason,
    });
  });
}

type SetDeps = Pick<PayoutsDeps, "ids" | "audit">;
const put = async (
  deps: SetDeps,
  [tx, ctx, { proposedBy }]: Parameters<PutIntoForce>,
  subject: TermsSubject,
  content: PayoutLimits | WayTerms,
): Promise<void> => {
  await insertTerms(tx, { id: deps.ids.next(), subject, content, madeBy: proposedBy, madeAt: ctx.now });
  const detail = { ...content, proposedBy };
  const entry = { action: "payout.terms_set", subject: `payoutTerms:${subject}`, detail } as const;
  await deps.audit.record(tx, byOperator(ctx, entry));
};
/** What has been confirmed keeps what was agreed on; everything that is confirmed from here on counts by the new figures. */
export const putTermsIntoForce = (deps: SetDeps): Record<"payout.limits" | "payout.way", PutIntoForce> => ({
  "payout.limits": (...agreed) => put(deps, agreed, LIMITS, agreed[2].content as PayoutLimits),
  "payout.way": (...agreed) => {
    const { way, terms } = agreed[2].content as { way: PayoutWayKey; terms: WayTerms };
    return put(deps, agreed, wayOf(way), terms);
  },
});
