import {
  Refusal,
  type CallOutput,
  type PayoutDetail,
  type payoutEndpoints,
  type PayoutOverview,
} from "@coralhub/contract";
import {
  actionsFor,
  PAYOUT_BANKS,
  PAYOUT_KINDS,
  PAYOUT_SOURCES,
  PAYOUT_STEPS,
  accountParts,
  RELATION_TYPES,
  payoutLifecycle,
  payoutWay,
  toShanghaiTime,
  UNDONE_PAYOUTS,
  type AccountCode,
  type PayoutStep,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { isStillOwn, type Family } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { adviceAddress } from "./send-advice.ts";
import { listUnseen } from "./desk/contradictions-store.ts";
import { auditPayout } from "./desk/decide-payout.ts";
import { isStuck, statementOf } from "./desk/resolve-payout.ts";
import { findProposal } from "./desk/resolutions-store.ts";
import { findBound, findPayout, type Payout, type PayoutKey } from "./payouts-store.ts";
import { keptArrival, priceView } from "./quote-payout.ts";
import { accountIdOf, listSources } from "./sources.ts";
import { readTerms } from "./terms-store.ts";

/** From where, to whom and how much; what stands in the way says so. */
export async function describeFamily(
  deps: PayoutsDeps,
  merchantId: string,
  { kind, way }: Family,
): Promise<PayoutOverview> {
  const [holder, payees, stopped] = await Promise.all([
    deps.certifiedAs(merchantId),
    deps.beneficiaries.brief(merchantId, PAYOUT_KINDS[kind].payee),
    deps.ledger.payoutsStopped(),
  ]);
  const bankIsOpen = way ? deps.banks[payoutWay(way).bank].isOpen : true;
  const row = way && payoutWay(way);
  const bound = way && row?.apart ? await findBound(deps.database.db, merchantId, way) : undefined;
  const reachable = payees.filter(
    ({ country, currency, ...payee }) =>
      (bound === undefined || bound.includes(payee.id)) &&
      (holder === null || isStillOwn(payee, holder)) &&
      (!row ||
        ((row.countries === "*" || row.countries.includes(country)) &&
          (row.currencies === "*" || row.currencies.includes(currency)))),
  );
  return {
    certified: holder !== null,
    holderName: holder?.name ?? null,
    holderKind: holder?.kind ?? null,
    open: bankIsOpen && !stopped,
    payees: reachable,
    accounts: await listSources(deps, merchantId, way, holder),
  };
}

function nextStep(payout: Payout): string | null {
  const { state, way, expiresAt, arrivesOn } = payout;
  const { label } = PAYOUT_BANKS[payoutWay(way).bank];
  switch (state) {
    case "unverified":
      return `请用验证码确认，${toShanghaiTime(expiresAt).slice(5, 16)} 前有效。确认前没有扣款`;
    case "scheduled":
      return `${payout.scheduledFor} 按当天的汇率执行，执行前没有扣款`;
    case "awaitingApproval":
      return "款项已预留，财务审批后提交银行，通常在 2 个工作小时内";
    case "submitted":
      return `正在发往${label}`;
    case "processing":
      return `${label}处理中，预计 ${arrivesOn} 到账。没有结果时我们会一直查询，不会重复付款`;
    default:
      return null;
  }
}

async function labelOf(deps: PayoutsDeps, merchantId: string, code: AccountCode): Promise<string> {
  const { kind, currency, owner } = accountParts(code);
  if (kind !== "collection") return `${PAYOUT_SOURCES[kind as "wallet"]} ${currency}`;
  const account = await deps.receivingAccounts.of(merchantId, owner!);
  return `${currency} ${account?.bankName ?? "收款账户"}${account?.accountNumber ? ` 尾号 ${account.accountNumber.slice(-4)}` : ""}`;
}

/** As it was promised; before that, what its day would bring by the terms of now. */
async function arrivalOf(deps: PayoutsDeps, payout: Payout): Promise<string | null> {
  const { state, way, payeeCountry: country, scheduledFor, arrivesOn } = payout;
  if (scheduledFor === null || (state !== "unverified" && state !== "scheduled")) return arrivesOn;
  const { ways } = await readTerms(deps.database.db);
  return keptArrival(deps, ways, { way, country, scheduledFor });
}

async function relationOf(deps: PayoutsDeps, { merchantId, relatedId }: Payout): Promise<string | null> {
  if (relatedId === null) return null;
  const party = (await deps.beneficiaries.related(merchantId)).find(({ id }) => id === relatedId);
  return party ? `${party.relateName}（${RELATION_TYPES[party.relateType]}）` : null;
}

async function describe(deps: PayoutsDeps, payout: Payout): Promise<Omit<PayoutDetail, "may">> {
  const { merchantId, id, state, price } = payout;
  const [events, labels, related, arrivesOn] = await Promise.all([
    deps.lifecycles.timeline(deps.database.db, payoutLifecycle, { merchantId, id }),
    Promise.all(payout.sources.map(({ code }) => labelOf(deps, merchantId, code))),
    relationOf(deps, payout),
    arrivalOf(deps, payout),
  ]);
  return {
    id,
    kind: payout.kind,
    way: payout.way,
    state,
    amount: payout.amount,
    arrives: (UNDONE_PAYOUTS.includes(state) ? undefined : price?.arrives) ?? null,
    payeeName: payout.payeeName,
    payeeBank: payout.payeeBank,
    payeeLastFour: payout.payeeLastFour,
    payeeCountry: payout.payeeCountry,
    beneficiaryId: payout.beneficiaryId,
    sourceCode: payout.sourceCode,
    sources: payout.sources.map(({ code, amount }, at) => ({
      accountId: accountIdOf(code),
      label: labels[at]!,
      amount,
    })),
    reference: payout.reference,
    batchId: payout.batchId,
    createdAt: payout.createdAt,
    finishedAt: payout.finishedAt,
    price: price && priceView(price, payout.amount),
    short: payout.short,
    returned: payout.returned,
    arrivesOn,
    category: payout.category,
    purpose: payout.purpose,
    remittance: payout.remittance,
    toleranceBasisPoints: payout.toleranceBasisPoints,
    related,
    adviceEmail: adviceAddress(deps, payout),
    seriesId: payout.seriesId,
    scheduledFor: payout.scheduledFor,
    reason: payout.reason,
    expiresAt: state === "unverified" ? payout.expiresAt : null,
    next: nextStep(payout),
    timeline: events.map(({ action, note, at }) => ({
      action: action as PayoutStep,
      label: PAYOUT_STEPS[action as PayoutStep],
      note,
      at,
    })),
  };
}

/** Of one family's calls only its own; of the calls over every kind any. */
export async function describePayout(deps: PayoutsDeps, key: PayoutKey, family?: Family): Promise<PayoutDetail> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout || (family && !belongsTo(payout, family))) throw new Refusal("not_found");
  const actions = actionsFor(payoutLifecycle, payout.state, "merchant");
  const inTime = payout.expiresAt > deps.clock.now();
  const may = {
    verify: actions.includes("confirm") && inTime,
    cancel: actions.includes("cancel"),
    receipt: payout.state === "completed",
  };
  return { ...(await describe(deps, payout)), may };
}
export const belongsTo = (payout: Pick<Payout, "kind" | "way">, { kind, way }: Family): boolean =>
  payout.kind === kind && (way === undefined || payout.way === way);

/** The same for the desk, with what the bank's statement says. Looking is recorded. */
export async function describePayoutCase(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  key: PayoutKey,
): Promise<CallOutput<typeof payoutEndpoints.payoutCase.output>> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  await ctx.once((tx) => auditPayout(deps, tx, ctx, key, { action: "payout.viewed" }));
  const [detail, statement, proposal, contradictions] = await Promise.all([
    describe(deps, payout),
    statementOf(deps, payout),
    findProposal(deps.database.db, key),
    listUnseen(deps.database.db, key),
  ]);
  return {
    ...detail,
    merchantId: payout.merchantId,
    rail: payout.rail,
    askedAt: payout.askedAt,
    statement: statement?.map(({ amount, bookedAt }) => ({ amount, bookedAt })) ?? null,
    resolution: proposal ?? null,
    contradictions,
    may: {
      decide: payout.state === "awaitingApproval",
      ask: payout.state === "processing",
      resolve: isStuck(deps, payout),
    },
  };
}
