import {
  CARD_CURRENCY,
  cardWalletCode,
  FEE_BUSINESSES,
  formatMoney,
  holdCode,
  moneyOf,
  moneyText,
  startOfShanghaiDay,
  toShanghaiDay,
  type FeeBusiness,
} from "@coralhub/domain";
import { ensureAccount } from "./account-store.ts";
import { countCards, listBooks } from "./cards-store.ts";
import { readSpent } from "./decision-store.ts";
import type { CardsDeps } from "./deps.ts";
import { readStatistics } from "./statistics-store.ts";

/** What the shell shows beside the card's name, and what the wallet's page begins with. */
export async function describeWallet(deps: CardsDeps, merchantId: string) {
  const { db } = deps.database;
  const currency = CARD_CURRENCY;
  const now = deps.clock.now();
  const month = startOfShanghaiDay(`${toShanghaiDay(now).slice(0, 7)}-01`);
  const code = cardWalletCode(currency);
  const [account, balances, cards, statistics] = await Promise.all([
    ensureAccount(db, merchantId, currency, deps.ids.next(), now),
    deps.ledger.balances(merchantId, ["card_wallet", "card", "hold"]),
    countCards(db, merchantId),
    readStatistics(db, merchantId, { since: month, currency, cardId: undefined }),
  ]);
  const sum = (which: (code: string) => boolean) =>
    moneyOf(
      currency,
      balances.filter((one) => which(one.code)).reduce((all, { balance }) => all + balance.minor, 0n),
    );
  const available = sum((one) => one === code);
  return {
    id: account.id,
    availableAmount: formatMoney(available),
    currency,
    available,
    held: sum((one) => one === holdCode(code)),
    owed: moneyOf(currency, account.owed),
    onCards: sum((one) => one.startsWith(`card:${currency}:`)),
    heldOnCards: sum((one) => one.startsWith(`hold:${currency}:card:`)),
    monthSpent: statistics.total,
    cards,
  };
}

export async function describeBooks(deps: CardsDeps, merchantId: string) {
  const books = await listBooks(deps.database.db, merchantId);
  const ids = books.map(({ id }) => id);
  const spent = await readSpent(deps.database.db, merchantId, ids, toShanghaiDay(deps.clock.now()));
  const own = (minor: bigint) => moneyOf(CARD_CURRENCY, minor);
  const limit = (minor: bigint | null) => (minor === null ? null : own(minor));
  return books.map(({ id, name, cards, limits }) => {
    const used = spent.get(id)!;
    return {
      id,
      name,
      cards,
      limits: { day: limit(limits.day), month: limit(limits.month), life: limit(limits.life) },
      spent: { day: own(used.day), month: own(used.month), life: own(used.life) },
    };
  });
}

const CARD_FEES: readonly FeeBusiness[] = ["card_opening", "card_funding", "card_foreign"];
const EXAMPLE = moneyOf(CARD_CURRENCY, 10_000n);

/** The price list in words; a rate is told by what a hundred costs. */
export async function describeFees(deps: CardsDeps) {
  return Promise.all(
    CARD_FEES.map(async (business) => {
      const amount = business === "card_opening" ? moneyOf(CARD_CURRENCY, 1n) : EXAMPLE;
      const { total, lines } = await deps.ledger.prices.fee({ business, amount, corridor: "*" });
      const rate = lines[0]?.label;
      const text =
        total.minor === 0n
          ? "免费"
          : business === "card_opening"
            ? `每张 ${moneyText(total)}`
            : `${rate ?? ""}，如 ${moneyText(amount)} 收 ${moneyText(total)}`;
      return { business, label: FEE_BUSINESSES[business], text };
    }),
  );
}
