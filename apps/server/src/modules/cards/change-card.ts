import { Refusal, type CardControlsView } from "@coralhub/contract";
import { CARD_CURRENCY, cardLifecycle, cardTakes, type CardState, type Money } from "@coralhub/domain";
import { ACCESS_ENDS, type AccessEnd } from "../../platform/access-end.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { applyControls, minorOf, requireWithin } from "./apply-for-cards.ts";
import {
  changeCard,
  findCard,
  keepBlockedFrozen,
  listBooks,
  lockActiveCards,
  lockBook,
  lockCard,
  markDeleted,
  passBackupOn,
  removeBook,
  saveBook,
  type Card,
  type CardKey,
} from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { readProgramme } from "./programme-store.ts";

export const STATE_TOPIC = "card-issuer.state";
export type CardAnswer = { id: string; cardStatus: CardState };

export async function requireCard(deps: CardsDeps, tx: Tx, key: CardKey): Promise<Card> {
  const card = await lockCard(tx, key);
  if (!card) throw new Refusal("not_found");
  return card;
}

const notUsable = ({ state }: Card) => new Refusal("card.not_usable", { state: cardLifecycle.states[state].label });
/** What its state leaves no room for is refused, whatever a page that was open for long still offers. */
export function requireUse(card: Card, use: Parameters<typeof cardTakes>[0]): void {
  if (!cardTakes(use, card.state)) throw notUsable(card);
}

/** The issuer hears of it once it has committed, as the card is by then; until then our own answer is no. */
export async function tellIssuer(deps: CardsDeps, tx: Tx, { token, merchantId, id }: Card): Promise<void> {
  if (token === null) return;
  const reference = `${token}.${deps.ids.next()}`;
  await deps.outbox.enqueue(tx, { topic: STATE_TOPIC, reference, merchantId, payload: { id } });
}

export const suspendCard = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<CardAnswer> =>
  ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id });
    await move(deps, tx, ctx, card, "suspend");
    await tellIssuer(deps, tx, card);
    return { id, cardStatus: "frozen" };
  });

/** The account comes back to its owner, or is closed: whoever had it may have read the numbers. The owner lets each card go on. */
export async function withholdCards(deps: CardsDeps, tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]> {
  const cards = await lockActiveCards(tx, merchantId);
  await keepBlockedFrozen(tx, merchantId);
  for (const card of cards) {
    await deps.lifecycles.advance(tx, cardLifecycle, { merchantId, id: card.id }, "withhold", {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { version: card.version + 1 },
    });
    await tellIssuer(deps, tx, card);
  }
  if (cards.length === 0) return [];
  await deps.audit.record(tx, {
    actor: ACCESS_ENDS[why].actor,
    action: "card.withheld",
    subject: `merchant:${merchantId}`,
    detail: { cards: cards.map(({ id }) => id) },
  });
  return [`${cards.length} 张卡已冻结，核对后可以解冻`];
}

export const unsuspendCard = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<CardAnswer> =>
  ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id });
    if (card.blockedReason !== null) throw new Refusal("card.blocked_by_us", { reason: card.blockedReason });
    await move(deps, tx, ctx, card, "unsuspend");
    await tellIssuer(deps, tx, card);
    return { id, cardStatus: "active" };
  });

export async function move(
  deps: CardsDeps,
  tx: Tx,
  ctx: MerchantContext,
  card: Card,
  action: "suspend" | "unsuspend" | "close",
): Promise<void> {
  const { from } = cardLifecycle.actions[action];
  if (!from.includes(card.state)) throw notUsable(card);
  await deps.lifecycles.advance(tx, cardLifecycle, { merchantId: card.merchantId, id: card.id }, action, {
    at: deps.clock.now(),
    by: merchantActor(ctx),
    set: { version: card.version + 1 },
  });
}

type Update = {
  id: string;
  cardName?: string | undefined;
  label?: string | null | undefined;
  owner?: string | null | undefined;
  note?: string | null | undefined;
  backupCardId?: string | null | undefined;
  bookId?: string | null | undefined;
};
export async function updateCard(deps: CardsDeps, ctx: MerchantContext, update: Update): Promise<CardAnswer> {
  const { merchantId } = ctx;
  const { id, cardName: name, label, owner, note, backupCardId, bookId } = update;
  if (backupCardId === id) throw new Refusal("card.backup_itself");
  return ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId, id });
    // What it is called may be put right for ever, and leaving is no rule either.
    const joins = bookId !== undefined && bookId !== null && bookId !== card.bookId;
    const leansOn = backupCardId && backupCardId !== card.backupCardId ? backupCardId : undefined;
    if (joins || leansOn !== undefined) requireUse(card, "rule");
    if (leansOn !== undefined) await requireStandIn(tx, { merchantId, id: leansOn });
    if (joins && !(await lockBook(tx, { merchantId, id: bookId }, "join"))) throw new Refusal("not_found");
    const change = Object.fromEntries(
      Object.entries({ name, label, owner, note, backupCardId, bookId }).filter(([, value]) => value !== undefined),
    );
    await changeCard(tx, card, change, deps.clock.now());
    return { id, cardStatus: card.state };
  });
}

/** Only a card that pays, or will, can pay in another's place. */
async function requireStandIn(tx: Tx, key: CardKey): Promise<void> {
  const backup = await findCard(tx, key);
  if (!backup) throw new Refusal("not_found");
  if (!cardTakes("rule", backup.state)) {
    throw new Refusal("card.backup_over", { state: cardLifecycle.states[backup.state].label });
  }
}

type Controls = { id: string; controls: Partial<CardControlsView>; unlock?: true | undefined };
export async function setControls(
  deps: CardsDeps,
  ctx: MerchantContext,
  { id, controls, unlock }: Controls,
): Promise<CardAnswer> {
  const programme = await readProgramme(deps.database.db);
  return ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id });
    requireUse(card, "rule");
    const next = applyControls(card.controls, controls, card.currency);
    requireWithin(programme, { ...card, controls: next });
    // Another first shop may come: the lock begins anew.
    const change = { controls: next, warnedAt: null, ...(unlock && { firstShop: null }) };
    await changeCard(tx, card, change, deps.clock.now());
    return { id, cardStatus: card.state };
  });
}

export const deleteCard = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id });
    requireUse(card, "remove");
    await markDeleted(tx, card, deps.clock.now());
    await passBackupOn(tx, card, null, deps.clock.now());
    return null;
  });

type BookRequest = {
  id: string | null;
  name: string;
  limits: Record<"day" | "month" | "life", Money | null>;
};
export function saveCardBook(
  deps: CardsDeps,
  ctx: MerchantContext,
  { id, name, limits }: BookRequest,
): Promise<{ id: string }> {
  const saved = ctx.once(async (tx) => {
    const { merchantId } = ctx;
    // Nobody takes it away between this look and the writing: what is gone is not made anew.
    if (id !== null && !(await lockBook(tx, { merchantId, id }, "change"))) throw new Refusal("not_found");
    const key = { merchantId, id: id ?? deps.ids.next() };
    // Cards of a group share one limit, so it is in the cards' currency.
    const minor = {
      day: minorOf(limits.day, CARD_CURRENCY, "limits.day"),
      month: minorOf(limits.month, CARD_CURRENCY, "limits.month"),
      life: minorOf(limits.life, CARD_CURRENCY, "limits.life"),
    };
    if (!(await saveBook(tx, key, { name, limits: minor }, deps.clock.now())))
      throw new Refusal("card.book_name_taken");
    return { id: key.id };
  });
  return saved.catch((error: unknown) => {
    // Two of the same name at once.
    if (isUniqueViolation(error, "card_book_merchant_id_name_key")) throw new Refusal("card.book_name_taken");
    throw error;
  });
}

export const removeCardBook = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    if (!(await lockBook(tx, key, "remove"))) throw new Refusal("not_found");
    const { cards: count } = (await listBooks(tx, key.merchantId)).find((book) => book.id === id)!;
    if (count > 0) throw new Refusal("card.book_in_use", { count });
    await removeBook(tx, key);
    return null;
  });
