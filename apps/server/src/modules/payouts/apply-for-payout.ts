import { Refusal, type PayoutOrder } from "@coralhub/contract";
import {
  leastArriving,
  moneyText,
  needsPapers,
  needsStepUp,
  payoutLifecycle,
  type PayoutLimits,
  payoutWay,
  plainName,
  roundFigure,
  VERIFY_MINUTES,
  type PayoutState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { sealCell } from "../../platform/sealed-cells.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { Beneficiary } from "../beneficiaries/index.ts";
import { requireFresh, type CodeUse } from "../identity/index.ts";
import { quotaShort } from "../orders/index.ts";
import { missingQuota } from "./ask-quota.ts";
import { checkOrder, checkSchedule, type CheckedOrder, type Family } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { payeeText } from "./payout-words.ts";
import { sumLately } from "./meter-store.ts";
import { priceNow } from "./quote-payout.ts";
import { enterPayouts } from "./enter-payouts.ts";
import { attachPapers, findPayout, setRemittance, type Payout, type PayoutKey } from "./payouts-store.ts";

export type PayoutAnswer = { id: string; state: PayoutState };

/** What the bank knows it by, made from our own id: the same before the first call as after the last. */
export const payoutReference = (id: string): string => `CP${id.replaceAll("-", "").toUpperCase()}`;
/** What the sealed copy of a number is good for. */
export const snapshotContext = ({ merchantId, id }: PayoutKey): string => `payout payee:${merchantId}:${id}`;

/** Contract or invoice where much goes to somebody else. */
export async function checkPapers(
  deps: PayoutsDeps,
  merchantId: string,
  order: Pick<PayoutOrder, "papers" | "amount">,
  checked: Pick<CheckedOrder, "kind" | "payee" | "terms">,
): Promise<void> {
  await deps.beneficiaries.requireTradePapers(merchantId, order.papers);
  if (order.papers.length > 0) return;
  const { payeeCents } = await sumLately(deps.database.db, merchantId, checked.payee, deps.clock.now());
  const problem = papersProblem({ kind: checked.kind, amount: order.amount }, payeeCents, checked.terms.limits);
  if (problem) throw problem;
}
/** What is said where there are none; asked again where the money is held, with what has gone to the payee by then. */
export function papersProblem(
  { kind, amount }: Pick<CheckedOrder, "kind" | "amount">,
  payeeCents: bigint,
  limits: PayoutLimits,
): Refusal | undefined {
  if (kind === "withdrawal" || !needsPapers(amount, payeeCents, limits)) return undefined;
  const limit = moneyText(roundFigure(limits.papers, amount.currency));
  return new Refusal("payout.papers_needed", { limit }, { papers: `超过 ${limit}，请上传合同或发票` });
}

/** Whoever pays somebody of its own says so, with the contract that proves it; and says it of nobody else. */
export async function checkRelation(
  deps: PayoutsDeps,
  merchantId: string,
  relatedId: string | null,
  payee: Pick<Beneficiary, "holderName">,
): Promise<void> {
  const problem = relationProblem(await deps.beneficiaries.related(merchantId), relatedId, payee);
  if (problem) throw problem;
}
export function relationProblem(
  related: readonly { id: string; relateName: string }[],
  relatedId: string | null,
  { holderName }: Pick<Beneficiary, "holderName">,
): Refusal | undefined {
  const isSame = ({ relateName }: { relateName: string }) => plainName(relateName) === plainName(holderName);
  const said = related.find(({ id }) => id === relatedId);
  if (relatedId !== null && !said) return new Refusal("not_found");
  if (said && !isSame(said)) return new Refusal("payout.related_differs", {}, { relatedId: "关联方与收款户名不一致" });
  const known = related.find(isSame);
  if (said || !known) return undefined;
  return new Refusal("payout.related_unsaid", { name: known.relateName }, { relatedId: "请选择关联方" });
}

/** Said before a code is asked for; what is executed later may have its orders by then. */
async function checkQuota(deps: PayoutsDeps, merchantId: string, order: PayoutOrder, checked: CheckedOrder) {
  if (order.scheduledFor !== null) return;
  const { sources, amount, payee } = checked;
  const missing = await missingQuota(deps, { merchantId, amount, sources, arrivesCurrency: payee.currency });
  if (missing.length > 0) throw quotaShort(missing);
}

/** Writes down who gets how much. Nothing is held before the code has come back. */
export async function applyForPayout(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  family: Family,
  order: PayoutOrder,
): Promise<PayoutAnswer> {
  const { merchantId } = ctx;
  checkSchedule(deps, order.scheduledFor);
  const checked = await checkOrder(deps, merchantId, family, order);
  if (needsStepUp([order.amount], checked.terms.limits)) requireFresh(deps, ctx);
  await checkPapers(deps, merchantId, order, checked);
  await checkRelation(deps, merchantId, order.relatedId, checked.payee);
  await checkQuota(deps, merchantId, order, checked);
  const accountNumber = deps.beneficiaries.numberOf(checked.payee);
  const later =
    order.scheduledFor === null ? null : await priceNow(deps, { merchantId, ...checked, withoutCoupons: true });
  const floorMinor = later && leastArriving(later.arrives, order.toleranceBasisPoints);
  return ctx.once(async (tx) => {
    const terms = { ...order, seriesId: null, floorMinor };
    const id = await writePayout(deps, tx, terms, { ...checked, accountNumber });
    await attachPapers(tx, { merchantId, id }, order.papers);
    const step = { action: "apply", at: deps.clock.now(), by: merchantActor(ctx) };
    await deps.lifecycles.record(tx, payoutLifecycle, { merchantId, id }, step);
    return { id, state: "unverified" };
  });
}

type Terms = Omit<
  Pick<
    PayoutOrder,
    "category" | "purpose" | "remittance" | "toleranceBasisPoints" | "relatedId" | "adviceEmail" | "scheduledFor"
  >,
  "toleranceBasisPoints"
> & { toleranceBasisPoints: number; seriesId: string | null; floorMinor: bigint | null };
type Written = Pick<CheckedOrder, "kind" | "way" | "sources" | "payee" | "amount"> & { accountNumber: string };
export async function writePayout(
  deps: PayoutsDeps,
  tx: Tx,
  terms: Terms,
  { kind, way, sources, payee, amount, accountNumber }: Written,
): Promise<string> {
  const key = { merchantId: payee.merchantId, id: deps.ids.next() };
  const at = deps.clock.now();
  await enterPayouts(deps, tx, [
    {
      ...key,
      kind,
      way,
      sourceCode: sources[0]!.code,
      sources,
      beneficiaryId: payee.id,
      payeeName: payee.holderName,
      payeeBank: payee.bankName,
      payeeLastFour: payee.lastFour,
      payeeCountry: payee.country,
      payee: { route: payee.route, holderType: payee.holderType, details: payee.details },
      payeeSealedNumber: deps.secrets.seal(accountNumber, snapshotContext(key)),
      payeeNumberIndex: payee.numberIndex,
      payeeVersion: payee.version,
      amount,
      toleranceBasisPoints: terms.toleranceBasisPoints,
      arrivesCurrency: payee.currency,
      category: terms.category,
      purpose: terms.purpose || null,
      remittance: terms.remittance,
      relatedId: terms.relatedId,
      adviceEmail: terms.adviceEmail
        ? sealCell(deps.secrets, "payout.advice_email", [key.merchantId, key.id], terms.adviceEmail)
        : null,
      scheduledFor: terms.scheduledFor,
      batchId: null,
      batchLine: null,
      seriesId: terms.seriesId,
      floorMinor: terms.floorMinor,
      rail: deps.banks[payoutWay(way).bank].name,
      reference: payoutReference(key.id),
      createdAt: at,
      expiresAt: new Date(at.getTime() + VERIFY_MINUTES * 60_000),
    },
  ]);
  return key.id;
}

/** The code is good for this payee and this amount only. */
export const codeMoney = (payout: Payout): NonNullable<CodeUse["money"]> => ({
  payee: `${payout.payeeName} ${payeeText({ ...payout, kind: "withdrawal" })}`,
  amount: payout.amount,
});

export async function sendPayoutCode(
  deps: PayoutsDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const payout = await findPayout(deps.database.db, { merchantId, id });
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "unverified") throw new Refusal("state.changed");
  if (payout.expiresAt <= now) throw new Refusal("payout.lapsed");
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(payout) });
}

export async function modifyTransfer(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { id, remittance }: { id: string; remittance: string },
): Promise<PayoutAnswer> {
  const key = { merchantId: ctx.merchantId, id };
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  return ctx.once(async (tx) => {
    if (!(await setRemittance(tx, key, remittance))) throw new Refusal("state.changed");
    return { id, state: payout.state };
  });
}
