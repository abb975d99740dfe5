import { COUNTRIES, countryName, type CountryCode } from "../reference/countries.ts";
import { CURRENCIES, type Currency } from "../money/currencies.ts";

/**
 * The receiving accounts there are, by the code a merchant chooses with (`expectCurrency`): a currency and where the
 * account that takes it lies. A currency has a home; the same currency held in Hong Kong has the prefix HK.
 */
const PLACES = {
  USD: ["USD", "US"],
  EUR: ["EUR", "DE"],
  GBP: ["GBP", "GB"],
  JPY: ["JPY", "JP"],
  AUD: ["AUD", "AU"],
  CAD: ["CAD", "CA"],
  NZD: ["NZD", "NZ"],
  CHF: ["CHF", "CH"],
  SGD: ["SGD", "SG"],
  HKD: ["HKD", "HK"],
  "HK-USD": ["USD", "HK"],
  "HK-JPY": ["JPY", "HK"],
  CNH: ["CNH", "HK"],
  CNY: ["CNY", "CN"],
  KRW: ["KRW", "KR"],
  THB: ["THB", "TH"],
  IDR: ["IDR", "ID"],
  MYR: ["MYR", "MY"],
  PHP: ["PHP", "PH"],
  VND: ["VND", "VN"],
  AED: ["AED", "AE"],
} as const satisfies Record<string, readonly [Currency, CountryCode]>;
export type AccountOptionCode = keyof typeof PLACES;

export type AccountOption = {
  code: AccountOptionCode;
  currency: Currency;
  country: CountryCode;
  /** 「美元 USD，中国香港账户」 */
  label: string;
};

export const ACCOUNT_OPTIONS = Object.fromEntries(
  Object.entries(PLACES).map(([code, [currency, country]]) => [
    code,
    { code, currency, country, label: `${CURRENCIES[currency].name} ${currency}，${COUNTRIES[country]}账户` },
  ]),
) as Record<AccountOptionCode, AccountOption>;

/** 「美国 USD」: an account by where it lies and what it takes. */
export const placeName = ({ country, currency }: { country: string; currency: Currency }): string =>
  `${countryName(country)} ${currency}`;

/** 「美国 USD 尾号 9414」: one account among those of its kind. */
export const placeAndTail = (account: { country: string; currency: Currency; accountNumber: string | null }): string =>
  `${placeName(account)}${account.accountNumber ? ` 尾号 ${account.accountNumber.slice(-4)}` : ""}`;

export const accountOption = (code: string): AccountOption | undefined =>
  Object.hasOwn(ACCOUNT_OPTIONS, code) ? ACCOUNT_OPTIONS[code as AccountOptionCode] : undefined;

/** Banks in Hong Kong keep these accounts under upper-case names and send a payment to `Nanyu Ltd` back. */
const UPPER_CASE: readonly AccountOptionCode[] = ["HKD", "HK-USD", "HK-JPY"];
export const holderNameFor = (code: AccountOptionCode, name: string): string =>
  UPPER_CASE.includes(code) ? name.trim().toUpperCase() : name.trim();
