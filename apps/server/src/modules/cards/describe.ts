import {
  Refusal,
  type CardControlsView,
  type CardDecisionView,
  type CardDetail,
  type CardPaymentDetail,
} from "@coralhub/contract";
import {
  actionsFor,
  CARD_BINS,
  CARD_PAYMENT_STEPS,
  CARD_RULES,
  cardCode,
  cardLifecycle,
  cardTakes,
  holdCode,
  moneyOf,
  periodBucket,
  startOfShanghaiDay,
  toShanghaiDay,
  type CardControls,
  type Currency,
  type Money,
  type RuleVerdict,
} from "@coralhub/domain";
import { findCard, listBooks, type Card, type CardKey } from "./cards-store.ts";
import { readSpent } from "./decision-store.ts";
import type { CardsDeps } from "./deps.ts";
import { disputeOf, disputeProblem } from "./dispute.ts";
import { listFiles } from "./disputes-store.ts";
import { countHeld, findPayment, listMessages, remediesFrom, type Payment, type PaymentKey } from "./payments-store.ts";
import { countDeclines, findRegular, largestSince, listDeclines } from "./statistics-store.ts";
import { topUpsIn } from "./tend-balance.ts";

const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;
const REGULAR_DAYS = 100;
const DECLINES = 5;

export function controlsView(controls: CardControls, currency: Currency): CardControlsView {
  const { limits, currencies, autoTopUp, warnBelow, categories, merchants, countries, ...plain } = controls;
  const own = (minor: bigint | null) => (minor === null ? null : moneyOf(currency, minor));
  return {
    ...plain,
    categories: { mode: categories.mode, items: [...categories.items] },
    merchants: { mode: merchants.mode, items: [...merchants.items] },
    countries: { mode: countries.mode, items: [...countries.items] },
    limits: {
      perTransaction: own(limits.perTransaction),
      day: own(limits.day),
      month: own(limits.month),
      life: own(limits.life),
    },
    currencies: currencies.map((one) => ({
      currency: one.currency,
      perTransaction: one.perTransaction === null ? null : moneyOf(one.currency, one.perTransaction),
    })),
    autoTopUp: autoTopUp && {
      ...autoTopUp,
      below: moneyOf(currency, autoTopUp.below),
      to: moneyOf(currency, autoTopUp.to),
    },
    warnBelow: own(warnBelow),
  };
}

export async function balancesOf(
  deps: CardsDeps,
  { merchantId, id, currency }: Card,
): Promise<{ balance: Money; held: Money }> {
  const code = cardCode(currency, id);
  const [balance, held] = await Promise.all([
    deps.ledger.balance(merchantId, code),
    deps.ledger.balance(merchantId, holdCode(code)),
  ]);
  return { balance, held };
}

export async function requireOwnCard(deps: CardsDeps, key: CardKey): Promise<Card> {
  const card = await findCard(deps.database.db, key);
  if (!card) throw new Refusal("not_found");
  return card;
}

export async function describeCard(deps: CardsDeps, key: CardKey): Promise<CardDetail> {
  const { db } = deps.database;
  const card = await requireOwnCard(deps, key);
  const { merchantId, id, currency } = card;
  const now = deps.clock.now();
  const day = toShanghaiDay(now);
  const month = startOfShanghaiDay(`${day.slice(0, 7)}-01`);
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [money, spentBy, books, largest, open, declines, declineCount, regular] = await Promise.all([
    balancesOf(deps, card),
    readSpent(db, merchantId, [id], day),
    listBooks(db, merchantId),
    largestSince(db, merchantId, id, month),
    countHeld(db, merchantId, id),
    listDeclines(db, merchantId, id, ago(RECENT_DAYS), DECLINES),
    countDeclines(db, merchantId, id, ago(RECENT_DAYS)),
    findRegular(db, merchantId, id, ago(REGULAR_DAYS)),
  ]);
  const spent = spentBy.get(id)!;
  const own = (minor: bigint) => moneyOf(currency, minor);
  const { limits, warnBelow } = card.controls;
  return {
    ...money,
    id,
    cardName: card.name,
    cardStatus: card.state,
    cardOrganization: CARD_BINS[card.bin].organisation,
    bin: card.bin,
    lastFour: card.lastFour,
    face: card.face,
    purpose: card.purpose,
    label: card.label,
    owner: card.owner,
    cardholder: card.cardholder,
    currency,
    monthSpent: own(spent.month),
    monthLimit: limits.month === null ? null : own(limits.month),
    low: card.state === "active" && warnBelow !== null && money.balance.minor < warnBelow,
    bookId: card.bookId,
    bookName: books.find((book) => book.id === card.bookId)?.name ?? null,
    blockedByUs: card.blockedReason,
    createdAt: card.createdAt,
    note: card.note,
    spent: { day: own(spent.day), month: own(spent.month), life: own(spent.life) },
    largestThisMonth: own(largest),
    controls: controlsView(card.controls, currency),
    firstShop: card.firstShop,
    backupCardId: card.backupCardId,
    topUpsThisMonth: topUpsIn(card, periodBucket("month", day)),
    openPayments: open,
    nextSubscription: regular
      ? {
          shopName: regular.shopName,
          amount: own(regular.minor),
          around: toShanghaiDay(new Date(regular.last.getTime() + regular.everyDays * DAY_MS)).slice(5),
        }
      : null,
    declineCount,
    declines: declines.map(({ remedies, trace, ...rest }) => ({
      ...rest,
      remedies: remediesFrom(remedies) ?? [],
      against: trace.flatMap(({ rule, sentence: why }) => (why === null ? [] : [{ rule, sentence: why }])),
    })),
    may: mayDo(card, money),
  };
}

function mayDo({ state, blockedReason, token }: Card, { balance }: { balance: Money }): CardDetail["may"] {
  const actions = actionsFor(cardLifecycle, state, "merchant");
  const free = blockedReason === null;
  return {
    suspend: actions.includes("suspend"),
    unsuspend: actions.includes("unsuspend") && free,
    close: actions.includes("close"),
    remove: cardTakes("remove", state),
    load: cardTakes("load", state),
    unload: token !== null && balance.minor > 0n,
    reveal: cardTakes("reveal", state),
    replace: actions.includes("close") && free,
  };
}

export const traceView = (trace: readonly RuleVerdict[]) =>
  trace.map(({ rule, sentence }) => ({ rule, label: CARD_RULES[rule].label, sentence }));

export async function describePayment(deps: CardsDeps, key: PaymentKey): Promise<CardPaymentDetail> {
  const { db } = deps.database;
  const payment = await findPayment(db, key);
  if (!payment) throw new Refusal("not_found");
  const [card, messages, files, dispute] = await Promise.all([
    findCard(db, { merchantId: key.merchantId, id: payment.cardId }),
    listMessages(db, key),
    listFiles(db, key),
    disputeOf(deps, key),
  ]);
  const own = (minor: bigint) => moneyOf(payment.currency, minor);
  const settledOrHeld = payment.settled + payment.held;
  const receipts = files.filter(({ disputeId }) => disputeId === null);
  const last = messages.findLast(({ decision }) => decision !== null)?.decision;
  const openDispute = dispute !== null && !["withdrawn", "declined"].includes(dispute.state);
  return {
    id: payment.id,
    cardId: payment.cardId,
    cardName: card?.name ?? "已移除的卡片",
    cardLastFour: card?.lastFour ?? null,
    state: payment.state,
    kind: payment.kind,
    shopName: payment.shopName,
    shopCountry: payment.shopCountry,
    category: payment.category,
    amount: own(payment.kind === "refund" ? payment.refunded : -(settledOrHeld > 0n ? settledOrHeld : payment.asked)),
    original: moneyOf(payment.originalCurrency, payment.originalMinor),
    fee: own(payment.fee + payment.heldFee),
    label: payment.label,
    owner: payment.owner,
    sentence: payment.sentence,
    createdAt: payment.createdAt,
    settledAt: payment.settledAt,
    receipts: receipts.length,
    authorised: own(payment.authorised),
    held: own(payment.held),
    settled: own(payment.settled),
    refunded: own(payment.refunded),
    holdUntil: payment.holdUntil,
    reference: payment.networkId,
    decision: decisionView(last ?? decidedOf(payment)),
    refusedMore: last?.asked ? { amount: last.asked.original, charged: last.asked.charged } : null,
    timeline: messages.map(({ kind, outcome, amount, note, at }) => ({
      step: outcome === "declined" ? ("decline" as const) : kind,
      label: outcome === "declined" ? CARD_PAYMENT_STEPS.decline : CARD_PAYMENT_STEPS[kind],
      amount: amount === 0n ? null : own(amount),
      note,
      at,
    })),
    receiptFiles: receipts.map(({ id, fileName }) => ({ id, fileName })),
    dispute,
    may: { dispute: !openDispute && disputeProblem(payment, deps.clock.now()) === undefined },
  };
}

/** The first decision about it. */
const decidedOf = ({ trace, sentence, code, remedies, rule }: Payment) => ({
  approved: rule === null,
  sentence,
  code,
  remedies: remedies ?? [],
  trace: trace ?? [],
});
/** What was decided last; nothing where no rule was asked. */
const decisionView = ({
  approved,
  sentence,
  code,
  remedies,
  trace,
}: ReturnType<typeof decidedOf>): CardDecisionView | null =>
  trace.length === 0 ? null : { approved, sentence, code, remedies, trace: traceView(trace) };
