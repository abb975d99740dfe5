import { Refusal } from "@coralhub/contract";
import {
  cardCode,
  cardWalletCode,
  loadPosting,
  moneyOf,
  moneyText,
  recoveryPosting,
  type AccountCode,
  type RechargeKind,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { changeOwed, lockOwed } from "./account-store.ts";
import { postCard } from "./card-books.ts";
import type { Card } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { insertRecharge } from "./recharges-store.ts";
import { nextSerial } from "./serials.ts";

type Load = {
  kind: Extract<RechargeKind, "load" | "autoLoad" | "backupLoad" | "unload">;
  minor: bigint;
  /** The card that stands in, and for which purchase. */
  from?: Card;
  paymentId?: string;
};

/** Card wallet to card, another card to it, or back: within the books, so it has succeeded once it is posted. */
export async function moveCardMoney(deps: CardsDeps, tx: Tx, card: Card, load: Load): Promise<string> {
  const { kind, minor, from, paymentId } = load;
  const { merchantId, id: cardId, currency } = card;
  const own = cardCode(currency, cardId);
  const wallet = cardWalletCode(currency);
  const other: AccountCode = from ? cardCode(currency, from.id) : wallet;
  const back = kind === "unload";
  const id = deps.ids.next();
  const serial = await nextSerial(deps, tx, merchantId, "cardRecharge");
  const postingId = await postCard(
    deps,
    tx,
    merchantId,
    loadPosting(id, {
      from: back ? own : other,
      to: back ? other : own,
      amount: moneyOf(currency, minor),
      reason: back ? "card.unloaded" : "card.loaded",
      reference: serial,
    }),
  );
  const createdAt = deps.clock.now();
  const row = { merchantId, id, kind, currency, minor, fee: 0n, serial, cardId, accountId: null, payer: null };
  await insertRecharge(tx, {
    ...row,
    fromCardId: from?.id ?? null,
    paymentId: paymentId ?? null,
    createdAt,
    postingId,
  });
  return id;
}

export async function requireWalletMoney(
  deps: CardsDeps,
  tx: Tx,
  { merchantId, currency }: Pick<Card, "merchantId" | "currency">,
  needed: bigint,
): Promise<void> {
  const { minor } = await deps.ledger.balance(merchantId, cardWalletCode(currency), tx);
  if (minor >= needed) return;
  throw new Refusal("card.wallet_short", {
    needed: moneyText(moneyOf(currency, needed)),
    available: moneyText(moneyOf(currency, minor)),
  });
}

/** What settlements took beyond the card's money is made good first, as far as there is money. */
export async function recoverOwed(
  deps: CardsDeps,
  tx: Tx,
  { merchantId, currency }: Pick<Card, "merchantId" | "currency">,
): Promise<void> {
  const owed = await lockOwed(tx, merchantId, currency);
  if (owed === 0n) return;
  const { minor } = await deps.ledger.balance(merchantId, cardWalletCode(currency), tx);
  const back = minor < owed ? minor : owed;
  if (back <= 0n) return;
  const id = deps.ids.next();
  await postCard(deps, tx, merchantId, recoveryPosting(id, moneyOf(currency, back)));
  await changeOwed(tx, { merchantId, currency }, -back, id, deps.clock.now());
}
