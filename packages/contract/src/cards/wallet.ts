import {
  CARD_WITHDRAWAL_TARGET_NAMES,
  CARD_WITHDRAWAL_TARGETS,
  cardWithdrawalLifecycle,
  CURRENCY_CODES,
  POSTING_REASON_NAMES,
  POSTING_REASONS,
  SERIAL_BUSINESSES,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { paperLanguage } from "../paper-language.ts";
import { wireTime } from "../wire-time.ts";
import { recharge, rechargeList, rechargeState } from "./recharges.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const certified = { family: "portal", access: "certified" } as const;
const withdrawalState = z.enum(stateNames(cardWithdrawalLifecycle));
const channel = z.enum(["sms", "email"]).default("sms");
const answer = z.object({ id: z.uuid(), state: rechargeState });
const feeLine = z.object({ label: z.string(), amount: money });
const withdrawalAnswer = z.object({ id: z.uuid(), state: withdrawalState });

const step = z.object({ label: z.string(), note: z.string().nullable(), at: wireTime });
const withdrawal = z.object({
  id: z.uuid(),
  state: withdrawalState,
  target: z.enum(CARD_WITHDRAWAL_TARGET_NAMES),
  targetName: z.string(),
  money,
  serialNumber: z.string(),
  createdAt: wireTime,
  finishedAt: wireTime.nullable(),
});
export const cardWithdrawalList = defineList({
  title: "转出记录",
  row: withdrawal,
  columns: {
    createdAt: { header: "时间", as: "time" },
    serialNumber: { header: "流水号", as: "code" },
    target: {
      header: "转到",
      options: Object.entries(CARD_WITHDRAWAL_TARGETS).map(([value, label]) => ({ value, label })),
    },
    targetName: { header: "账户" },
    money: { header: "金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: cardWithdrawalLifecycle },
    finishedAt: { header: "完成时间", as: "time" },
  },
  filters: {
    serialNumber: filter.text("流水号", "exact"),
    state: filter.state("状态", cardWithdrawalLifecycle),
    createdAt: filter.dateRange("时间"),
  },
  sort: ["createdAt"],
});

const reasons = POSTING_REASON_NAMES.map((value) => ({ value, label: POSTING_REASONS[value] }));
/** The card wallet entry by entry, as the books have it. */
export const fundChangeList = defineList({
  title: "资金变动",
  row: z.object({
    id: z.string(),
    at: wireTime,
    reason: z.enum(POSTING_REASON_NAMES),
    reference: z.string().nullable(),
    change: money,
    balance: money,
  }),
  columns: {
    at: { header: "时间", as: "time" },
    reason: { header: "事项", options: reasons },
    change: { header: "变动", as: "money" },
    balance: { header: "余额", as: "money" },
    reference: { header: "流水号", as: "code" },
  },
  filters: {
    reason: filter.choice("事项", reasons),
    at: filter.dateRange("时间"),
  },
  sort: ["at"],
});

const source = z.object({
  kind: z.enum(["collection", "wallet"]),
  /** The receiving account; null for the wallet. */
  accountId: z.uuid().nullable(),
  name: z.string(),
  merchantName: z.string().nullable(),
  currency: z.enum(CURRENCY_CODES),
  available: money,
  problem: z.string().nullable(),
});
export type CardFundSource = z.output<typeof source>;
const funding = z.object({ accountId: z.uuid().nullable().default(null), amount: transferable });

export const cardWalletEndpoints = {
  cardWallet: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/wallet/get",
    title: "卡钱包：余额",
    input: nothing,
    output: z.object({
      id: z.uuid(),
      availableAmount: z.string(),
      currency: z.enum(CURRENCY_CODES),
      available: money,
      /** Provisional credits of disputes. */
      held: money,
      /** What settlements took beyond the money there was. */
      owed: money,
      onCards: money,
      heldOnCards: money,
      monthSpent: money,
      cards: z.number().int(),
    }),
  }),
  cardFundSources: endpoint({
    ...merchant,
    method: "GET",
    path: "/cb/fba/accountAndMerchantInfo",
    title: "卡钱包：可以转入的收款账户和钱包",
    input: nothing,
    output: z.array(source),
  }),
  quoteCardFunding: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/wallet/rechargeFee",
    title: "卡钱包：试算充值手续费",
    input: z.object({ amount: transferable }),
    output: z.object({
      amount: money,
      fee: money,
      feeLines: z.array(feeLine),
      arrives: money,
      /** The price is promised until then. */
      quoteId: z.uuid(),
      expiresAt: wireTime,
    }),
  }),
  sendCardFundingCode: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/wallet/rechargeCaptcha",
    title: "卡钱包：发送充值验证码（与来源和金额绑定）",
    input: funding.extend({ channel }),
    output: codeSent,
  }),
  fundCardWallet: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vcc/wallet/recharge",
    title: "卡钱包：用验证码从收款账户或钱包充值",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: funding.extend({
      verifyCode: field.code,
      channel,
      /** The promised price, with its coupons; without one it costs what it costs now. */
      quoteId: z.uuid().optional(),
    }),
    output: answer,
  }),
  serialNumber: endpoint({
    ...merchant,
    method: "GET",
    path: "/serialNumber/getByBizType/{type}",
    title: "取一个业务流水号（1 卡钱包线下汇款，2 卡充值，3 卡钱包转出）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: z.object({
      type: z.coerce.number().pipe(
        z.literal(
          Object.values(SERIAL_BUSINESSES).map(({ wire }) => wire),
          "没有这种业务",
        ),
      ),
    }),
    output: z.object({ serialNumber: z.string() }),
  }),
  offlineFundingInfo: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/wallet/offlineRechargeInfo",
    title: "卡钱包：线下汇款的收款信息",
    input: nothing,
    output: z.object({
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
      accountNumber: z.string(),
      notes: z.array(z.string()),
      open: z.boolean(),
    }),
  }),
  announceOfflineFunding: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/wallet/offlineRechargeApply",
    title: "卡钱包：登记一笔线下汇款",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      serialNumber: z.string().regex(/^CW\d{12}$/, "流水号不正确，请重新获取"),
      amount: transferable,
      payer: z.string().trim().min(2, "请填写汇款人").max(140, "最多 140 个字"),
    }),
    output: answer,
  }),
  cancelOfflineFunding: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/wallet/offlineRechargeCancel",
    title: "卡钱包：取消登记的线下汇款",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: answer,
  }),
  walletRecharges: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/wallet/rechargeRecords",
    title: "卡钱包：充值记录",
    input: listInput(rechargeList),
    output: listOutput(rechargeList),
  }),
  cardRechargeReceipt: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/wallet/rechargeReceipt/{id}",
    title: "卡钱包：充值回单（PDF）",
    reply: "file",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
    input: z.object({ id: z.uuid(), language: paperLanguage }),
    output: fileReply,
  }),
  withdrawFromCards: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vcc/wallet/withdrawal",
    title: "卡钱包：填写转出，等待验证（尚未扣款）",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      target: z.enum(CARD_WITHDRAWAL_TARGET_NAMES),
      /** The receiving account; none for the wallet. */
      bankAccountId: z.uuid().nullable().default(null),
      money: transferable,
    }),
    output: withdrawalAnswer,
  }),
  sendCardWithdrawalCode: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/wallet/withdrawalCaptcha",
    title: "卡钱包：发送转出验证码（与去向和金额绑定）",
    input: z.object({ id: z.uuid(), channel }),
    output: codeSent,
  }),
  confirmCardWithdrawal: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vcc/wallet/confirmWithdrawal",
    title: "卡钱包：用验证码确认转出",
    idempotent: true,
    input: z.object({ id: z.uuid(), verifyCode: field.code, channel }),
    output: withdrawalAnswer,
  }),
  confirmCardWithdraw: endpoint({
    ...certified,
    method: "POST",
    path: "/vccWithdraw/confirmWithdraw",
    alias: "/vcc/wallet/confirmWithdrawal",
    title: "卡钱包：用验证码确认转出（旧地址）",
    idempotent: true,
    input: z.object({ id: z.uuid(), verifyCode: field.code, channel }),
    output: withdrawalAnswer,
  }),
  cancelCardWithdrawal: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/wallet/cancelWithdrawal",
    title: "卡钱包：取消转出（验证以前）",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: withdrawalAnswer,
  }),
  cardWithdrawals: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/wallet/withdrawalRecords",
    title: "卡钱包：转出记录",
    input: listInput(cardWithdrawalList),
    output: listOutput(cardWithdrawalList),
  }),
  ownCnyAccount: endpoint({
    ...merchant,
    method: "GET",
    path: "/userBankAccount/getCnyAccount",
    title: "已绑定的人民币银行账户",
    input: nothing,
    output: z.object({ id: z.uuid(), holderName: z.string(), bankName: z.string(), lastFour: z.string() }).nullable(),
  }),
  fundChanges: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/wallet/fundChangeLog",
    title: "卡钱包：资金变动",
    input: listInput(fundChangeList),
    output: listOutput(fundChangeList),
  }),
  exportFundChanges: endpoint({
    ...merchant,
    method: "POST",
    reply: "file",
    path: "/vcc/wallet/fundChangeLog/export",
    title: "卡钱包：导出资金变动",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
    input: z.object({ filters: listInput(fundChangeList).shape.filters }),
    output: fileReply,
  }),
  rechargeCard: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vccRecharge/recharge",
    title: "卡充值：从卡钱包到卡片",
    idempotent: true,
    input: z.object({ cardId: z.uuid(), rechargeAmount: transferable }),
    output: answer,
  }),
  unloadCard: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vccRecharge/unload",
    title: "卡余额转回卡钱包",
    idempotent: true,
    input: z.object({ cardId: z.uuid(), rechargeAmount: transferable }),
    output: answer,
  }),
  cardRecharges: endpoint({
    ...merchant,
    method: "POST",
    path: "/vccRecharge/pageList",
    title: "卡充值记录",
    // What that card gave for the purchases of others.
    input: listInput(rechargeList).extend({ fromCardId: z.uuid().optional() }),
    output: listOutput(rechargeList),
  }),
  cardRechargeDetail: endpoint({
    ...merchant,
    method: "GET",
    path: "/vccRecharge/detail/{id}",
    title: "一笔充值",
    input: z.object({ id: z.uuid() }),
    // `source`: where the money of a wallet funding came from, by name and last four.
    output: recharge.extend({ source: z.string().nullable(), timeline: z.array(step) }),
  }),
  cardFees: endpoint({
    family: "gateway",
    access: "merchant",
    method: "GET",
    path: "/vcc/feeConfig/getFeeConfig",
    title: "珊瑚卡收费",
    input: nothing,
    output: z.array(z.object({ business: z.string(), label: z.string(), text: z.string() })),
  }),
  warnContacts: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/warn/contact/list",
    title: "余额提醒联系人",
    input: nothing,
    output: z.array(
      z.object({ id: z.uuid(), name: z.string(), address: z.string(), kind: z.enum(["mobile", "email"]) }),
    ),
  }),
  saveWarnContact: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/warn/contact/save",
    title: "新增或修改余额提醒联系人",
    idempotent: true,
    input: z.object({
      id: z.uuid().nullable().default(null),
      name: z.string().trim().min(1, "请填写姓名").max(40, "最多 40 个字"),
      /** A mobile number or a mail address. */
      address: z.string().trim().min(5, "请填写手机号或邮箱").max(120, "请填写正确的手机号或邮箱"),
    }),
    output: z.object({ id: z.uuid() }),
  }),
  removeWarnContact: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/warn/contact/delete",
    title: "删除余额提醒联系人",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
};
