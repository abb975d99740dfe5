import type { ReceivingAccountDetail, ReceivingAccountRow } from "@coralhub/contract";
import {
  addressOf,
  moneyOf,
  type Address,
  type Currency,
  type Money,
  type ReceivingAccountState,
} from "@coralhub/domain";

/** What a state means for the merchant's money. `open` needs no word. */
export const STATE_MEANING: Record<ReceivingAccountState, string | null> = {
  applying: "银行正在开户，开通后会通知您。在此之前请不要把账号填到平台",
  open: null,
  refused: "银行没有通过这次开户申请，修改户名后可以重新申请",
  frozen: "暂停使用：期间到账的款项会暂扣，解冻后继续核验入账。余额不能转出",
  closed: "账户已停用，平台的打款会被退回。请在平台后台换成别的收款账户",
  payingOut: "账户关闭后有款项退回：可以提现或付款，不能再收款",
  closedFrozen: "账户已停用，仍在冻结中；平台的打款会被退回。请在平台后台换成别的收款账户",
  payingOutFrozen: "账户关闭后有款项退回；账户仍在冻结中，解冻后可以提现或付款，不能再收款",
};

export type CurrencyGroup = {
  currency: Currency;
  available: Money;
  processing: Money;
  held: Money;
  inTransit: Money;
  accounts: ReceivingAccountRow[];
};

/** Accounts by currency, in the order in which they were opened; sums never mix them. */
export function byCurrency(accounts: readonly ReceivingAccountRow[]): CurrencyGroup[] {
  const sum = (currency: Currency, part: (account: ReceivingAccountRow) => Money, of: ReceivingAccountRow[]): Money =>
    moneyOf(
      currency,
      of.reduce((total, account) => total + part(account).minor, 0n),
    );
  return [...new Set(accounts.map(({ currency }) => currency))].map((currency) => {
    const own = accounts.filter((account) => account.currency === currency);
    return {
      currency,
      available: sum(currency, (account) => account.available, own),
      processing: sum(currency, (account) => account.processing, own),
      held: sum(currency, (account) => account.held, own),
      inTransit: sum(currency, (account) => account.inTransit, own),
      accounts: own,
    };
  });
}

/** Every line with its label, as one pastes it into a platform's form or a mail. */
export const copyText = (way: ReceivingAccountDetail["ways"][number]): string =>
  way.fields.map(({ label, value }) => `${label}: ${value}`).join("\n");

/** Months that have a statement, newest first: from the account's first to the present one. */
export function monthsBetween(since: string, until: string): string[] {
  const months: string[] = [];
  for (
    let [year, month] = parts(until);
    `${year}-${two(month)}` >= since;
    month === 1 ? (year--, (month = 12)) : month--
  )
    months.push(`${year}-${two(month)}`);
  return months;
}
const parts = (month: string): [number, number] => [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
const two = (value: number): string => String(value).padStart(2, "0");

/** First and last day of a month, as a list's filter in the address. */
export function daysOf(month: string): string {
  const [year, number] = parts(month);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `${month}-01~${month}-${two(last)}`;
}

/** The merchant's own payments under way: what 处理中 is made of. */
export const processingOf = (currency: Currency): Address =>
  addressOf("payouts", { state: "awaitingApproval,submitted,processing", currency });
