import { BANK_FIELDS, plainNumber } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, money, nothing } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { ownBankAccount, payoutDeskList, payoutDetail, payoutList, payoutOverview, payoutPrice } from "./views.ts";
import { wireTime } from "../wire-time.ts";

export {
  payoutDeskList,
  payoutList,
  type OwnBankAccount,
  type PayoutDetail,
  type PayoutHead,
  type PayoutOverview,
  type PayoutPrice,
  type Withdrawable,
} from "./views.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const certified = { family: "portal", access: "certified" } as const;
const ofId = z.object({ id: z.uuid() });
const { CN } = BANK_FIELDS;
const answer = z.object({ id: z.uuid(), state: payoutDetail.shape.state });
/** Where the code goes, and where it came from. */
const channel = z.enum(["sms", "email"]).default("sms");
const wish = {
  /** The receiving account it is taken from. */
  accountId: z.uuid("请选择从哪个账户提现"),
  /** All that leaves the account: what the service costs is part of it. */
  amount: money,
};

/** Money collected from Amazon, to the merchant's own account in CNY, by way of CITIC Bank. */
const citic = {
  citicOverview: endpoint({
    ...merchant,
    method: "GET",
    path: "/bigCustomer/withdrawal/citic/overview",
    title: "中信提现：可提现的账户、绑定的银行账户和限额",
    input: nothing,
    output: payoutOverview,
  }),
  bindCiticAccount: endpoint({
    ...certified,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/bindAccount",
    title: "中信提现：绑定本人或本企业的人民币账户",
    idempotent: true,
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object({
      bankCode: z.string().max(60).overwrite(plainNumber).regex(CN.bankCode.pattern, CN.bankCode.message),
      accountNumber: z
        .string()
        .max(60)
        .overwrite(plainNumber)
        .regex(CN.accountNumber.pattern, CN.accountNumber.message),
      bankName: z.string().trim().min(2, "请填写开户银行").max(60, "最多 60 个字"),
      /** Asked for by /msg/send1, type 1. */
      verifyCode: field.code,
    }),
    output: ownBankAccount,
  }),
  citicTrial: endpoint({
    ...certified,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/trial",
    title: "中信提现：试算手续费、汇率和到账金额（报价 30 秒有效）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object(wish),
    output: payoutPrice.extend({
      quoteId: z.uuid(),
      expiresAt: wireTime,
      /** Somebody of ours looks first, and why. */
      approval: z.string().nullable(),
    }),
  }),
  applyCitic: endpoint({
    ...certified,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/apply",
    title: "中信提现：填写提现，等待验证（尚未扣款）",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object(wish),
    output: answer,
  }),
  sendCiticCode: endpoint({
    ...certified,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/captcha",
    title: "中信提现：发送验证码（与收款账户和金额绑定）",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  confirmCitic: endpoint({
    ...certified,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/confirmWithdrawal",
    title: "中信提现：用报价和验证码确认",
    idempotent: true,
    input: z.object({ id: z.uuid(), quoteId: z.uuid(), verifyCode: field.code, channel }),
    output: answer,
  }),
  citicPayouts: endpoint({
    ...merchant,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/list",
    title: "中信提现：提现记录",
    input: listInput(payoutList),
    output: listOutput(payoutList),
  }),
  citicPayout: endpoint({
    ...merchant,
    method: "GET",
    path: "/bigCustomer/withdrawal/citic/detail/{id}",
    title: "中信提现：一笔提现和它的经过",
    input: ofId,
    output: payoutDetail,
  }),
  cancelCitic: endpoint({
    ...merchant,
    method: "POST",
    path: "/bigCustomer/withdrawal/citic/cancel",
    title: "中信提现：取消（提交银行以前）",
    idempotent: true,
    input: ofId,
    output: answer,
  }),
};

const reader = { family: "ops", access: "operator" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };

/** The operators' side: everybody reads, finance decides. */
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
    output: payoutDetail.omit({ may: true }).extend({
      merchantId: z.uuid(),
      rail: z.string(),
      askedAt: wireTime.nullable(),
      may: z.object({ decide: z.boolean(), ask: z.boolean() }),
    }),
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
};

export const payoutEndpoints = { ...citic, ...desk };
