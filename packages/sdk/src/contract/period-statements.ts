// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 对账单：一天或一个月，一种或全部币种 */
export type GetPeriodStatementInput = { currency?: Currency; grain: "day" | "month"; period: string };
export type GetPeriodStatementOutput = {
  from: string;
  until: string;
  provisional: boolean;
  hash: string;
  sections: Array<{
    currency: Currency;
    opening: Money;
    credits: Money;
    debits: Money;
    closing: Money;
    entries: number;
    corrections: number;
    business: { income: Money; expense: Money; exchanged: Money; financing: Money; moved: Money; other: Money };
  }>;
};
/** 下载对账单：PDF（中文、英文）、Excel、CSV、MT940、camt.053 */
export type GetPeriodStatementFileInput = {
  currency?: Currency;
  grain: "day" | "month";
  period: string;
  format: "pdf" | "xlsx" | "csv" | "mt940" | "camt053";
  language?: "zh" | "en";
};
export type GetPeriodStatementFileOutput = Blob;
/** 下载一个月的记账凭证：金蝶、用友（CSV） */
export type GetVoucherFileInput = { month: string; format: "kingdee" | "yonyou" };
export type GetVoucherFileOutput = Blob;
/** 下载一个月的对账包：对账单、回单、收入、支出、订单、费用、凭证（ZIP） */
export type GetMonthPackInput = { month: string };
export type GetMonthPackOutput = Blob;
