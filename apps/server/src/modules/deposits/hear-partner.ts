import { Refusal } from "@coralhub/contract";
import {
  isAnswered,
  moneyText,
  openingLifecycle,
  placementLifecycle,
  toShanghaiDay,
  type PartnerNoticeOutcome,
  maturityText,
} from "@coralhub/domain";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { PartnerNotice, PartnerStanding } from "../../rails/deposit-partner/index.ts";
import { sendPapers } from "./answer-papers.ts";
import type { DepositsDeps } from "./deps.ts";
import { heldFor } from "../outflow/index.ts";
import { placedPosting, refusedPosting } from "./deposits-postings.ts";
import { authorisedUntil, openAnswers } from "./open-account.ts";
import { openEmail } from "./operators.ts";
import { findAccount, listOperators, lockAccount } from "./opening-store.ts";
import { findByReference, findPlacement, lockPlacement, markAsked, type PlacementKey } from "./placements-store.ts";

type Decided = Exclude<PartnerStanding, { standing: "unknown" | "taken" }>;
/** The message goes on after it. */
const withoutFullStop = (text: string): string => text.replace(/[。.！!；;]+$/, "");

const isDecided = (standing: PartnerStanding): standing is Decided =>
  standing.standing !== "unknown" && standing.standing !== "taken";

/** What the partner says by itself: often, in any order, or about something nobody asked. */
export async function hearPartner(
  deps: DepositsDeps,
  { reference, ...said }: PartnerNotice,
): Promise<PartnerNoticeOutcome> {
  const subject = await findByReference(deps.database.db, reference);
  if (!subject) {
    deps.log.error({ reference, standing: said.standing }, "deposit partner tells of something nobody asked for");
    return "unknown";
  }
  const { merchantId, placementId } = subject;
  return placementId === null
    ? takeOpening(deps, merchantId, reference, said)
    : takePlacement(deps, { merchantId, id: placementId }, said);
}

/**
 * Each answer takes effect once; one about an earlier attempt is no longer about anything. `isReply`: it is what the partner
 * said to the merchant's answer, so it has read it.
 */
function takeOpening(
  deps: DepositsDeps,
  merchantId: string,
  reference: string,
  said: Decided,
  isReply = false,
): Promise<PartnerNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, merchantId);
    if (account?.reference !== reference || account.state !== "reviewing") return "repeated";
    const past = said.standing === "asked" ? await deps.lifecycles.timeline(tx, openingLifecycle, { merchantId }) : [];
    if (said.standing === "asked" && !isReply && isAnswered(past, said.reason)) return "repeated";
    const at = deps.clock.now();
    const move = { ...deps.lifecycles, key: { merchantId } };
    switch (said.standing) {
      case "accepted":
        await move.advance(tx, openingLifecycle, move.key, "approve", {
          by: RAIL,
          at,
          set: { authorisedUntil: authorisedUntil(at), remindedAt: null },
          message: { event: "deposit.opened", data: {} },
        });
        break;
      case "refused":
        await move.advance(tx, openingLifecycle, move.key, "decline", {
          by: RAIL,
          at,
          set: { reason: said.reason },
          note: said.reason,
          message: { event: "deposit.declined", data: { reason: withoutFullStop(said.reason) } },
        });
        break;
      case "asked":
        await move.advance(tx, openingLifecycle, move.key, "ask", {
          by: RAIL,
          at,
          set: { reason: said.reason },
          note: said.reason,
          message: { event: "deposit.asked", data: { reason: withoutFullStop(said.reason) } },
        });
    }
    return "taken";
  });
}

/** Told or asked, once or often: money is placed once, or given back once, and never both. */
function takePlacement(deps: DepositsDeps, key: PlacementKey, said: Decided): Promise<PartnerNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    const placement = (await lockPlacement(tx, key))!;
    const { state, principal, rate, valueDate, maturesOn, holdPostingId } = placement;
    // A question is no answer: the money stays set aside until there is one.
    if (said.standing === "asked") return "unknown";
    const refused = said.standing === "refused";
    if (state !== "pending") {
      if (refused === (state === "refused")) return "repeated";
      // The comparison of statements finds the money; until a person has looked, nothing is moved on the partner's word.
      deps.log.error({ placementId: key.id, state, standing: said.standing }, "deposit partner contradicts itself");
      return "contradicted";
    }
    const at = deps.clock.now();
    const about = { amount: moneyText(principal), id: key.id };
    if (refused) {
      await deps.ledger.postIn(tx, [refusedPosting(placement, holdPostingId!)]);
      const reason = withoutFullStop(said.reason);
      await deps.lifecycles.advance(tx, placementLifecycle, key, "refuse", {
        by: RAIL,
        at,
        set: { reason: said.reason },
        note: said.reason,
        message: { event: "deposit.refused", data: { ...about, reason } },
      });
    } else {
      await deps.ledger.postIn(tx, [placedPosting(placement, holdPostingId!)]);
      await deps.lifecycles.advance(tx, placementLifecycle, key, "begin", {
        by: RAIL,
        at,
        message: {
          event: "deposit.begun",
          data: { ...about, rate, day: valueDate, maturity: maturityText(maturesOn) },
        },
      });
    }
    return "taken";
  });
}

/** The worker's side of an opening: the same reference, however often it is sent. */
export const deliverOpening =
  (deps: DepositsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const { reference, answer } = payload as { reference: string; answer: string | null };
    const { db } = deps.database;
    const account = await findAccount(db, merchantId!);
    const holder = await deps.certifiedAs(merchantId!);
    if (account?.reference !== reference || account.state !== "reviewing") return { result: "delivered" };
    if (!holder) return { result: "retry", reason: "the merchant is not certified any more", afterSeconds: 3600 };
    const operators = await listOperators(db, merchantId!);
    await sendPapers(deps, { merchantId: merchantId!, reference });
    const standing = await deps.partner.open({
      reference,
      holder: holder.name,
      currencies: account.currencies,
      answers: openAnswers(deps, account),
      operators: operators.map((operator) => ({
        name: operator.name,
        duty: operator.duty,
        email: openEmail(deps, operator),
      })),
      answer,
    });
    if (isDecided(standing)) await takeOpening(deps, merchantId!, reference, standing, answer !== null);
    return { result: "delivered" };
  };

/**
 * The worker's side of a placement. Tried again, it asks first and sends only what the partner has never heard of; a merchant
 * who was frozen meanwhile, or books under alarm: it is held back, until its value date is over and the money goes back.
 */
export const deliverPlacement =
  (deps: DepositsDeps): OutboxHandler =>
  async ({ merchantId, payload, attempt }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const placement = (await findPlacement(deps.database.db, key))!;
    if (placement.state !== "pending") return { result: "delivered" };
    const { reference, principal, rate, valueDate, maturesOn } = placement;
    await markAsked(deps.database.db, key, deps.clock.now());
    const known = attempt > 1 ? await deps.partner.ask(reference) : ({ standing: "unknown" } as const);
    if (known.standing !== "unknown") {
      if (isDecided(known)) await takePlacement(deps, key, known);
      return { result: "delivered" };
    }
    // Its rate and its days were agreed for a day that is over: it would earn interest for the time it lay with us.
    if (valueDate < toShanghaiDay(deps.clock.now())) {
      await takePlacement(deps, key, { standing: "refused", reason: "起息日已过，没有存入，金额已退回" });
      return { result: "delivered" };
    }
    const look = await deps.outflow.look(key);
    if ("problem" in look) return heldFor(look.problem.text);
    const instruction = { reference, holder: look.holder!.name, principal, rate, valueDate, maturesOn };
    const standing = await deps.partner.place(instruction, look.cleared);
    if (isDecided(standing)) await takePlacement(deps, key, standing);
    return { result: "delivered" };
  };

/** Asks the partner where a placement stands. What it does not know it may not have got yet: the outbox sees to that. */
export async function askPartner(deps: DepositsDeps, key: PlacementKey) {
  const placement = await findPlacement(deps.database.db, key);
  if (!placement) throw new Refusal("not_found");
  if (placement.state !== "pending") throw new Refusal("state.changed");
  await markAsked(deps.database.db, key, deps.clock.now());
  const standing = await deps.partner.ask(placement.reference);
  if (isDecided(standing)) await takePlacement(deps, key, standing);
  return { state: (await findPlacement(deps.database.db, key))!.state };
}

/** Openings the partner left unanswered are asked about like placements. */
export async function askOpening(deps: DepositsDeps, reference: string): Promise<void> {
  const subject = await findByReference(deps.database.db, reference);
  const standing = await deps.partner.ask(reference);
  if (subject && isDecided(standing)) await takeOpening(deps, subject.merchantId, reference, standing);
}
