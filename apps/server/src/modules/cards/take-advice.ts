import { cardCode, cardWalletCode, rehold, type CardDecision } from "@coralhub/domain";
import { approve, countingOf, declineMessage, factsOf, startingNow, withdrawnBefore } from "./authorise-in.ts";
import { newPayment, priceOf } from "./authorise.ts";
import { postCard } from "./card-books.ts";
import { addSpend } from "./decision-store.ts";
import { moveCardMoney } from "./move-money.ts";
import { enterPayment, movePayment } from "./move-payment.ts";
import {
  answerTo,
  changePayment,
  findMessage,
  insertMessage,
  type MessageRecord,
  type Payment,
} from "./payments-store.ts";
import type { Effect, Work } from "./take-message.ts";

const YES = "发卡方代为批准：我方未及时应答";
const NO = "发卡方代为拒绝：我方未及时应答，请让商户再扣一次";

/**
 * The issuer has decided in our place, because we were silent: about a purchase, or about more of one. Where the question
 * comes after it, its answer is known.
 */
export async function takeAdviceIn(given: Work): Promise<Effect> {
  const work = { ...given, message: namingAnother(given.message) };
  const { deps, tx, card, message } = work;
  const { adviceOf, approved, amount } = message;
  const find = (name: string) => findMessage(tx, deps.issuer.name, name);
  const told = adviceOf === null ? undefined : ((await find(adviceOf)) ?? (await find(answerTo(adviceOf))));
  // What was said about another purchase holds nothing of this one.
  const ours = told && (told.paymentId ?? work.payment?.id) === work.payment?.id ? told : undefined;
  const { paymentId, moved, note } = approved ? await adviseYes(work, ours) : await adviseNo(work, ours);
  const code = approved ? "00" : "91";
  if (adviceOf !== null && !told) {
    await insertMessage(tx, {
      issuer: deps.issuer.name,
      messageId: answerTo(adviceOf),
      merchantId: card.merchantId,
      // The advice itself is the step that is shown.
      paymentId: null,
      kind: message.kind,
      outcome: approved ? "approved" : "declined",
      code,
      amount: approved ? amount.minor : 0n,
      note: null,
      at: deps.clock.now(),
    });
  }
  return { outcome: "done", approved, code, amount: approved ? amount : null, paymentId, moved, note };
}

/** An advice that names itself names no question. */
const namingAnother = (message: Work["message"]): Work["message"] =>
  message.adviceOf === message.id ? { ...message, adviceOf: null } : message;

type Said = { paymentId: string; moved: bigint; note: string | null };
const saidYes = (ours: MessageRecord | undefined): boolean =>
  ours?.outcome === "approved" || ours?.outcome === "partial";

/** A yes must be accepted: what there is is held, and the settlement takes the rest where it finds it. */
async function adviseYes(given: Work, ours: MessageRecord | undefined): Promise<Said> {
  const { message, fee } = given;
  // A card that was only looked at: nothing of the purchase was heard yet.
  const looked = given.payment?.state === "verified" && message.amount.minor > 0n;
  const work = looked ? { ...given, payment: startingNow(given, given.payment!) } : given;
  const { deps, tx, card, payment } = work;
  const { merchantId, currency } = card;
  const more = message.adviceOf !== null && !saidYes(ours) && payment?.state === "authorised";
  if (payment && payment.state !== "declined" && !more && !looked) {
    return { paymentId: payment.id, moved: 0n, note: null };
  }
  const told = message.amount.minor + fee;
  // What was taken back before it was heard of need not be held at all.
  const early = looked ? payment!.early : 0n;
  if (looked && early >= told) {
    await withdrawnBefore(work, payment!, told);
    return { paymentId: payment!.id, moved: 0n, note: null };
  }
  const wanted = told - early;
  const readMinor = async (code: ReturnType<typeof cardWalletCode>) =>
    (await deps.ledger.balance(merchantId, code, tx)).minor;
  let available = await readMinor(cardCode(currency, card.id));
  const missing = wanted - available;
  if (missing > 0n && (await readMinor(cardWalletCode(currency))) >= missing && card.state === "active") {
    await moveCardMoney(deps, tx, card, { kind: "autoLoad", minor: missing });
    available = wanted;
  }
  const held = available < wanted ? available : wanted;
  const decision: CardDecision = { approved: true, trace: [] };
  const asked = payment && !more ? told - payment.asked : told;
  const effect = await approve(work, {
    wanted: held,
    fee: fee < held ? fee : held,
    asked: asked > 0n ? asked : 0n,
    decision,
  });
  const paymentId = effect.paymentId!;
  await changePayment(tx, { merchantId, id: paymentId }, { standIn: true, sentence: YES }, deps.clock.now());
  return { paymentId, moved: message.amount.minor, note: YES };
}

/** The shop was told no: what a late yes of ours holds for it goes back, and nothing else. */
async function adviseNo(work: Work, ours: MessageRecord | undefined): Promise<Said> {
  const { deps, tx, card, message, payment, fee } = work;
  const said = { sentence: NO, code: "91", standIn: true };
  const asked = message.amount.minor + fee;
  const tell = (paymentId: string) => declineMessage(work, paymentId, { sentence: NO }, asked);
  if (!payment) {
    const declined = newPayment(deps, card, message, { state: "declined", asked, ...said });
    await enterPayment(deps, tx, declined, { message: tell(declined.id) });
    return { paymentId: declined.id, moved: 0n, note: NO };
  }
  if (payment.state === "verified" && message.amount.minor > 0n) {
    // The card was only looked at: nothing of the purchase stands, and it is a refused one.
    const change = { ...said, asked, ...priceOf(message, payment) };
    const move = { ...change, state: "declined" as const, message: tell(payment.id) };
    await movePayment(deps, tx, payment, move, deps.clock.now());
    return { paymentId: payment.id, moved: 0n, note: NO };
  }
  const freed = payment.settled > 0n ? 0n : heldFor(work, payment, ours);
  const left = payment.held - freed;
  if (freed > 0n) {
    const postingId = await postCard(deps, tx, card.merchantId, rehold(factsOf(work, payment), left)!);
    await addSpend(tx, countingOf(payment), -freed);
    const less = {
      held: left,
      heldFee: (payment.heldFee * left) / payment.held,
      counted: payment.counted - freed,
      holdPostingId: left === 0n ? null : postingId,
      ...(left === 0n && { holdUntil: null, ...said, state: "declined" as const, message: tell(payment.id) }),
    };
    await movePayment(deps, tx, payment, less, deps.clock.now());
  }
  // More of a purchase that stands was refused for us: nothing of it moves, and its owner hears of it all the same.
  if (payment.state !== "declined" && left > 0n && (freed > 0n || isUnheard(work, ours))) {
    await deps.sendMessage(tx, { merchantId: card.merchantId, ...tell(payment.id) });
  }
  return { paymentId: payment.id, moved: freed, note: NO };
}

/** The question it answers never came to us: nobody has been told of this no. */
const isUnheard = ({ message: { adviceOf } }: Work, ours: MessageRecord | undefined): boolean =>
  adviceOf !== null && ours === undefined;

/** What of a purchase is held for the question that was answered in our place; all of it, where the issuer names none. */
function heldFor({ message: { adviceOf } }: Work, { held, heldFee }: Payment, ours: MessageRecord | undefined): bigint {
  if (adviceOf === null) return held;
  if (!ours || !saidYes(ours)) return 0n;
  const billed = held - heldFee;
  if (ours.amount >= billed) return held;
  return ours.amount + (heldFee * ours.amount) / billed;
}
