import { PAYOUT_KIND_NAMES, RESOLUTION_NAMES, WORDS_AT_ONCE } from "@coralhub/domain";
import { z } from "zod";
import { country } from "../beneficiaries/views.ts";
import { currency, endpoint, fileReply, money, uploadedFile } from "../endpoint.ts";
import { codeSent } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import { answer, certified, channel, confirmation, merchant, ofId, order, selection, way } from "./families.ts";
import { seriesCalls } from "./series.ts";
import { termsCalls } from "./terms.ts";
import { payoutCase, payoutDeskList, payoutDetail, payoutList, payoutOverview } from "./views.ts";

export {
  PAYOUT_FAMILIES,
  payoutFamilies,
  type PayoutFamilyCalls,
  type PayoutFamilyName,
  type PayoutOrder,
  type PayoutRequest,
} from "./families.ts";
export { payoutSeriesList, type PayoutSeriesDetail, type SeriesOrder } from "./series.ts";
export type { PayoutTermsView } from "./terms.ts";
export {
  payoutDeskList,
  payoutList,
  type PayoutDetail,
  type PayoutHead,
  type PayoutOverview,
  type PayoutPrice,
  type PayoutQuote,
  type PayoutSourceView,
  type WayOffer,
} from "./views.ts";

/** What anybody who holds a receipt may know: enough to compare, no more than stands on it. */
const receiptConfirmed = z.object({
  title: z.string(),
  state: z.enum(["completed", "returned"]),
  payer: z.string(),
  payee: z.string(),
  payeeLastFour: z.string(),
  amount: money,
  arrives: money,
  finishedAt: wireTime,
});
export type ReceiptConfirmed = z.output<typeof receiptConfirmed>;

/** Calls over every kind, under the names the portal has always used. */
const records = {
  payouts: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/withdraw_list",
    title: "付款记录（各种类型）",
    input: listInput(payoutList),
    output: listOutput(payoutList),
  }),
  payout: endpoint({
    ...merchant,
    method: "GET",
    path: "/withdrawal/{id}",
    title: "一笔付款和它的经过",
    input: ofId,
    output: payoutDetail,
  }),
  payoutReceipts: endpoint({
    ...merchant,
    method: "POST",
    path: "/withdrawal/receipts",
    title: "付款回单：多笔打包下载（ZIP）",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 3600 },
    input: z.object({ ids: z.array(z.uuid()).min(1, "请选择付款").max(100, "一次最多 100 笔") }),
    output: fileReply,
  }),
  confirmReceipt: endpoint({
    family: "portal",
    access: "public",
    method: "POST",
    path: "/receipt/confirm",
    title: "核对回单真伪（用流水号和校验码）",
    rateLimit: { per: "address", limit: 30, windowSeconds: 3600 },
    input: z.object({
      reference: z.string().trim().min(6, "请填写流水号").max(60),
      code: z.string().trim().min(12, "请填写校验码").max(20),
    }),
    output: receiptConfirmed,
  }),
  payoutAccounts: endpoint({
    ...merchant,
    method: "GET",
    path: "/withdrawal/ba",
    alias: "/bigCustomer/withdrawal/overview",
    title: "提现：可用的账户和收款人",
    input: z.object({}),
    output: payoutOverview,
  }),
  currencyPair: endpoint({
    ...certified,
    method: "GET",
    path: "/withdrawal/currency/{a}/{b}",
    title: "从一种币种提到另一种：汇率、限额和可用余额",
    input: z.object({ a: currency, b: currency }),
    output: z.object({
      rate: z.string().nullable(),
      mid: z.string().nullable(),
      minimum: money,
      maximum: money,
      available: money,
    }),
  }),
  sendWithdrawalCode: endpoint({
    ...certified,
    method: "GET",
    path: "/withdrawal/captcha",
    alias: "/bigCustomer/withdrawal/captcha",
    title: "提现：发送验证码",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  sendTransferCode: endpoint({
    ...certified,
    method: "GET",
    path: "/trans/captcha",
    alias: "/bigCustomer/supplierTransfer/captcha",
    title: "付款：发送验证码",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  confirmPayout: endpoint({
    ...certified,
    method: "POST",
    path: "/withdrawal/",
    alias: "/bigCustomer/withdrawal/confirm",
    title: "用报价和验证码确认付款",
    idempotent: true,
    input: confirmation,
    output: answer,
  }),
  addSupplierPayout: endpoint({
    ...certified,
    method: "POST",
    path: "/supplierwithdrawalAdd",
    alias: "/bigCustomer/supplierTransfer/apply",
    title: "供应商付款：填写，等待验证",
    idempotent: true,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: order,
    output: answer,
  }),
  supplierPayouts: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/supplier/trans",
    title: "给一个收款人的付款",
    input: listInput(payoutList).extend({ supplierId: z.uuid() }),
    output: listOutput(payoutList),
  }),
  modifyTransfer: endpoint({
    ...certified,
    method: "POST",
    path: "/merchant/trans/modify",
    title: "修改附言（提交银行以前）",
    idempotent: true,
    input: z.object({ id: z.uuid(), remittance: z.string().trim().max(140, "最多 140 个字") }),
    output: answer,
  }),
  exportPayouts: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/withdrawal/export",
    title: "导出提现记录",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: selection.extend({
      /** Only these, of what the filters leave. */
      ids: z.array(z.uuid()).max(100, "一次最多 100 笔").optional(),
    }),
    output: fileReply,
  }),
  exportTransfers: endpoint({
    ...merchant,
    method: "POST",
    path: "/transfer/record/export",
    title: "导出付款记录",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: selection,
    output: fileReply,
  }),
};

const feeLine = z.object({ label: z.string(), amount: money });
/** Prices from the same tables the payments are priced from. */
const prices = {
  transferFee: endpoint({
    ...merchant,
    method: "GET",
    path: "/getTransferFee",
    alias: "/bigCustomer/supplierTransfer/trial",
    title: "付款手续费",
    input: z.object({
      kind: z.enum(PAYOUT_KIND_NAMES).default("supplier"),
      way: way.default("local"),
      currency,
      amount: z.string().max(24),
      country: country.default("CN"),
    }),
    output: z.object({ fee: money, feeLines: z.array(feeLine) }),
  }),
  convert: endpoint({
    ...merchant,
    method: "GET",
    path: "/waihuiTransform",
    alias: "/guest/outside/fx/czbank/rate/bid/{sell}/{buy}",
    title: "按现在的汇率折算",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ from: currency, to: currency, amount: z.string().max(24) }),
    output: z.object({ sell: money, buy: money, rate: z.string(), mid: z.string() }),
  }),
  feeConfig: endpoint({
    ...merchant,
    method: "GET",
    path: "/feeConfig/list",
    title: "付款收费和各种方式的时限",
    input: z.object({}),
    output: z.array(
      z.object({
        kind: z.enum(PAYOUT_KIND_NAMES),
        way,
        wayLabel: z.string(),
        currency: z.string(),
        corridor: z.string(),
        basisPoints: z.string(),
        flat: z.string().nullable(),
        min: z.string().nullable(),
        max: z.string().nullable(),
        wireDollars: z.number().nullable(),
        cutOff: z.string(),
        days: z.string(),
      }),
    ),
  }),
};

const reader = { family: "ops", access: "operator" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };

/** The operators' side: everybody reads, finance decides; by hand, two people. */
const desk = {
  payoutDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/payouts/list",
    title: "付款处理台",
    input: listInput(payoutDeskList),
    output: listOutput(payoutDeskList),
  }),
  payoutCase: endpoint({
    ...reader,
    method: "GET",
    path: "/payouts/{merchantId}/{id}",
    title: "一笔付款和它的经过（查看会记录）",
    input: z.object(ref),
    output: payoutCase,
  }),
  decidePayout: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/decide",
    title: "审批付款",
    idempotent: true,
    input: z
      .object({ ...ref, decision: z.enum(["approve", "reject"]), reason: z.string().trim().max(300, "最多 300 个字") })
      .refine(({ decision, reason }) => decision === "approve" || reason.length >= 2, {
        path: ["reason"],
        message: "请写明原因，商户会看到",
      }),
    output: answer,
  }),
  askPayout: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/ask",
    title: "再向银行查询一次",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object(ref),
    output: answer,
  }),
  seeContradiction: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/contradiction",
    title: "银行前后矛盾或退回金额不符的付款：已与银行核对",
    idempotent: true,
    input: z.object({
      ...ref,
      /** The words that were read: what the bank said meanwhile is not looked at by this. */
      contradictionIds: z
        .array(z.uuid())
        .min(1, "请选择核对了哪些说法")
        .max(WORDS_AT_ONCE, `一次最多 ${WORDS_AT_ONCE} 条`),
      note: z.string().trim().min(2, "请写明核对的结果").max(300, "最多 300 个字"),
    }),
    output: answer,
  }),
  uploadEvidence: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/evidence",
    title: "上传银行的书面答复",
    body: "multipart",
    input: z.object({ ...ref, file: uploadedFile() }),
    output: z.object({ fileId: z.uuid(), fileName: z.string() }),
  }),
  proposeResolution: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/resolve",
    title: "没有结果的付款：提出处理（另一人复核）",
    idempotent: true,
    input: z.object({
      ...ref,
      resolution: z.enum(RESOLUTION_NAMES),
      note: z.string().trim().min(4, "请写明银行怎么答复的").max(500, "最多 500 个字"),
      evidenceFileId: z.uuid("请上传银行的书面答复"),
      /** This bank gives no statement to compare with: said by a person, never taken for granted. */
      noStatement: z.boolean().default(false),
    }),
    output: z.object({ id: z.uuid() }),
  }),
  decideResolution: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/{merchantId}/{id}/resolution",
    title: "没有结果的付款：复核",
    idempotent: true,
    input: z.object({ ...ref, resolutionId: z.uuid(), decision: z.enum(["carryOut", "turnDown"]) }),
    output: answer,
  }),
};

export const payoutEndpoints = { ...records, ...prices, ...seriesCalls, ...desk, ...termsCalls };
