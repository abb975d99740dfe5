import { CALENDAR_HORIZON, isBankingDay, type BankCalendarCode } from "../calendar/bank-holidays.ts";
import { addDays, addMonths, firstDay } from "../calendar/days.ts";
import { startOfShanghaiDay, toShanghaiDay } from "../calendar/shanghai-time.ts";
import { DEPOSIT_CURRENCIES, type DepositCurrency, type DepositTerm } from "./products.ts";

/** Until this hour in Beijing the partner takes instructions for the same banking day. */
export const DEPOSIT_CUT_OFF_HOUR = 17;

/** Which days banks work. A test over many years brings its own; the product knows them up to its horizon. */
export type BankingDays = (calendar: BankCalendarCode, day: string) => boolean;

const nextBankingDay = (calendar: BankCalendarCode, day: string, isOpen: BankingDays): string =>
  firstDay(day, (candidate) => isOpen(calendar, candidate));
const previousBankingDay = (calendar: BankCalendarCode, day: string, isOpen: BankingDays): string =>
  firstDay(addDays(day, -1), (candidate) => isOpen(calendar, candidate), -1);

const isPastCutOff = (at: Date): boolean =>
  at.getTime() - startOfShanghaiDay(toShanghaiDay(at)).getTime() >= DEPOSIT_CUT_OFF_HOUR * 3_600_000;

/** When a placement agreed on at this moment begins to earn. */
export function valueDateOf(currency: DepositCurrency, at: Date, isOpen: BankingDays = isBankingDay): string {
  const today = toShanghaiDay(at);
  return nextBankingDay(DEPOSIT_CURRENCIES[currency].calendar, isPastCutOff(at) ? addDays(today, 1) : today, isOpen);
}

/** A maturity agreed on before the holidays of its year were known: the next banking day, once they are. */
export const keptMaturity = (
  currency: DepositCurrency,
  maturesOn: string,
  isOpen: BankingDays = isBankingDay,
): string => nextBankingDay(DEPOSIT_CURRENCIES[currency].calendar, maturesOn, isOpen);

/** When it ends: so many months later, moved to the next banking day. */
export const maturityOf = (
  currency: DepositCurrency,
  from: string,
  termMonths: DepositTerm,
  isOpen: BankingDays = isBankingDay,
): string => nextBankingDay(DEPOSIT_CURRENCIES[currency].calendar, addMonths(from, termMonths), isOpen);

/** Beyond the known holidays a maturity is provisional: it may still move by a day or two. */
export const isProvisional = (day: string): boolean => day > CALENDAR_HORIZON.to;

/** A maturity wherever it is told: one that may still move says so. */
export const maturityText = (day: string): string => (isProvisional(day) ? `${day}（暂定）` : day);

/** Until then the merchant may say what becomes of it: the cut-off of the banking day before. */
export const instructionDeadline = (
  currency: DepositCurrency,
  maturesOn: string,
  isOpen: BankingDays = isBankingDay,
): Date => {
  const day = previousBankingDay(DEPOSIT_CURRENCIES[currency].calendar, maturesOn, isOpen);
  return new Date(startOfShanghaiDay(day).getTime() + DEPOSIT_CUT_OFF_HOUR * 3_600_000);
};
