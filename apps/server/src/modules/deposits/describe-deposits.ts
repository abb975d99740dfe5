import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  daysBetween,
  DEPOSIT_CURRENCY_CODES,
  instructionDeadline,
  isProvisional,
  moneyOf,
  OPENING_STEPS,
  openingLifecycle,
  PLACEMENT_STEPS,
  placementLifecycle,
  toShanghaiDay,
  type OpeningAction,
  type PlacementStep,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { DepositsDeps } from "./deps.ts";
import { needsOperators, openAnswers } from "./open-account.ts";
import { findAccount, listOperators } from "./opening-store.ts";
import { listPapers } from "./papers-store.ts";
import { findPlacement, listAccruals, listOpen, type Placement, type PlacementKey } from "./placements-store.ts";

/** Where the opening stands, what was filled in, and how it got there. */
export async function describeOpening(deps: DepositsDeps, merchantId: string) {
  const { db } = deps.database;
  const [account, operators, events, withOperators] = await Promise.all([
    findAccount(db, merchantId),
    listOperators(db, merchantId),
    deps.lifecycles.timeline(db, openingLifecycle, { merchantId }),
    needsOperators(deps, merchantId),
  ]);
  const reference = account?.reference ?? null;
  const papers = reference === null ? [] : await listPapers(db, { merchantId, reference });
  return {
    state: account?.state ?? openingLifecycle.initial,
    reason: account?.reason ?? null,
    currencies: account?.currencies ?? [],
    needsOperators: withOperators,
    operators: operators.map(({ id, name, duty, emailHint, verifiedAt }) => ({
      id,
      name,
      duty,
      email: emailHint,
      verifiedAt,
    })),
    answers: account ? openAnswers(deps, account) : {},
    authorisedUntil: account?.authorisedUntil ?? null,
    papers,
    events: events.map(({ action, at, note }) => ({
      action: action as OpeningAction,
      label: OPENING_STEPS[action as OpeningAction],
      at,
      note,
    })),
  };
}

const headOf = ({ isBankingDay }: Pick<DepositsDeps, "isBankingDay">, placement: Placement, now: Date) => {
  const { principal, renewMinor, valueDate, maturesOn } = placement;
  const { currency } = principal;
  return {
    id: placement.id,
    state: placement.state,
    principal,
    termMonths: placement.termMonths,
    rate: placement.rate,
    yearDays: placement.yearDays,
    valueDate,
    maturesOn,
    days: daysBetween(valueDate, maturesOn),
    daysLeft: Math.max(0, daysBetween(toShanghaiDay(now), maturesOn)),
    provisional: isProvisional(maturesOn),
    interest: placement.interest,
    accrued: placement.accrued,
    instruction: placement.instruction,
    renewAmount: renewMinor === null ? null : moneyOf(currency, renewMinor),
    instructionUntil: instructionDeadline(currency, maturesOn, isBankingDay),
    createdAt: placement.createdAt,
    endedAt: placement.endedAt,
  };
};

async function detailOf(deps: DepositsDeps, key: PlacementKey, now: Date) {
  const { db } = deps.database;
  const placement = await findPlacement(db, key);
  if (!placement) throw new Refusal("not_found");
  // After the state, never beside it: the step that led to what is shown is among them.
  const events = await deps.lifecycles.timeline(db, placementLifecycle, key);
  const { paidInterestMinor, principal } = placement;
  return {
    ...headOf(deps, placement, now),
    reference: placement.reference,
    reason: placement.reason,
    renewedFrom: placement.renewedFrom,
    renewedTo: placement.renewedTo,
    paidInterest: paidInterestMinor === null ? null : moneyOf(principal.currency, paidInterestMinor),
    timeline: events.map(({ action, note, at }) => ({
      action: action as PlacementStep,
      label: PLACEMENT_STEPS[action as PlacementStep],
      note,
      at,
    })),
  };
}

export async function describePlacement(deps: DepositsDeps, key: PlacementKey, now: Date) {
  const detail = await detailOf(deps, key, now);
  const held = detail.state === "held";
  return {
    ...detail,
    may: { instruct: held && detail.instructionUntil > now, break: held && detail.maturesOn > toShanghaiDay(now) },
  };
}

/** The desk's look is written down. */
export async function describePlacementCase(deps: DepositsDeps, ctx: OperatorContext, key: PlacementKey) {
  const detail = await detailOf(deps, key, ctx.now);
  await recordLook(deps, ctx, `deposit:${key.merchantId}:${key.id}`);
  return { ...detail, merchantId: key.merchantId, mayAsk: detail.state === "pending" };
}

export async function describeOpeningCase(deps: DepositsDeps, ctx: OperatorContext, merchantId: string) {
  if (!(await findAccount(deps.database.db, merchantId))) throw new Refusal("not_found");
  await recordLook(deps, ctx, `deposit:${merchantId}`);
  return { ...(await describeOpening(deps, merchantId)), merchantId };
}

const recordLook = ({ database, audit }: DepositsDeps, { operator, address }: OperatorContext, subject: string) =>
  database.transaction((tx) =>
    audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "deposit.viewed",
      subject,
      address,
      detail: {},
    }),
  );

/** Everything at a glance: what lies there, what it has earned, what comes back when, what could be placed. */
export async function describeWealth(deps: DepositsDeps, merchantId: string) {
  const { db } = deps.database;
  const [open, balances] = await Promise.all([listOpen(db, merchantId), deps.ledger.balances(merchantId, ["wallet"])]);
  const maturities = open.map(({ id, maturesOn, principal, interest }) => ({
    id,
    maturesOn,
    amount: moneyOf(principal.currency, principal.minor + interest.minor),
  }));
  const holdings = DEPOSIT_CURRENCY_CODES.flatMap((currency) => {
    const own = open.filter(({ principal }) => principal.currency === currency);
    if (own.length === 0) return [];
    const sum = (of: (one: Placement) => bigint) =>
      moneyOf(
        currency,
        own.reduce((all, one) => all + of(one), 0n),
      );
    return [
      {
        currency,
        principal: sum(({ principal }) => principal.minor),
        accrued: sum(({ accrued }) => accrued.minor),
        count: own.length,
      },
    ];
  });
  const spendable = DEPOSIT_CURRENCY_CODES.map(
    (currency) =>
      balances.find(({ code }) => code === accountCode("wallet", currency))?.balance ?? moneyOf(currency, 0n),
  );
  return { holdings, next: maturities[0] ?? null, maturities, spendable };
}

export async function describeInterest(deps: DepositsDeps, key: PlacementKey) {
  const placement = await findPlacement(deps.database.db, key);
  if (!placement) throw new Refusal("not_found");
  return listAccruals(deps.database.db, key, placement.principal.currency);
}
