import { offlineTransferLifecycle, OFFLINE_FITS, OFFLINE_STEP_NAMES, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, transferable, uploadedFile } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { dayOr, toldDay, wireTime } from "../wire-time.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const state = z.enum(stateNames(offlineTransferLifecycle));
const ofId = z.object({ id: z.uuid() });
const proof = z.object({ fileId: z.uuid(), fileName: z.string() });

const head = z.object({
  id: z.uuid(),
  state,
  /** What stands on the remittance. */
  serial: z.string(),
  amount: money,
  accountId: z.uuid(),
  payerName: z.string(),
  sentOn: toldDay,
  reason: z.string().nullable(),
  createdAt: wireTime,
});
const detail = head.extend({
  bankReference: z.string(),
  note: z.string(),
  proofs: z.array(proof),
  /** The payment it turned out to be. */
  incomeId: z.uuid().nullable(),
  timeline: z.array(
    z.object({ action: z.enum(OFFLINE_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type OfflineTransferDetail = z.output<typeof detail>;

const columns = {
  createdAt: { header: "登记时间", as: "time" },
  serial: { header: "登记号", as: "code" },
  payerName: { header: "付款人" },
  sentOn: { header: "汇款日期" },
  amount: { header: "金额", as: "money" },
  state: { header: "状态", as: "state", lifecycle: offlineTransferLifecycle },
} as const;
const filters = {
  state: filter.state("状态", offlineTransferLifecycle),
  serial: filter.text("登记号", "exact"),
  createdAt: filter.dateRange("登记时间"),
};
export const offlineTransferList = defineList({ title: "线下汇款", row: head, columns, filters, sort: ["createdAt"] });
export const offlineDeskList = defineList({
  title: "线下汇款",
  row: head.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...columns },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});

/** The merchant's side: a transfer made at a bank's counter is announced with its proof. */
const ownCalls = {
  offlineAccount: endpoint({
    ...merchant,
    method: "GET",
    path: "/records/offline/account",
    title: "线下汇款：汇到哪里",
    input: nothing,
    output: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  uploadOfflineProof: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/offline/upload",
    title: "线下汇款：上传银行回单或凭证",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile() }),
    output: proof,
  }),
  submitOffline: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/records/offline/submit",
    title: "线下汇款：登记，由我们在来款里查找",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      accountId: z.uuid("请选择入账的收款账户"),
      amount: transferable,
      payerName: z.string().trim().min(2, "请填写付款人户名").max(140, "最多 140 个字"),
      sentOn: dayOr("请选择汇款日期"),
      bankReference: z.string().trim().max(60, "最多 60 个字").default(""),
      note: z.string().trim().max(300, "最多 300 个字").default(""),
      proofs: z.array(z.uuid()).min(1, "请上传银行回单或汇款凭证").max(5, "最多 5 份"),
    }),
    output: head,
  }),
  offlineTransfers: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/offline/list",
    title: "线下汇款：我的登记",
    input: listInput(offlineTransferList),
    output: listOutput(offlineTransferList),
  }),
  offlineTransfer: endpoint({
    ...merchant,
    method: "GET",
    path: "/records/offline/detail/{id}",
    title: "线下汇款：一笔登记和它的经过",
    input: ofId,
    output: detail,
  }),
  cancelOffline: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/offline/cancel",
    title: "线下汇款：撤回登记",
    idempotent: true,
    input: ofId,
    output: z.object({ state }),
  }),
};

const ref = z.object({ merchantId: z.uuid(), id: z.uuid() });
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");
/** Unclaimed money that may be it. */
const candidate = z.object({
  id: z.uuid(),
  fit: z.enum(Object.keys(OFFLINE_FITS) as [keyof typeof OFFLINE_FITS]),
  amount: money,
  payerName: z.string(),
  remittance: z.string(),
  reference: z.string(),
  arrivedAt: wireTime,
});

/** The desk's: one finds it among the unclaimed money, another agrees there. */
const deskCalls = {
  offlineDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/offline_transfer/list",
    title: "线下汇款处理台",
    input: listInput(offlineDeskList),
    output: listOutput(offlineDeskList),
  }),
  offlineCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/offline_transfer/{merchantId}/{id}",
    title: "一笔线下汇款和可能的来款（查看会记录）",
    input: ref,
    output: detail.extend({ merchantId: z.uuid(), candidates: z.array(candidate) }),
  }),
  offlineProof: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "GET",
    path: "/offline_transfer/{merchantId}/{id}/proof/{fileId}",
    title: "看一份汇款凭证（查看会记录）",
    reply: "file",
    input: ref.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
  proposeOffline: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "POST",
    path: "/offline_transfer/{merchantId}/{id}/match",
    decidesOnMoney: true,
    title: "提出匹配一笔无主来款（由另一位同事在无主来款复核）",
    idempotent: true,
    input: ref.extend({ unclaimedId: z.uuid("请选择一笔来款"), reason }),
    output: done,
  }),
  declineOffline: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "POST",
    path: "/offline_transfer/{merchantId}/{id}/decline",
    title: "没有找到，告诉商户",
    idempotent: true,
    input: ref.extend({ reason }),
    output: z.object({ state }),
  }),
};

export const offlineEndpoints = { ...ownCalls, ...deskCalls };
