import { BATCH_ROW_STATE_NAMES, BANK_ROUTE_KEYS, EXPORT_FORMAT_NAMES, type PayoutKind } from "@coralhub/domain";
import { z } from "zod";
import { country } from "../beneficiaries/views.ts";
import { currency, endpoint, fileReply, uploadedFile } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { certified, channel, merchant, ofId, tolerance } from "../payouts/families.ts";
import { batchCells, batchDeskList, batchDetail, batchList, batchProgress, batchQuote, batchRow } from "./views.ts";

export { batchDeskList, batchList, type BatchDetail, type BatchHead, type BatchQuote, type BatchRow } from "./views.ts";

/** The same calls for payments to others and for withdrawals: one row makes them. */
export const BATCH_FAMILIES = {
  pay: { prefix: "/pay/batch/web/batchPay", title: "批量付款", kinds: ["supplier", "service", "seller"] },
  withdrawal: { prefix: "/withdrawal/batch", title: "批量提现", kinds: ["withdrawal"] },
} as const satisfies Record<string, { prefix: string; title: string; kinds: readonly PayoutKind[] }>;
export type BatchFamilyName = keyof typeof BATCH_FAMILIES;
type FamilyRow = (typeof BATCH_FAMILIES)[BatchFamilyName];

const ofRow = ofId.extend({ line: z.number().int().min(1) });
const state = z.object({ id: z.uuid(), state: batchDetail.shape.state });
const kindOf = ({ kinds }: FamilyRow) => z.enum(kinds as readonly PayoutKind[]).default(kinds[0]);

/** A template, and sheets that come back. */
const sheetCalls = (row: FamilyRow) => ({
  template: endpoint({
    ...merchant,
    method: "GET",
    path: `${row.prefix}/template`,
    title: `${row.title}：某个国家和币种的模板`,
    reply: "file",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({
      country,
      currency,
      route: z.enum(BANK_ROUTE_KEYS).optional(),
      format: z.enum(EXPORT_FORMAT_NAMES).default("xlsx"),
    }),
    output: fileReply,
  }),
  upload: endpoint({
    ...certified,
    method: "POST",
    path: `${row.prefix}/upload`,
    title: `${row.title}：上传文件（在后台解析）`,
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), kind: kindOf(row) }),
    output: state,
  }),
  paste: endpoint({
    ...certified,
    method: "POST",
    path: `${row.prefix}/paste`,
    title: `${row.title}：粘贴一片单元格`,
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      kind: kindOf(row),
      title: z.string().trim().max(80, "最多 80 个字").default(""),
      text: z.string().min(1, "请粘贴单元格").max(900_000, "一次最多粘贴约一万行，请用文件上传"),
    }),
    output: state,
  }),
});

/** Cells repaired, rows decided, accounts chosen. */
const repairCalls = (row: FamilyRow) => ({
  repair: endpoint({
    ...certified,
    method: "POST",
    path: `${row.prefix}/repair`,
    title: `${row.title}：修改一行`,
    idempotent: true,
    input: ofRow.extend({ cells: batchCells }),
    output: batchRow,
  }),
  settle: endpoint({
    ...certified,
    method: "POST",
    path: `${row.prefix}/settle`,
    title: `${row.title}：决定一些行（照付、不付、用上次的账号、撤回修改）`,
    idempotent: true,
    input: ofId.extend({
      lines: z.array(z.number().int().min(1)).min(1).max(10_000),
      decision: z.enum(["pay", "leave", "useKnown", "undo"]),
    }),
    output: z.object({ changed: z.number().int() }),
  }),
  chooseAccounts: endpoint({
    ...certified,
    method: "POST",
    path: `${row.prefix}/accounts`,
    title: `${row.title}：每个币种从哪个账户付`,
    idempotent: true,
    input: ofId.extend({ currency, accountId: z.string().min(1).max(60) }),
    output: state,
  }),
});

/** One price, one code, one confirmation for all rows that are chosen. */
const payingCalls = ({ prefix, title }: FamilyRow) => ({
  quote: endpoint({
    ...certified,
    method: "POST",
    path: `${prefix}/quote`,
    title: `${title}：整批的报价（30 秒有效）`,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: ofId,
    output: batchQuote,
  }),
  sendCode: endpoint({
    ...certified,
    method: "POST",
    path: `${prefix}/captcha`,
    title: `${title}：发送验证码（与整批的金额绑定）`,
    input: ofId.extend({ quoteId: z.uuid(), channel }),
    output: codeSent,
  }),
  confirm: endpoint({
    ...certified,
    movesMoney: true,
    method: "POST",
    path: `${prefix}/confirm`,
    title: `${title}：用报价和一个验证码确认可以付的行`,
    idempotent: true,
    /** One tolerance for all rows that have to wait. */
    input: ofId.extend({ quoteId: z.uuid(), verifyCode: field.code, channel, toleranceBasisPoints: tolerance }),
    output: state,
  }),
  cancel: endpoint({
    ...merchant,
    method: "POST",
    path: `${prefix}/cancel`,
    title: `${title}：取消整批（确认以前）`,
    idempotent: true,
    input: ofId,
    output: state,
  }),
  cancelRow: endpoint({
    ...merchant,
    movesMoney: true,
    method: "POST",
    path: `${prefix}/cancelRow`,
    title: `${title}：取消一行（提交银行以前）`,
    idempotent: true,
    input: ofRow,
    output: state,
  }),
});

const familyCalls = (row: FamilyRow) => ({ ...sheetCalls(row), ...repairCalls(row), ...payingCalls(row) });
export const batchFamilies = {
  pay: familyCalls(BATCH_FAMILIES.pay),
  withdrawal: familyCalls(BATCH_FAMILIES.withdrawal),
} satisfies Record<BatchFamilyName, unknown>;
export type BatchFamilyCalls = ReturnType<typeof familyCalls>;

const rowsInput = ofId.extend({
  state: z.enum(BATCH_ROW_STATE_NAMES).optional(),
  pageNo: z.coerce.number().int().min(1).max(1_000).default(1),
  pageSize: z.coerce
    .number()
    .pipe(z.literal([10, 20, 50, 100]))
    .default(50),
});
const rowsOutput = z.object({
  records: z.array(batchRow),
  total: z.number().int(),
  pageNo: z.number().int(),
  pageSize: z.number().int(),
});
const records = {
  batches: endpoint({
    ...merchant,
    method: "POST",
    path: "/paymentBatchRecord/list",
    title: "批量付款记录",
    input: listInput(batchList),
    output: listOutput(batchList),
  }),
  batch: endpoint({
    ...merchant,
    method: "GET",
    path: "/paymentBatchRecord/detail/{id}",
    title: "一批付款和它的进度",
    input: ofId,
    output: batchDetail,
  }),
  batchRows: endpoint({
    ...merchant,
    method: "POST",
    path: "/paymentBatchRecord/rows",
    title: "一批付款的各行",
    input: rowsInput,
    output: rowsOutput,
  }),
  exportBatches: endpoint({
    ...merchant,
    method: "POST",
    path: "/paymentBatchRecord/export",
    title: "导出批量付款记录",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({
      filters: listInput(batchList).shape.filters,
      format: z.enum(EXPORT_FORMAT_NAMES).default("csv"),
    }),
    output: fileReply,
  }),
  batchFile: endpoint({
    ...merchant,
    method: "GET",
    path: "/paymentBatchRecord/file/{id}",
    title: "结果文件：每一行付成了没有；确认以前只有问题行",
    reply: "file",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
    input: ofId.extend({
      rows: z.enum(["all", "problems"]).default("all"),
      format: z.enum(EXPORT_FORMAT_NAMES).default("xlsx"),
    }),
    output: fileReply,
  }),
  batchProgress: endpoint({
    ...merchant,
    method: "GET",
    path: "/progress/status",
    title: "后台解析或付款进行到哪里",
    input: ofId,
    output: batchProgress,
  }),
};

const ref = { merchantId: z.uuid(), id: z.uuid() };
const desk = {
  batchDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/batches/list",
    title: "批量付款处理台",
    input: listInput(batchDeskList),
    output: listOutput(batchDeskList),
  }),
  batchCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/batches/{merchantId}/{id}",
    title: "一批付款（查看会记录）",
    input: z.object(ref),
    output: batchDetail.omit({ accounts: true, may: true }),
  }),
  batchCaseRows: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/batches/{merchantId}/{id}/rows",
    title: "一批付款的各行",
    input: rowsInput.extend(ref),
    output: rowsOutput,
  }),
  decideBatch: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/batches/{merchantId}/{id}/decide",
    title: "审批一批付款里等待审批的各行",
    idempotent: true,
    input: z
      .object({ ...ref, decision: z.enum(["approve", "reject"]), reason: z.string().trim().max(300, "最多 300 个字") })
      .refine(({ decision, reason }) => decision === "approve" || reason.length >= 2, {
        path: ["reason"],
        message: "请写明原因，商户会看到",
      }),
    output: z.object({ decided: z.number().int(), left: z.number().int() }),
  }),
};

export const batchEndpoints = { ...records, ...desk };
