import { Refusal } from "@coralhub/contract";
import {
  categoryOfCode,
  decideCardPayment,
  HOLD_DAYS,
  moneyOf,
  rehold,
  shopKey,
  toShanghaiDay,
  type CardAsk,
  type CardDecision,
  type CardFacts,
} from "@coralhub/domain";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Db } from "../../platform/db.ts";
import { isOvertaken, isUniqueViolation } from "../../platform/db-errors.ts";
import type { PaymentAnswer, PaymentMessage } from "../../rails/card-issuer/index.ts";
import { postingOf } from "./card-books.ts";
import type { Card, CardKey } from "./cards-store.ts";
import {
  readFacts,
  spendRows,
  unchangedRow,
  type Caps,
  type CountedIn,
  type DecisionFacts,
  type Look,
} from "./decision-store.ts";
import type { CardsDeps } from "./deps.ts";
import { foreignFee } from "./foreign-fee.ts";
import { messageRow, paymentRow, type Payment } from "./payments-store.ts";
import { tendAfter } from "./tend-balance.ts";

const DAY_MS = 86_400_000;
const ATTEMPTS = 3;

/** What every decision knows besides the card: whether money may move at all. */
export async function standingOf(
  deps: CardsDeps,
  merchantId: string,
): Promise<Pick<CardFacts, "mayMoveMoney" | "stopped">> {
  const [mayMoveMoney, stopped] = await Promise.all([deps.mayMoveMoney(merchantId), deps.ledger.payoutsStopped()]);
  return { mayMoveMoney, stopped };
}

export const factsFor = (
  { card, ...facts }: DecisionFacts,
  standing: Pick<CardFacts, "mayMoveMoney" | "stopped">,
  { day, available }: { day: string; available: bigint | null },
): CardFacts => ({
  ...facts,
  ...standing,
  currency: card.currency,
  state: card.state,
  blockedByUs: card.blockedReason,
  controls: card.controls,
  firstShop: card.firstShop,
  used: card.used,
  day,
  available,
});

export const capsOf = ({ card, book, programme, ...facts }: DecisionFacts): Caps => {
  const { day, month, life } = card.controls.limits;
  return {
    card: { day: day === null || day > programme.day ? programme.day : day, month, life },
    book: book?.limits ?? null,
    asked: facts.askedEver + BigInt(programme.attemptsPerHour - facts.attemptsLastHour),
  };
};

type Purchase = Pick<PaymentMessage, "shop" | "networkId">;
const lookOf = ({ merchantId, id }: CardKey, { shop, networkId }: Purchase): Look => ({
  merchantId,
  id,
  shop: shopKey(shop.name),
  networkId,
});

const lookAt = (deps: Pick<CardsDeps, "clock" | "issuer">, db: Db, looks: readonly Look[], counted?: CountedIn) => {
  const now = deps.clock.now();
  return readFacts(db, looks, { issuer: deps.issuer.name, day: toShanghaiDay(now), now, counted });
};

/** What was spent is that of the day and group the purchase is counted in: today and the card's, where it is not heard of yet. */
export const readDecisionFacts = async (
  deps: CardsDeps,
  db: Db,
  key: CardKey,
  { counted, ...purchase }: Purchase & { counted?: CountedIn | undefined },
): Promise<DecisionFacts | undefined> => (await lookAt(deps, db, [lookOf(key, purchase)], counted))[0];

/** Purchases that are asked about at the same moment are looked at together: a busy hour costs few statements. */
export const createLooker = (deps: Pick<CardsDeps, "clock" | "issuer" | "database">) =>
  createCoalescer<Look, DecisionFacts | undefined>({
    name: "card decisions",
    work: (looks) => lookAt(deps, deps.database.hot, looks),
  });

/** A purchase nobody has heard of before, as it begins. */
export function newPayment(
  deps: CardsDeps,
  card: Card,
  message: PaymentMessage,
  rest: Pick<Payment, "state" | "asked"> & Partial<Payment>,
): Payment {
  const { shop, original, networkId } = message;
  const createdAt = deps.clock.now();
  return {
    merchantId: card.merchantId,
    id: deps.ids.next(),
    cardId: card.id,
    kind: "purchase",
    issuer: deps.issuer.name,
    networkId,
    refundOf: null,
    shopId: shop.id,
    shopName: shop.name,
    shopKey: shopKey(shop.name),
    shopCode: shop.code,
    shopCountry: shop.country,
    category: categoryOfCode(shop.code),
    currency: card.currency,
    originalCurrency: original.currency,
    originalMinor: original.minor,
    authorised: 0n,
    held: 0n,
    settled: 0n,
    refunded: 0n,
    fee: 0n,
    heldFee: 0n,
    early: 0n,
    counted: 0n,
    countedDay: toShanghaiDay(createdAt),
    bookId: card.bookId,
    holdPostingId: null,
    holdUntil: null,
    trace: null,
    rule: null,
    code: null,
    sentence: null,
    remedies: null,
    standIn: false,
    label: card.label,
    owner: card.owner,
    createdAt,
    settledAt: null,
    ...rest,
  };
}

/** A card that was only looked at had no price: the shop's own is that of the first message that charges something. */
export const priceOf = ({ amount, original }: PaymentMessage, payment: Payment | undefined): Partial<Priced> =>
  payment?.state === "verified" && amount.minor > 0n
    ? { originalCurrency: original.currency, originalMinor: original.minor }
    : {};
type Priced = Pick<Payment, "originalCurrency" | "originalMinor">;

export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD_DAYS * DAY_MS);
export const approval = (card: Pick<Card, "currency">, minor: bigint, partial = false): PaymentAnswer => ({
  outcome: partial ? "partial" : "approved",
  approved: true,
  code: partial ? "10" : "00",
  amount: moneyOf(card.currency, minor),
});
export const refusal = (decision: Extract<CardDecision, { approved: false }>): PaymentAnswer => ({
  outcome: "declined",
  approved: false,
  code: decision.code,
  amount: null,
});

/**
 * The quick way: a card that has paid before, a purchase not heard of before, and money on the card. What was looked at, the
 * hold, the limits and the record commit together with whoever else is posting; undefined where it has to be looked at slowly.
 */
export async function authoriseQuickly(
  deps: CardsDeps,
  key: CardKey,
  message: PaymentMessage,
): Promise<PaymentAnswer | undefined> {
  const { merchantId } = key;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [facts, standing] = await Promise.all([deps.lookAtCard(lookOf(key, message)), standingOf(deps, merchantId)]);
    // The first purchase, or the first one after a lock was lifted, changes the card itself.
    if (!facts || facts.known || !facts.card.used || facts.card.firstShop === null) return undefined;
    const { card } = facts;
    if (message.amount.currency !== card.currency) return undefined;
    const fee = await foreignFee(deps, card, message);
    const ask: CardAsk = {
      amount: moneyOf(card.currency, message.amount.minor + fee),
      original: message.original,
      shop: message.shop,
    };
    const day = toShanghaiDay(deps.clock.now());
    const decision = decideCardPayment(factsFor(facts, standing, { day, available: null }), ask);
    if (!decision.approved) return undefined;
    const outcome = await hold(deps, { facts, message, ask, fee, decision });
    if (outcome === "overtaken") continue;
    return outcome;
  }
  return undefined;
}

type Approved = {
  facts: DecisionFacts;
  message: PaymentMessage;
  ask: CardAsk;
  fee: bigint;
  decision: CardDecision;
};
async function hold(
  deps: CardsDeps,
  { facts, message, ask, fee, decision }: Approved,
): Promise<PaymentAnswer | "overtaken" | undefined> {
  const { card } = facts;
  const { minor } = ask.amount;
  const { merchantId, currency } = card;
  const postingId = deps.ids.next();
  const payment = newPayment(deps, card, message, {
    state: "authorised",
    asked: minor,
    authorised: minor,
    held: minor,
    heldFee: fee,
    counted: minor,
    holdPostingId: postingId,
    holdUntil: holdUntil(deps.clock.now()),
    trace: decision.trace,
    code: "00",
  });
  const facts_ = {
    paymentId: payment.id,
    cardId: card.id,
    currency,
    issuer: payment.issuer,
    messageId: message.id,
    reference: message.networkId,
    hold: null,
  };
  const counting = { merchantId, cardId: card.id, bookId: card.bookId, day: payment.countedDay };
  try {
    const receipt = await deps.ledger.post({
      ...postingOf(merchantId, postingId, rehold(facts_, minor)!),
      business: [
        unchangedRow(card),
        ...spendRows(counting, minor, capsOf(facts)),
        paymentRow(payment),
        messageRow({
          issuer: payment.issuer,
          messageId: message.id,
          merchantId,
          paymentId: payment.id,
          kind: message.kind,
          outcome: "approved",
          code: "00",
          amount: minor - fee,
          note: null,
          at: payment.createdAt,
        }),
      ],
    });
    tendAfter(deps, card, receipt.lines[0]!.fromBalance.minor);
    return approval(card, minor - fee);
  } catch (error) {
    if (isOvertaken(error)) return "overtaken";
    // No money, or told twice at once: the slow way knows what to say.
    if (isUniqueViolation(error) || (error instanceof Refusal && error.reason === "ledger.insufficient_funds")) {
      return undefined;
    }
    throw error;
  }
}
