import { CURRENCIES, parseMoney, type Currency, type Money } from "@coralhub/domain";

/** As people type it: with commas, or nothing yet. */
export function readAmount(text: string, currency: Currency): { amount?: Money; problem?: string } {
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
