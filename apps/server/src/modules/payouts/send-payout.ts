import { Refusal } from "@coralhub/contract";
import { BRAND, PAYOUT_KINDS, payoutLifecycle, payoutWay } from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import { createCoalescer, type Coalesced } from "../../platform/coalescer.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { DeliveryOutcome, OutboxHandler } from "../../platform/outbox.ts";
import type { PayoutBank, PayoutInstruction, PayoutStanding } from "../../rails/payout-bank/index.ts";
import { heldFor, type Look } from "../outflow/index.ts";
import { snapshotContext } from "./apply-for-payout.ts";
import { takeEnd, type EndDeps } from "./bank-outcome.ts";
import { boundProblem, payeeProblem } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about } from "./payout-words.ts";
import {
  findPayout,
  lockPayout,
  lockPayoutsOf,
  markAsked,
  ownName,
  type Payout,
  type PayoutKey,
} from "./payouts-store.ts";
import { keepAccountsOf, sourcesProblem } from "./sources.ts";

export const bankOf = (deps: PayoutsDeps, { way }: Pick<Payout, "way">): PayoutBank => deps.banks[payoutWay(way).bank];

/** What a worker found when it began: it may send it, has to ask first, or there is nothing to send now. */
type Begun =
  | { payout: Payout; cleared: Cleared }
  | { payout: Payout; asks: true }
  | { alarm: string }
  | { stopped: true };
export type SendDeps = EndDeps & { begin: Coalesced<PayoutKey, Begun> };
/** What the outbox hands over in the same moment is claimed in one transaction of a few statements. */
export const createBeginning = (deps: PayoutsDeps): SendDeps["begin"] =>
  createCoalescer({
    name: "payments to send",
    work: (keys: readonly PayoutKey[]) => deps.database.transaction((tx) => beginAll(deps, tx, keys)),
    // Nothing of a batch that failed has taken effect.
    aloneAfterFailure: true,
  });

/**
 * The worker's side. Freeze, certification and the books' alarm are looked at right before every call that may pay. It is 处理中
 * before the bank hears of it; from then on an answer that does not come changes nothing. Tried again, it asks first and sends
 * only what the bank has never heard of.
 */
export const deliverPayout =
  (deps: SendDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const begun = await deps.begin(key);
    if ("alarm" in begun) return heldFor(begun.alarm);
    if ("asks" in begun) return askThenSend(deps, key, begun.payout);
    if ("cleared" in begun) await send(deps, begun.payout, begun.cleared);
    return { result: "delivered" };
  };

async function send(deps: SendDeps, payout: Payout, cleared: Cleared): Promise<void> {
  await take(deps, payout, await bankOf(deps, payout).pay(instructionOf(deps, payout), cleared));
}

async function askThenSend(deps: SendDeps, key: PayoutKey, payout: Payout): Promise<DeliveryOutcome> {
  const known = await bankOf(deps, payout).ask(payout.reference);
  if (known.standing !== "unknown") {
    await take(deps, key, known);
    return { result: "delivered" };
  }
  // Two people may have ended it meanwhile: then there is nothing to send any more.
  const look = await deps.database.transaction(async (tx) => {
    const { state } = (await lockPayout(tx, key))!;
    return state === "processing" ? (await lookAtAll(deps, tx, [payout]))[0]! : undefined;
  });
  if (!look) return { result: "delivered" };
  if ("problem" in look) return heldFor(look.problem.text);
  await send(deps, payout, look.cleared);
  return { result: "delivered" };
}

/** The one look of everybody who sends money, and what else payouts stand on: payees, accounts and what they are bound to. */
async function lookAtAll(deps: PayoutsDeps, tx: Tx, payouts: readonly Payout[]): Promise<Look[]> {
  const looks = await deps.outflow.lookAtAll(payouts, tx);
  const going = payouts.filter((_, place) => "cleared" in looks[place]!);
  if (going.length === 0) return looks;
  // Payees before accounts, as whoever pays does.
  const kept = await deps.beneficiaries.keepMany(
    tx,
    going.map(({ merchantId, beneficiaryId: id }) => ({ merchantId, id })),
  );
  const payees = new Map(kept.map((payee) => [ownName(payee.merchantId, payee.id), payee]));
  const accounts = await keepAccountsOf(deps, tx, going);
  const problems = new Map<Payout, string>();
  for (const payout of going) {
    const payee = payees.get(ownName(payout.merchantId, payout.beneficiaryId));
    const refusal = (payee && payeeProblem(payee)) ?? (await boundProblem(tx, payout));
    const text = refusal?.message ?? sourcesProblem(accounts, payout);
    if (text !== undefined) problems.set(payout, text);
  }
  return payouts.map((payout, place) => {
    const text = problems.get(payout);
    return text === undefined ? looks[place]! : { problem: { of: "merchant", text } };
  });
}

/** Claims them for the bank, except what was stopped, or claimed by somebody else; an alarm of the books lets them wait. */
async function beginAll(deps: PayoutsDeps, tx: Tx, keys: readonly PayoutKey[]): Promise<Begun[]> {
  const names = keys.map(({ merchantId, id }) => ownName(merchantId, id));
  const locked = await lockPayoutsOf(tx, keys);
  const fresh = [...locked.values()].filter(({ state }) => state === "submitted");
  const looks = await lookAtAll(deps, tx, fresh);
  const at = deps.clock.now();
  const begun = new Map<string, Begun>();
  const sent: Payout[] = [];
  for (const [place, payout] of fresh.entries()) {
    const look = looks[place]!;
    const name = ownName(payout.merchantId, payout.id);
    if ("cleared" in look) {
      begun.set(name, { payout, cleared: look.cleared });
      sent.push(payout);
    } else if (look.problem.of === "alarm") begun.set(name, { alarm: look.problem.text });
    else await stop(deps, tx, payout, { at, problem: look.problem.text });
  }
  const moved = await deps.lifecycles.advanceMany(
    tx,
    payoutLifecycle,
    "send",
    { at, by: SYSTEM },
    sent.map(({ merchantId, id }) => ({ key: { merchantId, id }, set: { askedAt: at, sentAt: at } })),
  );
  if (moved.includes(false)) throw new Refusal("state.changed");
  return names.map((name, place) => {
    // Two intents of one payment in the same moment: the second has nothing to send.
    const own = names.indexOf(name) === place ? begun.get(name) : undefined;
    const payout = locked.get(name)!;
    return own ?? (payout.state === "processing" ? { payout, asks: true } : { stopped: true });
  });
}

type Stopping = { at: Date; problem: string };
/** What stands in its way is about whose money it is: people look at it. */
async function stop(deps: PayoutsDeps, tx: Tx, payout: Payout, { at, problem }: Stopping): Promise<void> {
  const { merchantId, id } = payout;
  await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, "stop", {
    at,
    by: SYSTEM,
    set: { reason: problem, decidedBy: null },
    note: problem,
    message: { event: "payout.reviewing", data: { ...about(payout), reason: problem } },
  });
  await deps.audit.record(tx, {
    actor: { kind: "system", id: "payouts" },
    action: "payout.stopped",
    subject: `payout:${id}`,
    detail: { merchantId, problem },
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
async function take(deps: EndDeps, { merchantId, id }: PayoutKey, answer: PayoutStanding): Promise<void> {
  if (answer.standing !== "unknown" && answer.standing !== "taken") await takeEnd(deps, { merchantId, id }, answer);
}

/** Asks the bank where a payment stands. What it does not know it may not have got yet: the outbox sees to that. */
export async function askBank(deps: EndDeps, key: PayoutKey): Promise<void> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "processing") throw new Refusal("payout.not_processing");
  await markAsked(deps.database.db, key, deps.clock.now());
  await take(deps, key, await bankOf(deps, payout).ask(payout.reference));
}

/** What has been paid may come back for weeks; a bank that tells nothing by itself says so when it is asked. */
export async function askAfterwards(deps: EndDeps, key: PayoutKey): Promise<void> {
  const payout = (await findPayout(deps.database.db, key))!;
  await markAsked(deps.database.db, key, deps.clock.now());
  await take(deps, key, await bankOf(deps, payout).ask(payout.reference));
}
