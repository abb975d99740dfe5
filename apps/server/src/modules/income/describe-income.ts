import { Refusal, type FileReply, type IncomeDetail } from "@coralhub/contract";
import {
  accountParts,
  creditTakesTwo,
  INCOME_HOLDS,
  incomeLifecycle,
  moneyOf,
  moneyText,
  nextActorOf,
  reviewDueAt,
  toShanghaiDay,
} from "@coralhub/domain";
import type { Correction } from "../ledger/index.ts";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import { findAccount, listStores } from "../accounts/index.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { TimelineEvent } from "../../platform/lifecycle-store.ts";
import type { IncomeDeps } from "./deps.ts";
import { openPayer } from "./payer-account.ts";
import { auditIncome, mayDecide } from "./desk/decide-income.ts";
import { INCOME_STEPS, listEvidence, type IncomeStep } from "./income-events-store.ts";
import { findIncome, keyOf, type Income, type IncomeKey } from "./incomes-store.ts";
import { isClaimableFor, mayAskReturn, mayClaim, maySupplement, papersHelp } from "./supplement-income.ts";

type Common = Omit<IncomeDetail, "may" | "claimable">;

/** Why it is held: the rule, how much, what is missing, who acts next and what then. */
export function explainHold({ state, hold, holdNote, dueAt, amount }: Income, since: Date): IncomeDetail["holdView"] {
  const next = nextActorOf(state, hold);
  if (hold === null || next === null) return null;
  const { label, missing } = INCOME_HOLDS[hold];
  const afterwards = dueAt
    ? `核实后入账。${toShanghaiDay(dueAt).slice(5)} 前没有处理，可能退回付款方`
    : next === "operator"
      ? "我们核查后入账或退回，有结果会通知您"
      : "处理后自动重新核验，通过即入账";
  const answerBy = next === "operator" ? reviewDueAt(since) : null;
  return { rule: hold, label, amount, missing, note: holdNote, next, dueAt, answerBy, afterwards };
}

/** What the house gives back of it was its fee. */
const whatOf = ({ from }: Correction): "amount" | "fee" =>
  accountParts(from).kind === "house.fees" ? "fee" : "amount";
type Happened = IncomeDetail["timeline"][number];
/** What was taken back by hand since, as its timeline tells it: the number leads to the correction. */
const takenBackStep = (correction: Correction): Happened => ({
  action: "takenBack",
  label: whatOf(correction) === "fee" ? "手续费已红冲" : "已红冲",
  note: `${moneyText(correction.amount)}，${correction.memo}。更正编号 ${correction.id}`,
  at: correction.at,
  actor: null,
});

/** A payment that nobody told of before it came has no step for its beginning: its row says when, and from whom. */
function timelineOf({ announcedAt, payerName }: Income, events: readonly TimelineEvent[]) {
  const announce = "announce" satisfies IncomeStep;
  if (events[0]?.action !== ("arrive" satisfies IncomeStep)) return events;
  return [{ action: announce, note: payerName, at: announcedAt, actorKind: RAIL.kind, actorName: null }, ...events];
}

async function describe(deps: IncomeDeps, income: Income, { desk }: { desk: boolean }): Promise<Common> {
  const { db } = deps.database;
  const [account, stores, evidence, events, corrections] = await Promise.all([
    findAccount(db, { merchantId: income.merchantId, id: income.accountId }),
    listStores(db, income.merchantId),
    listEvidence(db, income),
    deps.lifecycles.timeline(db, incomeLifecycle, keyOf(income)),
    income.state === "credited" ? deps.ledger.corrections(income.merchantId, income.reference) : [],
  ]);
  const { amount, fee } = income;
  return {
    id: income.id,
    state: income.state,
    amount,
    takenBack: income.takenBack,
    corrections: corrections.map((one) => ({ id: one.id, amount: one.amount, what: whatOf(one), at: one.at })),
    fee,
    net: moneyOf(amount.currency, amount.minor - fee.minor),
    currency: amount.currency,
    payerName: income.payerName,
    payerCountry: income.payerCountry,
    remittance: income.remittance,
    platform: income.platform,
    storeId: income.storeId,
    storeName: stores.find(({ id }) => id === income.storeId)?.name ?? null,
    accountId: income.accountId,
    accountNumber: account!.accountNumber,
    holderName: account!.holderName,
    reference: income.reference,
    hold: income.hold,
    announcedAt: income.announcedAt,
    expectedAt: income.expectedAt,
    arrivedAt: income.arrivedAt,
    creditedAt: income.creditedAt,
    returnedAt: income.returnedAt,
    holdView: explainHold(income, events.at(-1)?.at ?? income.announcedAt),
    hidden: income.hidden,
    pinned: income.pinned,
    returnWish: income.returnWish,
    evidence,
    timeline: [
      ...timelineOf(income, events).map(({ action, note, at, actorKind, actorName }) => ({
        action,
        note,
        at,
        // Which colleague it was is for colleagues.
        actor: actorKind === "operator" && !desk ? null : actorName,
        label: INCOME_STEPS[action as IncomeStep],
      })),
      ...corrections.map(takenBackStep),
    ],
  };
}

export async function describeIncome(deps: IncomeDeps, key: IncomeKey): Promise<IncomeDetail> {
  const income = await findIncome(deps.database.db, key);
  if (!income) throw new Refusal("not_found");
  const claim = mayClaim(income);
  const all = claim ? await listStores(deps.database.db, key.merchantId, { bound: true }) : [];
  const stores = all.filter((store) => isClaimableFor(income, store));
  return {
    ...(await describe(deps, income, { desk: false })),
    may: { supplement: maySupplement(income), claim: claim && stores.length > 0, askReturn: mayAskReturn(income) },
    claimable: stores.map(({ id, name, platform }) => ({ id, name, platform })),
  };
}

/** The same for the desk, with what only colleagues see. Looking is recorded. */
export async function describeCase(deps: IncomeDeps, ctx: OperatorContext, key: IncomeKey) {
  const income = await findIncome(deps.database.db, key);
  if (!income) throw new Refusal("not_found");
  await ctx.once((tx) => auditIncome(deps, tx, ctx, { ...key, action: "income.viewed" }));
  const decidable = mayDecide(income);
  const { proposed, proposedBy, proposedName, proposedAt, proposalReason } = income;
  const open = decidable && proposed === null;
  const mine = proposedBy === ctx.operator.id;
  return {
    ...(await describe(deps, income, { desk: true })),
    merchantId: income.merchantId,
    payerAccount: openPayer(deps, income),
    proposal:
      decidable && proposed !== null
        ? { what: proposed, reason: proposalReason ?? "", by: proposedName ?? "", at: proposedAt!, mine }
        : null,
    may: {
      credit: open && !creditTakesTwo(income.hold),
      proposeCredit: open && creditTakesTwo(income.hold),
      ask: decidable && income.state !== "needsEvidence" && papersHelp(income),
      proposeReturn: open,
      decide: decidable && proposed !== null && !mine,
    },
  };
}

/** A paper of this payment, to its owner or to the desk. */
export async function readEvidence(
  deps: IncomeDeps,
  ctx: MerchantContext | OperatorContext,
  { fileId, ...key }: IncomeKey & { fileId: string },
): Promise<FileReply> {
  const known = (await listEvidence(deps.database.db, key)).some((paper) => paper.fileId === fileId);
  const file = known ? await deps.files.find(key.merchantId, fileId) : undefined;
  if (!file) throw new Refusal("not_found");
  if ("operator" in ctx)
    await ctx.once((tx) => auditIncome(deps, tx, ctx, { ...key, action: "income.document_read", detail: { fileId } }));
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}
