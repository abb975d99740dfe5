import {
  ESCROW_CURRENCIES,
  ESCROW_ROLE_NAMES,
  ESCROW_ROLES,
  ESCROW_STEP_NAMES,
  escrowLifecycle,
  stateNames,
  type EscrowAction,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, transferable, uploadedFile } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

const reads = { family: "gateway", access: "merchant" } as const;
const writes = { family: "gateway", access: "certified", method: "POST", idempotent: true } as const;
const state = z.enum(stateNames(escrowLifecycle));
const role = z.enum(ESCROW_ROLE_NAMES, "请选择您是哪一方");
const ofId = z.object({ id: z.uuid() });
const note = z.string().trim().max(500, "最多 500 个字").default("");
const answer = z.object({ state });
const channel = z.enum(["sms", "email"]).default("sms");

const head = z.object({
  id: z.uuid(),
  state,
  subject: z.string(),
  amount: money,
  /** Still with us. */
  held: money,
  role,
  otherName: z.string(),
  createdAt: wireTime,
});
const detail = head.extend({
  conditions: z.string(),
  deliverBy: toldDay,
  released: money,
  refunded: money,
  reason: z.string().nullable(),
  may: z.array(z.enum(Object.keys(escrowLifecycle.actions) as [EscrowAction, ...EscrowAction[]])),
  evidence: z.array(z.object({ fileId: z.uuid(), by: role, fileName: z.string(), note: z.string(), at: wireTime })),
  timeline: z.array(
    z.object({ action: z.enum(ESCROW_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type EscrowDetail = z.output<typeof detail>;

const roleOptions = ESCROW_ROLE_NAMES.map((value) => ({ value, label: ESCROW_ROLES[value] }));
const columns = {
  createdAt: { header: "提出时间", as: "time" },
  subject: { header: "交易" },
  role: { header: "身份", options: roleOptions },
  otherName: { header: "对方" },
  amount: { header: "金额", as: "money" },
  held: { header: "担保中", as: "money" },
  state: { header: "状态", as: "state", lifecycle: escrowLifecycle },
} as const;
const filters = {
  state: filter.state("状态", escrowLifecycle),
  createdAt: filter.dateRange("提出时间"),
};
export const escrowList = defineList({ title: "担保交易", row: head, columns, filters, sort: ["createdAt"] });
const deskRow = head
  .omit({ role: true, otherName: true })
  .extend({ merchantId: z.uuid(), buyerName: z.string(), sellerName: z.string() });
export const escrowDeskList = defineList({
  title: "担保交易",
  row: deskRow,
  columns: {
    createdAt: columns.createdAt,
    subject: columns.subject,
    buyerName: { header: "买方" },
    sellerName: { header: "卖方" },
    amount: columns.amount,
    held: columns.held,
    state: columns.state,
  },
  filters,
  sort: ["createdAt"],
});

const path = (name: string): `/${string}` => `/guest/outside/escrow/${name}`;
const step = (name: string, title: string) =>
  endpoint({ ...writes, path: path(name), title: `担保交易：${title}`, input: ofId.extend({ note }), output: answer });

export const escrowEndpoints = {
  escrows: endpoint({
    ...reads,
    method: "POST",
    path: path("page"),
    title: "担保交易列表",
    input: listInput(escrowList),
    output: listOutput(escrowList),
  }),
  escrow: endpoint({
    ...reads,
    method: "GET",
    path: path("detail/{id}"),
    title: "一笔担保交易和它的经过",
    input: ofId,
    output: detail,
  }),
  proposeEscrow: endpoint({
    ...writes,
    path: path("apply"),
    title: "提出担保交易（对方确认后生效）",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      role,
      otherMobile: field.mobile,
      otherName: z.string().trim().min(2, "请填写对方的认证名称").max(120),
      subject: z.string().trim().min(2, "请写明交易内容").max(100, "最多 100 个字"),
      conditions: z.string().trim().min(5, "请写明放款条件").max(2000, "最多 2000 个字"),
      amount: transferable.refine(
        ({ currency }) => (ESCROW_CURRENCIES as readonly string[]).includes(currency),
        "这个币种不能做担保交易",
      ),
      deliverBy: wireDay,
    }),
    output: ofId.extend({ state }),
  }),
  acceptEscrow: step("accept", "同意"),
  declineEscrow: step("decline", "不同意"),
  cancelEscrow: step("cancel", "取消（付款前）"),
  sendEscrowCode: endpoint({
    family: "gateway",
    access: "certified",
    method: "POST",
    path: path("fund/captcha"),
    title: "担保交易：发送付款验证码（与对方和金额绑定）",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  fundEscrow: endpoint({
    movesMoney: true,
    ...writes,
    path: path("fund"),
    title: "担保交易：买方付款到担保",
    input: ofId.extend({ verifyCode: field.code, channel }),
    output: answer,
  }),
  deliverEscrow: step("deliver", "卖方已交付"),
  releaseEscrow: endpoint({
    movesMoney: true,
    ...writes,
    path: path("release"),
    title: "担保交易：买方放款，不填金额为全部",
    input: ofId.extend({ amount: transferable.nullable().default(null), note }),
    output: answer.extend({ held: money }),
  }),
  refundEscrow: { ...step("refund", "卖方同意退款"), movesMoney: true as const },
  disputeEscrow: endpoint({
    ...writes,
    path: path("dispute"),
    title: "担保交易：提出争议",
    input: ofId.extend({ note: z.string().trim().min(5, "请写明争议的理由").max(1000, "最多 1000 个字") }),
    output: answer,
  }),
  addEscrowEvidence: endpoint({
    family: "gateway",
    access: "certified",
    method: "POST",
    body: "multipart",
    path: path("evidence"),
    title: "担保交易：提交凭证（双方可见）",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: ofId.extend({ file: uploadedFile(), note }),
    output: z.object({ fileId: z.uuid(), fileName: z.string() }),
  }),
  escrowEvidence: endpoint({
    ...reads,
    method: "GET",
    path: path("evidence/{id}/{fileId}"),
    title: "看一份凭证",
    reply: "file",
    input: ofId.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
};

const ofCase = ofId.extend({ merchantId: z.uuid() });
const toSeller = money.refine(({ minor }) => minor >= 0n, "不能为负");
export const escrowDeskEndpoints = {
  escrowDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/escrows/list",
    title: "担保交易处理台",
    input: listInput(escrowDeskList),
    output: listOutput(escrowDeskList),
  }),
  escrowCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/escrows/{merchantId}/{id}",
    title: "一笔担保交易和它的经过（查看会记录）",
    input: ofCase,
    output: detail.omit({ may: true, role: true, otherName: true }).extend({
      merchantId: z.uuid(),
      sellerId: z.uuid(),
      buyerName: z.string(),
      sellerName: z.string(),
      proposal: z.object({ toSeller: money, toBuyer: money, note: z.string(), by: z.uuid() }).nullable(),
    }),
  }),
  escrowCaseEvidence: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "GET",
    path: "/escrows/{merchantId}/{id}/evidence/{fileId}",
    title: "看一份凭证（查看会记录）",
    reply: "file",
    input: ofCase.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
  proposeSettlement: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/escrows/{merchantId}/{id}/propose",
    title: "提出争议裁定：给卖方多少，其余退买方",
    idempotent: true,
    input: ofCase.extend({
      toSeller,
      note: z.string().trim().min(4, "请写明依据，双方会看到").max(500, "最多 500 个字"),
    }),
    output: done,
  }),
  decideSettlement: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/escrows/{merchantId}/{id}/decide",
    title: "复核争议裁定（另一位财务）",
    idempotent: true,
    /** The amount the second person saw. */
    input: ofCase.extend({ decision: z.enum(["approve", "reject"]), toSeller }),
    output: answer,
  }),
};
