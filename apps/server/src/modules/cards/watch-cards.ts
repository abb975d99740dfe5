import { moneyOf, OFFLINE_DAYS } from "@coralhub/domain";
import { findAnyCard, listCardsIn, lockCard, type CardKey } from "./cards-store.ts";
import { finishClosing } from "./close-card.ts";
import type { CardsDeps } from "./deps.ts";
import { giveUpTransfer } from "./fund-wallet.ts";
import { listExpiredHolds, type Payment } from "./payments-store.ts";
import { listLapsedWithdrawals, listStaleRecharges } from "./recharges-store.ts";
import { forgetTickets } from "./reveal-store.ts";
import type { PaymentAnswer, PaymentMessage } from "../../rails/card-issuer/index.ts";
import { lapseWithdrawal } from "./withdraw.ts";

const MOST_AT_ONCE = 200;
const DAY_MS = 86_400_000;
const QUIET_MS = 60_000;

/** Every minute: holds nobody settled end, closing cards close, announcements and withdrawals lapse. One in trouble holds up no other. */
export async function watchCards(
  deps: CardsDeps,
  take: (message: PaymentMessage) => Promise<PaymentAnswer>,
): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  const each = async <K>(items: readonly K[], what: (item: K) => Promise<unknown>) => {
    for (const item of items) {
      await what(item).catch((error: unknown) => deps.log.warn({ err: error }, "card watched in vain"));
    }
  };
  await each(await listExpiredHolds(db, now, MOST_AT_ONCE), (payment) => endHold(deps, take, payment));
  await each(await listCardsIn(db, "closing", new Date(now.getTime() - QUIET_MS), MOST_AT_ONCE), (key) =>
    close(deps, key),
  );
  await each(await listStaleRecharges(db, new Date(now.getTime() - OFFLINE_DAYS * DAY_MS), MOST_AT_ONCE), (key) =>
    giveUpTransfer(deps, key),
  );
  await each(await listLapsedWithdrawals(db, now, MOST_AT_ONCE), (key) => lapseWithdrawal(deps, key));
  await forgetTickets(db, new Date(now.getTime() - DAY_MS));
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
    id: `EXP-${payment.id}-${payment.holdPostingId!.slice(-12)}`,
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
