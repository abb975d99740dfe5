/**
 * Every currency of the product: where its decimal point stands, its Chinese name, its symbol,
 * and the least amount that may be withdrawn (whole units; the specification's threshold table).
 */
export const CURRENCIES = {
  CNY: { digits: 2, name: "人民币", symbol: "¥", minimumWithdrawal: 100 },
  USD: { digits: 2, name: "美元", symbol: "$", minimumWithdrawal: 50 },
  HKD: { digits: 2, name: "港币", symbol: "HK$", minimumWithdrawal: 400 },
  JPY: { digits: 0, name: "日元", symbol: "¥", minimumWithdrawal: 2200 },
  EUR: { digits: 2, name: "欧元", symbol: "€", minimumWithdrawal: 50 },
  SGD: { digits: 2, name: "新加坡元", symbol: "S$", minimumWithdrawal: 60 },
  AUD: { digits: 2, name: "澳元", symbol: "A$", minimumWithdrawal: 25 },
  GBP: { digits: 2, name: "英镑", symbol: "£", minimumWithdrawal: 40 },
  CAD: { digits: 2, name: "加元", symbol: "C$", minimumWithdrawal: 20 },
  IDR: { digits: 0, name: "印尼盾", symbol: "Rp", minimumWithdrawal: 800000 },
  THB: { digits: 2, name: "泰铢", symbol: "฿", minimumWithdrawal: 1800 },
  KRW: { digits: 0, name: "韩元", symbol: "₩", minimumWithdrawal: 70000 },
  MYR: { digits: 2, name: "马来西亚林吉特", symbol: "RM", minimumWithdrawal: 200 },
  PHP: { digits: 2, name: "菲律宾比索", symbol: "₱", minimumWithdrawal: 3000 },
  VND: { digits: 0, name: "越南盾", symbol: "₫", minimumWithdrawal: 350000 },
  AED: { digits: 2, name: "阿联酋迪拉姆", symbol: "د.إ", minimumWithdrawal: 100 },
  NZD: { digits: 2, name: "新西兰元", symbol: "NZ$", minimumWithdrawal: 25 },
  CHF: { digits: 2, name: "瑞士法郎", symbol: "Fr", minimumWithdrawal: 15 },
  CNH: { digits: 2, name: "离岸人民币", symbol: "¥", minimumWithdrawal: 100 },
} as const satisfies Record<string, { digits: 0 | 2; name: string; symbol: string; minimumWithdrawal: number }>;

export type Currency = keyof typeof CURRENCIES;
export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

/** Names the specification uses for a currency that has another code in the world. */
const ALIASES: Record<string, Currency> = { GAE: "AED" };

export function toCurrency(text: string): Currency | undefined {
  const code = text.trim().toUpperCase();
  if (Object.hasOwn(CURRENCIES, code)) return code as Currency;
  return Object.hasOwn(ALIASES, code) ? ALIASES[code] : undefined;
}
