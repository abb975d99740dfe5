import type { CardPaymentDetail } from "@coralhub/contract";
import {
  addressOf,
  CARD_CURRENCY,
  COUNTRIES,
  CURRENCIES,
  moneyOf,
  parseMoney,
  type Address,
  type Currency,
  type Money,
} from "@coralhub/domain";

export const CARD_PATHS = {
  cards: addressOf("cards"),
  apply: addressOf("applyForCards"),
  applications: addressOf("cardApplications"),
  load: addressOf("loadCard"),
  loads: addressOf("cardLoads"),
  records: addressOf("cardRecords"),
  books: addressOf("cardBooks"),
  help: addressOf("cardHelp"),
  wallet: addressOf("cardWallet"),
  fund: addressOf("fundCardWallet"),
  withdraw: addressOf("withdrawFromCards"),
} as const;
export const cardAt = (id: string): Address => addressOf("cards", { card: id });
export const recordAt = (id: string): Address => addressOf("cardRecords", { open: id });

/** A refused purchase as it may be tried again. */
export const purchaseOf = ({ original, amount, shopName, category, shopCountry }: CardPaymentDetail) => ({
  amount: original,
  charged: moneyOf(amount.currency, -amount.minor),
  shopName,
  category,
  country: shopCountry,
});

/** The same of more of it; undefined where nobody wrote down what was asked for. */
export const morePurchaseOf = (data: CardPaymentDetail) =>
  data.refusedMore && { ...purchaseOf(data), ...data.refusedMore, moreOf: data.id };

export const COUNTRY_OPTIONS = Object.entries(COUNTRIES).map(([value, label]) => ({
  value,
  label: `${label} ${value}`,
}));

/** As people type it: with commas, or nothing yet. */
export function readAmount(text: string, currency: Currency = CARD_CURRENCY): { amount?: Money; problem?: string } {
  const plain = text.replaceAll(/[,，\s]/g, "");
  if (plain === "") return {};
  try {
    const amount = parseMoney(plain, currency);
    return amount.minor > 0n ? { amount } : { problem: "金额要大于零" };
  } catch {
    const { digits } = CURRENCIES[currency];
    return { problem: digits === 0 ? "请填写整数金额" : `请填写金额，最多 ${digits} 位小数` };
  }
}
/** Empty means none; anything else must be an amount. */
export const readLimit = (text: string, currency: Currency = CARD_CURRENCY): Money | null | undefined => {
  if (text.trim() === "") return null;
  return readAmount(text, currency).amount;
};
