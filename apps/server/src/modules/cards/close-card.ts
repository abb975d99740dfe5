import { Refusal } from "@coralhub/contract";
import { cardCode, cardLifecycle, cardText, moneyOf, moneyText, type CardAction } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { openingFee, writeCard } from "./apply-for-cards.ts";
import { findCardOfToken, lockCard, passBackupOn, type Card } from "./cards-store.ts";
import { move, requireCard, tellIssuer, type CardAnswer } from "./change-card.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney, recoverOwed, requireWalletMoney } from "./move-money.ts";
import { countHeld } from "./payments-store.ts";
import { sumUnloads } from "./recharges-store.ts";

/** From now on it pays nothing new; its money is back in the wallet as soon as nothing is held any more. */
export const closeCard = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<CardAnswer> =>
  ctx.once(async (tx) => {
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id });
    return { id, cardStatus: await closeIn(deps, tx, ctx, card) };
  });

async function closeIn(deps: CardsDeps, tx: Tx, ctx: MerchantContext, card: Card): Promise<Card["state"]> {
  await move(deps, tx, ctx, card, "close");
  await tellIssuer(deps, tx, card);
  const closed = await finishClosing(deps, tx, { ...card, state: "closing", version: card.version + 1 });
  return closed ? "closed" : "closing";
}

/**
 * What is on the card goes back at once; what is held waits for the shop, or for the end of the hold. While the books are looked
 * into nothing goes back: the card pays no more, and its money follows within a minute of their being right.
 */
export async function finishClosing(deps: CardsDeps, tx: Tx, card: Card): Promise<boolean> {
  const { merchantId, id, currency } = card;
  const { minor } = await deps.ledger.balance(merchantId, cardCode(currency, id), tx);
  if (minor > 0n) {
    if (await deps.ledger.payoutsStopped(tx)) return false;
    await moveCardMoney(deps, tx, card, { kind: "unload", minor });
    await recoverOwed(deps, tx, card);
  }
  if ((await countHeld(tx, merchantId, id)) > 0) return false;
  const back = moneyOf(currency, await goneBack(deps, tx, card));
  await deps.lifecycles.advance(tx, cardLifecycle, { merchantId, id }, "finishClosing", {
    at: deps.clock.now(),
    by: SYSTEM,
    set: { version: card.version + 1 },
    message: { event: "card.closed", data: { card: cardText(card), amount: moneyText(back) } },
  });
  return true;
}

/** From its first day of closing on: what was free then, and what its shops have let go since. */
async function goneBack(deps: CardsDeps, tx: Tx, { merchantId, id }: Card): Promise<bigint> {
  const events = await deps.lifecycles.timeline(tx, cardLifecycle, { merchantId, id });
  const begun = events.findLast(({ action }) => action === ("close" satisfies CardAction));
  return sumUnloads(tx, { merchantId, cardId: id, since: begun?.at ?? deps.clock.now() });
}

/** A new number with everything the old card had: settings, name, money. The old one closes. */
export async function replaceCard(deps: CardsDeps, ctx: MerchantContext, id: string): Promise<CardAnswer> {
  const fee = await openingFee(deps);
  if (!deps.issuer.isOpen) throw new Refusal("card.closed_programme");
  return ctx.once(async (tx) => {
    const { merchantId } = ctx;
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    const card = await requireCard(deps, tx, { merchantId, id });
    if (card.blockedReason !== null) throw new Refusal("card.blocked_by_us", { reason: card.blockedReason });
    const { minor } = await deps.ledger.balance(merchantId, cardCode(card.currency, id), tx);
    await closeIn(deps, tx, ctx, card);
    await requireWalletMoney(deps, tx, card, fee.minor + minor);
    const successor = deps.ids.next();
    await writeCard(deps, tx, {
      ...card,
      id: successor,
      replaces: id,
      openingFee: fee.minor,
      firstLoad: minor,
      createdAt: deps.clock.now(),
    });
    await passBackupOn(tx, card, successor, deps.clock.now());
    return { id: successor, cardStatus: "applying" };
  });
}

/** Told by the issuer: it pays nothing any more, and its owner takes the money back or asks for a new one. */
export async function takeExpired(deps: CardsDeps, token: string): Promise<void> {
  const key = await findCardOfToken(deps.database.db, deps.issuer.name, token);
  if (!key) return;
  await deps.database.transaction(async (tx) => {
    const card = await lockCard(tx, key);
    if (card?.state !== "active" && card?.state !== "frozen") return;
    const balance = await deps.ledger.balance(key.merchantId, cardCode(card.currency, card.id), tx);
    await deps.lifecycles.advance(tx, cardLifecycle, key, "expire", {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { version: card.version + 1 },
      message: { event: "card.expired", data: { card: cardText(card), balance: moneyText(balance), cardId: card.id } },
    });
  });
}
