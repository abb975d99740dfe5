import { Refusal } from "@coralhub/contract";
import { BRAND, PAYOUT_KINDS, payoutLifecycle, payoutWay } from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { PayoutBank, PayoutInstruction, PayoutStanding } from "../../rails/payout-bank/index.ts";
import { heldFor, type Look } from "../outflow/index.ts";
import { snapshotContext } from "./apply-for-payout.ts";
import { boundProblem, payeeProblem } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about } from "./payout-words.ts";
import { findPayout, lockPayout, markAsked, type Payout, type PayoutKey } from "./payouts-store.ts";
import { keepSources } from "./sources.ts";
import { takeEnd } from "./bank-outcome.ts";

export const bankOf = (deps: PayoutsDeps, { way }: Pick<Payout, "way">): PayoutBank => deps.banks[payoutWay(way).bank];

/**
 * The worker's side. Freeze, certification and the books' alarm are looked at right before every call that may pay. It is 处理中
 * before the bank hears of it; from then on an answer that does not come changes nothing. Tried again, it asks first and sends
 * only what the bank has never heard of.
 */
export const deliverPayout =
  (deps: PayoutsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const payout = (await findPayout(deps.database.db, key))!;
    const bank = bankOf(deps, payout);
    if (payout.state === "submitted") {
      const begun = await begin(deps, key);
      if ("alarm" in begun) return heldFor(begun.alarm);
      if ("cleared" in begun) await take(deps, key, await bank.pay(instructionOf(deps, payout), begun.cleared));
    } else if (payout.state === "processing") {
      const known = await bank.ask(payout.reference);
      if (known.standing !== "unknown") {
        await take(deps, key, known);
        return { result: "delivered" };
      }
      // Two people may have ended it meanwhile: then there is nothing to send any more.
      const look = await deps.database.transaction(async (tx) => {
        const { state } = (await lockPayout(tx, key))!;
        return state === "processing" ? lookAt(deps, tx, payout) : undefined;
      });
      if (!look) return { result: "delivered" };
      if ("problem" in look) return heldFor(look.problem.text);
      await take(deps, key, await bank.pay(instructionOf(deps, payout), look.cleared));
    }
    return { result: "delivered" };
  };

/** The one look of everybody who sends money, and what else a payout stands on: its payee, its accounts and what it is bound to. */
async function lookAt(deps: PayoutsDeps, tx: Tx, payout: Payout): Promise<Look> {
  const seen = await deps.outflow.look(payout, tx);
  if ("problem" in seen) return seen;
  // Payees before accounts, as whoever pays does.
  const payee = await deps.beneficiaries.keep(tx, { merchantId: payout.merchantId, id: payout.beneficiaryId });
  const refusal = (payee && payeeProblem(payee)) ?? (await boundProblem(tx, payout));
  const text = refusal?.message ?? (await keepSources(deps, tx, payout));
  return text === undefined ? seen : { problem: { of: "merchant", text } };
}

type Begun = { cleared: Cleared } | { alarm: string } | { stopped: true };
/** Claims it for the bank, unless it was stopped, or somebody else has claimed it; an alarm of the books lets it wait. */
async function begin(deps: PayoutsDeps, key: PayoutKey): Promise<Begun> {
  return deps.database.transaction(async (tx) => {
    const payout = (await lockPayout(tx, key))!;
    if (payout.state !== "submitted") return { stopped: true };
    const at = deps.clock.now();
    const look = await lookAt(deps, tx, payout);
    if ("cleared" in look) {
      await deps.lifecycles.advance(tx, payoutLifecycle, key, "send", {
        at,
        by: SYSTEM,
        set: { askedAt: at, sentAt: at },
      });
      return look;
    }
    if (look.problem.of === "alarm") return { alarm: look.problem.text };
    const problem = look.problem.text;
    await deps.lifecycles.advance(tx, payoutLifecycle, key, "stop", {
      at,
      by: SYSTEM,
      set: { reason: problem, decidedBy: null },
      note: problem,
      message: { event: "payout.reviewing", data: { ...about(payout), reason: problem } },
    });
    await deps.audit.record(tx, {
      actor: { kind: "system", id: "payouts" },
      action: "payout.stopped",
      subject: `payout:${key.id}`,
      detail: { merchantId: key.merchantId, problem },
    });
    return { stopped: true };
  });
}

function instructionOf(deps: PayoutsDeps, payout: Payout): PayoutInstruction {
  const { payee, way } = payout;
  return {
    reference: payout.reference,
    amount: payout.price!.arrives,
    payee: {
      name: payout.payeeName,
      route: payee.route,
      country: payout.payeeCountry,
      bankName: payout.payeeBank,
      accountNumber: deps.secrets.openText(payout.payeeSealedNumber, snapshotContext(payout)),
      details: payee.details,
    },
    charges: way === "swiftShared" ? "shared" : way === "swiftOurs" ? "ours" : null,
    purpose: payout.purpose,
    remittance: payout.remittance || `${BRAND.name}${PAYOUT_KINDS[payout.kind].label}`,
  };
}

/** An end takes effect; anything else is still on its way. */
async function take(deps: PayoutsDeps, key: PayoutKey, answer: PayoutStanding): Promise<void> {
  if (answer.standing !== "unknown" && answer.standing !== "taken") await takeEnd(deps, key, answer);
}

/** Asks the bank where a payment stands. What it does not know it may not have got yet: the outbox sees to that. */
export async function askBank(deps: PayoutsDeps, key: PayoutKey): Promise<void> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "processing") throw new Refusal("payout.not_processing");
  await markAsked(deps.database.db, key, deps.clock.now());
  await take(deps, key, await bankOf(deps, payout).ask(payout.reference));
}

/** What has been paid may come back for weeks; a bank that tells nothing by itself says so when it is asked. */
export async function askAfterwards(deps: PayoutsDeps, key: PayoutKey): Promise<void> {
  const payout = (await findPayout(deps.database.db, key))!;
  await markAsked(deps.database.db, key, deps.clock.now());
  await take(deps, key, await bankOf(deps, payout).ask(payout.reference));
}
