import { Refusal } from "@coralhub/contract";
import { moneyOf, placeAndTail, RECHARGE_STEPS, rechargeLifecycle } from "@coralhub/domain";
import type { ReceivingAccount } from "../accounts/index.ts";
import { findAnyCard, findCard, type Card } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { findPayment } from "./payments-store.ts";
import { findRecharge, type Recharge, type RechargeKey } from "./recharges-store.ts";

/** The receiving account the money came from; none where it came from elsewhere. */
export const rechargeAccount = async (
  deps: CardsDeps,
  { merchantId, accountId }: Pick<Recharge, "merchantId" | "accountId">,
): Promise<ReceivingAccount | undefined> => (accountId === null ? undefined : deps.accounts.of(merchantId, accountId));

/** The card whose money it was, also where its owner has put it out of sight; none where it was no card's. */
export async function rechargeFromCard(
  { database }: CardsDeps,
  { merchantId, fromCardId }: Pick<Recharge, "merchantId" | "fromCardId">,
): Promise<Card | undefined> {
  return fromCardId === null ? undefined : findAnyCard(database.db, { merchantId, id: fromCardId });
}

/** As papers name a card. */
export const cardAndTail = ({ name, lastFour }: Pick<Card, "name" | "lastFour">): string => `${name} 尾号 ${lastFour}`;

export async function rechargeSourceName(deps: CardsDeps, recharge: Recharge): Promise<string | null> {
  if (recharge.kind === "walletBalance") return "多币种钱包";
  if (recharge.kind === "walletOffline") return recharge.payer;
  const [account, card] = await Promise.all([rechargeAccount(deps, recharge), rechargeFromCard(deps, recharge)]);
  if (card) return cardAndTail(card);
  return account ? placeAndTail(account) : null;
}

const LABELS: Record<string, string> = {
  ...RECHARGE_STEPS,
  ...Object.fromEntries(Object.entries(rechargeLifecycle.actions).map(([name, { label }]) => [name, label])),
};

/** What the house moves by itself, and what is older than its timeline, has its two times alone. */
function timesOf({ state, createdAt, finishedAt }: Recharge) {
  const begun = { label: rechargeLifecycle.states.pending.label, note: null, at: createdAt };
  if (finishedAt === null) return [begun];
  const ended = { label: rechargeLifecycle.states[state].label, note: null, at: finishedAt };
  return finishedAt > createdAt ? [begun, ended] : [ended];
}

export async function describeRecharge(deps: CardsDeps, key: RechargeKey) {
  const { db } = deps.database;
  const recharge = await findRecharge(db, key);
  if (!recharge) throw new Refusal("not_found");
  const { id, kind, state, currency, minor, fee, serial, cardId, reason, createdAt, finishedAt } = recharge;
  const { fromCardId, paymentId } = recharge;
  const [card, from, payment, source, events] = await Promise.all([
    cardId === null ? undefined : findCard(db, { merchantId: key.merchantId, id: cardId }),
    rechargeFromCard(deps, recharge),
    paymentId === null ? undefined : findPayment(db, { merchantId: key.merchantId, id: paymentId }),
    rechargeSourceName(deps, recharge),
    deps.lifecycles.timeline(db, rechargeLifecycle, key),
  ]);
  const steps = events.map(({ action, note, at }) => ({ label: LABELS[action]!, note, at }));
  return {
    id,
    kind,
    rechargeProgress: state,
    rechargeAmount: moneyOf(currency, minor),
    fee: moneyOf(currency, fee),
    serialNumber: serial,
    cardId,
    cardName: card?.name ?? null,
    cardLastFour: card?.lastFour ?? null,
    fromCardId,
    fromCardName: from?.name ?? null,
    paymentId,
    shopName: payment?.shopName ?? null,
    reason,
    createdAt,
    finishedAt,
    source,
    timeline: steps.length > 0 ? steps : timesOf(recharge),
  };
}
