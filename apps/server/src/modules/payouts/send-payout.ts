import { Refusal } from "@coralhub/contract";
import { BRAND, PAYOUT_KINDS, payoutLifecycle, payoutWay } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { PayoutBank, PayoutInstruction, PayoutStanding } from "../../rails/payout-bank/index.ts";
import { snapshotContext } from "./apply-for-payout.ts";
import { boundProblem } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about } from "./payout-words.ts";
import { findPayout, lockPayout, markAsked, type Payout, type PayoutKey } from "./payouts-store.ts";
import { keepSources } from "./sources.ts";
import { takeEnd } from "./take-standing.ts";

const STOPPED_RETRY_SECONDS = 60;
const FROZEN_RETRY_SECONDS = 600;

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
      if (await deps.ledger.payoutsStopped()) {
        return { result: "retry", reason: "payouts are stopped", afterSeconds: STOPPED_RETRY_SECONDS };
      }
      if (await begin(deps, key)) await take(deps, key, await bank.pay(instructionOf(deps, payout)));
    } else if (payout.state === "processing") {
      const known = await bank.ask(payout.reference);
      if (known.standing !== "unknown") {
        await take(deps, key, known);
        return { result: "delivered" };
      }
      const problem = await sendingProblem(deps, payout);
      if (problem !== undefined) return { result: "retry", reason: problem, afterSeconds: FROZEN_RETRY_SECONDS };
      await take(deps, key, await bank.pay(instructionOf(deps, payout)));
    }
    return { result: "delivered" };
  };

/** Why it must not be sent now; a person at the desk sees it among those without an answer. */
async function sendingProblem(deps: PayoutsDeps, payout: Payout): Promise<string | undefined> {
  if (await deps.ledger.payoutsStopped()) return "payouts are stopped";
  const isCertified = await certified(deps, payout);
  return deps.database.transaction((tx) => frozen(deps, tx, payout, isCertified));
}

const certified = async (deps: PayoutsDeps, { merchantId }: PayoutKey): Promise<boolean> =>
  (await deps.certifiedAs(merchantId)) !== null;

async function frozen(deps: PayoutsDeps, tx: Tx, payout: Payout, isCertified: boolean): Promise<string | undefined> {
  if (!isCertified) return "商户的实名认证失效或账户已冻结";
  return (await boundProblem(tx, payout))?.message ?? keepSources(deps, tx, payout);
}

/** Claims it for the bank; false where it was stopped, or somebody else has claimed it. */
async function begin(deps: PayoutsDeps, key: PayoutKey): Promise<boolean> {
  const isCertified = await certified(deps, key);
  return deps.database.transaction(async (tx) => {
    const payout = (await lockPayout(tx, key))!;
    if (payout.state !== "submitted") return false;
    const at = deps.clock.now();
    const problem = await frozen(deps, tx, payout, isCertified);
    if (problem === undefined) {
      await deps.lifecycles.advance(tx, payoutLifecycle, key, "send", { at, by: SYSTEM, set: { askedAt: at } });
      return true;
    }
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
    return false;
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
