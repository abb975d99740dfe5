import { CURRENCIES, type Currency } from "./currencies.ts";
import { parseMoney, type Money } from "./money.ts";

/** An amount as people type it: with separators, or nothing yet. */
export function readAmount<C extends Currency>(text: string, currency: C): { amount?: Money<C>; problem?: string } {
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
