import type { PostingReason } from "../capabilities.ts";
import { accountCode, type AccountCode, type Transfer } from "../ledger/accounts.ts";
import type { Money } from "../money/money.ts";

type Booked = { key: string; reason: PostingReason; transfers: Transfer[] };

/** What a merchant's wallet of a currency is called in the books. */
export const walletOf = (currency: Money["currency"]): AccountCode => accountCode("wallet", currency);

/** From a receiving account into the wallet of its currency. */
export const fundingPosting = (transferId: string, from: AccountCode, amount: Money): Booked => ({
  key: `wallet:${transferId}:funded`,
  reason: "wallet.funded",
  transfers: [{ from, to: walletOf(amount.currency), amount }],
});

const between = (amount: Money): AccountCode => accountCode("house.clearing", amount.currency, "internal");

/** Out of one merchant's books and into the other's, together: between them it is nobody's for no moment. */
export const sendingPosting = (transferId: string, amount: Money): Booked => ({
  key: `wallet:${transferId}:sent`,
  reason: "wallet.transfer",
  transfers: [{ from: walletOf(amount.currency), to: between(amount), amount }],
});
export const receivingPosting = (transferId: string, amount: Money): Booked => ({
  key: `wallet:${transferId}:received`,
  reason: "wallet.transfer",
  transfers: [{ from: between(amount), to: walletOf(amount.currency), amount }],
});
