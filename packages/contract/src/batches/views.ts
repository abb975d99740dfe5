import {
  BATCH_COLUMNS,
  BATCH_KINDS,
  BATCH_MARK_NAMES,
  BATCH_ROW_STATE_NAMES,
  batchLifecycle,
  CURRENCY_CODES,
  PAYOUT_KINDS,
  payoutLifecycle,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { payoutSource } from "../payouts/views.ts";
import { wireTime } from "../wire-time.ts";

export const batchColumn = z.enum(BATCH_COLUMNS);
const batchKind = z.enum(BATCH_KINDS);
export const batchCells = z.partialRecord(batchColumn, z.string().max(300, "最多 300 个字"));
const rowState = z.enum(BATCH_ROW_STATE_NAMES);

const head = z.object({
  id: z.uuid(),
  kind: batchKind,
  title: z.string(),
  state: z.enum(stateNames(batchLifecycle)),
  rowsTotal: z.number().int(),
  createdAt: wireTime,
  confirmedAt: wireTime.nullable(),
  finishedAt: wireTime.nullable(),
});

/** How far the work behind the page has come. */
export const batchProgress = z.object({
  id: z.uuid(),
  state: head.shape.state,
  /** Rows read, or rows handed over to the bank. */
  done: z.number().int(),
  total: z.number().int(),
  /** Of the payments: how many are where. */
  payments: z.object({
    waiting: z.number().int(),
    moving: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
  }),
});

/** What one currency of the sheet adds up to, and the account it is to be taken from. */
const batchGroup = z.object({
  currency: z.enum(CURRENCY_CODES),
  count: z.number().int(),
  arrives: money,
  accountId: z.string().nullable(),
});
export const batchDetail = head.extend({
  reason: z.string().nullable(),
  progress: batchProgress,
  counts: z.record(rowState, z.number().int()),
  /** Columns with something in them. */
  columns: z.array(batchColumn),
  groups: z.array(batchGroup),
  accounts: z.array(payoutSource),
  /** What was not paid with this sheet stands in another. */
  restId: z.uuid().nullable(),
  /** Until then it can be confirmed. */
  keptUntil: wireTime.nullable(),
  may: z.object({ edit: z.boolean(), cancel: z.boolean(), result: z.boolean() }),
});
export type BatchDetail = z.output<typeof batchDetail>;

export const batchRow = z.object({
  line: z.number().int(),
  state: rowState,
  /** As typed; once it is confirmed the number shows its end only. */
  cells: batchCells,
  /** What stood there before it was repaired. */
  before: batchCells.nullable(),
  problems: batchCells,
  marks: z.array(
    z.object({ mark: z.enum(BATCH_MARK_NAMES), text: z.string(), detail: z.string(), payoutId: z.uuid().nullable() }),
  ),
  /** The account this payee was paid to last, by its end. */
  known: z.string().nullable(),
  payout: z.object({ id: z.uuid(), state: z.enum(stateNames(payoutLifecycle)), mayCancel: z.boolean() }).nullable(),
  reason: z.string().nullable(),
});
export type BatchRow = z.output<typeof batchRow>;

export const batchQuote = z.object({
  quoteId: z.uuid(),
  expiresAt: wireTime,
  count: z.number().int(),
  newPayees: z.number().int(),
  /** For each currency that arrives. */
  groups: z.array(
    batchGroup.extend({
      leaves: money,
      fee: money,
      /** What coupons take off its fees, all rows together; the fee above is after it. */
      coupons: z.array(z.object({ label: z.string(), saved: money })),
      /** Null where nothing is exchanged. */
      rate: z.string().nullable(),
      mid: z.string().nullable(),
    }),
  ),
  /** What each account is charged altogether, and what is there. */
  charged: z.array(z.object({ accountId: z.string(), label: z.string(), leaves: money, available: money })),
  /** What may go to each new payee while it rests, altogether. */
  newPayeeLimit: money,
  /** Orders that are missing for all of it, by currency: without them the last rows are refused. */
  missingQuota: z.array(money),
  /** Rows somebody of ours looks at first. */
  approval: z.string().nullable(),
});
export type BatchQuote = z.output<typeof batchQuote>;

const kinds = BATCH_KINDS.map((value) => ({ value, label: PAYOUT_KINDS[value].label }));
const columns = {
  createdAt: { header: "上传时间", as: "time" },
  title: { header: "名称" },
  kind: { header: "类型", options: kinds },
  rowsTotal: { header: "行数" },
  state: { header: "状态", as: "state", lifecycle: batchLifecycle },
  confirmedAt: { header: "确认时间", as: "time" },
  finishedAt: { header: "结束时间", as: "time" },
} as const;
const filters = {
  kind: filter.choice("类型", kinds),
  state: filter.state("状态", batchLifecycle),
  title: filter.text("名称"),
  createdAt: filter.dateRange("上传时间"),
};
export const batchList = defineList({ title: "批量付款", row: head, columns, filters, sort: ["createdAt"] });
export type BatchHead = z.output<typeof head>;
export const batchDeskList = defineList({
  title: "批量付款",
  row: head.extend({ merchantId: z.uuid(), waiting: z.number().int() }),
  columns: { ...columns, merchantId: { header: "商户", as: "code" }, waiting: { header: "待审批" } },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});
