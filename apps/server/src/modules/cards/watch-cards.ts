import { moneyOf, OFFLINE_DAYS } from "@coralhub/domain";
import { listOwing } from "./account-store.ts";
import { findAnyCard, listCardsClosing, lockCard, type CardKey, type Page } from "./cards-store.ts";
import { finishClosing } from "./close-card.ts";
import type { CardsDeps } from "./deps.ts";
import { giveUpTransfer } from "./fund-wallet.ts";
import { recoverOwed } from "./move-money.ts";
import { listExpiredHolds, type Payment } from "./payments-store.ts";
import { listLapsedWithdrawals, listStaleRecharges } from "./recharges-store.ts";
import { forgetTickets } from "./reveal-store.ts";
import { ownExpiry } from "./settle.ts";
import type { PaymentAnswer, PaymentMessage } from "../../rails/card-issuer/index.ts";
import { lapseWithdrawal } from "./withdraw.ts";

const MOST_AT_ONCE = 200;
const DAY_MS = 86_400_000;
const QUIET_MS = 60_000;

/**
 * Every minute: holds nobody settled end, closing cards close, announcements and withdrawals lapse, and money that came into a
 * card wallet by any way makes good what is owed. One in trouble holds up no other.
 */
export async function watchCards(
  deps: CardsDeps,
  take: (message: PaymentMessage) => Promise<PaymentAnswer>,
): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const each = <K extends { id: string }>(list: (page: Page) => Promise<K[]>, what: (item: K) => Promise<unknown>) =>
    eachOnce(deps, list, what);
  await each(
    (page) => listExpiredHolds(db, now, page),
    (payment) => endHold(deps, take, payment),
  );
  await each(
    (page) => listCardsClosing(db, ago(QUIET_MS), page),
    (key) => close(deps, key),
  );
  await each(
    (page) => listStaleRecharges(db, ago(OFFLINE_DAYS * DAY_MS), page),
    (key) => giveUpTransfer(deps, key),
  );
  await each(
    (page) => listLapsedWithdrawals(db, now, page),
    (key) => lapseWithdrawal(deps, key),
  );
  await each(
    (page) => listOwing(db, page),
    (owing) => deps.database.transaction((tx) => recoverOwed(deps, tx, owing)),
  );
  await forgetTickets(db, new Date(now.getTime() - DAY_MS));
}

/** Each that is due once, some at a time: those that stay due, because they wait or fail, stand in nobody's way. */
async function eachOnce<K extends { id: string }>(
  { log }: Pick<CardsDeps, "log">,
  list: (page: Page) => Promise<K[]>,
  what: (item: K) => Promise<unknown>,
): Promise<void> {
  const seen: string[] = [];
  for (;;) {
    const due = await list({ seen, limit: MOST_AT_ONCE });
    if (due.length === 0) return;
    for (const item of due) {
      seen.push(item.id);
      await what(item).catch((error: unknown) => log.warn({ err: error }, "card watched in vain"));
    }
  }
}

/** The same as if the issuer had told of it: it takes effect once, whoever says it first. */
async function endHold(
  deps: CardsDeps,
  take: (message: PaymentMessage) => Promise<PaymentAnswer>,
  payment: Payment,
): Promise<void> {
  const card = await findAnyCard(deps.database.db, { merchantId: payment.merchantId, id: payment.cardId });
  if (!card?.token) return;
  await take({
    id: ownExpiry(payment),
    kind: "expiry",
    token: card.token,
    networkId: payment.networkId,
    amount: moneyOf(payment.currency, payment.held),
    original: moneyOf(payment.originalCurrency, payment.originalMinor),
    shop: { id: payment.shopId, name: payment.shopName, code: payment.shopCode, country: payment.shopCountry },
    at: deps.clock.now(),
    partial: false,
    final: true,
    approved: true,
    adviceOf: null,
    refundOf: null,
  });
}

async function close(deps: CardsDeps, key: CardKey): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const card = await lockCard(tx, key);
    if (card?.state === "closing") await finishClosing(deps, tx, card);
  });
}
