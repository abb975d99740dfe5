import { CURRENCY_CODES, MONEY_DIRECTION_NAMES, PORTAL_KEYS } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, money, nothing } from "../endpoint.ts";
import { wireAddress } from "../wire-address.ts";
import { toldDay, wireTime } from "../wire-time.ts";

const merchantCall = { method: "GET", family: "portal", access: "merchant" } as const;
const tone = z.enum(["neutral", "info", "success", "warning", "danger"]);
const action = z.object({ label: z.string(), path: wireAddress });

const balance = z.object({ available: money, inTransit: money, processing: money, held: money });
const todo = z.object({
  id: z.string(),
  /** Which icon: order material, mismatch, authorisation, certification, security. */
  kind: z.enum(["orders", "review", "stores", "certification", "security"]),
  title: z.string(),
  body: z.string(),
  /** The money it blocks. */
  amount: money.nullable(),
  dueAt: wireTime.nullable(),
  action,
});
const activity = z.object({
  id: z.string(),
  direction: z.enum(MONEY_DIRECTION_NAMES),
  /** Platform code for the tile, where the money came from one. */
  platform: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  at: wireTime,
  state: z.object({ label: z.string(), tone }),
  /** As the list signs it: money in is positive, what stays the merchant's own has no sign. */
  amount: money,
  path: wireAddress,
});
/** What the home page asks a merchant to do. */
export type Todo = z.output<typeof todo>;
/** A line of the home page's feed. */
export type Activity = z.output<typeof activity>;
const trend = z.object({
  /** Equivalent amounts in CNY; `forecast` is money announced but not here yet. */
  weeks: z.array(z.object({ from: toldDay, to: toldDay, income: money, forecast: money })),
  months: z.array(z.object({ from: toldDay, to: toldDay, income: money, forecast: money })),
});
const step = z.object({
  key: z.enum(["certify", "bindStore", "giveAccount"]),
  title: z.string(),
  body: z.string(),
  state: z.enum(["done", "current", "later"]),
  action: action.nullable(),
});
const notice = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  path: wireAddress.nullable(),
  publishedAt: wireTime,
});
/** What the merchant's own search finds, in the order in which the kinds are shown. */
export const FOUND_KINDS = {
  store: "店铺",
  account: "收款账户",
  payee: "收款人",
  card: "珊瑚卡",
  money: "收支",
  order: "订单",
} as const;
export type FoundKind = keyof typeof FOUND_KINDS;
const FOUND_KIND_NAMES = Object.keys(FOUND_KINDS) as [FoundKind, ...FoundKind[]];
const found = z.object({
  kind: z.enum(FOUND_KIND_NAMES),
  title: z.string(),
  detail: z.string(),
  amount: money.nullable(),
  path: wireAddress,
});
export type FoundOwn = z.output<typeof found>;
const dayKind = z.enum(["festival", "bankHoliday", "payout", "deadline", "own"]);
const dayEvent = z.object({
  kind: dayKind,
  title: z.string(),
  /** What it means for money: 美元顺延一天到账. */
  body: z.string().nullable(),
  /** CN, HK, US, JP, GB, EU for holidays; the platform's code for payout days. */
  of: z.string().nullable(),
});

const glance = z.object({
  /** Everything, also what is under way and what we hold, in the currency asked for; null while there is no rate. */
  total: z.object({ total: money, asOf: wireTime }).nullable(),
  /** One unit of `sell`: the market's middle, what the merchant gets, and the difference between them. */
  rate: z
    .object({
      sell: z.enum(CURRENCY_CODES),
      buy: z.enum(CURRENCY_CODES),
      mid: z.string(),
      rate: z.string(),
      markupBasisPoints: z.string(),
      at: wireTime,
    })
    .nullable(),
  /** Announced and expected this week. */
  arrivals: z.array(z.object({ id: z.uuid(), from: z.string(), amount: money, expectedAt: wireTime })),
  /** Of this month, by currency. */
  fees: z.array(money),
  /** Payments that wait for somebody of ours. */
  approvals: z.number().int(),
});
export type Glance = z.output<typeof glance>;

export const homeEndpoints = {
  glance: endpoint({
    ...merchantCall,
    path: "/home/glance",
    title: "首页：折合总额、今日汇率、本周到账、本月费用和待复核",
    input: z.object({ currency: z.enum(CURRENCY_CODES).default("CNY") }),
    output: glance,
  }),
  home: endpoint({
    ...merchantCall,
    path: "/home",
    title: "首页",
    input: nothing,
    output: z.object({
      displayName: z.string(),
      /** The wire code of the certification status. */
      certification: z.number().int(),
      /** The guide of a new merchant; null once money has come in. */
      firstSteps: z.array(step).nullable(),
      balances: z.array(balance),
      /** Everything in CNY, with the time of the rates; null while there is no rate. */
      equivalent: z.object({ total: money, asOf: wireTime }).nullable(),
      todos: z.array(todo),
      trend,
      activity: z.array(activity),
    }),
  }),
  services: endpoint({
    ...merchantCall,
    path: "/moreServices/standing",
    title: "更多服务：每项服务办到哪一步",
    input: nothing,
    output: z.array(z.object({ page: z.enum(PORTAL_KEYS), label: z.string(), tone })),
  }),
  findOwn: endpoint({
    ...merchantCall,
    path: "/home/find",
    title: "全局搜索：店铺、账户、收款人、珊瑚卡、收支、订单",
    input: z.object({ text: z.string().trim().min(2, "请至少输入 2 个字").max(60, "最多 60 个字") }),
    output: z.array(found),
  }),
  notices: endpoint({
    ...merchantCall,
    path: "/home/notice",
    title: "公告",
    input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    output: z.array(notice),
  }),
  calendarMonth: endpoint({
    ...merchantCall,
    path: "/calendar/info/{a}/{b}",
    title: "一个月的日历（a 年，b 月）",
    input: z.object({
      a: z.coerce.number("年份不正确").int().min(1970).max(2999),
      b: z.coerce.number("月份不正确").int().min(1, "月份应为 1 到 12").max(12, "月份应为 1 到 12"),
    }),
    output: z.object({
      year: z.number().int(),
      month: z.number().int(),
      days: z.array(
        z.object({
          date: toldDay,
          /** 1 Monday … 7 Sunday */
          weekday: z.number().int(),
          /** 初六, 冬月, 立冬: what a Chinese wall calendar prints under the number. */
          lunar: z.string(),
          workday: z.boolean(),
          events: z.array(dayEvent),
        }),
      ),
      /** The next dated things from today on, for the list under the month. */
      upcoming: z.array(dayEvent.extend({ date: toldDay })),
    }),
  }),
  festivals: endpoint({
    ...merchantCall,
    path: "/calendar/festival",
    title: "临近的节日和银行假期",
    input: nothing,
    output: z.array(dayEvent.extend({ date: toldDay, daysAway: z.number().int() })),
  }),
};
