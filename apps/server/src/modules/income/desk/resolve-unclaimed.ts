import { Refusal } from "@coralhub/contract";
import { incomeLifecycle, unclaimedIncomeLifecycle, type UnclaimedIncomeState } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { requireIndependent } from "../../operations/index.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import { findAccount, lockTakingAccount } from "../../accounts/index.ts";
import type { IncomeDeps } from "../deps.ts";
import { openUnclaimedPayer, sealPayer } from "../payer-account.ts";
import { assignmentPostings, unclaimedReturnPosting } from "../income-postings.ts";
import { giveReference, insertIncome, type IncomeKey } from "../incomes-store.ts";
import { judgeIncome } from "../judge-income.ts";
import { followDecision, linkTransfer } from "../offline/match-transfer.ts";
import { instructReturn } from "../settle-income.ts";
import { lockUnclaimed, type UnclaimedIncome } from "../unclaimed-store.ts";

type Proposal = {
  id: string;
  proposal: "assign" | "return";
  merchantId?: string | undefined;
  accountId?: string | undefined;
  reason: string;
};

type Recorded = {
  id: string;
  action: "unclaimed.proposed" | "unclaimed.rejected" | "unclaimed.assigned" | "unclaimed.returned";
  detail: Record<string, unknown>;
};
const record = (deps: IncomeDeps, tx: Tx, ctx: OperatorContext, { id, action, detail }: Recorded): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `unclaimed:${id}`,
    address: ctx.address,
    detail,
  });

const NO_PROPOSAL = {
  proposal: null,
  proposedOwnerId: null,
  proposedAccountId: null,
  proposedBy: null,
  proposedName: null,
  proposedAt: null,
  reason: null,
};
const decidedBy = (ctx: OperatorContext) => ({
  by: operatorActor(ctx),
  at: ctx.now,
  set: { decidedBy: ctx.operator.id, decidedAt: ctx.now },
});

/** Whose it should be, or that it goes back: the first of two people says so. */
export const proposeUnclaimed = (deps: IncomeDeps, ctx: OperatorContext, input: Proposal): Promise<null> =>
  ctx.once(async (tx) => {
    await proposeIn(deps, tx, ctx, await waiting(tx, input.id), input);
    return null;
  });

/** The same, because a merchant has announced a transfer that this is. */
export const proposeOffline = (
  deps: IncomeDeps,
  ctx: OperatorContext,
  { unclaimedId, reason, ...key }: IncomeKey & { unclaimedId: string; reason: string },
): Promise<null> =>
  ctx.once(async (tx) => {
    const unclaimed = await waiting(tx, unclaimedId);
    const { merchantId, accountId, serial } = await linkTransfer(deps, tx, ctx, { ...key, unclaimed, reason });
    const whose = { id: unclaimedId, proposal: "assign" as const, merchantId, accountId };
    await proposeIn(deps, tx, ctx, unclaimed, { ...whose, reason: `线下汇款 ${serial}：${reason}` });
    return null;
  });

async function waiting(tx: Tx, id: string): Promise<UnclaimedIncome> {
  const income = await lockUnclaimed(tx, id);
  if (!income) throw new Refusal("not_found");
  if (income.state !== "waiting") throw new Refusal("state.changed");
  return income;
}

async function proposeIn(
  deps: IncomeDeps,
  tx: Tx,
  ctx: OperatorContext,
  income: UnclaimedIncome,
  input: Proposal,
): Promise<void> {
  const { id, proposal, reason } = input;
  const [merchantId, accountId] = [input.merchantId ?? null, input.accountId ?? null];
  const whose = proposal === "assign" ? { ownerId: merchantId, accountId } : { ownerId: null, accountId: null };
  if (proposal === "assign") {
    const account = await findAccount(tx, { merchantId: merchantId!, id: accountId! });
    if (account?.state !== "open") throw new Refusal("account.not_open");
    if (account.currency !== income.amount.currency) {
      throw new Refusal("account.other_currency", { currency: account.currency });
    }
  }
  const { id: by, name } = ctx.operator;
  const proposed = { proposal, proposedBy: by, proposedName: name, proposedAt: ctx.now, reason };
  await deps.lifecycles.advance(tx, unclaimedIncomeLifecycle, { id }, "propose", {
    by: operatorActor(ctx),
    at: ctx.now,
    set: { ...proposed, proposedOwnerId: whose.ownerId, proposedAccountId: whose.accountId },
  });
  await record(deps, tx, ctx, {
    id,
    action: "unclaimed.proposed",
    detail: { proposal, merchantId, accountId, reason },
  });
}

/** The second agrees, and it happens; or does not, and it waits again. */
export async function decideUnclaimed(
  deps: IncomeDeps,
  ctx: OperatorContext,
  { id, decision, note }: { id: string; decision: "approve" | "reject"; note: string },
): Promise<{ state: UnclaimedIncomeState }> {
  let assigned: IncomeKey | undefined;
  const answer = await ctx.once<{ state: UnclaimedIncomeState }>(async (tx) => {
    const income = await lockUnclaimed(tx, id);
    if (!income) throw new Refusal("not_found");
    if (income.state !== "proposed") throw new Refusal("state.changed");
    const { proposedBy } = income;
    if (proposedBy === ctx.operator.id) throw new Refusal("income.two_people");
    if (proposedBy) await requireIndependent(tx, { maker: proposedBy, checker: ctx.operator.id, at: ctx.now });
    if (decision === "reject") {
      const rejected = { by: operatorActor(ctx), at: ctx.now, set: NO_PROPOSAL };
      await deps.lifecycles.advance(tx, unclaimedIncomeLifecycle, { id }, "reject", rejected);
      await followDecision(deps, tx, ctx, income, null);
      await record(deps, tx, ctx, { id, action: "unclaimed.rejected", detail: { note } });
      return { state: "waiting" };
    }
    if (income.proposal === "return") {
      await giveBack(deps, tx, ctx, income);
      await record(deps, tx, ctx, {
        id,
        action: "unclaimed.returned",
        detail: { note, proposedBy: income.proposedBy },
      });
      return { state: "returned" };
    }
    assigned = await assign(deps, tx, ctx, income);
    await followDecision(deps, tx, ctx, income, assigned);
    await record(deps, tx, ctx, {
      id,
      action: "unclaimed.assigned",
      detail: { ...assigned, note, proposedBy: income.proposedBy },
    });
    return { state: "assigned" };
  });
  if (assigned) {
    await judgeIncome(deps, assigned).catch((error: unknown) =>
      deps.log.warn({ err: error, incomeId: assigned!.id }, "an assigned income is looked at later"),
    );
  }
  return answer;
}

async function giveBack(deps: IncomeDeps, tx: Tx, ctx: OperatorContext, income: UnclaimedIncome): Promise<void> {
  await deps.lifecycles.advance(tx, unclaimedIncomeLifecycle, { id: income.id }, "giveBack", decidedBy(ctx));
  await deps.ledger.postIn(tx, [unclaimedReturnPosting(income)]);
  const { reference, amount, reason } = income;
  await instructReturn(deps, tx, { reference, amount, reason: reason ?? "" });
}

/** From now on it is the merchant's payment like any other: held, and before the rules. */
async function assign(deps: IncomeDeps, tx: Tx, ctx: OperatorContext, income: UnclaimedIncome): Promise<IncomeKey> {
  const key = { merchantId: income.ownerId!, id: deps.ids.next() };
  const account = await lockTakingAccount(tx, { merchantId: key.merchantId, id: income.accountId! });
  if (account?.state !== "open") throw new Refusal("account.not_open");
  const { payerName, payerCountry, remittance, amount, rail, reference } = income;
  const born = {
    ...key,
    accountId: account.id,
    payerName,
    payerCountry,
    payerAccount: sealPayer(deps, key, openUnclaimedPayer(deps, income)),
    remittance,
    amount,
    rail,
    reference,
  };
  await insertIncome(tx, { ...born, announcedAt: ctx.now, expectedAt: null });
  await giveReference(tx, rail, reference, key);
  const holdPostingId = deps.ids.next();
  await deps.lifecycles.advance(tx, unclaimedIncomeLifecycle, { id: income.id }, "assign", decidedBy(ctx));
  await deps.ledger.postIn(tx, assignmentPostings(income, born, holdPostingId));
  // Whose number the payment named is nobody's business but that account's owner's.
  const note = `付款写的账号不能入账，经两位同事核对，归入您的账户 ${account.accountNumber}`;
  const set = { holdPostingId, arrivedAt: ctx.now };
  const change = { by: operatorActor(ctx), at: ctx.now, set, note };
  await deps.lifecycles.advance(tx, incomeLifecycle, key, "assign", change);
  return key;
}
