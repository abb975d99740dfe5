import type { DepositProduct } from "@coralhub/contract";
import {
  daysBetween,
  formatMoney,
  isProvisional,
  MATURITY_INSTRUCTIONS,
  moneyText,
  simpleInterest,
  type DepositCurrency,
  type MaturityInstruction,
  type Money,
} from "@coralhub/domain";
import { weekday } from "@coralhub/ui";

/** `11-16（周一）`, with the year where it is another one than this; a day beyond the known holidays may still move. */
export const dayText = (day: string, today: string): string =>
  `${day.startsWith(today.slice(0, 4)) ? day.slice(5) : day}（${weekday(day)}）${isProvisional(day) ? "，暂定" : ""}`;

/** Why this amount cannot be placed; undefined where it can. */
export function amountProblem(
  amount: Money<DepositCurrency> | undefined,
  { minimum, maximum }: Pick<DepositProduct, "minimum" | "maximum">,
  spendable: Money | undefined,
): string | undefined {
  if (!amount) return `请填写金额，例如 ${formatMoney(minimum)}`;
  if (amount.minor < minimum.minor) return `最少存入 ${moneyText(minimum)}`;
  if (amount.minor > maximum.minor) return `最多存入 ${moneyText(maximum)}，可以分几笔存`;
  if (spendable && amount.minor > spendable.minor) {
    return `钱包可用 ${moneyText(spendable)}，请减少金额或先转入钱包`;
  }
  return undefined;
}

export const interestOf = (
  amount: Money<DepositCurrency>,
  { rate, valueDate, maturesOn }: { rate: string; valueDate: string; maturesOn: string },
  { yearDays }: Pick<DepositProduct, "yearDays">,
): Money<DepositCurrency> => simpleInterest(amount, rate, daysBetween(valueDate, maturesOn), yearDays);

export const instructionText = (instruction: MaturityInstruction): string => {
  const { label, about } = MATURITY_INSTRUCTIONS[instruction];
  return `${label}，${about}`;
};
