import { recoveryLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint } from "../endpoint.ts";
import { codeSent, field } from "./fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const recoveryRow = z.object({
  id: z.string(),
  /** Empty where what was typed belongs to no account; the visitor is not told. */
  merchantId: z.string(),
  userNo: z.string(),
  contactName: z.string(),
  /** The account's number or e-mail, as the visitor typed it. */
  username: z.string(),
  /** The account's number today; after the change, the new one. */
  mobile: z.string(),
  newMobile: z.string(),
  story: z.string(),
  state: z.enum(stateNames(recoveryLifecycle)),
  createdAt: wireTime,
  proposerId: z.string().nullable(),
  proposedBy: z.string().nullable(),
  proposedAccept: z.boolean().nullable(),
  proposalNote: z.string().nullable(),
  proposedAt: wireTime.nullable(),
  decidedBy: z.string().nullable(),
  decisionNote: z.string().nullable(),
  decidedAt: wireTime.nullable(),
});

/** Requests of merchants who lost their phone: the console's list. */
export const recoveryList = defineList({
  title: "手机找回申请",
  row: recoveryRow,
  columns: {
    contactName: { header: "联系人" },
    userNo: { header: "用户编号", as: "code" },
    username: { header: "原手机号或邮箱" },
    newMobile: { header: "新手机" },
    state: { header: "状态", as: "state", lifecycle: recoveryLifecycle },
    createdAt: { header: "申请时间", as: "time" },
  },
  filters: { state: filter.state("状态", recoveryLifecycle), userNo: filter.text("用户编号", "exact") },
  sort: ["createdAt"],
});

/** The way back for a lost phone: the merchant asks, one reviewer proposes, another decides. */
export const recoveryEndpoints = {
  sendRecoveryCode: endpoint({
    method: "POST",
    path: "/recover/send",
    title: "手机停用找回：向新手机发送验证码",
    family: "portal",
    access: "public",
    rateLimit: { per: "address", limit: 10, windowSeconds: 60 },
    input: z.object({ newMobile: field.mobile, param: field.captchaTicket }),
    output: codeSent,
  }),
  requestRecovery: endpoint({
    method: "POST",
    path: "/recover/request",
    title: "手机停用找回：提交申请",
    family: "portal",
    access: "public",
    rateLimit: { per: "address", limit: 10, windowSeconds: 3600 },
    input: z.object({
      /** The number or e-mail of the account. */
      username: field.loginName,
      newMobile: field.mobile,
      verifyCode: field.code,
      contactName: field.name,
      /** What only the owner knows: company, recent income, last withdrawal. */
      story: z.string().trim().min(10, "请写明账户主体、最近一笔收款或提现，便于核实").max(500, "最多 500 个字"),
    }),
    output: z.object({ reference: z.string() }),
  }),
  recoveries: endpoint({
    method: "POST",
    path: "/recoveries",
    title: "手机找回申请列表",
    family: "ops",
    access: "operator:reviewer",
    input: listInput(recoveryList),
    output: listOutput(recoveryList),
  }),
  proposeRecovery: endpoint({
    method: "POST",
    path: "/recoveries/{id}/propose",
    title: "手机找回：提出处理意见",
    decidesOnMoney: true,
    family: "ops",
    access: "operator:reviewer",
    input: z.object({
      id: field.id,
      accept: z.boolean(),
      note: z.string().trim().min(4, "请写明核实方式和依据").max(500),
    }),
    output: done,
  }),
  decideRecovery: endpoint({
    method: "POST",
    path: "/recoveries/{id}/decide",
    title: "手机找回：复核（不能与提出人相同）",
    decidesOnMoney: true,
    family: "ops",
    access: "operator:reviewer",
    input: z.object({ id: field.id, accept: z.boolean(), note: z.string().trim().max(500).default("") }),
    output: done,
  }),
};
