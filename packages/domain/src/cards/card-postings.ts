import { accountCode, HOUSE_MERCHANT_ID, holdCode, type AccountCode, type Transfer } from "../ledger/accounts.ts";
import type { PostingReason } from "../capabilities.ts";
import type { Currency } from "../money/currencies.ts";
import { moneyOf, type Money } from "../money/money.ts";

/** What a step with a card means in the books: a pure function of its facts. */
export type CardPosting = {
  key: string;
  reason: PostingReason;
  reference?: string;
  transfers: Transfer[];
  /** The posting whose hold it takes apart. */
  resolves?: string;
};
/** Money set aside for a purchase, and the posting that did it. */
export type CardHold = { postingId: string; minor: bigint };

export const cardCode = (currency: Currency, cardId: string): AccountCode => accountCode("card", currency, cardId);
export const cardWalletCode = (currency: Currency): AccountCode => accountCode("card_wallet", currency);
export const issuerCode = (currency: Currency, issuer: string): AccountCode =>
  accountCode("house.nostro", currency, issuer);

const line = (from: AccountCode, to: AccountCode, currency: Currency, minor: bigint): Transfer[] =>
  minor > 0n ? [{ from, to, amount: moneyOf(currency, minor) }] : [];

export const fundPosting = (
  id: string,
  { from, amount, fee, reference }: { from: AccountCode; amount: Money; fee: bigint; reference: string },
): CardPosting => ({
  key: `card-recharge:${id}`,
  reason: "card.funded",
  reference,
  transfers: [
    ...line(from, cardWalletCode(amount.currency), amount.currency, amount.minor - fee),
    ...line(from, accountCode("house.fees", amount.currency), amount.currency, fee),
  ],
});

type TransferFacts = { id: string; rail: string; reference: string; amount: Money };
type HousePosting = CardPosting & { merchantId: string };
const suspense = ({ amount }: TransferFacts) => accountCode("house.suspense", amount.currency);
const bankOf = ({ amount, rail }: TransferFacts) => accountCode("house.nostro", amount.currency, rail);

/** A remittance that is nobody's yet: in the books of the house. */
export const transferArrivalPosting = (transfer: TransferFacts): HousePosting => ({
  merchantId: HOUSE_MERCHANT_ID,
  key: `card-transfer:${transfer.id}:arrived`,
  reason: "income.received",
  reference: transfer.reference,
  transfers: [{ from: bankOf(transfer), to: suspense(transfer), amount: transfer.amount }],
});

/** Back by the way it came. */
export const transferReturnPosting = (transfer: TransferFacts): HousePosting => ({
  merchantId: HOUSE_MERCHANT_ID,
  key: `card-transfer:${transfer.id}:returned`,
  reason: "income.returned",
  reference: `${transfer.reference}-R`,
  transfers: [{ from: suspense(transfer), to: bankOf(transfer), amount: transfer.amount }],
});

/** Two people have found whose it is: out of the house's books by `clearing`, from where the merchant's are credited. */
export const transferMatchPosting = (transfer: TransferFacts, clearing: AccountCode): HousePosting => ({
  merchantId: HOUSE_MERCHANT_ID,
  key: `card-transfer:${transfer.id}:matched`,
  reason: "house.settled",
  reference: transfer.reference,
  transfers: [{ from: suspense(transfer), to: clearing, amount: transfer.amount }],
});

/** Card wallet to card, or back; another card's money where that one stands in for it. */
export const loadPosting = (
  id: string,
  {
    from,
    to,
    amount,
    reason,
    reference,
  }: Pick<CardPosting, "reason"> & {
    from: AccountCode;
    to: AccountCode;
    amount: Money;
    reference: string;
  },
): CardPosting => ({ key: `card-recharge:${id}`, reason, reference, transfers: [{ from, to, amount }] });

/** What the merchant reads of it in its lists: a number of ours, not the key of a row. */
const publicReference = (prefix: "CK" | "CD", id: string): string => `${prefix}${id.slice(-12).toUpperCase()}`;

export const openingPosting = (cardId: string, fee: Money): CardPosting => ({
  key: `card:${cardId}:opening`,
  reason: "fee.charged",
  reference: publicReference("CK", cardId),
  transfers: line(cardWalletCode(fee.currency), accountCode("house.fees", fee.currency), fee.currency, fee.minor),
});
export const openingBackPosting = (cardId: string, fee: Money): CardPosting => ({
  key: `card:${cardId}:openingBack`,
  reason: "fee.refunded",
  reference: publicReference("CK", cardId),
  transfers: line(accountCode("house.fees", fee.currency), cardWalletCode(fee.currency), fee.currency, fee.minor),
});

export type PaymentFacts = {
  paymentId: string;
  cardId: string;
  currency: Currency;
  issuer: string;
  /** The message that brings it about: it posts once. */
  messageId: string;
  reference: string;
  hold: CardHold | null;
};

/**
 * Brings what is held for a purchase to another amount. The old hold ends whole and a new one begins, in one posting: a
 * hold is never half open.
 */
export function rehold(facts: PaymentFacts, minor: bigint): CardPosting | null {
  const { currency, cardId, hold, paymentId, messageId, reference } = facts;
  const card = cardCode(currency, cardId);
  const held = hold?.minor ?? 0n;
  if (held === minor) return null;
  return {
    key: `card-payment:${paymentId}:${messageId}`,
    reason: minor > held ? "card.authorised" : "card.released",
    reference,
    ...(hold && { resolves: hold.postingId }),
    transfers: [...line(holdCode(card), card, currency, held), ...line(card, holdCode(card), currency, minor)],
  };
}

/** Who pays for a settlement, in this order; what nobody has is owed. */
export type SettlementParts = { fromHold: bigint; fromCard: bigint; fromWallet: bigint; owed: bigint };
export function splitSettlement(minor: bigint, funds: { held: bigint; card: bigint; wallet: bigint }): SettlementParts {
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const fromHold = least(minor, funds.held);
  const fromCard = least(minor - fromHold, funds.card);
  const fromWallet = least(minor - fromHold - fromCard, funds.wallet);
  return { fromHold, fromCard, fromWallet, owed: minor - fromHold - fromCard - fromWallet };
}

/**
 * The shop is paid by way of the issuer, the foreign fee is ours. `keep` stays held where more is to come; the rest of the
 * hold is the card's again.
 */
export function settlementPosting(
  facts: PaymentFacts,
  { parts, fee, keep }: { parts: SettlementParts; fee: bigint; keep: bigint },
): CardPosting {
  const { currency, cardId, hold, paymentId, messageId, reference, issuer } = facts;
  const card = cardCode(currency, cardId);
  const nostro = issuerCode(currency, issuer);
  const fees = accountCode("house.fees", currency);
  const sources: { from: AccountCode; minor: bigint }[] = [
    { from: holdCode(card), minor: parts.fromHold },
    { from: card, minor: parts.fromCard },
    { from: cardWalletCode(currency), minor: parts.fromWallet },
    { from: accountCode("house.suspense", currency), minor: parts.owed },
  ];
  const total = parts.fromHold + parts.fromCard + parts.fromWallet + parts.owed;
  let toShop = total - fee;
  const paid = sources.flatMap(({ from, minor }) => {
    const shop = minor < toShop ? minor : toShop;
    toShop -= shop;
    return [...line(from, nostro, currency, shop), ...line(from, fees, currency, minor - shop)];
  });
  const rest = (hold?.minor ?? 0n) - parts.fromHold;
  return {
    key: `card-payment:${paymentId}:${messageId}`,
    reason: "card.settled",
    reference,
    ...(hold && { resolves: hold.postingId }),
    transfers: [...paid, ...line(holdCode(card), card, currency, rest), ...line(card, holdCode(card), currency, keep)],
  };
}

/** Money the shop gives back; to the card wallet where the card is no more. */
export const refundPosting = (facts: PaymentFacts, minor: bigint, toWallet: boolean): CardPosting => ({
  key: `card-payment:${facts.paymentId}:${facts.messageId}`,
  reason: "card.refunded",
  reference: facts.reference,
  transfers: line(
    issuerCode(facts.currency, facts.issuer),
    toWallet ? cardWalletCode(facts.currency) : cardCode(facts.currency, facts.cardId),
    facts.currency,
    minor,
  ),
});

/** What a settlement took beyond the card's money is made good as soon as there is some. */
export const recoveryPosting = (id: string, amount: Money): CardPosting => ({
  key: `card-owed:${id}`,
  reason: "card.recovered",
  reference: publicReference("CD", id),
  transfers: line(
    cardWalletCode(amount.currency),
    accountCode("house.suspense", amount.currency),
    amount.currency,
    amount.minor,
  ),
});

type DisputeFacts = { disputeId: string; currency: Currency; issuer: string; minor: bigint; reference: string };
/** The network's provisional credit: there, but nobody's to spend before the end. */
export function disputeCreditPosting({ disputeId, currency, issuer, minor, reference }: DisputeFacts): CardPosting {
  const wallet = cardWalletCode(currency);
  return {
    key: `card-dispute:${disputeId}:credited`,
    reason: "card.disputed",
    reference: `${reference}-CB`,
    transfers: [
      ...line(issuerCode(currency, issuer), wallet, currency, minor),
      ...line(wallet, holdCode(wallet), currency, minor),
    ],
  };
}
export function disputeEndPosting(
  { disputeId, currency, issuer, minor, reference }: DisputeFacts,
  holdId: string,
  won: boolean,
): CardPosting {
  const wallet = cardWalletCode(currency);
  return {
    key: `card-dispute:${disputeId}:ended`,
    reason: won ? "card.refunded" : "card.released",
    reference: won ? `${reference}-WON` : `${reference}-CBR`,
    resolves: holdId,
    transfers: line(holdCode(wallet), won ? wallet : issuerCode(currency, issuer), currency, minor),
  };
}

export const withdrawalPosting = (
  id: string,
  { to, amount, reference }: { to: AccountCode; amount: Money; reference: string },
): CardPosting => ({
  key: `card-withdrawal:${id}`,
  reason: "card.withdrawn",
  reference,
  transfers: [{ from: cardWalletCode(amount.currency), to, amount }],
});
