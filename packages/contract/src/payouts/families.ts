import {
  EXPORT_FORMAT_NAMES,
  PAYOUT_WAY_KEYS,
  DEFAULT_TOLERANCE,
  TOLERANCES,
  TRADE_CATEGORIES,
  type PayoutKind,
  type PayoutWayKey,
} from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, transferable } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { paperLanguage } from "../paper-language.ts";
import { payoutDetail, payoutList, payoutOverview, payoutQuote, wayOffer } from "./views.ts";
import { dayOr } from "../wire-time.ts";

export const merchant = { family: "portal", access: "merchant" } as const;
export const certified = { family: "portal", access: "certified" } as const;
export const ofId = z.object({ id: z.uuid() });
export const answer = z.object({ id: z.uuid(), state: payoutDetail.shape.state });
/** Where the code goes, and where it came from. */
export const channel = z.enum(["sms", "email"]).default("sms");
export const way = z.enum(PAYOUT_WAY_KEYS);
const accountId = z.string("请选择从哪个账户付款").min(1, "请选择从哪个账户付款").max(60);
const part = z.object({ accountId, amount: transferable });

/** What is to be paid: from where, to whom, how much, by which way. */
const request = z.object({
  /** A receiving account's id, or `wallet:USD`, `card_wallet:USD`. */
  accountId,
  /** All that leaves: what the service costs is part of it. */
  amount: transferable,
  /** Several accounts of one currency; together they make the amount. Absent: all of it from `accountId`. */
  parts: z.array(part).max(10, "最多 10 个账户").default([]),
  /** Absent: the default account for what arrives. */
  beneficiaryId: z.uuid().optional(),
  way: way.optional(),
  /** A day to come; the price is that day's. */
  scheduledFor: dayOr("请选择日期").nullable().default(null),
});
/** How far the rate may move against us, should it have to wait. */
export const tolerance = z.literal(TOLERANCES).default(DEFAULT_TOLERANCE);
export const order = request.extend({
  category: z
    .number()
    .int()
    .refine((code) => TRADE_CATEGORIES.some((one) => one.code === code), "请选择类别")
    .nullable()
    .default(null),
  purpose: z.string().trim().max(140, "最多 140 个字").default(""),
  remittance: z.string().trim().max(140, "最多 140 个字").default(""),
  toleranceBasisPoints: tolerance,
  papers: z.array(z.uuid()).max(10, "最多 10 份").default([]),
  relatedId: z.uuid().nullable().default(null),
  adviceEmail: z.union([z.literal(""), z.email("邮箱格式不对")]).default(""),
});
export type PayoutRequest = z.output<typeof request>;
export type PayoutOrder = z.output<typeof order>;
export const confirmation = z.object({
  id: z.uuid(),
  quoteId: z.uuid().nullable().default(null),
  verifyCode: field.code,
  channel,
});

/** The calls of a kind of payment, or of one bank for it: one row makes them all. */
export const PAYOUT_FAMILIES = {
  citic: {
    prefix: "/bigCustomer/withdrawal/citic",
    confirm: "confirmWithdrawal",
    title: "中信提现",
    kind: "withdrawal",
    way: "citic",
  },
  mybank: {
    prefix: "/bigCustomer/withdrawal/mybank",
    confirm: "confirmWithdrawal",
    title: "网商银行提现",
    kind: "withdrawal",
    way: "mybank",
  },
  withdrawal: { prefix: "/bigCustomer/withdrawal", confirm: "confirm", title: "提现", kind: "withdrawal" },
  supplier: { prefix: "/bigCustomer/supplierTransfer", confirm: "confirm", title: "供应商付款", kind: "supplier" },
  service: {
    prefix: "/serviceProviderTransfer",
    records: "/serviceProviderTransferRecords",
    confirm: "confirm",
    title: "服务商付款",
    kind: "service",
  },
  seller: { prefix: "/bigCustomer/sellerTransfer", confirm: "confirm", title: "卖家付款", kind: "seller" },
} as const satisfies Record<
  string,
  { prefix: string; records?: string; confirm: string; title: string; kind: PayoutKind; way?: PayoutWayKey }
>;
export type PayoutFamilyName = keyof typeof PAYOUT_FAMILIES;

type FamilyRow = (typeof PAYOUT_FAMILIES)[PayoutFamilyName];
const familyCalls = (row: FamilyRow) => ({ ...payingCalls(row), ...readingCalls(row) });

/** From the first look at the price to the confirmation. */
function payingCalls({ prefix, confirm, title }: FamilyRow) {
  return {
    overview: endpoint({
      ...merchant,
      method: "GET",
      path: `${prefix}/overview`,
      title: `${title}：可用的账户、收款人和限额`,
      input: z.object({}),
      output: payoutOverview,
    }),
    ways: endpoint({
      ...certified,
      method: "POST",
      path: `${prefix}/ways`,
      title: `${title}：各种方式的费用、到账金额和时间`,
      rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
      input: request,
      output: z.array(wayOffer),
    }),
    elsewhere: endpoint({
      ...certified,
      method: "POST",
      path: `${prefix}/elsewhere`,
      title: `${title}：同样的付款从钱包或其他币种走，费用、到账金额和时间`,
      rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
      input: request,
      output: z.array(wayOffer),
    }),
    trial: endpoint({
      ...certified,
      method: "POST",
      path: `${prefix}/trial`,
      title: `${title}：试算手续费、汇率和到账金额（报价 30 秒有效）`,
      rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
      input: request,
      output: payoutQuote,
    }),
    apply: endpoint({
      ...certified,
      movesMoney: true,
      method: "POST",
      path: `${prefix}/apply`,
      title: `${title}：填写，等待验证（尚未扣款）`,
      idempotent: true,
      rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
      input: order,
      output: answer,
    }),
    sendCode: endpoint({
      ...certified,
      method: "POST",
      path: `${prefix}/captcha`,
      title: `${title}：发送验证码（与收款账户和金额绑定）`,
      input: ofId.extend({ channel }),
      output: codeSent,
    }),
    confirm: endpoint({
      ...certified,
      movesMoney: true,
      method: "POST",
      path: `${prefix}/${confirm}`,
      title: `${title}：用报价和验证码确认`,
      idempotent: true,
      input: confirmation,
      output: answer,
    }),
  };
}

/** What became of it. */
function readingCalls(row: FamilyRow) {
  const { title } = row;
  // Some families have an address of their own for what was paid.
  const prefix = "records" in row ? row.records : row.prefix;
  return {
    list: endpoint({
      ...merchant,
      method: "POST",
      path: `${prefix}/list`,
      title: `${title}：记录`,
      input: listInput(payoutList),
      output: listOutput(payoutList),
    }),
    detail: endpoint({
      ...merchant,
      method: "GET",
      path: `${prefix}/detail/{id}`,
      title: `${title}：一笔和它的经过`,
      input: ofId,
      output: payoutDetail,
    }),
    cancel: endpoint({
      ...merchant,
      movesMoney: true,
      method: "POST",
      path: `${prefix}/cancel`,
      title: `${title}：取消（提交银行以前）`,
      idempotent: true,
      input: ofId,
      output: answer,
    }),
    export: endpoint({
      ...merchant,
      method: "POST",
      path: `${prefix}/export`,
      title: `${title}：导出记录`,
      reply: "file",
      rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
      input: selection,
      output: fileReply,
    }),
    receipt: endpoint({
      ...merchant,
      method: "GET",
      path: `${prefix}/receipt/{id}`,
      title: `${title}：回单（PDF）`,
      reply: "file",
      rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
      input: ofId.extend({ language: paperLanguage }),
      output: fileReply,
    }),
  };
}

export const selection = z.object({
  filters: listInput(payoutList).shape.filters,
  format: z.enum(EXPORT_FORMAT_NAMES).default("csv"),
});

export type PayoutFamilyCalls = ReturnType<typeof familyCalls>;

/** Each call of one family marked as the same call of another. */
const asAliases = (calls: PayoutFamilyCalls, others: PayoutFamilyCalls): PayoutFamilyCalls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      { ...call, alias: others[name as keyof PayoutFamilyCalls].path },
    ]),
  ) as PayoutFamilyCalls;

const families = Object.fromEntries(
  Object.entries(PAYOUT_FAMILIES).map(([name, row]) => [name, familyCalls(row)]),
) as Record<PayoutFamilyName, PayoutFamilyCalls>;
/**
 * Each a table of its own: the same calls under another address. The pages withdraw through the kind's own calls, where
 * CITIC is one of the ways.
 */
export const payoutFamilies = { ...families, citic: asAliases(families.citic, families.withdrawal) };
