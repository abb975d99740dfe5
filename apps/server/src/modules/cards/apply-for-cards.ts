import { Refusal, type CardControlsView } from "@coralhub/contract";
import {
  CARD_BINS,
  CARD_CURRENCY,
  CARD_FACES,
  cardLifecycle,
  cardText,
  cardWalletCode,
  moneyOf,
  moneyText,
  OPEN_CONTROLS,
  openingBackPosting,
  openingPosting,
  shopKey,
  type CardBin,
  type CardControls,
  type CardPurpose,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { IssuedCard } from "../../rails/card-issuer/index.ts";
import { postCard } from "./card-books.ts";
import {
  cardOfReference,
  cardReference,
  countCards,
  findCard,
  findCardOfToken,
  insertCard,
  insertToken,
  lockCard,
  lockCardCount,
  type Card,
  type CardKey,
  type NewCard,
} from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney, requireWalletMoney } from "./move-money.ts";
import { readProgramme } from "./programme-store.ts";
import { forgetNumber, keepNumber } from "./vault-store.ts";

export const REQUEST_TOPIC = "card-issuer.request";
export type CardRequest = {
  cardName: string;
  purpose: CardPurpose;
  bin: CardBin;
  label: string | null;
  owner: string | null;
  cardholder: string;
  firstLoad: Money | null;
  controls: Partial<CardControlsView>;
};

export const minorOf = (amount: Money | null, currency: Currency, field: string): bigint | null => {
  if (amount === null) return null;
  if (amount.currency !== currency || amount.minor < 0n) {
    throw new Refusal("input.invalid", {}, { [field]: `请填写 ${currency} 金额` });
  }
  return amount.minor;
};

/** What the merchant wrote, on top of what was so before. */
export function applyControls(
  before: CardControls,
  given: Partial<CardControlsView>,
  currency: Currency,
): CardControls {
  const { limits, currencies, autoTopUp, warnBelow, merchants, ...plain } = given;
  const next: CardControls = {
    ...before,
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as Partial<CardControls>),
  };
  if (limits) {
    next.limits = {
      perTransaction: minorOf(limits.perTransaction, currency, "controls.limits.perTransaction"),
      day: minorOf(limits.day, currency, "controls.limits.day"),
      month: minorOf(limits.month, currency, "controls.limits.month"),
      life: minorOf(limits.life, currency, "controls.limits.life"),
    };
  }
  if (merchants) next.merchants = { mode: merchants.mode, items: [...new Set(merchants.items.map(shopKey))] };
  if (currencies) {
    next.currencies = currencies.map((one) => ({
      currency: one.currency,
      perTransaction: minorOf(one.perTransaction, one.currency, "controls.currencies"),
    }));
  }
  if (warnBelow !== undefined) next.warnBelow = minorOf(warnBelow, currency, "controls.warnBelow");
  if (autoTopUp !== undefined) {
    next.autoTopUp = autoTopUp && {
      below: minorOf(autoTopUp.below, currency, "controls.autoTopUp.below")!,
      to: minorOf(autoTopUp.to, currency, "controls.autoTopUp.to")!,
      timesPerMonth: autoTopUp.timesPerMonth,
    };
    if (next.autoTopUp && next.autoTopUp.to <= next.autoTopUp.below) throw new Refusal("card.top_up_unclear");
  }
  return next;
}

/** One or many at once: all of them, with what they cost, or none. */
export async function applyForCards(deps: CardsDeps, ctx: MerchantContext, requests: readonly CardRequest[]) {
  const { merchantId } = ctx;
  if (!deps.issuer.isOpen) throw new Refusal("card.closed_programme");
  const [programme, names, fee] = await Promise.all([
    readProgramme(deps.database.db),
    deps.holderNames(merchantId),
    openingFee(deps),
  ]);
  for (const { cardholder } of requests) {
    if (!names.some(({ name }) => name === cardholder)) throw new Refusal("card.holder_unknown");
  }
  return ctx.once(async (tx) => {
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    await lockCardCount(tx, merchantId);
    const count = await countCards(tx, merchantId);
    if (count + requests.length > programme.cardsPerMerchant) {
      throw new Refusal("card.too_many", { most: programme.cardsPerMerchant });
    }
    const cards = requests.map((request, at) => newCard(deps, merchantId, request, { fee, at: count + at }));
    for (const card of cards) requireWithin(programme, card);
    const loads = cards.reduce((sum, card) => sum + card.firstLoad, 0n);
    const needed = loads + fee.minor * BigInt(cards.length);
    await requireWalletMoney(deps, tx, { merchantId, currency: CARD_CURRENCY }, needed);
    for (const card of cards) await writeCard(deps, tx, card);
    return { ids: cards.map(({ id }) => id), fee: moneyOf(fee.currency, fee.minor * BigInt(cards.length)) };
  });
}

/** A limit of one purchase above the programme's own would promise what no shop gets. */
export function requireWithin(
  { perTransaction: most }: { perTransaction: bigint },
  { controls: { limits }, currency }: Pick<Card, "controls" | "currency">,
): void {
  if (limits.perTransaction === null || limits.perTransaction <= most) return;
  throw new Refusal("card.limit_above_programme", { most: moneyText(moneyOf(currency, most)) });
}

export async function openingFee(deps: CardsDeps): Promise<Money> {
  const one = { business: "card_opening" as const, amount: moneyOf(CARD_CURRENCY, 1n), corridor: "*" };
  return (await deps.ledger.prices.fee(one)).total;
}

function newCard(
  deps: CardsDeps,
  merchantId: string,
  request: CardRequest,
  { fee, at }: { fee: Money; at: number },
): NewCard {
  const { currency } = CARD_BINS[request.bin];
  return {
    merchantId,
    id: deps.ids.next(),
    name: request.cardName,
    purpose: request.purpose,
    bin: request.bin,
    currency,
    face: CARD_FACES[at % CARD_FACES.length]!,
    label: request.label,
    owner: request.owner,
    cardholder: request.cardholder,
    issuer: deps.issuer.name,
    controls: applyControls(OPEN_CONTROLS, request.controls, currency),
    bookId: null,
    backupCardId: null,
    replaces: null,
    openingFee: fee.minor,
    firstLoad: minorOf(request.firstLoad, currency, "firstLoad") ?? 0n,
    createdAt: deps.clock.now(),
  };
}

/** The fee is taken at once and comes back if the card is not made; the first load waits for the card. */
export async function writeCard(deps: CardsDeps, tx: Tx, card: NewCard): Promise<void> {
  const { merchantId, id, currency } = card;
  await insertCard(tx, card);
  if (card.openingFee > 0n)
    await postCard(deps, tx, merchantId, openingPosting(id, moneyOf(currency, card.openingFee)));
  await deps.outbox.enqueue(tx, { topic: REQUEST_TOPIC, reference: cardReference(card), merchantId, payload: { id } });
}

/** The worker's side: asked again under the same reference, it is the same card. */
export const deliverRequest =
  (deps: CardsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const card = await findCard(deps.database.db, { merchantId: merchantId!, id: (payload as { id: string }).id });
    if (card?.state !== "applying") return { result: "delivered" };
    await deps.issuer.requestCard({ reference: cardReference(card), bin: card.bin, holder: card.cardholder });
    return { result: "delivered" };
  };

/**
 * The number goes into the vault before anybody hears of the card; the issuer may tell of it twice, or after the card is over,
 * and then there is nothing to keep.
 */
export async function takeOpened(deps: CardsDeps, reference: string, issued: IssuedCard): Promise<void> {
  const key = keyOf(reference);
  const { db } = deps.database;
  if ((await findCard(db, key))?.state !== "applying") return;
  const holder = await findCardOfToken(db, deps.issuer.name, issued.token);
  if (holder && holder.id !== key.id) throw tokenTaken();
  await keepNumber(deps, key, issued);
  const state = await deps.database.transaction((tx) => openIn(deps, tx, key, issued));
  if (!WITH_NUMBER.has(state)) await forgetNumber(deps, key);
}
/** What its shops charge would be charged to the card that has the token: the issuer has to say it again. */
const tokenTaken = () => new Refusal("card.notice_wrong", { problem: "token" });
/** Another may have opened and closed it while its number was on the way into the vault. */
const WITH_NUMBER: ReadonlySet<Card["state"] | undefined> = new Set(["active", "frozen", "expired"]);

async function openIn(
  deps: CardsDeps,
  tx: Tx,
  key: CardKey,
  { token, lastFour }: IssuedCard,
): Promise<Card["state"] | undefined> {
  const card = await lockCard(tx, key);
  if (card?.state !== "applying") return card?.state;
  if (!(await insertToken(tx, deps.issuer.name, token, key))) throw tokenTaken();
  await deps.lifecycles.advance(tx, cardLifecycle, key, "open", {
    at: deps.clock.now(),
    by: RAIL,
    set: { token, lastFour, version: card.version + 1 },
    message: { event: "card.opened", data: { card: cardText({ ...card, lastFour }), cardId: card.id } },
  });
  await firstLoad(deps, tx, card);
  return "active";
}

async function firstLoad(deps: CardsDeps, tx: Tx, card: Card): Promise<void> {
  if (card.firstLoad === 0n) return;
  const { minor } = await deps.ledger.balance(card.merchantId, cardWalletCode(card.currency), tx);
  // Spent on something else meanwhile: the card is there, and is loaded by hand.
  if (minor >= card.firstLoad) await moveCardMoney(deps, tx, card, { kind: "load", minor: card.firstLoad });
}

export async function takeRefused(deps: CardsDeps, reference: string, reason: string): Promise<void> {
  const key = keyOf(reference);
  await deps.database.transaction(async (tx) => {
    const card = await lockCard(tx, key);
    if (card?.state !== "applying") return;
    await deps.lifecycles.advance(tx, cardLifecycle, key, "fail", {
      at: deps.clock.now(),
      by: RAIL,
      set: { reason, version: card.version + 1 },
      note: reason,
      message: { event: "card.failed", data: { card: card.name, reason } },
    });
    if (card.openingFee > 0n) {
      await postCard(deps, tx, key.merchantId, openingBackPosting(card.id, moneyOf(card.currency, card.openingFee)));
    }
  });
}

function keyOf(reference: string): CardKey {
  const key = cardOfReference(reference);
  if (!key) throw new Refusal("not_found");
  return key;
}
