import { cardCode, cardText, cardWalletCode, moneyOf, moneyText, toShanghaiDay } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { changeCard, lockCard, type Card, type CardKey } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney } from "./move-money.ts";
import { warnContacts } from "./contacts.ts";

/** How often a card has been topped up by itself this month. */
export const topUpsIn = (card: Pick<Card, "topUpMonth" | "topUpCount">, month: string): number =>
  card.topUpMonth === month ? card.topUpCount : 0;

/** One automatic top-up: how much, and the how manieth of which month. */
export type TopUp = { minor: bigint; month: string; count: number };
/** What would fill the card up, where the merchant wished so, the month's number is not used up, and it would help. */
export async function planTopUp(
  deps: Pick<CardsDeps, "clock" | "ledger">,
  db: Db,
  card: Card,
  { available, wanted }: { available: bigint; wanted: bigint },
): Promise<TopUp | undefined> {
  const { autoTopUp } = card.controls;
  if (!autoTopUp || card.state !== "active" || wanted > autoTopUp.to || available >= autoTopUp.to) return undefined;
  const month = toShanghaiDay(deps.clock.now()).slice(0, 7);
  const count = topUpsIn(card, month) + 1;
  if (count > autoTopUp.timesPerMonth) return undefined;
  const minor = autoTopUp.to - available;
  const { minor: inWallet } = await deps.ledger.balance(card.merchantId, cardWalletCode(card.currency), db);
  return inWallet < minor ? undefined : { minor, month, count };
}

export async function topUpIn(deps: CardsDeps, tx: Tx, card: Card, { minor, month, count }: TopUp): Promise<void> {
  await moveCardMoney(deps, tx, card, { kind: "autoLoad", minor });
  await changeCard(tx, card, { topUpMonth: month, topUpCount: count }, deps.clock.now());
  await deps.sendMessage(tx, {
    event: "card.toppedUp",
    merchantId: card.merchantId,
    data: {
      card: cardText(card),
      amount: moneyText(moneyOf(card.currency, minor)),
      count: String(count),
      most: String(card.controls.autoTopUp!.timesPerMonth),
      cardId: card.id,
    },
  });
}

/** After a purchase: a card that has become low is filled up or told about, behind the answer. */
export function tendAfter(deps: CardsDeps, card: Card, minor: bigint): void {
  const { autoTopUp, warnBelow } = card.controls;
  const toFill = autoTopUp !== null && minor < autoTopUp.below;
  const toWarn = warnBelow !== null && minor < warnBelow === (card.warnedAt === null);
  if (toFill || toWarn) tendSoon(deps, card);
}

/** Behind the answer, and behind what is about to commit. */
export function tendSoon(deps: CardsDeps, card: CardKey): void {
  setImmediate(() => {
    tendBalance(deps, card).catch((error: unknown) =>
      deps.log.warn({ err: error, cardId: card.id }, "a card's balance is tended later"),
    );
  });
}

export function tendBalance(deps: CardsDeps, key: CardKey): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const card = await lockCard(tx, key);
    if (!card || card.state !== "active") return;
    const { autoTopUp, warnBelow } = card.controls;
    const read = async () => (await deps.ledger.balance(card.merchantId, cardCode(card.currency, card.id), tx)).minor;
    let balance = await read();
    const isDue = autoTopUp !== null && balance < autoTopUp.below;
    // While the books are looked into nothing moves by itself; the next purchase asks again.
    const mayMove = isDue && !(await deps.ledger.payoutsStopped(tx));
    const topUp = mayMove ? await planTopUp(deps, tx, card, { available: balance, wanted: 0n }) : undefined;
    if (topUp) {
      await topUpIn(deps, tx, card, topUp);
      balance = await read();
    }
    const isLow = warnBelow !== null && balance < warnBelow;
    if (isLow && card.warnedAt === null) await warn(deps, tx, card, { balance, warnBelow });
    if (isLow !== (card.warnedAt !== null)) {
      await changeCard(tx, card, { warnedAt: isLow ? deps.clock.now() : null }, deps.clock.now());
    }
  });
}

async function warn(
  deps: CardsDeps,
  tx: Tx,
  card: Card,
  { balance, warnBelow }: { balance: bigint; warnBelow: bigint },
) {
  const data = {
    card: cardText(card),
    threshold: moneyText(moneyOf(card.currency, warnBelow)),
    balance: moneyText(moneyOf(card.currency, balance)),
    cardId: card.id,
  };
  await deps.sendMessage(tx, { event: "card.low", merchantId: card.merchantId, data });
  for (const { address } of await warnContacts(deps, tx, card.merchantId)) {
    const text = `珊瑚卡 ${data.card} 余额 ${data.balance}，低于 ${data.threshold}，请及时充值，以免扣款被拒。`;
    await deps.tellAddress(tx, card.merchantId, address, text);
  }
}
