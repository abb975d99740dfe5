import { Refusal } from "@coralhub/contract";
import {
  breakOutcome,
  daysBetween,
  breakRateOf,
  instructionDeadline,
  interestUntil,
  MATURITY_INSTRUCTIONS,
  maturityOf,
  maturitySplit,
  moneyOf,
  moneyText,
  placementLifecycle,
  rateOn,
  termsOn,
  toShanghaiDay,
  toShanghaiTime,
  type DepositRate,
  type DepositTerms,
  type MaturityInstruction,
  type Money,
  maturityText,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { proveCode } from "../identity/index.ts";
import { accrueUntil } from "./accrue-interest.ts";
import type { DepositsDeps } from "./deps.ts";
import { brokenPosting, maturedPosting, renewedPosting, settledPostings } from "./deposits-postings.ts";
import { consentHolds } from "./open-account.ts";
import { depositReference, renewMinorOf } from "./place-deposit.ts";
import {
  findPlacement,
  insertPlacement,
  listToMature,
  lockPlacement,
  markSettled,
  setInstruction,
  type Placement,
  type PlacementKey,
} from "./placements-store.ts";
import { ratesOf } from "./rates.ts";
import { allTerms } from "./terms.ts";

export const SETTLE_TOPIC = "deposit-partner.settle";
const AT_ONCE = 200;

/** Every hour: what has matured is paid out or renewed, as its owner wished; days of standstill are caught up. */
export async function endMatured(deps: DepositsDeps): Promise<void> {
  const tables = { rates: await ratesOf(deps), terms: await allTerms(deps.database.db) };
  const today = toShanghaiDay(deps.clock.now());
  for (;;) {
    const due = await listToMature(deps.database.db, today, AT_ONCE);
    let ended = 0;
    for (const key of due) {
      try {
        await deps.database.transaction((tx) => endOne(deps, tx, key, tables, today));
        ended++;
      } catch (error) {
        deps.log.error({ err: error, placementId: key.id }, "matured deposit was not ended");
      }
    }
    if (due.length < AT_ONCE || ended === 0) return;
  }
}

type Tables = { rates: readonly DepositRate[]; terms: readonly DepositTerms[] };
async function endOne(
  deps: DepositsDeps,
  tx: Tx,
  key: PlacementKey,
  { rates, terms }: Tables,
  today: string,
): Promise<void> {
  const locked = (await lockPlacement(tx, key))!;
  if (locked.state !== "held" || locked.maturesOn > today) return;
  const placement = await accrueUntil(deps, tx, locked, locked.maturesOn);
  const interest = placement.accrued;
  const of = termsOn(terms, placement.principal.currency, placement.maturesOn);
  const { renewed, paidOut } = maturitySplit(placement.principal, interest, placement, of);
  if (renewed.minor === 0n) return payOut(deps, tx, placement, { interest });
  // Too little for a deposit of its own is paid out instead.
  if (renewed.minor < of.minimum.minor) {
    const tooLittle = `续存金额 ${moneyText(renewed)} 低于最少存入 ${moneyText(of.minimum)}，没有续存，全部转入钱包`;
    return payOut(deps, tx, placement, { interest, note: tooLittle });
  }
  // A renewal is a new deposit, and the partner takes none without the owner's consent.
  const note = "授权已到期，没有续存，全部转入钱包";
  if (!(await consentHolds(deps, tx, key.merchantId))) return payOut(deps, tx, placement, { interest, note });
  await renew(deps, tx, placement, { interest, renewed, paidOut, rates, yearDays: of.yearDays });
}

type End = { interest: Placement["accrued"]; note?: string };
async function payOut(deps: DepositsDeps, tx: Tx, placement: Placement, { interest, note }: End): Promise<void> {
  const all = moneyOf(interest.currency, placement.principal.minor + interest.minor);
  await deps.ledger.postIn(tx, [maturedPosting(placement, interest)]);
  await deps.lifecycles.advance(tx, placementLifecycle, keyOf(placement), "mature", {
    by: SYSTEM,
    at: deps.clock.now(),
    set: { paidInterestMinor: interest.minor },
    note: note ?? null,
    message: {
      event: "deposit.matured",
      data: { amount: moneyText(all), interest: moneyText(interest), id: placement.id },
    },
  });
  await settleLater(deps, tx, placement);
}

type Renewal = Record<"interest" | "renewed" | "paidOut", Placement["accrued"]> & {
  rates: readonly DepositRate[];
  yearDays: Placement["yearDays"];
};

/** The new one begins on the day the old one ended, at that day's rate and terms, with the same request for its own end. */
async function renew(deps: DepositsDeps, tx: Tx, old: Placement, renewal: Renewal) {
  const { interest, renewed, paidOut, rates, yearDays } = renewal;
  const at = deps.clock.now();
  const { currency } = renewed;
  const id = deps.ids.next();
  const valueDate = old.maturesOn;
  const { rate } = rateOn(rates, { currency, termMonths: old.termMonths }, valueDate);
  const maturesOn = maturityOf(currency, valueDate, old.termMonths, deps.isBankingDay);
  const next = {
    merchantId: old.merchantId,
    id,
    principal: renewed,
    rail: old.rail,
    reference: depositReference(id),
    termMonths: old.termMonths,
    rate,
    yearDays,
    valueDate,
    maturesOn,
  };
  await deps.ledger.postIn(tx, [renewedPosting(old, interest, next)]);
  await insertPlacement(tx, {
    ...next,
    state: "held",
    interest: interestUntil(next, maturesOn),
    accruedThrough: valueDate,
    instruction: old.instruction,
    renewMinor: old.renewMinor,
    renewedFrom: old.id,
    createdAt: at,
    holdPostingId: null,
  });
  await deps.lifecycles.record(tx, placementLifecycle, keyOf(next), {
    by: SYSTEM,
    action: "begin",
    at,
    note: `由上一笔到期续存，年利率 ${rate}%`,
  });
  await deps.lifecycles.advance(tx, placementLifecycle, keyOf(old), "renew", {
    by: SYSTEM,
    at,
    set: { paidInterestMinor: interest.minor, renewedTo: id },
    note: `续存 ${moneyText(renewed)}，转入钱包 ${moneyText(paidOut)}`,
    message: {
      event: "deposit.renewed",
      data: { amount: moneyText(renewed), rate, maturity: maturityText(maturesOn), paid: moneyText(paidOut), id },
    },
  });
  await settleLater(deps, tx, old);
}

const keyOf = ({ merchantId, id }: PlacementKey) => ({ merchantId, id });

const settleLater = (deps: DepositsDeps, tx: Tx, { merchantId, id, reference }: Placement) =>
  deps.outbox.enqueue(tx, { topic: SETTLE_TOPIC, reference: `${reference}-M`, merchantId, payload: { id } });

/** The partner pays back what has ended; only then does our own account with it change. */
export const deliverSettlement =
  (deps: DepositsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const { db } = deps.database;
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const placement = (await findPlacement(db, key))!;
    const { renewedTo, principal, reference } = placement;
    const next = renewedTo === null ? null : (await findPlacement(db, { ...key, id: renewedTo }))!;
    const interest = moneyOf(principal.currency, placement.paidInterestMinor!);
    const renewed = next && { reference: next.reference, principal: next.principal };
    await deps.partner.settle({ reference, principal, interest, renewed });
    await deps.database.transaction(async (tx) => {
      if (!(await markSettled(tx, key, deps.clock.now()))) return;
      await deps.ledger.postIn(tx, settledPostings(placement, interest, next));
    });
    return { result: "delivered" };
  };

/** What becomes of it at maturity, until the cut-off. */
export function changeInstruction(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { id, ...choice }: { id: string; instruction: MaturityInstruction; renewAmount: Money | null },
): Promise<null> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const placement = await requireHeld(tx, key);
    const deadline = instructionDeadline(placement.principal.currency, placement.maturesOn, deps.isBankingDay);
    if (deadline <= ctx.now) throw new Refusal("deposit.cut_off_passed", { deadline: toShanghaiTime(deadline) });
    const { principal, interest, maturesOn } = placement;
    const all = moneyOf(principal.currency, principal.minor + interest.minor);
    const renewMinor = renewMinorOf(all, choice, termsOn(await allTerms(tx), principal.currency, maturesOn));
    await setInstruction(tx, key, { instruction: choice.instruction, renewMinor });
    await deps.lifecycles.record(tx, placementLifecycle, key, {
      by: merchantActor(ctx),
      action: "instruct",
      at: ctx.now,
      note: MATURITY_INSTRUCTIONS[choice.instruction].label,
    });
    return null;
  });
}

async function requireHeld(tx: Tx, key: PlacementKey): Promise<Placement> {
  const placement = await lockPlacement(tx, key);
  if (!placement) throw new Refusal("not_found");
  if (placement.state !== "held") throw new Refusal("state.changed");
  return placement;
}

/** What taking it out today gives, before anybody agrees to it. */
export async function tryBreak(deps: DepositsDeps, ctx: MerchantContext, id: string) {
  const placement = await findPlacement(deps.database.db, { merchantId: ctx.merchantId, id });
  if (!placement) throw new Refusal("not_found");
  return breakTerms(placement, ctx.now);
}

function breakTerms(placement: Placement, now: Date) {
  const { principal, state, maturesOn, valueDate } = placement;
  const today = toShanghaiDay(now);
  if (state !== "held") throw new Refusal("state.changed");
  if (maturesOn <= today) throw new Refusal("deposit.matures_today");
  const { interest, forgone } = breakOutcome(placement, today);
  const total = moneyOf(principal.currency, principal.minor + interest.minor);
  return {
    principal,
    interest,
    forgone,
    total,
    rate: breakRateOf(placement.rate),
    days: Math.max(0, daysBetween(valueDate, today)),
  };
}

/** Two deposits may be of the same amount: the code names the one it was asked for. */
const breakMoney = ({ reference, principal }: Placement) => ({
  payee: `提前支取定期存款 ${reference}`,
  amount: principal,
});

export async function sendBreakCode(
  deps: DepositsDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const placement = await findPlacement(deps.database.db, { merchantId, id });
  if (!placement) throw new Refusal("not_found");
  breakTerms(placement, now);
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: breakMoney(placement) });
}

/** The merchant's principal is back at once, with the lower interest; the rest of what was accrued is the house's again. */
export async function breakPlacement(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: { id: string; verifyCode: string; channel: "sms" | "email" },
) {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const seen = await findPlacement(deps.database.db, key);
  if (!seen) throw new Refusal("not_found");
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money: breakMoney(seen) } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    const at = deps.clock.now();
    const locked = await requireHeld(tx, key);
    await spendCode(tx);
    const { interest } = breakTerms(locked, at);
    const placement = await accrueUntil(deps, tx, locked, toShanghaiDay(at));
    await deps.ledger.postIn(tx, [brokenPosting(placement, placement.accrued, interest)]);
    const total = moneyOf(interest.currency, placement.principal.minor + interest.minor);
    const state = await deps.lifecycles.advance(tx, placementLifecycle, key, "break", {
      by: merchantActor(ctx),
      at,
      set: { paidInterestMinor: interest.minor },
      message: { event: "deposit.broken", data: { amount: moneyText(total), interest: moneyText(interest), id } },
    });
    await settleLater(deps, tx, placement);
    return { id, state };
  });
}
