// Written by `npm run sdk:contract` from the tables the server mounts.

/** As it travels: a decimal string, never a floating-point number. */
export type Money = { currency: string; amount: string };
export type Currency =
  | "CNY"
  | "USD"
  | "HKD"
  | "JPY"
  | "EUR"
  | "SGD"
  | "AUD"
  | "GBP"
  | "CAD"
  | "IDR"
  | "THB"
  | "KRW"
  | "MYR"
  | "PHP"
  | "VND"
  | "AED"
  | "NZD"
  | "CHF"
  | "CNH";
