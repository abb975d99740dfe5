import { cardPaymentLifecycle } from "../cards/payments.ts";
import { placementLifecycle } from "../deposits/placements.ts";
import { standingOrderLifecycle } from "../exchange/conversions.ts";
import { incomeLifecycle } from "../income/incomes.ts";
import type { Tone } from "../lifecycle.ts";
import { payoutLifecycle } from "../payouts/payouts.ts";

const { announced, reviewing, needsEvidence, abnormal, credited, returned: sentBack } = incomeLifecycle.states;
const { completed: done, ...paying } = payoutLifecycle.states;
const { pending, refused } = placementLifecycle.states;
const { waiting } = standingOrderLifecycle.states;
const { authorised } = cardPaymentLifecycle.states;
/** Where an event stands, in the word and the colour its own record has: one payment reads the same wherever it is shown. */
export const MONEY_STEPS = {
  announced,
  reviewing,
  needsEvidence,
  abnormal,
  credited,
  sentBack,
  ...paying,
  done,
  pending,
  refused,
  waiting,
  authorised,
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MoneyStep = keyof typeof MONEY_STEPS;
export const MONEY_STEP_NAMES = Object.keys(MONEY_STEPS) as [MoneyStep, ...MoneyStep[]];
