import {
  CURRENCY_CODES,
  STATEMENT_FORMAT_NAMES,
  STATEMENT_GRAIN_NAMES,
  STATEMENT_LANGUAGES,
  VOUCHER_FORMAT_NAMES,
} from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, money } from "../endpoint.ts";
import { givenTime, wireDay, wireMonth, wireTime } from "../wire-time.ts";

const merchant = { family: "gateway", access: "merchant" } as const;

const request = z
  .object({
    /** Absent: every currency, one after the other. */
    currency: z.enum(CURRENCY_CODES).optional(),
    grain: z.enum(STATEMENT_GRAIN_NAMES),
    period: z.string().regex(/^2[01]\d{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, "请选择日期或月份"),
  })
  .refine(
    ({ grain, period }) =>
      (grain === "day") === (period.length === 10) && (grain === "month" || wireDay.safeParse(period).success),
    { path: ["period"], message: "请选择日期或月份" },
  );
export type StatementRequest = z.output<typeof request>;

const section = z.object({
  currency: z.enum(CURRENCY_CODES),
  opening: money,
  credits: money,
  debits: money,
  closing: money,
  entries: z.number().int(),
  /** Lines that take an earlier one back. */
  corrections: z.number().int(),
  /**
   * What of the change was business, as the list of payments counted it when the period ended; income less expense and all the
   * others is closing less opening.
   */
  business: z.object({
    income: money,
    expense: money,
    exchanged: money,
    financing: money,
    /** Fees of moves between own accounts. */
    moved: money,
    /** Came and is held, or left or came in one period and went back in another. */
    other: money,
  }),
});
export type StatementSection = z.output<typeof section>;

const statement = z.object({
  from: wireTime,
  until: wireTime,
  /** Not over yet, or just over: more may come. */
  provisional: z.boolean(),
  /** Of every line and balance: the same period printed again has the same. */
  hash: z.string(),
  sections: z.array(section),
});
export type Statement = z.output<typeof statement>;

const month = wireMonth;

export const statementEndpoints = {
  statement: endpoint({
    ...merchant,
    method: "POST",
    path: "/finance/outside/query/statement",
    title: "对账单：一天或一个月，一种或全部币种",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: request,
    output: statement,
  }),
  statementFile: endpoint({
    ...merchant,
    method: "POST",
    path: "/finance/outside/query/statement/file",
    title: "下载对账单：PDF（中文、英文）、Excel、CSV、MT940、camt.053",
    reply: "file",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
    input: request.and(
      z.object({ format: z.enum(STATEMENT_FORMAT_NAMES), language: z.enum(STATEMENT_LANGUAGES).default("zh") }),
    ),
    output: fileReply,
  }),
  voucherFile: endpoint({
    ...merchant,
    method: "POST",
    path: "/finance/outside/query/voucher/file",
    title: "下载一个月的记账凭证：金蝶、用友（CSV）",
    reply: "file",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
    input: z.object({ month, format: z.enum(VOUCHER_FORMAT_NAMES) }),
    output: fileReply,
  }),
  monthPack: endpoint({
    ...merchant,
    method: "POST",
    path: "/finance/outside/query/pack/file",
    title: "下载一个月的对账包：对账单、回单、收入、支出、订单、费用、凭证（ZIP）",
    reply: "file",
    rateLimit: { per: "caller", limit: 5, windowSeconds: 3600 },
    input: z.object({ month }),
    output: fileReply,
  }),
  balanceAsOf: endpoint({
    ...merchant,
    method: "GET",
    path: "/finance/outside/query/balanceAsOf",
    title: "某一刻的余额：当时的账，和按现在知道的更正",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ at: givenTime }),
    output: z.array(
      z.object({
        currency: z.enum(CURRENCY_CODES),
        /** What the books said then. */
        knownThen: money,
        /** With what was taken back later counted to when it was booked. */
        knownNow: money,
      }),
    ),
  }),
};
