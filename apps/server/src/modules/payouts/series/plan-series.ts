import { Refusal, type PayoutSeriesDetail, type SeriesOrder } from "@coralhub/contract";
import {
  actionsFor,
  needsStepUp,
  nextSeriesDay,
  payoutSeriesLifecycle,
  SERIES_RHYTHMS,
  SERIES_STEPS,
  toShanghaiDay,
  VERIFY_MINUTES,
  type PayoutSeriesState,
  type SeriesStep,
} from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import { merchantActor } from "../../../platform/lifecycle-engine.ts";
import { proveCode, requireFresh, type CodeUse } from "../../identity/index.ts";
import { checkPapers, checkRelation } from "../apply-for-payout.ts";
import { checkOrder, checkSchedule, requireOpen } from "../check-order.ts";
import { openCell, sealCell } from "../../../platform/sealed-cells.ts";
import type { PayoutsDeps } from "../deps.ts";
import { payeeText } from "../payout-words.ts";
import type { PayoutKey } from "../payouts-store.ts";
import { priceNow } from "../quote-payout.ts";
import { accountIdOf } from "../sources.ts";
import { findSeries, insertSeries, listRuns, lockSeries, type Series } from "./series-store.ts";

export type SeriesAnswer = { id: string; state: PayoutSeriesState };

/** Looked at like a single payment; every run is looked at again. Nothing happens before the code has come back. */
export async function planSeries(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { kind, rhythm, firstOn, mostRuns, ...order }: SeriesOrder,
): Promise<SeriesAnswer> {
  const { merchantId } = ctx;
  checkSchedule(deps, firstOn);
  const checked = await checkOrder(deps, merchantId, { kind }, { ...order, parts: [] });
  const { payee, way, amount, sources } = checked;
  if (needsStepUp([amount], checked.terms.limits)) requireFresh(deps, ctx);
  await checkPapers(deps, merchantId, order, checked);
  await checkRelation(deps, merchantId, order.relatedId, payee);
  const { arrives: agreed } = await priceNow(deps, { merchantId, ...checked, withoutCoupons: true });
  return ctx.once(async (tx) => {
    const key = { merchantId, id: deps.ids.next() };
    const createdAt = deps.clock.now();
    await insertSeries(tx, {
      ...key,
      kind,
      way,
      rhythm,
      firstOn,
      mostRuns,
      amount,
      agreed,
      sourceCode: sources[0]!.code,
      beneficiaryId: payee.id,
      payeeVersion: payee.version,
      payeeName: payee.holderName,
      payeeBank: payee.bankName,
      payeeLastFour: payee.lastFour,
      toleranceBasisPoints: order.toleranceBasisPoints,
      category: order.category,
      purpose: order.purpose || null,
      remittance: order.remittance,
      relatedId: order.relatedId,
      adviceEmail: order.adviceEmail ? sealCell(deps.secrets, ADVICE, [merchantId, key.id], order.adviceEmail) : null,
      papers: order.papers,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + VERIFY_MINUTES * 60_000),
    });
    const step = { action: "apply" satisfies SeriesStep, at: createdAt, by: merchantActor(ctx) };
    await deps.lifecycles.record(tx, payoutSeriesLifecycle, key, step);
    return { id: key.id, state: "unverified" };
  });
}

/** One code for all runs: it names the payee, how often, and how much each time. */
const codeMoney = (series: Series): NonNullable<CodeUse["money"]> => ({
  payee: `${payeeText(series)}（${SERIES_RHYTHMS[series.rhythm]}${series.mostRuns === null ? "" : `，共 ${series.mostRuns} 次`}）`,
  amount: series.amount,
});

async function unverified(deps: PayoutsDeps, key: PayoutKey): Promise<Series> {
  const series = await findSeries(deps.database.db, key);
  if (!series) throw new Refusal("not_found");
  if (series.state !== "unverified") throw new Refusal("state.changed");
  if (series.expiresAt <= deps.clock.now()) throw new Refusal("payout.lapsed");
  return series;
}

export async function sendSeriesCode(
  deps: PayoutsDeps,
  { merchantId }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const series = await unverified(deps, { merchantId, id });
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(series) });
}

type Confirmation = { id: string; verifyCode: string; channel: "sms" | "email" };
export async function confirmSeries(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: Confirmation,
): Promise<SeriesAnswer> {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const seen = await findSeries(deps.database.db, key);
  if (!seen) throw new Refusal("not_found");
  await requireOpen(deps, seen.way);
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money: codeMoney(seen) } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    const series = (await lockSeries(tx, key))!;
    if (series.state !== "unverified") throw new Refusal("state.changed");
    const at = deps.clock.now();
    if (series.expiresAt <= at) throw new Refusal("payout.lapsed");
    if (!(await deps.certifiedAs(merchantId, tx))) throw new Refusal("access.not_certified");
    await spendCode(tx);
    const change = { at, by: merchantActor(ctx), set: { nextOn: series.firstOn } };
    return { id, state: await deps.lifecycles.advance(tx, payoutSeriesLifecycle, key, "confirm", change) };
  });
}

/** What its owner does with it; after a pause it goes on with the next day that is still to come. */
export const moveSeries = (
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { id, action }: { id: string; action: "pause" | "resume" | "end" | "cancel" },
): Promise<SeriesAnswer> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    const series = await lockSeries(tx, key);
    if (!series) throw new Refusal("not_found");
    const at = deps.clock.now();
    const nextOn = nextSeriesDay(series.firstOn, series.rhythm, toShanghaiDay(at));
    const set = action === "resume" ? { nextOn, missed: 0, reason: null } : { nextOn: null };
    const change = { at, by: merchantActor(ctx), set };
    return { id, state: await deps.lifecycles.advance(tx, payoutSeriesLifecycle, key, action, change) };
  });

const ADVICE = "payout_series.advice_email";
export const adviceOfSeries = ({ secrets }: PayoutsDeps, { merchantId, id, adviceEmail }: Series): string | null =>
  adviceEmail && openCell(secrets, ADVICE, [merchantId, id], adviceEmail);

export async function describeSeries(deps: PayoutsDeps, key: PayoutKey): Promise<PayoutSeriesDetail> {
  const { db } = deps.database;
  const series = await findSeries(db, key);
  if (!series) throw new Refusal("not_found");
  const [runs, events] = await Promise.all([
    listRuns(db, key),
    deps.lifecycles.timeline(db, payoutSeriesLifecycle, key),
  ]);
  const { id, kind, state, payeeName, payeeBank, payeeLastFour, amount, rhythm, nextOn, mostRuns, reason } = series;
  return {
    id,
    kind,
    state,
    payeeName,
    payeeBank,
    payeeLastFour,
    amount,
    rhythm,
    nextOn,
    mostRuns,
    reason,
    runs: series.runs,
    createdAt: series.createdAt,
    way: series.way,
    accountId: accountIdOf(series.sourceCode),
    beneficiaryId: series.beneficiaryId,
    agreed: series.agreed,
    toleranceBasisPoints: series.toleranceBasisPoints,
    firstOn: series.firstOn,
    remittance: series.remittance,
    category: series.category,
    adviceEmail: adviceOfSeries(deps, series),
    expiresAt: state === "unverified" ? series.expiresAt : null,
    may: actionsFor(payoutSeriesLifecycle, state, "merchant"),
    payments: runs,
    timeline: events.map(({ action, note, at }) => ({
      action: action as SeriesStep,
      label: SERIES_STEPS[action as SeriesStep],
      note,
      at,
    })),
  };
}
