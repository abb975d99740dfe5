import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  adjustmentLifecycle,
  CURRENCIES,
  CURRENCY_CODES,
  INVARIANTS,
  POSTING_REASON_NAMES,
  POSTING_REASONS,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const kinds = filter.choice(
  "账户类型",
  ACCOUNT_KIND_NAMES.map((value) => ({ value, label: ACCOUNT_KINDS[value].label })),
);
const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);
const reasons = filter.choice(
  "事由",
  POSTING_REASON_NAMES.map((value) => ({ value, label: POSTING_REASONS[value] })),
);

/** Every account of every merchant; a house account appears once for each merchant that touches it. */
export const ledgerAccountList = defineList({
  title: "账户",
  row: z.object({
    merchantId: z.uuid(),
    code: z.string(),
    kind: z.enum(ACCOUNT_KIND_NAMES),
    currency: z.enum(CURRENCY_CODES),
    balance: money,
    latestAt: wireTime,
    openedAt: wireTime,
  }),
  columns: {
    merchantId: { header: "商户编号", as: "code" },
    code: { header: "账户", as: "code" },
    balance: { header: "余额", as: "money" },
    latestAt: { header: "最近变动", as: "time" },
    openedAt: { header: "开立时间", as: "time" },
  },
  filters: {
    merchantId: filter.text("商户编号", "exact"),
    code: filter.text("账户"),
    kind: kinds,
    currency: currencies,
  },
  sort: ["openedAt", "balance", "latestAt"],
});

export const ledgerEntryList = defineList({
  title: "分录",
  row: z.object({
    postedAt: wireTime,
    postingId: z.uuid(),
    line: z.number().int(),
    reason: z.enum(POSTING_REASON_NAMES),
    reference: z.string().nullable(),
    other: z.string(),
    amount: money,
    /** Money that leaves an account at once may arrive at two; then this is the second one, and its part. */
    also: z.string().nullable(),
    alsoAmount: money.nullable(),
    balance: money,
  }),
  columns: {
    postedAt: { header: "记账时间", as: "time" },
    reason: { header: "事由", as: "code" },
    reference: { header: "参考号", as: "code" },
    other: { header: "对方账户", as: "code" },
    amount: { header: "金额", as: "money" },
    also: { header: "另一对方账户", as: "code" },
    alsoAmount: { header: "其中转给另一方", as: "money" },
    balance: { header: "余额", as: "money" },
    postingId: { header: "记账编号", as: "code" },
  },
  filters: {
    postedAt: filter.dateRange("记账时间"),
    reason: reasons,
    reference: filter.text("参考号", "exact"),
  },
  sort: ["postedAt"],
});

export const ledgerAdjustmentList = defineList({
  title: "人工调账",
  row: z.object({
    id: z.uuid(),
    merchantId: z.uuid(),
    from: z.string(),
    to: z.string(),
    amount: money,
    /** The posting it takes back (红冲); null for one that stands by itself. */
    corrects: z.uuid().nullable(),
    /** What the bank calls the line it puts right. */
    bankReference: z.string().nullable(),
    memo: z.string(),
    state: z.enum(stateNames(adjustmentLifecycle)),
    madeBy: z.uuid(),
    madeAt: wireTime,
    decidedBy: z.uuid().nullable(),
    decidedAt: wireTime.nullable(),
    note: z.string().nullable(),
    postingId: z.uuid().nullable(),
  }),
  columns: {
    madeAt: { header: "提出时间", as: "time" },
    merchantId: { header: "商户编号", as: "code" },
    from: { header: "转出账户", as: "code" },
    to: { header: "转入账户", as: "code" },
    amount: { header: "金额", as: "money" },
    bankReference: { header: "银行参考号", as: "code" },
    memo: { header: "说明" },
    state: { header: "状态", as: "state", lifecycle: adjustmentLifecycle },
    decidedAt: { header: "复核时间", as: "time" },
    note: { header: "复核意见" },
  },
  filters: {
    state: filter.state("状态", adjustmentLifecycle),
    merchantId: filter.text("商户编号", "exact"),
    madeAt: filter.dateRange("提出时间"),
  },
  sort: ["madeAt"],
});

export const ledgerAlarmList = defineList({
  title: "账务告警",
  row: z.object({
    id: z.uuid(),
    rule: z.string(),
    subject: z.string(),
    detail: z.string(),
    raisedAt: wireTime,
    lastSeenAt: wireTime,
    state: z.enum(["open", "cleared"]),
    clearedAt: wireTime.nullable(),
    note: z.string().nullable(),
  }),
  columns: {
    raisedAt: { header: "发现时间", as: "time" },
    rule: { header: "规则" },
    subject: { header: "对象", as: "code" },
    detail: { header: "详情" },
    lastSeenAt: { header: "最近一次", as: "time" },
    clearedAt: { header: "解除时间", as: "time" },
    note: { header: "处理说明" },
  },
  filters: {
    state: filter.choice("状态", [
      { value: "open", label: "未解除" },
      { value: "cleared", label: "已解除" },
    ]),
    rule: filter.choice(
      "规则",
      Object.entries(INVARIANTS).map(([value, { label }]) => ({ value, label })),
    ),
    raisedAt: filter.dateRange("发现时间"),
    subject: filter.text("对象"),
  },
  sort: ["raisedAt"],
});
