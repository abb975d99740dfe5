import { money, transferable } from "@coralhub/contract";
import { CURRENCIES, type Currency } from "@coralhub/domain";

/** People paste amounts as they read them. */
export const plainAmount = (text: string): string => text.replaceAll(/[,\s]/g, "");

/** What is wrong with an amount to be moved; undefined if nothing is. */
export function amountProblem(text: string, currency: Currency): string | undefined {
  const wire = { currency, amount: plainAmount(text) };
  const amount = money.safeParse(wire);
  if (amount.success && amount.data.minor > 0n) return transferable.safeParse(wire).error?.issues[0]?.message;
  return CURRENCIES[currency].digits === 0
    ? `请填写大于零的整数，${currency} 没有小数`
    : "请填写大于零的金额，最多两位小数";
}
