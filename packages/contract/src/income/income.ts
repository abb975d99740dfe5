import { EVIDENCE_FILES_AT_MOST, INCOME_HOLD_NAMES, INCOME_HOLDS, incomeLifecycle } from "@coralhub/domain";
import { z } from "zod";
import { offlineEndpoints } from "./offline.ts";
import { incomeRecordEndpoints } from "./records.ts";
import { incomeDeskEndpoints } from "./review.ts";
import { incomeDetail, incomeHead } from "./views.ts";
import { done, endpoint, fileReply, uploadedFile } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const portal = { family: "portal", access: "merchant" } as const;
const incomeId = z.uuid("请选择一笔收款");

/** What waits for an explanation, the merchant's side of the abnormal income desk. */
export const abnormalIncomeList = defineList({
  title: "异常收款",
  row: incomeHead.extend({ dueAt: wireTime.nullable() }),
  columns: {
    announcedAt: { header: "通知时间", as: "time" },
    payerName: { header: "付款方" },
    amount: { header: "金额", as: "money" },
    hold: { header: "原因" },
    state: { header: "状态", as: "state", lifecycle: incomeLifecycle },
    dueAt: { header: "请在此前处理", as: "time" },
    reference: { header: "银行流水号", as: "code" },
  },
  filters: {
    state: filter.choice(
      "状态",
      (["needsEvidence", "abnormal", "reviewing"] as const).map((value) => ({
        value,
        label: incomeLifecycle.states[value].label,
      })),
    ),
    hold: filter.choice(
      "原因",
      INCOME_HOLD_NAMES.map((value) => ({ value, label: INCOME_HOLDS[value].label })),
    ),
    payerName: filter.text("付款方"),
    reference: filter.text("银行流水号", "exact"),
    announcedAt: filter.dateRange("通知时间"),
  },
  sort: ["announcedAt"],
});

const supplement = z.object({
  id: incomeId,
  note: z.string().trim().max(500, "说明最多 500 个字").default(""),
  fileIds: z
    .array(z.uuid())
    .min(1, "请至少上传一份材料")
    .max(EVIDENCE_FILES_AT_MOST, `一次最多 ${EVIDENCE_FILES_AT_MOST} 份材料`),
});
const ids = z.object({ ids: z.array(z.uuid()).min(1, "请选择收款").max(100, "一次最多 100 笔") });
const answer = z.object({ state: incomeHead.shape.state });

const ownEndpoints = {
  income: endpoint({
    ...portal,
    method: "GET",
    path: "/records/gathering_management/income/{id}",
    title: "一笔收款：进展、扣留原因和材料",
    input: z.object({ id: incomeId }),
    output: incomeDetail,
  }),
  incomeEvidence: endpoint({
    ...portal,
    method: "GET",
    path: "/records/gathering_management/income/{id}/evidence/{fileId}",
    title: "查看自己提交的一份材料",
    reply: "file",
    input: z.object({ id: incomeId, fileId: z.uuid() }),
    output: fileReply,
  }),
  contractUpload: endpoint({
    ...portal,
    method: "POST",
    path: "/records/contractUpload",
    title: "上传合同、结算单等材料",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ file: uploadedFile() }),
    output: z.object({
      fileId: z.uuid(),
      fileName: z.string(),
      contentType: z.string(),
      sizeBytes: z.number().int(),
    }),
  }),
  supplementIncome: endpoint({
    ...portal,
    method: "POST",
    path: "/records/supplement",
    title: "为一笔收款补充材料",
    idempotent: true,
    input: supplement,
    output: answer,
  }),
  hideIncomes: endpoint({
    ...portal,
    method: "POST",
    path: "/records/nodisplay",
    title: "在列表里隐藏收款",
    input: ids,
    output: done,
  }),
  showIncomes: endpoint({
    ...portal,
    method: "POST",
    path: "/records/display",
    title: "重新显示收款",
    input: ids,
    output: done,
  }),
  pinIncome: endpoint({
    ...portal,
    method: "POST",
    path: "/records/addTop",
    title: "置顶收款",
    input: z.object({ id: incomeId }),
    output: done,
  }),
  unpinIncome: endpoint({
    ...portal,
    method: "POST",
    path: "/records/cancelTop",
    title: "取消置顶",
    input: z.object({ id: incomeId }),
    output: done,
  }),
};

const abnormalEndpoints = {
  abnormalIncomes: endpoint({
    ...portal,
    method: "POST",
    path: "/records/thunes/list",
    title: "异常收款列表",
    input: listInput(abnormalIncomeList),
    output: listOutput(abnormalIncomeList),
  }),
  abnormalIncome: endpoint({
    ...portal,
    method: "POST",
    path: "/records/thunes/detail",
    title: "异常收款：原因和进展",
    input: z.object({ id: incomeId }),
    output: incomeDetail,
  }),
  claimIncome: endpoint({
    ...portal,
    method: "POST",
    path: "/records/thunes/claim",
    title: "认领：指明这笔款属于哪个店铺",
    idempotent: true,
    input: z.object({ id: incomeId, storeId: z.uuid("请选择店铺") }),
    output: answer,
  }),
  supplementAbnormal: endpoint({
    ...portal,
    method: "POST",
    path: "/records/thunes/supplement",
    title: "为异常收款补充材料",
    idempotent: true,
    input: supplement,
    output: answer,
  }),
  askReturn: endpoint({
    ...portal,
    movesMoney: true,
    method: "POST",
    path: "/records/thunes/return",
    title: "申请把一笔收款退回付款方",
    idempotent: true,
    input: z.object({ id: incomeId, reason: z.string().trim().min(2, "请写明原因").max(200, "最多 200 个字") }),
    output: answer,
  }),
};

export const incomeEndpoints = {
  ...ownEndpoints,
  ...abnormalEndpoints,
  ...incomeRecordEndpoints,
  ...incomeDeskEndpoints,
  ...offlineEndpoints,
};

export { incomeDeskList, unclaimedIncomeList } from "./review-lists.ts";
export { offlineDeskList, offlineTransferList, type OfflineTransferDetail } from "./offline.ts";
export { type IncomeDetail } from "./views.ts";
