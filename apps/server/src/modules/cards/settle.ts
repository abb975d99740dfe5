import {
  cardCode,
  cardWalletCode,
  moneyOf,
  moneyText,
  refundPosting,
  rehold,
  settlementPosting,
  splitSettlement,
  toShanghaiDay,
} from "@coralhub/domain";
import { changeOwed } from "./account-store.ts";
import { countingOf, factsOf } from "./authorise-in.ts";
import { newPayment, priceOf } from "./authorise.ts";
import { postCard } from "./card-books.ts";
import { changeCard } from "./cards-store.ts";
import { addSpend } from "./decision-store.ts";
import { recoverOwed } from "./move-money.ts";
import { enterPayment, movePayment } from "./move-payment.ts";
import { changePayment, lockPayment, sumRefunds, type Payment } from "./payments-store.ts";
import type { Effect, Work } from "./take-message.ts";

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const done = (payment: Payment, moved: bigint, note: string | null = null): Effect => ({
  outcome: "done",
  approved: true,
  code: "00",
  amount: null,
  paymentId: payment.id,
  moved,
  note,
});

/** A reversal or the end of a hold: so much less is held. Before anything was heard of it, it is remembered. */
export async function releaseIn(work: Work): Promise<Effect> {
  const { deps, tx, card, message, payment, fee } = work;
  const at = deps.clock.now();
  const whole = message.kind === "expiry";
  if (!payment) {
    const early = newPayment(deps, card, message, {
      state: "reversed",
      asked: 0n,
      early: whole ? 0n : message.amount.minor + fee,
    });
    await enterPayment(deps, tx, early);
    return { ...done(early, 0n), outcome: "early" };
  }
  if (isOutdated(message, payment, at)) return { ...done(payment, 0n), paymentId: null };
  const heldBilling = payment.held - payment.heldFee;
  const less = whole ? heldBilling : least(message.amount.minor, heldBilling);
  // More was taken back than we know of: the rest is still to come, with its part of the fee.
  const unknown = whole || payment.settled > 0n ? 0n : message.amount.minor - less;
  const early = unknown === 0n ? 0n : unknown + (fee * unknown) / message.amount.minor;
  const leftBilling = heldBilling - less;
  const leftFee = heldBilling === 0n ? 0n : (payment.heldFee * leftBilling) / heldBilling;
  const left = leftBilling + leftFee;
  const released = payment.held - left;
  const posting = rehold(factsOf(work, payment), left);
  const postingId = posting ? await postCard(deps, tx, card.merchantId, posting) : payment.holdPostingId;
  await addSpend(tx, countingOf(payment), -released);
  const ends = left === 0n && payment.state === "authorised";
  const change = {
    held: left,
    heldFee: leftFee,
    counted: payment.counted - released,
    early: payment.early + early,
    holdPostingId: left === 0n ? null : postingId,
    ...(left === 0n && { holdUntil: null }),
    ...(ends && { state: endOf(payment, whole) }),
  };
  await movePayment(deps, tx, payment, change, at);
  return done(payment, less);
}

/** What we say ourselves when a hold's time is over: of this very hold, so that one renewed since then is another. */
export const ownExpiry = ({ id, holdPostingId }: Payment): string =>
  `${expiriesOf(id)}${holdPostingId?.slice(-12) ?? ""}`;
const expiriesOf = (paymentId: string): string => `EXP-${paymentId}-`;
/** Said by ourselves about a hold that is no more, or has time again. */
const isOutdated = ({ id }: Work["message"], payment: Payment, now: Date): boolean =>
  id.startsWith(expiriesOf(payment.id)) &&
  (id !== ownExpiry(payment) || payment.holdUntil === null || payment.holdUntil > now);

const endOf = (payment: Payment, expired: boolean): Payment["state"] =>
  payment.settled > 0n ? "settled" : expired ? "expired" : "reversed";

/**
 * The shop is paid, whatever was authorised: less, more, in parts, or nothing at all. What the hold lacks is taken from the
 * card, then the card wallet; what nobody has is owed, and said so.
 */
export async function settleIn(work: Work): Promise<Effect> {
  const { deps, tx, card, message, fee } = work;
  const { merchantId, currency } = card;
  const at = deps.clock.now();
  const total = message.amount.minor + fee;
  const payment = work.payment ?? newPayment(deps, card, message, { state: "settled", asked: 0n });
  const [onCard, inWallet] = await Promise.all([
    deps.ledger.balance(merchantId, cardCode(currency, card.id), tx),
    deps.ledger.balance(merchantId, cardWalletCode(currency), tx),
  ]);
  const parts = splitSettlement(total, { held: payment.held, card: onCard.minor, wallet: inWallet.minor });
  const keep = message.final ? 0n : payment.held - parts.fromHold;
  const facts = { ...factsOf(work, payment), reference: message.id };
  const posting = settlementPosting(facts, { parts, fee, keep });
  const postingId = posting.transfers.length > 0 ? await postCard(deps, tx, merchantId, posting) : null;
  if (parts.owed > 0n) await owe(work, parts.owed);
  const counted = keep + payment.settled + total;
  const givenBack = await sumRefunds(tx, payment);
  const change = {
    held: keep,
    heldFee: payment.held === 0n ? 0n : (payment.heldFee * keep) / payment.held,
    settled: payment.settled + total,
    refunded: givenBack > payment.refunded ? givenBack : payment.refunded,
    fee: payment.fee + fee,
    counted,
    holdPostingId: keep > 0n ? postingId : null,
    settledAt: at,
    ...priceOf(message, work.payment),
    ...(keep === 0n && payment.kind === "purchase" && { state: "settled" as const }),
    ...(keep === 0n && { holdUntil: null }),
  };
  if (work.payment) await movePayment(deps, tx, payment, change, at);
  else await enterPayment(deps, tx, { ...payment, ...change });
  await addSpend(tx, countingOf(payment), counted - payment.counted);
  // A shop nobody was asked about is the first one, too.
  const first = !card.used || (card.firstShop === null && !work.payment);
  if (first) await changeCard(tx, card, { used: true, firstShop: payment.shopKey }, at);
  return done(payment, message.amount.minor, settlementNote(payment, total));
}

function settlementNote({ authorised, settled, currency }: Payment, total: bigint): string | null {
  if (authorised === 0n) return "没有授权的清算";
  const difference = settled + total - authorised;
  if (difference === 0n) return "授权与清算一致";
  const text = moneyText(moneyOf(currency, difference < 0n ? -difference : difference));
  return `授权 ${moneyText(moneyOf(currency, authorised))}，清算${difference < 0n ? "少" : "多"} ${text}`;
}

async function owe({ deps, tx, card, message }: Work, minor: bigint): Promise<void> {
  const { merchantId, currency } = card;
  await changeOwed(tx, { merchantId, currency }, minor, deps.ids.next(), deps.clock.now());
  await deps.sendMessage(tx, {
    event: "card.owed",
    merchantId,
    data: { shop: message.shop.name, amount: moneyText(moneyOf(currency, minor)) },
  });
}

/** A purchase of its own, with the one it is for where the shop says so; that one may be settled, or heard of, only later. */
export async function refundIn(work: Work): Promise<Effect> {
  const { deps, tx, card, message } = work;
  const { merchantId } = card;
  const { minor } = message.amount;
  const at = deps.clock.now();
  if (work.payment) return { ...done(work.payment, 0n), outcome: "repeated" };
  const { refundOf } = message;
  const original =
    refundOf === null
      ? undefined
      : await lockPayment(tx, { merchantId, issuer: deps.issuer.name, networkId: refundOf, kind: "purchase" });
  const refund = newPayment(deps, card, message, {
    kind: "refund",
    refundOf,
    state: "refunded",
    asked: 0n,
    refunded: minor,
    counted: -minor,
    countedDay: toShanghaiDay(at),
    // Taken off where the purchase was counted: another group must not spend what it has not paid for.
    ...(original && { bookId: original.bookId }),
    settledAt: at,
    sentence: original ? `原交易 ${original.shopName}` : null,
  });
  await enterPayment(deps, tx, refund);
  if (original) await changePayment(tx, original, { refunded: original.refunded + minor }, at);
  // A card that is no more gives it to the wallet; what is owed comes first.
  const toWallet = card.state === "closed" || card.state === "closing" || card.state === "failed";
  if (minor > 0n) {
    const facts = { ...factsOf(work, refund), reference: message.id };
    await postCard(deps, tx, merchantId, refundPosting(facts, minor, toWallet));
  }
  await addSpend(tx, countingOf(refund), -minor);
  if (toWallet) await recoverOwed(deps, tx, card);
  return done(refund, minor, refund.sentence);
}
