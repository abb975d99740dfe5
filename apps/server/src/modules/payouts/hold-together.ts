import { Refusal } from "@coralhub/contract";
import { inDollarCents, PAYOUT_KINDS, payoutLifecycle, type PaidLately, type PayoutAction } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor } from "../../platform/lifecycle-engine.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import type { Beneficiary } from "../beneficiaries/index.ts";
import type { Holder } from "../certification/index.ts";
import type { SpendCode } from "../identity/index.ts";
import type { KeptQuote } from "../prices/index.ts";
import { papersProblem, type PayoutAnswer } from "./apply-for-payout.ts";
import { quotaMove } from "./ask-quota.ts";
import { boundProblem, checkMaximum, isStillOwn, judge, payeeProblem, requireChannel } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { lockMeters, numberKey, sumLatelyFor } from "./meter-store.ts";
import { about, couponUse, payeeText } from "./payout-words.ts";
import { requestPosting } from "./payouts-postings.ts";
import { hasPapers, ownName, priceJson, type AgreedPrice, type Payout, type PayoutKey } from "./payouts-store.ts";
import { agreedPrice, keptArrival } from "./quote-payout.ts";
import { keepAccountsOf, sourcesProblem } from "./sources.ts";
import { readTerms, type PayoutTerms } from "./terms-store.ts";

export const PAY_TOPIC = "payout-bank.pay";

/** One of those that go together: locked, as it is now. */
export type Going = {
  payout: Payout;
  by: Actor;
  quoteId: string | null;
  /** Priced beforehand, where there is no promise to keep. */
  price?: AgreedPrice;
  code?: SpendCode;
  go: Extract<PayoutAction, "confirm" | "execute">;
  wait: Extract<PayoutAction, "askApproval" | "executeWithApproval">;
};

/** What the decisions stand on; nobody changes it before the transaction ends. */
type Facts = {
  at: Date;
  stopped: boolean;
  holders: ReadonlyMap<string, Holder>;
  payees: ReadonlyMap<string, Beneficiary>;
  accounts: ReadonlyMap<string, ReceivingAccount>;
  quotes: ReadonlyMap<string, KeptQuote | undefined>;
  lately: ReadonlyMap<string, PaidLately>;
  terms: PayoutTerms;
};
type Decided = Going & { payee: Beneficiary; agreed: AgreedPrice; approval: string | undefined; holdPostingId: string };

/**
 * Looks at everything once more where nobody can change it any longer, holds the money, and lets it go or wait. Many go with
 * as many statements as one. What stands in the way of one is its own answer; only a refusal after something of it was
 * written is thrown: nothing of them has happened then, and each may go by itself.
 */
export async function holdTogether(
  deps: PayoutsDeps,
  tx: Tx,
  goings: readonly Going[],
): Promise<Map<string, PayoutAnswer | Refusal>> {
  // In one order, whoever else goes: what is locked one by one is locked in it.
  const going = goings.toSorted((one, other) => (nameOf(one.payout) < nameOf(other.payout) ? -1 : 1));
  const outcome = new Map<string, PayoutAnswer | Refusal>();
  const facts = await lookAtAll(deps, tx, going);
  const decided: Decided[] = [];
  for (const one of going) {
    try {
      decided.push(await decide(deps, tx, facts, decided, one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.set(nameOf(one.payout), error);
    }
  }
  const written = await reserve(deps, tx, going, decided, outcome);
  const posted = await deps.ledger.postEachIn(
    tx,
    written.map(({ payout, holdPostingId }) => requestPosting(payout, holdPostingId)),
  );
  const held = written.filter((one, place) => {
    const refusal = posted[place];
    if (!(refusal instanceof Refusal)) return true;
    if (hasTraces(one, going)) throw refusal;
    outcome.set(nameOf(one.payout), refusal);
    return false;
  });
  await letGo(deps, tx, facts, held);
  for (const { payout, approval } of held) {
    outcome.set(nameOf(payout), { id: payout.id, state: approval === undefined ? "submitted" : "awaitingApproval" });
  }
  return outcome;
}

export const nameOf = ({ merchantId, id }: PayoutKey): string => ownName(merchantId, id);

/** Payees before accounts, accounts before sums, as everybody who pays locks them. */
async function lookAtAll(deps: PayoutsDeps, tx: Tx, going: readonly Going[]): Promise<Facts> {
  const at = deps.clock.now();
  const payouts = going.map(({ payout }) => payout);
  const merchantIds = [...new Set(payouts.map(({ merchantId }) => merchantId))];
  const holders = await deps.holdersOf(merchantIds, tx);
  const stopped = await deps.ledger.payoutsStopped(tx);
  const kept = await deps.beneficiaries.keepMany(
    tx,
    payouts.map(({ merchantId, beneficiaryId: id }) => ({ merchantId, id })),
  );
  const payees = new Map(kept.map((payee) => [ownName(payee.merchantId, payee.id), payee]));
  const accounts = await keepAccountsOf(deps, tx, payouts);
  await lockMeters(tx, merchantIds);
  const counted = payouts.flatMap((payout) => {
    const payee = payees.get(ownName(payout.merchantId, payout.beneficiaryId));
    return payee ? [{ ...payout, payee }] : [];
  });
  const sums = await sumLatelyFor(tx, counted, at);
  const lately = new Map(counted.map((payout, place) => [nameOf(payout), sums[place]!]));
  // As they are at this moment, not as they were when it was written down.
  const terms = await readTerms(tx);
  const promised = going.flatMap(({ payout: { merchantId }, quoteId }) =>
    quoteId === null ? [] : [{ merchantId, id: quoteId }],
  );
  const found = await deps.ledger.prices.keepQuotes(tx, promised);
  const quotes = new Map(promised.map(({ merchantId, id }, place) => [ownName(merchantId, id), found[place]]));
  return { at, stopped, holders, payees, accounts, quotes, lately, terms };
}

/** Throws what stands in its way; `before` are those of the same moment that go. */
async function decide(
  deps: PayoutsDeps,
  tx: Tx,
  facts: Facts,
  before: readonly Decided[],
  going: Going,
): Promise<Decided> {
  const { payout, quoteId } = going;
  const { limits } = facts.terms;
  const holder = facts.holders.get(payout.merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  requireChannel(deps, payout.way);
  if (facts.stopped) throw new Refusal("ledger.payouts_stopped");
  if (!payoutLifecycle.actions[going.go].from.includes(payout.state)) throw new Refusal("state.changed");
  if (payout.state === "unverified" && payout.expiresAt <= facts.at) throw new Refusal("payout.lapsed");
  // Known to be wrong before anything was locked: it says so, and writes nothing.
  if (going.code?.refused) await going.code(tx);
  const payee = facts.payees.get(ownName(payout.merchantId, payout.beneficiaryId))!;
  const unusable = isStillOwn(payee, holder) ? payeeProblem(payee) : new Refusal("payout.no_bank_account");
  if (unusable) throw unusable;
  // What was agreed on is the account as it was; one that has changed since has to be agreed on anew.
  if (payee.version !== payout.payeeVersion) throw new Refusal("payout.payee_changed");
  const unbound = await boundProblem(tx, payout);
  if (unbound) throw unbound;
  const problem = sourcesProblem(facts.accounts, payout);
  if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
  const lately = withThose(facts.lately.get(nameOf(payout))!, payee, before, payout.merchantId);
  const looked = judge({ amount: payout.amount, payee, holder, lately, limits, now: facts.at });
  const unproven = papersProblem(payout, lately.payeeCents, limits);
  if (unproven && !(await hasPapers(tx, payout))) throw unproven;
  // Somebody has looked at it before, and only the rate was asked about again.
  const approval = payout.decidedBy === null ? looked : undefined;
  const own = before.filter((one) => one.payout.merchantId === payout.merchantId);
  if (quoteId !== null && own.some((one) => one.quoteId === quoteId)) throw new Refusal("quote.used");
  const quote = quoteId === null ? undefined : facts.quotes.get(ownName(payout.merchantId, quoteId));
  const agreed = going.price ?? agreedPrice(payout, quote);
  const toPayee = own.filter((one) => one.payee.id === payee.id).map((one) => one.agreed.arrives);
  await checkMaximum(tx, payee, agreed.arrives, toPayee);
  return { ...going, payee, agreed, approval, holdPostingId: deps.ids.next() };
}

/** The sums as they are once those of the same moment are counted. */
function withThose(
  { merchantCents, payeeCents }: PaidLately,
  payee: Beneficiary,
  before: readonly Decided[],
  merchantId: string,
): PaidLately {
  const lately = { merchantCents, payeeCents };
  for (const one of before) {
    if (one.payout.merchantId !== merchantId) continue;
    const cents = inDollarCents(one.payout.amount);
    lately.merchantCents += cents;
    if (one.payee.id === payee.id || numberKey(one.payee) === numberKey(payee)) lately.payeeCents += cents;
  }
  return lately;
}

/** Codes and quota, before the books; who is left may be posted. */
async function reserve(
  deps: PayoutsDeps,
  tx: Tx,
  going: readonly Going[],
  decided: readonly Decided[],
  outcome: Map<string, Refusal | PayoutAnswer>,
): Promise<Decided[]> {
  for (const { code } of decided) await code?.(tx);
  for (const [merchantId, theirs] of Map.groupBy(decided, ({ payout }) => payout.merchantId)) {
    const moves = [];
    for (const { payout } of theirs) moves.push(await quotaMove(deps, tx, payout));
    const asked = moves.filter((move) => move !== undefined);
    const short = asked.length > 0 ? await deps.quota.reserveMany(tx, merchantId, asked) : new Map<string, Refusal>();
    for (const one of theirs) {
      const refusal = short.get(one.payout.id);
      if (!refusal) continue;
      if (one.code || isCounted(one, going)) throw refusal;
      outcome.set(nameOf(one.payout), refusal);
    }
  }
  return decided.filter(({ payout }) => !outcome.has(nameOf(payout)));
}

/** Another of the merchant's was looked at with this one counted. */
const isCounted = ({ payout }: Going, going: readonly Going[]): boolean =>
  going.some((other) => other.payout.merchantId === payout.merchantId && other.payout.id !== payout.id);
/** Something of it was written, or counted. */
const hasTraces = (one: Going, going: readonly Going[]): boolean =>
  one.code !== undefined || one.payout.arrivesCurrency === "CNY" || isCounted(one, going);

async function letGo(
  deps: PayoutsDeps,
  tx: Tx,
  { at, terms: { ways } }: Facts,
  held: readonly Decided[],
): Promise<void> {
  await deps.ledger.prices.spendQuotes(
    tx,
    held.flatMap(({ payout: { merchantId, id }, quoteId }) =>
      quoteId === null ? [] : [{ merchantId, id: quoteId, usedFor: `payout:${id}` }],
    ),
  );
  for (const { payout, agreed, quoteId } of held) {
    const { business } = PAYOUT_KINDS[payout.kind];
    const use = { business, usedFor: couponUse(payout), quoteId };
    await deps.coupons.reserve(tx, payout.merchantId, agreed.fee.coupons ?? [], use);
  }
  const moves = Map.groupBy(held, ({ approval, go, wait }) => (approval === undefined ? go : wait));
  for (const [action, those] of moves) {
    const moved = await deps.lifecycles.advanceMany(
      tx,
      payoutLifecycle,
      action,
      { at, by: those[0]!.by },
      those.map((one) => moveOf(deps, at, one, ways)),
    );
    if (moved.includes(false)) throw new Refusal("state.changed");
  }
  await enqueuePayments(
    deps,
    tx,
    held.flatMap(({ payout, approval }) => (approval === undefined ? [payout] : [])),
  );
}

function moveOf(deps: PayoutsDeps, at: Date, one: Decided, ways: PayoutTerms["ways"]) {
  const { payout, agreed, approval, by, quoteId, holdPostingId } = one;
  const { merchantId, id, way } = payout;
  const arrivesOn = keptArrival(deps, ways, { way, country: payout.payeeCountry, scheduledFor: null });
  const set = {
    quoteId,
    price: priceJson(agreed),
    pricedAt: at,
    arrivesMinor: agreed.arrives.minor,
    arrivesOn,
    holdPostingId,
    confirmedAt: at,
    reason: approval ?? null,
  };
  const message =
    approval === undefined
      ? submittedMessage(payout, arrivesOn)
      : ({ event: "payout.reviewing", data: { ...about(payout), reason: approval } } as const);
  return { key: { merchantId, id }, by, set, note: approval ?? null, message };
}

export const submittedMessage = (payout: Payout, eta: string) =>
  ({ event: "payout.submitted", data: { ...about(payout), payee: payeeText(payout), eta } }) as const;

/**
 * The intent goes out once the transaction has committed. Each has a name of its own: one that was stopped, or is sent again by
 * two people's decision, is another intent. The bank knows the payment by its own reference all the same.
 */
export const enqueuePayments = (
  deps: PayoutsDeps,
  tx: Tx,
  payments: readonly (PayoutKey & { reference: string })[],
): Promise<void> =>
  deps.outbox.enqueueMany(
    tx,
    PAY_TOPIC,
    payments.map(({ merchantId, id, reference }) => ({
      reference: `${reference}:${deps.ids.next()}`,
      merchantId,
      payload: { id },
    })),
  );
export const enqueuePayment = (deps: PayoutsDeps, tx: Tx, payment: PayoutKey & { reference: string }): Promise<void> =>
  enqueuePayments(deps, tx, [payment]);
