import {
  PAYOUT_KINDS,
  PAYOUT_WAY_KEYS,
  payoutLifecycle,
  payoutSeriesLifecycle,
  SERIES_KINDS,
  SERIES_MOST_RUNS,
  SERIES_RHYTHM_NAMES,
  SERIES_RHYTHMS,
  SERIES_STEP_NAMES,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { endpoint, money } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { dayOr, toldDay, wireTime } from "../wire-time.ts";
import { certified, channel, merchant, ofId, order } from "./families.ts";

const state = z.enum(stateNames(payoutSeriesLifecycle));
const seriesOrder = order.omit({ parts: true, scheduledFor: true }).extend({
  kind: z.enum(SERIES_KINDS),
  beneficiaryId: z.uuid("请选择收款人"),
  rhythm: z.enum(SERIES_RHYTHM_NAMES, "请选择多久一次"),
  firstOn: dayOr("请选择第一次的日期"),
  /** Absent: until it is ended. */
  mostRuns: z
    .number()
    .int()
    .min(1, "最少 1 次")
    .max(SERIES_MOST_RUNS, `最多 ${SERIES_MOST_RUNS} 次`)
    .nullable()
    .default(null),
});
export type SeriesOrder = z.output<typeof seriesOrder>;

const head = z.object({
  id: z.uuid(),
  kind: z.enum(SERIES_KINDS),
  state,
  payeeName: z.string(),
  payeeBank: z.string(),
  payeeLastFour: z.string(),
  amount: money,
  rhythm: z.enum(SERIES_RHYTHM_NAMES),
  nextOn: toldDay.nullable(),
  runs: z.number().int(),
  mostRuns: z.number().int().nullable(),
  /** Why it stands still. */
  reason: z.string().nullable(),
  createdAt: wireTime,
});
const detail = head.extend({
  way: z.enum(PAYOUT_WAY_KEYS),
  accountId: z.string(),
  beneficiaryId: z.uuid(),
  /** What would have arrived when it was agreed on. */
  agreed: money,
  toleranceBasisPoints: z.number().int(),
  firstOn: toldDay,
  remittance: z.string(),
  category: z.number().int().nullable(),
  adviceEmail: z.string().nullable(),
  /** To be verified by then. */
  expiresAt: wireTime.nullable(),
  may: z.array(z.string()),
  payments: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(stateNames(payoutLifecycle)),
      scheduledFor: toldDay.nullable(),
      reason: z.string().nullable(),
      arrives: money.nullable(),
    }),
  ),
  timeline: z.array(
    z.object({ action: z.enum(SERIES_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type PayoutSeriesDetail = z.output<typeof detail>;

const kinds = SERIES_KINDS.map((value) => ({ value, label: PAYOUT_KINDS[value].label }));
const rhythms = SERIES_RHYTHM_NAMES.map((value) => ({ value, label: SERIES_RHYTHMS[value] }));
export const payoutSeriesList = defineList({
  title: "定期付款",
  row: head,
  columns: {
    payeeName: { header: "收款人" },
    kind: { header: "类型", options: kinds },
    amount: { header: "每次金额", as: "money" },
    rhythm: { header: "多久一次", options: rhythms },
    nextOn: { header: "下一次" },
    runs: { header: "已执行" },
    state: { header: "状态", as: "state", lifecycle: payoutSeriesLifecycle },
    createdAt: { header: "建立时间", as: "time" },
  },
  filters: {
    state: filter.state("状态", payoutSeriesLifecycle),
    kind: filter.choice("类型", kinds),
    payeeName: filter.text("收款人"),
    createdAt: filter.dateRange("建立时间"),
  },
  sort: ["createdAt"],
});

const answer = z.object({ id: z.uuid(), state });
const PREFIX = "/serviceProviderTransfer/series";
const move = (name: string, title: string, access: typeof merchant | typeof certified) =>
  endpoint({
    ...access,
    method: "POST",
    path: `${PREFIX}/${name}`,
    title,
    idempotent: true,
    input: ofId,
    output: answer,
  });

/** The same payment again and again: one code for all of it. */
export const seriesCalls = {
  planSeries: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: `${PREFIX}/apply`,
    title: "定期付款：填写，等待验证",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: seriesOrder,
    output: answer,
  }),
  sendSeriesCode: endpoint({
    ...certified,
    method: "POST",
    path: `${PREFIX}/captcha`,
    title: "定期付款：发送验证码（对全部次数有效）",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  confirmSeries: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: `${PREFIX}/confirm`,
    title: "定期付款：用验证码开始",
    idempotent: true,
    input: ofId.extend({ verifyCode: field.code, channel }),
    output: answer,
  }),
  seriesList: endpoint({
    ...merchant,
    method: "POST",
    path: `${PREFIX}/list`,
    title: "定期付款",
    input: listInput(payoutSeriesList),
    output: listOutput(payoutSeriesList),
  }),
  series: endpoint({
    ...merchant,
    method: "GET",
    path: `${PREFIX}/detail/{id}`,
    title: "定期付款：一个和它的各次付款",
    input: ofId,
    output: detail,
  }),
  pauseSeries: move("pause", "定期付款：暂停", merchant),
  resumeSeries: move("resume", "定期付款：继续", certified),
  endSeries: move("end", "定期付款：结束", merchant),
  cancelSeries: move("cancel", "定期付款：取消（验证以前）", merchant),
};
