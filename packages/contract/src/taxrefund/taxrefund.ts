import {
  DIFFERENCE_NAMES,
  stateNames,
  TAX_PAPER_NAMES,
  TAX_REFUND_STEP_NAMES,
  taxRefundLifecycle,
  VAT_RATES,
  type Money,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, transferable, uploadedFile } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

const reads = { family: "portal", access: "merchant" } as const;
const writes = { family: "portal", access: "certified", method: "POST", idempotent: true } as const;
const state = z.enum(stateNames(taxRefundLifecycle));
const ofId = z.object({ id: z.uuid() });
const day = wireDay;
const words = (most: number, empty: string) => z.string().trim().min(1, empty).max(most, `最多 ${most} 个字`);
const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "请填写数量，例如 1200 或 3.5");
const yuan = transferable.refine(({ currency }) => currency === "CNY", "发票金额以人民币计") as unknown as z.ZodType<
  Money<"CNY">,
  z.input<typeof transferable>
>;

const declaration = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{18}$/, "报关单号为 18 位数字"),
  exportedOn: day,
  goods: words(100, "请填写货物名称"),
  quantity,
  unit: words(10, "请填写单位"),
  amount: transferable,
  consignor: words(120, "请填写经营单位"),
});
const invoice = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{8}$|^\d{20}$/, "发票号码为 8 位或 20 位数字"),
  issuedOn: day,
  goods: words(100, "请填写货物名称"),
  quantity,
  unit: words(10, "请填写单位"),
  net: yuan,
  vatRate: z.coerce.number().pipe(z.literal(VAT_RATES, "请选择税率")),
  buyer: words(120, "请填写购买方"),
});
const receipts = z
  .array(z.uuid())
  .max(50, "最多 50 笔收款")
  .refine((ids) => new Set(ids).size === ids.length, "同一笔收款选了两次，请去掉重复的");
const flows = z.object({ declaration, invoice, receipts });
const filed = flows.extend({ papers: z.array(z.uuid()).max(10, "最多 10 份材料") });
const difference = z.object({ name: z.enum(DIFFERENCE_NAMES), label: z.string(), detail: z.string() });
const receipt = z.object({
  id: z.uuid(),
  amount: money,
  creditedAt: wireTime,
  payerName: z.string(),
  reference: z.string(),
});

const head = z.object({
  id: z.uuid(),
  state,
  number: z.string(),
  goods: z.string(),
  declared: money,
  refund: money,
  createdAt: wireTime,
});
const detail = head.extend({
  flows: flows.extend({
    declaration: declaration.extend({ exportedOn: toldDay }),
    invoice: invoice.extend({ issuedOn: toldDay }),
  }),
  differences: z.array(difference),
  receipts: z.array(receipt),
  papers: z.array(z.object({ fileId: z.uuid(), paper: z.enum(TAX_PAPER_NAMES), fileName: z.string() })),
  reason: z.string().nullable(),
  deadline: toldDay,
  paid: money.nullable(),
  timeline: z.array(
    z.object({ action: z.enum(TAX_REFUND_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type TaxRefundDetail = z.output<typeof detail>;

const columns = {
  createdAt: { header: "申请时间", as: "time" },
  number: { header: "报关单号", as: "code" },
  goods: { header: "货物" },
  declared: { header: "报关金额", as: "money" },
  refund: { header: "退税", as: "money" },
  state: { header: "状态", as: "state", lifecycle: taxRefundLifecycle },
} as const;
const filters = { state: filter.state("状态", taxRefundLifecycle), createdAt: filter.dateRange("申请时间") };
export const taxRefundList = defineList({ title: "出口退税", row: head, columns, filters, sort: ["createdAt"] });
export const taxRefundDeskList = defineList({
  title: "出口退税",
  row: head.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...columns },
  filters,
  sort: ["createdAt"],
});

const ofCase = ofId.extend({ merchantId: z.uuid() });
const finance = { family: "ops", access: "operator:finance", method: "POST", idempotent: true } as const;
export const taxRefundEndpoints = {
  taxReceipts: endpoint({
    ...reads,
    method: "GET",
    path: "/taxrefund/receipts",
    title: "可用于退税的收款",
    /** Only those that can prove an export of this day. */
    input: z.object({ exportedOn: day.optional() }),
    output: z.array(receipt),
  }),
  taxRefunds: endpoint({
    ...reads,
    method: "POST",
    path: "/taxrefund/list",
    title: "我的退税",
    input: listInput(taxRefundList),
    output: listOutput(taxRefundList),
  }),
  taxRefund: endpoint({
    ...reads,
    method: "GET",
    path: "/taxrefund/detail/{id}",
    title: "一笔退税：三单、差异和经过",
    input: ofId,
    output: detail,
  }),
  checkTaxFlows: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/taxrefund/check",
    title: "三单核对：报关单、发票、收款（不提交）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    /** The application that is being repaired: its own receipts are not taken by another. */
    input: flows.extend({ id: z.uuid().optional() }),
    output: z.object({ differences: z.array(difference), refund: money }),
  }),
  uploadTaxPaper: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    body: "multipart",
    path: "/taxrefund/paper/upload",
    title: "上传退税材料",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), paper: z.enum(TAX_PAPER_NAMES) }),
    output: z.object({ fileId: z.uuid(), paper: z.enum(TAX_PAPER_NAMES), fileName: z.string() }),
  }),
  applyForTaxRefund: endpoint({
    ...writes,
    path: "/taxrefund/apply",
    title: "申请退税",
    input: filed,
    output: ofId.extend({ state }),
  }),
  correctTaxRefund: endpoint({
    ...writes,
    path: "/taxrefund/correct",
    title: "修改退税资料",
    input: filed.extend({ id: z.uuid() }),
    output: z.object({ state }),
  }),
  cancelTaxRefund: endpoint({
    ...writes,
    path: "/taxrefund/cancel",
    title: "取消退税申请",
    input: ofId,
    output: z.object({ state }),
  }),
  taxRefundDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/taxrefunds/list",
    title: "退税处理台",
    input: listInput(taxRefundDeskList),
    output: listOutput(taxRefundDeskList),
  }),
  taxRefundCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/taxrefunds/{merchantId}/{id}",
    title: "一笔退税（查看会记录）",
    input: ofCase,
    output: detail.extend({ merchantId: z.uuid(), payment: z.object({ amount: yuan, by: z.uuid() }).nullable() }),
  }),
  taxRefundPaper: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "GET",
    path: "/taxrefunds/{merchantId}/{id}/papers/{fileId}",
    title: "看一份退税材料（查看会记录）",
    reply: "file",
    input: ofCase.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
  reviewTaxRefund: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "POST",
    path: "/taxrefunds/{merchantId}/{id}/review",
    title: "审核退税：申报、退回修改或不通过",
    decidesOnMoney: true,
    idempotent: true,
    input: ofCase.extend({
      decision: z.enum(["file", "ask", "decline"]),
      note: z.string().trim().max(300, "最多 300 个字").default(""),
    }),
    output: z.object({ state }),
  }),
  proposeTaxPayment: endpoint({
    ...finance,
    path: "/taxrefunds/{merchantId}/{id}/payment",
    title: "登记退税到账金额（另一位财务复核后入账）",
    input: ofCase.extend({ amount: yuan }),
    output: done,
  }),
  decideTaxPayment: endpoint({
    ...finance,
    path: "/taxrefunds/{merchantId}/{id}/payment/decide",
    title: "复核退税到账",
    /** The amount the second person saw. */
    input: ofCase.extend({ decision: z.enum(["approve", "reject"]), amount: yuan }),
    output: z.object({ state }),
  }),
};
