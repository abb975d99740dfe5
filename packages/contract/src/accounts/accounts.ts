import { accountChargeLifecycle, CURRENCY_CODES, receivingAccountLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const portal = { family: "portal", access: "merchant" } as const;
const accountId = z.uuid("请选择收款账户");

/** One way of paying in (美国本地 ACH, 境外电汇 SWIFT): what a payer fills in, each line to be copied. */
export const payInWay = z.object({
  way: z.string(),
  hint: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
});
export const receivingAccountHead = z.object({
  id: z.uuid(),
  /** The catalogue's code of the platform it was applied for with. */
  platform: z.string(),
  currency: z.enum(CURRENCY_CODES),
  country: z.string(),
  holderName: z.string(),
  state: z.enum(stateNames(receivingAccountLifecycle)),
  /** Null until the bank has opened it. */
  accountNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  /** Why it was refused, frozen or closed. */
  reason: z.string().nullable(),
  appliedAt: wireTime,
  openedAt: wireTime.nullable(),
});
export const storeOfAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  platform: z.string(),
  state: z.string(),
  lastIncomeAt: wireTime.nullable(),
});
const receivingAccountRow = receivingAccountHead.extend({
  stores: z.array(storeOfAccount),
  available: money,
  /** On its way out, because the merchant asked for it. */
  processing: money,
  /** Arrived, and held until it is clear. */
  held: money,
  /** Announced, not there yet. */
  inTransit: money,
  lastIncomeAt: wireTime.nullable(),
  /** While the bank has not answered: when it should have. */
  expectedBy: wireTime.nullable(),
});
export type ReceivingAccountRow = z.output<typeof receivingAccountRow>;

const accountEvent = z.object({ action: z.string(), label: z.string(), note: z.string().nullable(), at: wireTime });
const receivingAccountDetail = receivingAccountRow.extend({
  ways: z.array(payInWay),
  /** The most one payment may be before papers are asked for; null before certification. */
  singleLimit: money.nullable(),
  creditedThisMonth: money,
  /** What to do on the platform's own site. */
  payoutSteps: z.array(z.string()),
  timeline: z.array(accountEvent),
});
export type ReceivingAccountDetail = z.output<typeof receivingAccountDetail>;

const charge = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  accountNumber: z.string().nullable(),
  amount: money,
  state: z.enum(stateNames(accountChargeLifecycle)),
  createdAt: wireTime,
  paidAt: wireTime.nullable(),
});
export type AccountCharge = z.output<typeof charge>;

export const receivingAccountEndpoints = {
  receivingAccounts: endpoint({
    ...portal,
    method: "POST",
    path: "/records/gathering_management/list",
    title: "收款账户：账户、余额、在途和店铺",
    input: nothing,
    output: z.array(receivingAccountRow),
  }),
  receivingAccount: endpoint({
    ...portal,
    method: "GET",
    path: "/records/gathering_management/detail/{id}",
    title: "收款账户：开户资料、收款步骤和经过",
    input: z.object({ id: accountId }),
    output: receivingAccountDetail,
  }),
  reapplyReceivingAccount: endpoint({
    method: "POST",
    path: "/records/gathering_management/reapply",
    title: "银行拒绝后重新申请收款账户",
    family: "portal",
    access: "certified",
    idempotent: true,
    input: z.object({
      id: accountId,
      /** As the bank should keep it. */
      holderName: z.string().trim().min(2, "请填写户名").max(140, "户名最多 140 个字").optional(),
    }),
    output: z.object({ state: receivingAccountHead.shape.state }),
  }),
  accountIban: endpoint({
    ...portal,
    method: "POST",
    path: "/bankAccount/copy",
    title: "收款账户的账号资料（用于复制）",
    input: z.object({ id: accountId }),
    output: z.object({
      accountNumber: z.string(),
      /** Only where the account's country has them. */
      iban: z.string().nullable(),
      holderName: z.string(),
      bankName: z.string(),
      ways: z.array(payInWay),
    }),
  }),
  receiptsAccounts: endpoint({
    ...portal,
    method: "POST",
    path: "/bankAccount/receipts_account",
    title: "可以继续使用的收款账户：绑定店铺时选择",
    input: z.object({ currency: z.enum(CURRENCY_CODES).optional(), country: z.string().length(2).optional() }),
    output: z.array(receivingAccountHead),
  }),
  accountCharges: endpoint({
    ...portal,
    method: "POST",
    path: "/account/charge/list",
    title: "开户费记录",
    input: nothing,
    output: z.array(charge),
  }),
  accountOpeningPrice: endpoint({
    ...portal,
    method: "GET",
    path: "/fba/charge",
    title: "开立一个收款账户要多少钱",
    input: z.object({ currency: z.enum(CURRENCY_CODES).default("USD"), country: z.string().length(2).optional() }),
    output: z.object({ price: money, free: z.boolean() }),
  }),
  payAccountCharge: endpoint({
    movesMoney: true,
    method: "POST",
    path: "/charge_acount/manual",
    title: "用账户余额支付开户费",
    family: "portal",
    access: "certified",
    idempotent: true,
    input: z.object({ chargeId: z.uuid() }),
    output: done,
  }),
  containsVenmo: endpoint({
    ...portal,
    method: "GET",
    path: "/merchant/venmo/contain",
    title: "是否绑定了 Venmo 店铺",
    input: nothing,
    output: z.object({ contain: z.boolean() }),
  }),
};
