import { Refusal } from "@coralhub/contract";
import { cardCode, moneyOf } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { isConflict, isOvertaken, isUniqueViolation } from "../../platform/db-errors.ts";
import type { PaymentAnswer, PaymentMessage } from "../../rails/card-issuer/index.ts";
import { authoriseQuickly, standingOf } from "./authorise.ts";
import { authoriseIn } from "./authorise-in.ts";
import { finishClosing } from "./close-card.ts";
import { findCardOfToken, lockAnyCard, type Card, type CardKey } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { foreignFee } from "./foreign-fee.ts";
import {
  answerTo,
  findMessage,
  insertMessage,
  lockPayment,
  type Decided,
  type MessageRecord,
  type Payment,
} from "./payments-store.ts";
import { refundIn, releaseIn, settleIn } from "./settle.ts";
import { takeAdviceIn } from "./take-advice.ts";
import { tendAfter, tendSoon } from "./tend-balance.ts";

const ATTEMPTS = 5;
/** Whose card a token is never changes. */
const MOST_REMEMBERED = 50_000;

/** What a message did, and what is written down about it. */
export type Effect = PaymentAnswer & {
  paymentId: string | null;
  moved: bigint;
  note?: string | null;
  /** Where more of a purchase was decided; the first decision is kept with the purchase. */
  decision?: Decided;
};
/** One message at work: the card is locked, so that everything about it happens one after the other. */
export type Work = Known & {
  deps: CardsDeps;
  tx: Tx;
  card: Card;
  message: PaymentMessage;
  payment: Payment | undefined;
};
/** What is read before the transaction: a second connection inside one could wait for the first for ever. */
type Known = {
  standing: Awaited<ReturnType<typeof standingOf>>;
  fee: bigint;
  /** Other cards whose money it took: they are tended once that has committed. */
  drawn: CardKey[];
};

const UNKNOWN_CARD: PaymentAnswer = { outcome: "unknown", approved: false, code: "14", amount: null };
/** A message about another card's purchase: it moves no money of either card. */
const OTHER_CARD: PaymentAnswer = { outcome: "unknown", approved: false, code: "12", amount: null };

/**
 * Amounts are billed in the card's own currency; any other number would move money nobody spent. A question is answered no;
 * what only tells something is refused, because what is acknowledged is never sent again.
 */
const OTHER_CURRENCY: PaymentAnswer = { outcome: "declined", approved: false, code: "12", amount: null };
const asks = ({ kind }: PaymentMessage): boolean => kind === "authorisation" || kind === "increment";
function otherCurrency(message: PaymentMessage): PaymentAnswer {
  if (asks(message)) return OTHER_CURRENCY;
  throw new Refusal("card.notice_wrong", { problem: "amount" });
}

/** Everything the issuer tells about purchases: any number of times, in any order. Each message takes effect once. */
export function createMessageTaker(deps: CardsDeps): (message: PaymentMessage) => Promise<PaymentAnswer> {
  const known = new Map<string, CardKey>();
  const keyOf = async (token: string): Promise<CardKey | undefined> => {
    const remembered = known.get(token);
    if (remembered) return remembered;
    const found = await findCardOfToken(deps.database.db, deps.issuer.name, token);
    if (found) {
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(token, found);
    }
    return found;
  };
  return async (message) => {
    const key = await keyOf(message.token);
    if (!key) return UNKNOWN_CARD;
    if (message.kind === "authorisation" && message.amount.minor > 0n) {
      const answer = await authoriseQuickly(deps, key, message);
      if (answer) return answer;
    }
    return takeSlowly(deps, key, message);
  };
}

async function takeSlowly(deps: CardsDeps, key: CardKey, message: PaymentMessage): Promise<PaymentAnswer> {
  for (let attempt = 1; ; attempt++) {
    const [standing, fee] = await Promise.all([
      standingOf(deps, key.merchantId),
      foreignFee(deps, message.amount, message),
    ]);
    const drawn: CardKey[] = [];
    try {
      const answer = await deps.database.transaction((tx) => takeIn(deps, tx, key, { message, standing, fee, drawn }));
      for (const card of drawn) tendSoon(deps, card);
      return answer;
    } catch (error) {
      if (attempt >= ATTEMPTS || !wasFaster(error)) throw error;
    }
  }
}

/**
 * Another was faster with the same message, with the last of a limit, or with the money of a wallet or a backup card that
 * several cards draw on, or both waited for each other: what counts is read again.
 */
const wasFaster = (error: unknown): boolean =>
  isOvertaken(error) ||
  isConflict(error) ||
  isUniqueViolation(error) ||
  (error instanceof Refusal && error.reason === "ledger.insufficient_funds");

type Given = Known & { message: PaymentMessage };
async function takeIn(deps: CardsDeps, tx: Tx, key: CardKey, given: Given): Promise<PaymentAnswer> {
  const { message: told } = given;
  const issuer = deps.issuer.name;
  // A shop settles and refunds long after its customer has put the card away.
  const card = await lockAnyCard(tx, key);
  if (!card) return UNKNOWN_CARD;
  if (told.amount.currency !== card.currency) return otherCurrency(told);
  const before =
    (await findMessage(tx, issuer, told.id)) ?? (asks(told) && (await findMessage(tx, issuer, answerTo(told.id))));
  if (before) return answerAgain(card, before);
  const name = { merchantId: key.merchantId, issuer, networkId: told.networkId, kind: "purchase" } as const;
  const purchase = await lockPayment(tx, name);
  if (purchase && purchase.cardId !== card.id) return OTHER_CARD;
  const { message, payment } =
    told.kind === "refund"
      ? await nameRefund(tx, told, { issuer, card, purchase })
      : { message: told, payment: purchase };
  if (payment && payment.cardId !== card.id) return OTHER_CARD;
  const effect = await effectOf({ ...given, message, deps, tx, card, payment });
  const { outcome, approved, code, amount } = effect;
  const record: MessageRecord = {
    issuer,
    messageId: message.id,
    merchantId: key.merchantId,
    paymentId: effect.paymentId,
    kind: message.kind,
    outcome,
    code,
    amount: effect.moved,
    note: effect.note ?? null,
    at: deps.clock.now(),
  };
  await insertMessage(tx, record, effect.decision);
  if (card.state === "closing") await finishClosing(deps, tx, card);
  else tendAfter(deps, card, (await deps.ledger.balance(key.merchantId, cardCode(card.currency, card.id), tx)).minor);
  return { outcome, approved, code, amount };
}

/**
 * A refund under its purchase's name: there may be several, so each goes by its own message's. Where the purchase was not
 * heard of yet, the second of them tells: only a refund that names another purchase has a name of its own.
 */
async function nameRefund(
  tx: Tx,
  told: PaymentMessage,
  { issuer, card, purchase }: { issuer: string; card: Card; purchase: Payment | undefined },
): Promise<Pick<Work, "message" | "payment">> {
  const { id, networkId, refundOf } = told;
  const find = (name: string) =>
    lockPayment(tx, { merchantId: card.merchantId, issuer, networkId: name, kind: "refund" });
  const refund = await find(networkId);
  const isTaken = purchase !== undefined || (refund?.cardId === card.id && refundOf === null);
  if (refundOf !== networkId && !isTaken) return { message: told, payment: refund };
  return { message: { ...told, networkId: id, refundOf: networkId }, payment: await find(id) };
}

function effectOf(work: Work): Promise<Effect> {
  switch (work.message.kind) {
    case "authorisation":
    case "increment":
      return authoriseIn(work);
    case "advice":
      return takeAdviceIn(work);
    case "reversal":
    case "expiry":
      return releaseIn(work);
    case "settlement":
      return settleIn(work);
    case "refund":
      return refundIn(work);
  }
}

/** The same answer as the first time. */
const answerAgain = ({ currency }: Card, { outcome, code, amount }: MessageRecord): PaymentAnswer => {
  const approved = outcome === "approved" || outcome === "partial";
  return {
    outcome: "repeated",
    approved: approved || code === "00",
    code,
    amount: approved ? moneyOf(currency, amount) : null,
  };
};
