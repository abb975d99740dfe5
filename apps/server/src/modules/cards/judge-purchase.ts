import {
  cardCode,
  decideCardPayment,
  mayPartly,
  toShanghaiDay,
  type CardAsk,
  type CardDecision,
} from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { factsFor, type standingOf } from "./authorise.ts";
import { findCard, type Card } from "./cards-store.ts";
import type { DecisionFacts } from "./decision-store.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney } from "./move-money.ts";
import { planTopUp, topUpIn, type TopUp } from "./tend-balance.ts";

export type Question = {
  card: Card;
  facts: DecisionFacts;
  standing: Awaited<ReturnType<typeof standingOf>>;
  ask: CardAsk;
  /** More of a purchase that stands is no second use. */
  isMore: boolean;
};
/** Where missing money comes from: the card wallet by an automatic top-up, or the card that stands in. */
export type Help = { minor: bigint } & ({ topUp: TopUp } | { backup: Card });
/** What the rules say; `available` and `decision` are with the help's money, where there is some and it would do. */
export type Judged = { decision: CardDecision; available: bigint; help?: Help };

/** One decision, whether it is asked for or only tried: nothing moves here. */
export async function judgePurchase(deps: CardsDeps, db: Db, question: Question): Promise<Judged> {
  const { card, facts, standing, ask, isMore } = question;
  const day = toShanghaiDay(deps.clock.now());
  const judge = (minor: bigint) => {
    const looked = factsFor({ ...facts, card }, standing, { day, available: minor });
    return decideCardPayment(isMore ? { ...looked, used: false } : looked, ask);
  };
  const { minor: available } = await deps.ledger.balance(card.merchantId, cardCode(card.currency, card.id), db);
  const decision = judge(available);
  if (!mayPartly(decision)) return { decision, available };
  const help = await findHelp(deps, db, card, { available, wanted: ask.amount.minor });
  if (!help) return { decision, available };
  const together = available + help.minor;
  return { decision: judge(together), available: together, help };
}

/** Automatic top-up first, then the card that stands in for it. */
async function findHelp(
  deps: CardsDeps,
  db: Db,
  card: Card,
  { available, wanted }: { available: bigint; wanted: bigint },
): Promise<Help | undefined> {
  const topUp = await planTopUp(deps, db, card, { available, wanted });
  if (topUp) return { minor: topUp.minor, topUp };
  if (card.backupCardId === null) return undefined;
  const backup = await findCard(db, { merchantId: card.merchantId, id: card.backupCardId });
  if (backup?.state !== "active" || backup.currency !== card.currency) return undefined;
  const missing = wanted - available;
  const { minor } = await deps.ledger.balance(card.merchantId, cardCode(card.currency, backup.id), db);
  return minor < missing ? undefined : { minor: missing, backup };
}

/** Brings the money where the purchase takes it from. */
export async function helpIn(deps: CardsDeps, tx: Tx, card: Card, help: Help, paymentId: string): Promise<void> {
  if ("topUp" in help) return topUpIn(deps, tx, card, help.topUp);
  await moveCardMoney(deps, tx, card, { kind: "backupLoad", minor: help.minor, from: help.backup, paymentId });
}
