import { Refusal } from "@coralhub/contract";
import {
  isAnswered,
  loanLifecycle,
  moneyOf,
  moneyText,
  outstandingOf,
  dueOf,
  planLoan,
  toShanghaiDay,
  toShanghaiTime,
  LOAN_CURRENCY,
  type LoanState,
  type PartnerNoticeOutcome,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { LenderNotice, LenderWord } from "../../rails/lender/index.ts";
import { handOverPapers } from "../../platform/hand-over-papers.ts";
import { heldFor } from "../outflow/index.ts";
import type { LendingDeps } from "./deps.ts";
import { drawnPosting } from "./lending-postings.ts";
import { isWord, withoutFullStop } from "./lender-words.ts";
import {
  findByReference,
  findLoan,
  listPapers,
  lockLoan,
  markAsked,
  markReceived,
  type Loan,
  type LoanKey,
} from "./loans-store.ts";
import { writePlan } from "./plans-store.ts";
import { takeUpload } from "./tell-icbc.ts";
import { offerUntil, payOutReference } from "./offers.ts";

export const APPLY_TOPIC = "lender.apply";

/** What the lender says by itself: often, in any order, or about something nobody asked. */
export async function hearLender(
  deps: LendingDeps,
  { reference, ...said }: LenderNotice,
): Promise<PartnerNoticeOutcome> {
  const subject = await findByReference(deps.database.db, reference);
  if (!subject) {
    deps.log.error({ reference, standing: said.standing }, "lender tells of something nobody asked for");
    return "unknown";
  }
  const { kind, ...key } = subject;
  if (kind === "upload") return takeUpload(deps, key, said);
  return kind === "application" ? takeDecision(deps, key, said) : takePayOut(deps, key, reference, said);
}

/**
 * Each decision takes effect once; a later one about the same question says nothing new. `isReply`: it is what the lender said
 * to the merchant's answer, so it has read it.
 */
function takeDecision(
  deps: LendingDeps,
  key: LoanKey,
  said: LenderWord,
  isReply = false,
): Promise<PartnerNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    const loan = (await lockLoan(tx, key))!;
    if (loan.state !== "deciding") return "repeated";
    const past = said.standing === "asked" ? await deps.lifecycles.timeline(tx, loanLifecycle, key) : [];
    if (said.standing === "asked" && !isReply && isAnswered(past, said.reason)) return "repeated";
    const at = deps.clock.now();
    if (said.standing === "accepted") {
      if (said.granted && (said.granted.currency !== LOAN_CURRENCY || said.granted.minor <= 0n)) {
        deps.log.error({ loanId: key.id, granted: moneyText(said.granted) }, "lender grants what cannot be lent");
        return "contradicted";
      }
      // More than was asked for is not the merchant's request.
      const granted = said.granted?.minor ?? loan.asked.minor;
      const minor = granted < loan.asked.minor ? granted : loan.asked.minor;
      const amount = moneyText(moneyOf(LOAN_CURRENCY, minor));
      const until = toShanghaiTime(offerUntil(at)).slice(0, 16);
      await deps.lifecycles.advance(tx, loanLifecycle, key, "approve", {
        by: RAIL,
        at,
        set: { grantedMinor: minor },
        note: `批准 ${amount}`,
        message: { event: "loan.approved", data: { amount, rate: loan.rate, until, id: key.id } },
      });
      return "taken";
    }
    const data = { reason: withoutFullStop(said.reason), id: key.id };
    const change = { by: RAIL, at, set: { reason: said.reason }, note: said.reason };
    if (said.standing === "asked") {
      await deps.lifecycles.advance(tx, loanLifecycle, key, "ask", {
        ...change,
        message: { event: "loan.asked", data },
      });
    } else {
      await deps.lifecycles.advance(tx, loanLifecycle, key, "decline", {
        ...change,
        message: { event: "loan.declined", data },
      });
    }
    return "taken";
  });
}

/** Told or asked, once or often: a loan is paid out once. Only the newest signature's reference counts. */
function takePayOut(
  deps: LendingDeps,
  key: LoanKey,
  reference: string,
  said: LenderWord,
): Promise<PartnerNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    // A question is no answer: whether it pays or not is still open.
    if (said.standing === "asked") return "unknown";
    const loan = (await lockLoan(tx, key))!;
    const isNewest = payOutReference(loan) === reference;
    if (loan.state !== "drawing" || !isNewest) {
      // There is a newer signature only because the lender refused this one: that it has paid after all is money twice.
      const wasPaid = isNewest && loan.drawnOn !== null;
      if (wasPaid === (said.standing === "accepted")) return "repeated";
      deps.log.error({ loanId: key.id, state: loan.state, standing: said.standing }, "lender contradicts itself");
      return "contradicted";
    }
    if (said.standing === "accepted") await begin(deps, tx, loan, reference);
    else {
      const reason = withoutFullStop(said.reason);
      await deps.lifecycles.advance(tx, loanLifecycle, key, "failPayOut", {
        by: RAIL,
        at: deps.clock.now(),
        note: said.reason,
        message: { event: "loan.pay_out_failed", data: { amount: moneyText(loan.amount), reason, id: key.id } },
      });
    }
    return "taken";
  });
}

/** The money is there: the plan begins on this day. */
async function begin(deps: LendingDeps, tx: Tx, loan: Loan, reference: string): Promise<void> {
  const at = deps.clock.now();
  const day = toShanghaiDay(at);
  const key = { merchantId: loan.merchantId, id: loan.id };
  const plan = planLoan(loan, loan.amount.minor, day);
  await deps.ledger.postIn(tx, [drawnPosting(loan, reference)]);
  const first = plan[0]!;
  await deps.lifecycles.advance(tx, loanLifecycle, key, "payOut", {
    by: RAIL,
    at,
    set: { drawnOn: day, drawnAt: at, sweptUntil: at, reason: null },
    message: {
      event: "loan.paid_out",
      data: {
        amount: moneyText(loan.amount),
        day: first.dueOn,
        due: moneyText(moneyOf(LOAN_CURRENCY, first.principal + first.interest)),
        id: loan.id,
      },
    },
  });
  await writePlan(tx, key, plan, { outstanding: outstandingOf(plan), due: dueOf(plan), day });
}

/** Each answer is a message of its own to the lender, about the same application. */
export const tellLender = (deps: LendingDeps, tx: Tx, { merchantId, id, reference }: Loan, answer: string | null) =>
  deps.outbox.enqueue(tx, {
    topic: APPLY_TOPIC,
    reference: answer === null ? reference : `${reference}:${deps.ids.next()}`,
    merchantId,
    payload: { id, answer },
  });

/** The worker's side of an application: the same reference, however often it is sent. */
export const deliverApplication =
  (deps: LendingDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const { id, answer } = payload as { id: string; answer: string | null };
    const key = { merchantId: merchantId!, id };
    const loan = (await findLoan(deps.database.db, key))!;
    if (loan.state !== "deciding") return { result: "delivered" };
    const holder = await deps.certifiedAs(key.merchantId);
    if (!holder) return { result: "retry", reason: "the merchant is not certified any more", afterSeconds: 3600 };
    const { reference, asked, termMonths, rate, score } = loan;
    await markAsked(deps.database.db, key, deps.clock.now());
    // The lender has the papers before it decides.
    const errand = { merchantId: key.merchantId, reference, papers: await listPapers(deps.database.db, key) };
    await handOverPapers({ files: deps.files, to: deps.lender }, errand, (fileId) =>
      markReceived(deps.database.db, key, fileId, deps.clock.now()),
    );
    const said = await deps.lender.apply({
      reference,
      holder: holder.name,
      amount: asked,
      termMonths,
      rate,
      score: score.score,
      answer,
    });
    if (isWord(said)) await takeDecision(deps, key, said, answer !== null);
    return { result: "delivered" };
  };

/** A merchant who was frozen meanwhile, or books under alarm: nothing is asked for. Tried again, it asks first. */
export const deliverPayOut =
  (deps: LendingDeps): OutboxHandler =>
  async ({ merchantId, payload, attempt, reference }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const loan = (await findLoan(deps.database.db, key))!;
    if (loan.state !== "drawing" || payOutReference(loan) !== reference) return { result: "delivered" };
    await markAsked(deps.database.db, key, deps.clock.now());
    const known = attempt > 1 ? await deps.lender.ask(reference) : ({ standing: "unknown" } as const);
    if (known.standing !== "unknown") {
      if (isWord(known)) await takePayOut(deps, key, reference, known);
      return { result: "delivered" };
    }
    const look = await deps.outflow.look(key);
    if ("problem" in look) return heldFor(look.problem.text);
    const said = await deps.lender.payOut({ reference, holder: look.holder!.name, amount: loan.amount }, look.cleared);
    if (isWord(said)) await takePayOut(deps, key, reference, said);
    return { result: "delivered" };
  };

/** Asks where an application or a paying out stands. What the lender does not know it may not have got yet. */
export async function askLender(deps: LendingDeps, key: LoanKey): Promise<{ state: LoanState }> {
  const loan = await findLoan(deps.database.db, key);
  if (!loan) throw new Refusal("not_found");
  if (loan.state !== "deciding" && loan.state !== "drawing") throw new Refusal("state.changed");
  await markAsked(deps.database.db, key, deps.clock.now());
  const reference = loan.state === "deciding" ? loan.reference : payOutReference(loan);
  const said = await deps.lender.ask(reference);
  if (isWord(said)) {
    if (loan.state === "deciding") await takeDecision(deps, key, said);
    else await takePayOut(deps, key, reference, said);
  }
  return { state: (await findLoan(deps.database.db, key))!.state };
}
