import {
  cardText,
  isAdvertising,
  mayPartly,
  moneyOf,
  moneyText,
  rehold,
  toShanghaiDay,
  type CardAsk,
  type CardDecision,
} from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { capsOf, holdUntil, newPayment, priceOf, readDecisionFacts, refusal } from "./authorise.ts";
import { postCard } from "./card-books.ts";
import { changeCard } from "./cards-store.ts";
import { addAsked, type Caps } from "./decision-store.ts";
import { helpIn, judgePurchase, type Help } from "./judge-purchase.ts";
import { enterPayment, movePayment } from "./move-payment.ts";
import { changePayment, type Decided, type Payment } from "./payments-store.ts";
import type { Effect, Work } from "./take-message.ts";

type Declined = Extract<CardDecision, { approved: false }>;

/** A card that was only looked at may be charged under the same name. */
const OPEN_STATES: ReadonlySet<Payment["state"]> = new Set(["authorised", "verified"]);

/** With the card locked: the first purchase, increments, verification, and whatever needs money from elsewhere. */
export async function authoriseIn(given: Work): Promise<Effect> {
  const work = { ...given, payment: given.payment && startingNow(given, given.payment) };
  const { deps, tx, card, message, payment, fee, standing } = work;
  const { currency } = card;
  if (payment && !OPEN_STATES.has(payment.state) && payment.early === 0n) return afterTheEnd(work, payment);
  const asked = message.amount.minor + fee;
  // What was taken back before it was heard of need not be held at all.
  const early = payment?.early ?? 0n;
  const wanted = asked - (early < asked ? early : asked);
  // More of a purchase is counted in its first day and group, so it is their limits that it has to keep.
  const facts = (await readDecisionFacts(deps, tx, card, { ...message, counted: payment && countingOf(payment) }))!;
  const ask: CardAsk = {
    amount: moneyOf(currency, wanted),
    original: message.original,
    shop: message.shop,
    ...(payment && { before: beforeOf(message, payment) }),
  };
  if (wanted === 0n && asked > 0n) return withdrawnBefore(work, payment!, asked);
  const isMore = payment !== undefined && payment.held > 0n;
  const { decision, available, help } = await judgePurchase(deps, tx, { card, facts, standing, ask, isMore });
  const named = help ? await fetchHelp(work, help) : {};
  // Of what is held; what was taken back before takes its part of the fee along.
  const feeOf = (minor: bigint) => (fee === 0n ? 0n : (fee * minor) / asked);
  const limited = { asked, decision, caps: capsOf(facts) };
  if (decision.approved) return approve(work, { ...named, ...limited, wanted, fee: feeOf(wanted) });
  if (message.partial && mayPartly(decision) && available > fee && available > 0n) {
    return approve(work, { ...named, ...limited, wanted: available, fee: feeOf(available), partial: true });
  }
  return decline(work, decision, asked);
}

/** Brings missing money, in the name of the purchase it is for. */
async function fetchHelp({ deps, tx, card, payment, drawn }: Work, help: Help): Promise<{ id: string }> {
  const id = payment?.id ?? deps.ids.next();
  await helpIn(deps, tx, card, help, id);
  if ("backup" in help) drawn.push(help.backup);
  return { id };
}

/** Nothing of it counts yet: it is counted where it begins, today and with the card's group. */
export const startingNow = ({ deps, card: { bookId } }: Work, payment: Payment): Payment =>
  payment.counted === 0n ? { ...payment, bookId, countedDay: toShanghaiDay(deps.clock.now()) } : payment;

/** What the purchase has come to already; as the shop charges it, by the rate of what it asks now. */
export function beforeOf(
  { amount, original }: Pick<Work["message"], "amount" | "original">,
  payment: Payment,
): CardAsk["before"] {
  const { held, heldFee, settled, fee } = payment;
  const billed = held - heldFee + settled - fee;
  return {
    day: payment.countedDay,
    minor: held + settled,
    originalMinor: amount.minor === 0n ? 0n : (billed * original.minor) / amount.minor,
  };
}

type Approval = {
  /** What it is called from here on, where it is heard of for the first time. */
  id?: string;
  wanted: bigint;
  fee: bigint;
  asked: bigint;
  decision: CardDecision;
  caps?: Caps;
  partial?: true;
};

export async function approve(work: Work, approval: Approval): Promise<Effect> {
  const { deps, tx, card, message, payment } = work;
  const { wanted, fee, asked, decision, caps, partial } = approval;
  const { merchantId, currency } = card;
  const at = deps.clock.now();
  const verification = message.amount.minor === 0n;
  const fresh =
    payment ??
    newPayment(deps, card, message, {
      ...(approval.id !== undefined && { id: approval.id }),
      state: verification ? "verified" : "authorised",
      asked: 0n,
      trace: decision.trace,
      code: "00",
    });
  const held = fresh.held + wanted;
  const postingId =
    wanted === 0n ? fresh.holdPostingId : await postCard(deps, tx, merchantId, rehold(factsOf(work, fresh), held)!);
  const change = {
    asked: fresh.asked + asked,
    authorised: fresh.authorised + wanted,
    held,
    heldFee: fresh.heldFee + fee < held ? fresh.heldFee + fee : held,
    counted: fresh.counted + wanted,
    early: fresh.early > asked ? fresh.early - asked : 0n,
    holdPostingId: postingId,
    ...(wanted > 0n && { holdUntil: holdUntil(at) }),
    code: partial ? "10" : "00",
    bookId: fresh.bookId,
    countedDay: fresh.countedDay,
    ...priceOf(message, payment),
    ...(!verification && { state: "authorised" as const }),
  };
  if (payment) await movePayment(deps, tx, payment, change, at);
  else await enterPayment(deps, tx, { ...fresh, ...change });
  await addAsked(tx, countingOf(fresh), wanted, caps);
  // The lock begins with the first purchase, or anew with the first one after it was lifted; never with more of an old one.
  const first = !card.used || (card.firstShop === null && fresh.counted === 0n);
  if (first && !verification) await changeCard(tx, card, { used: true, firstShop: fresh.shopKey }, at);
  return {
    outcome: partial ? "partial" : "approved",
    approved: true,
    code: change.code,
    amount: moneyOf(currency, wanted - fee),
    paymentId: fresh.id,
    moved: wanted - fee,
    ...(payment && { decision: decidedOf(decision, change.code) }),
  };
}

/** What is kept of a no: every rule in its order, the sentence, and the buttons that help. */
async function decline(work: Work, decision: Declined, asked: bigint): Promise<Effect> {
  const { deps, tx, card, message, payment } = work;
  const { rule, code, sentence, remedies, trace } = decision;
  const said = { rule, code, sentence, remedies, trace };
  const declined = payment ?? newPayment(deps, card, message, { state: "declined", asked, ...said });
  const told = declineMessage(work, declined.id, decision, asked);
  await addAsked(tx, countingOf(declined), 0n);
  if (payment?.state === "verified" && asked > 0n) {
    // Nothing of it stands: it is a purchase that was refused. The look's own rules stay with it.
    const change = { ...said, trace: payment.trace, asked, ...priceOf(message, payment) };
    const move = { ...change, state: "declined" as const, by: SYSTEM, message: told };
    await movePayment(deps, tx, payment, move, deps.clock.now());
  } else if (payment) {
    // More of a purchase that stands: it is told, and nothing moves.
    await deps.sendMessage(tx, { merchantId: card.merchantId, ...told });
  } else await enterPayment(deps, tx, declined, { by: SYSTEM, message: told });
  const effect = { ...refusal(decision), paymentId: declined.id, moved: asked, note: sentence };
  if (!payment) return effect;
  const more = { charged: moneyOf(card.currency, asked), original: message.original };
  return { ...effect, decision: { ...decidedOf(decision, code), asked: more } };
}

const decidedOf = (decision: CardDecision, code: string): Decided => ({
  approved: decision.approved,
  code,
  sentence: decision.approved ? null : decision.sentence,
  remedies: decision.approved ? [] : decision.remedies,
  trace: decision.trace,
});

/** What its owner is told of a no: ours by a rule, or the issuer's in our place. */
export function declineMessage(
  { card, message }: Work,
  paymentId: string,
  { rule, sentence }: { rule?: Declined["rule"]; sentence: string },
  asked: bigint,
) {
  const forMoney = rule === "balance" || rule === "owed";
  const event = forMoney && isAdvertising(message.shop) ? ("card.adDeclined" as const) : ("card.declined" as const);
  const data = {
    card: cardText(card),
    amount: moneyText(moneyOf(card.currency, asked)),
    shop: message.shop.name,
    reason: sentence,
    paymentId,
  };
  return { event, data };
}

/** The shop had taken it back before we heard of it: nothing is held, and the answer no longer matters to anybody. */
export async function withdrawnBefore({ deps, tx }: Work, payment: Payment, asked: bigint): Promise<Effect> {
  const change = { asked: payment.asked + asked, early: payment.early - asked, sentence: "商户已先行撤销" };
  await changePayment(tx, payment, change, deps.clock.now());
  return { outcome: "declined", approved: false, code: "12", amount: null, paymentId: payment.id, moved: 0n };
}

/** It has been settled, released or refused already: an authorisation that comes now holds nothing more. */
async function afterTheEnd({ card }: Work, payment: Payment): Promise<Effect> {
  const settled = payment.state === "settled";
  return {
    outcome: settled ? "approved" : "declined",
    approved: settled,
    code: settled ? "00" : payment.state === "declined" ? (payment.code ?? "05") : "12",
    amount: settled ? moneyOf(card.currency, 0n) : null,
    paymentId: payment.id,
    moved: 0n,
  };
}

/** What the books need to know about a purchase. */
export const factsOf = ({ message }: Pick<Work, "message">, payment: Payment) => ({
  paymentId: payment.id,
  cardId: payment.cardId,
  currency: payment.currency,
  issuer: payment.issuer,
  messageId: message.id,
  reference: message.networkId,
  hold: payment.holdPostingId === null ? null : { postingId: payment.holdPostingId, minor: payment.held },
});
export const countingOf = ({ merchantId, cardId, bookId, countedDay }: Payment) => ({
  merchantId,
  cardId,
  bookId,
  day: countedDay,
});
