import { holdCode, type Transfer } from "../ledger/accounts.ts";
import type { PostingReason } from "../capabilities.ts";
import type { Money } from "../money/money.ts";
import { walletOf } from "../wallets/wallet-postings.ts";
import { exchangeTransfers, type ExchangePrice } from "./exchange.ts";

type Booked = { key: string; reason: PostingReason; transfers: Transfer[] };

/** From one wallet to the other at the agreed price, the fee from what is sold. */
export const conversionPosting = (id: string, price: ExchangePrice, fee: Money): Booked => ({
  key: `conversion:${id}`,
  reason: "fx.exchanged",
  transfers: exchangeTransfers(price, walletOf(price.sell.currency), walletOf(price.buy.currency), fee),
});

/** The same from what a standing order holds; what is over (a better price) goes back. */
export function orderFillPosting(id: string, price: ExchangePrice, fee: Money, held: Money): Booked {
  const wallet = walletOf(held.currency);
  const rest = held.minor - price.sell.minor - fee.minor;
  const transfers = exchangeTransfers(price, holdCode(wallet), walletOf(price.buy.currency), fee);
  if (rest > 0n) transfers.push({ from: holdCode(wallet), to: wallet, amount: { ...held, minor: rest } });
  return { key: `conversion:${id}`, reason: "fx.exchanged", transfers };
}

/** A standing order sets its money aside. */
export const orderHoldPosting = (orderId: string, amount: Money): Booked => ({
  key: `standing:${orderId}:placed`,
  reason: "fx.ordered",
  transfers: [{ from: walletOf(amount.currency), to: holdCode(walletOf(amount.currency)), amount }],
});

/** It is over without having been filled: all of it is back. */
export const orderReleasePosting = (orderId: string, amount: Money): Booked => ({
  key: `standing:${orderId}:released`,
  reason: "fx.released",
  transfers: [{ from: holdCode(walletOf(amount.currency)), to: walletOf(amount.currency), amount }],
});
