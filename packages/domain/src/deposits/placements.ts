import { defineLifecycle } from "../lifecycle.ts";
import { moneyOf, type Money } from "../money/money.ts";
import { EARLY_BREAK_RATE, type DepositCurrency, type DepositTerms, type YearDays } from "./products.ts";
import { simpleInterest, type AnnualRate } from "./interest.ts";
import { daysBetween } from "../calendar/days.ts";

/**
 * One fixed deposit. `pending`: confirmed, the money is set aside, the partner has not begun it yet. `held`: it earns from its
 * value date on. A renewed one ends and a new one begins with its money.
 */
export const placementLifecycle = defineLifecycle({
  name: "定期存款",
  initial: "pending",
  states: {
    pending: { label: "待生效", tone: "info" },
    held: { label: "持有中", tone: "success" },
    matured: { label: "已到期", tone: "neutral" },
    renewed: { label: "已续存", tone: "neutral" },
    broken: { label: "提前支取", tone: "warning" },
    refused: { label: "未成交", tone: "danger" },
  },
  groups: { open: [], moving: ["pending", "held"], ended: ["matured", "renewed", "broken", "refused"] },
  actions: {
    begin: { label: "起息", from: ["pending"], to: "held", by: "rail", tells: "deposit.begun" },
    refuse: { label: "银行未受理", from: ["pending"], to: "refused", by: "rail", tells: "deposit.refused" },
    mature: { label: "到期还本付息", from: ["held"], to: "matured", by: "system", tells: "deposit.matured" },
    renew: { label: "到期续存", from: ["held"], to: "renewed", by: "system", tells: "deposit.renewed" },
    break: { label: "提前支取", from: ["held"], to: "broken", by: "merchant", tells: "deposit.broken" },
  },
  stored: {
    table: "deposit_placement",
    changedAt: "changed_at",
    reachedAt: { matured: "ended_at", renewed: "ended_at", broken: "ended_at", refused: "ended_at" },
    timeline: true,
    columns: ["accrued_minor", "accrued_through", "reason", "renewed_to", "paid_interest_minor"],
  },
});
export type PlacementState = keyof typeof placementLifecycle.states;
export type PlacementAction = keyof typeof placementLifecycle.actions;

/** Every step in the words its owner reads. */
export const PLACEMENT_STEPS = {
  confirm: "确认存入，资金已预留",
  begin: "银行确认，开始计息",
  refuse: "银行未受理，资金已退回钱包",
  instruct: "修改到期怎么办",
  redate: "节假日公布，到期日顺延",
  mature: "到期，本金和利息已转入钱包",
  renew: "到期续存",
  break: "提前支取，本金和利息已转入钱包",
} as const satisfies Record<PlacementAction | "confirm" | "instruct" | "redate", string>;
export type PlacementStep = keyof typeof PLACEMENT_STEPS;
export const PLACEMENT_STEP_NAMES = Object.keys(PLACEMENT_STEPS) as [PlacementStep, ...PlacementStep[]];

/** What becomes of it at maturity; changeable until the cut-off of the banking day before. */
export const MATURITY_INSTRUCTIONS = {
  payOut: { label: "到期还本付息", about: "本金和利息都转入钱包" },
  renewPrincipal: { label: "本金续存", about: "利息转入钱包" },
  renewAll: { label: "本息续存", about: "利息一起再存" },
  renewPart: { label: "部分续存", about: "指定金额再存，其余转入钱包" },
} as const satisfies Record<string, { label: string; about: string }>;
export type MaturityInstruction = keyof typeof MATURITY_INSTRUCTIONS;
export const MATURITY_INSTRUCTION_NAMES = Object.keys(MATURITY_INSTRUCTIONS) as [
  MaturityInstruction,
  ...MaturityInstruction[],
];

/** What was agreed on; it stays whatever the tables say later. */
type Terms = { principal: Money<DepositCurrency>; rate: AnnualRate; yearDays: YearDays; valueDate: string };

/** Interest earned from the value date up to (not including) a day. */
export const interestUntil = ({ principal, rate, yearDays, valueDate }: Terms, day: string): Money<DepositCurrency> =>
  simpleInterest(principal, rate, Math.max(0, daysBetween(valueDate, day)), yearDays);

/**
 * What a deposit earned within days of a statement: what was booked in them, less what was booked too much and taken back on
 * the day it was taken out early.
 */
export function earnedBetween(
  { booked, accrued, paid, endedOn }: { booked: bigint; accrued: bigint; paid: bigint | null; endedOn: string | null },
  { from, to }: { from: string; to: string },
): bigint {
  const ended = paid !== null && endedOn !== null && endedOn >= from && endedOn <= to;
  return ended ? booked - (accrued - paid) : booked;
}

/** Taken out early it never earns more than was agreed: of some currencies the agreed rate is the lower one. */
export const breakRateOf = (rate: AnnualRate): AnnualRate =>
  Number(rate) < Number(EARLY_BREAK_RATE) ? rate : EARLY_BREAK_RATE;

/** What is paid when it is taken out on this day, and what that costs against the agreed rate up to now. */
export function breakOutcome(terms: Terms, day: string) {
  const interest = interestUntil({ ...terms, rate: breakRateOf(terms.rate) }, day);
  const forgone = interestUntil(terms, day).minor - interest.minor;
  return { interest, forgone: moneyOf(terms.principal.currency, forgone > 0n ? forgone : 0n) };
}

/** How the money is divided at maturity. What goes on is at most all there is, and at most the largest deposit of that day. */
export function maturitySplit(
  principal: Money<DepositCurrency>,
  interest: Money<DepositCurrency>,
  { instruction, renewMinor }: { instruction: MaturityInstruction; renewMinor: bigint | null },
  { maximum }: Pick<DepositTerms, "maximum">,
): { renewed: Money<DepositCurrency>; paidOut: Money<DepositCurrency> } {
  const all = principal.minor + interest.minor;
  const wanted = { payOut: 0n, renewPrincipal: principal.minor, renewAll: all, renewPart: renewMinor ?? 0n }[
    instruction
  ];
  const most = all < maximum.minor ? all : maximum.minor;
  const renewed = wanted > most ? most : wanted;
  return { renewed: moneyOf(principal.currency, renewed), paidOut: moneyOf(principal.currency, all - renewed) };
}
