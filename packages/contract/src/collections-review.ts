import {
  CURRENCIES,
  CURRENCY_CODES,
  INCOME_HOLD_NAMES,
  INCOME_HOLDS,
  incomeLifecycle,
  NOTICE_OUTCOMES,
  receivingAccountLifecycle,
  stateNames,
  unclaimedIncomeLifecycle,
} from "@coralhub/domain";
import { z } from "zod";
import { payInWay, receivingAccountHead, storeOfAccount } from "./collections-accounts.ts";
import { incomeDetail, incomeEventView, incomeHead } from "./collections-views.ts";
import { done, endpoint, fileReply, money, nothing } from "./endpoint.ts";
import { defineList, filter, listInput, listOutput } from "./list.ts";
import { wireTime } from "./wire-time.ts";

const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);
const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");
const decision = z.enum(["approve", "reject"]);
const incomeAnswer = z.object({ state: incomeHead.shape.state });

/** Every payment of every merchant; the desk opens on what waits. */
export const incomeDeskList = defineList({
  title: "异常收款",
  row: incomeHead.extend({
    merchantId: z.uuid(),
    currency: z.enum(CURRENCY_CODES),
    /** Somebody has proposed to send it back: another colleague decides. */
    returnProposed: z.enum(["yes", "no"]),
    /** The merchant would rather have it sent back. */
    returnWished: z.enum(["yes", "no"]),
    dueAt: wireTime.nullable(),
  }),
  columns: {
    announcedAt: { header: "通知时间", as: "time" },
    merchantId: { header: "商户编号", as: "code" },
    payerName: { header: "付款方" },
    platform: { header: "平台" },
    amount: { header: "金额", as: "money" },
    hold: { header: "原因" },
    state: { header: "状态", as: "state", lifecycle: incomeLifecycle },
    dueAt: { header: "商户应在此前说明", as: "time" },
    reference: { header: "银行流水号", as: "code" },
  },
  filters: {
    state: filter.state("状态", incomeLifecycle),
    hold: filter.choice(
      "原因",
      INCOME_HOLD_NAMES.map((value) => ({ value, label: INCOME_HOLDS[value].label })),
    ),
    currency: currencies,
    returnProposed: filter.choice("退回复核", [
      { value: "yes", label: "待复核退回" },
      { value: "no", label: "无" },
    ]),
    payerName: filter.text("付款方"),
    merchantId: filter.text("商户编号", "exact"),
    reference: filter.text("银行流水号", "exact"),
    announcedAt: filter.dateRange("通知时间"),
  },
  sort: ["announcedAt"],
});

export const unclaimedIncomeList = defineList({
  title: "无主来款",
  row: z.object({
    id: z.uuid(),
    state: z.enum(stateNames(unclaimedIncomeLifecycle)),
    accountNumber: z.string(),
    payerName: z.string(),
    payerCountry: z.string().nullable(),
    remittance: z.string(),
    amount: money,
    reference: z.string(),
    arrivedAt: wireTime,
    /** What a colleague proposes, and for whom. */
    proposal: z.enum(["assign", "return"]).nullable(),
    proposedMerchantId: z.uuid().nullable(),
    proposedAccountId: z.uuid().nullable(),
    proposedName: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  columns: {
    arrivedAt: { header: "到账时间", as: "time" },
    accountNumber: { header: "收款账号", as: "code" },
    payerName: { header: "付款方" },
    remittance: { header: "附言" },
    amount: { header: "金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: unclaimedIncomeLifecycle },
    proposedName: { header: "提出人" },
    reason: { header: "说明" },
    reference: { header: "银行流水号", as: "code" },
  },
  filters: {
    state: filter.state("状态", unclaimedIncomeLifecycle),
    accountNumber: filter.text("收款账号", "exact"),
    payerName: filter.text("付款方"),
    reference: filter.text("银行流水号", "exact"),
    arrivedAt: filter.dateRange("到账时间"),
  },
  sort: ["arrivedAt"],
});

export const receivingAccountList = defineList({
  title: "收款账户",
  row: receivingAccountHead.extend({ merchantId: z.uuid() }),
  columns: {
    appliedAt: { header: "申请时间", as: "time" },
    merchantId: { header: "商户编号", as: "code" },
    holderName: { header: "户名" },
    platform: { header: "平台" },
    currency: { header: "币种", as: "code" },
    accountNumber: { header: "账号", as: "code" },
    bankName: { header: "开户行" },
    state: { header: "状态", as: "state", lifecycle: receivingAccountLifecycle },
    reason: { header: "原因" },
    openedAt: { header: "开通时间", as: "time" },
  },
  filters: {
    state: filter.state("状态", receivingAccountLifecycle),
    currency: currencies,
    holderName: filter.text("户名"),
    accountNumber: filter.text("账号", "exact"),
    merchantId: filter.text("商户编号", "exact"),
    appliedAt: filter.dateRange("申请时间"),
  },
  sort: ["appliedAt"],
});

const incomeDesk = {
  incomeDesk: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/list",
    title: "收款处理台",
    input: listInput(incomeDeskList),
    output: listOutput(incomeDeskList),
  }),
  incomeCase: endpoint({
    ...reviewer,
    method: "GET",
    path: "/income/{merchantId}/{id}",
    title: "一笔收款：规则、材料和经过（查看会记录）",
    input: z.object(ref),
    output: incomeDetail.omit({ may: true, claimable: true }).extend({
      merchantId: z.uuid(),
      payerAccount: z.string().nullable(),
      returnProposal: z.object({ reason: z.string(), by: z.string(), at: wireTime, mine: z.boolean() }).nullable(),
      may: z.object({ credit: z.boolean(), ask: z.boolean(), proposeReturn: z.boolean(), decideReturn: z.boolean() }),
    }),
  }),
  incomeCaseDocument: endpoint({
    ...reviewer,
    method: "GET",
    path: "/income/{merchantId}/{id}/document/{fileId}",
    title: "查看一份材料（查看会记录）",
    reply: "file",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  creditIncome: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/credit",
    title: "核实无误，入账",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: incomeAnswer,
  }),
  askIncomeEvidence: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/ask",
    title: "请商户补充材料",
    idempotent: true,
    input: z.object({
      ...ref,
      text: z.string().trim().min(4, "请写明要补充什么，商户会看到").max(300, "最多 300 个字"),
    }),
    output: incomeAnswer,
  }),
  proposeReturn: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/return",
    title: "提出退回付款方（由另一位同事复核）",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: done,
  }),
  decideReturn: endpoint({
    ...finance,
    method: "POST",
    path: "/income/{merchantId}/{id}/return/decide",
    title: "复核退回",
    idempotent: true,
    input: z.object({ ...ref, decision, note: z.string().trim().max(300).default("") }),
    output: incomeAnswer,
  }),
};

const unclaimedDesk = {
  unclaimedIncomes: endpoint({
    ...reviewer,
    method: "POST",
    path: "/unclaimed_income/list",
    title: "无主来款列表",
    input: listInput(unclaimedIncomeList),
    output: listOutput(unclaimedIncomeList),
  }),
  proposeUnclaimed: endpoint({
    ...reviewer,
    method: "POST",
    path: "/unclaimed_income/{id}/propose",
    title: "提出归入商户账户或退回（由另一位同事复核）",
    idempotent: true,
    input: z
      .object({
        id: z.uuid(),
        proposal: z.enum(["assign", "return"]),
        merchantId: z.uuid("请填写商户编号").optional(),
        accountId: z.uuid("请选择收款账户").optional(),
        reason,
      })
      .refine(({ proposal, merchantId, accountId }) => proposal === "return" || (merchantId && accountId), {
        path: ["accountId"],
        message: "请选择归入的商户和收款账户",
      }),
    output: done,
  }),
  decideUnclaimed: endpoint({
    ...finance,
    method: "POST",
    path: "/unclaimed_income/{id}/decide",
    title: "复核无主来款",
    idempotent: true,
    input: z.object({ id: z.uuid(), decision, note: z.string().trim().max(300).default("") }),
    output: z.object({ state: z.enum(stateNames(unclaimedIncomeLifecycle)) }),
  }),
};

const accountMove = {
  ...reviewer,
  method: "POST",
  idempotent: true,
  input: z.object({ ...ref, reason }),
  output: done,
} as const;
const accountDesk = {
  receivingAccountDesk: endpoint({
    ...reviewer,
    method: "POST",
    path: "/receiving_accounts/list",
    title: "收款账户列表",
    input: listInput(receivingAccountList),
    output: listOutput(receivingAccountList),
  }),
  receivingAccountCase: endpoint({
    ...reviewer,
    method: "GET",
    path: "/receiving_accounts/{merchantId}/{id}",
    title: "一个收款账户：资料、店铺、余额和经过",
    input: z.object(ref),
    output: receivingAccountHead.extend({
      merchantId: z.uuid(),
      ways: z.array(payInWay),
      stores: z.array(storeOfAccount),
      available: money,
      held: money,
      inTransit: money,
      timeline: z.array(incomeEventView),
    }),
  }),
  freezeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/freeze",
    title: "冻结收款账户",
  }),
  unfreezeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/unfreeze",
    title: "解冻收款账户",
  }),
  closeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/close",
    title: "关闭收款账户（没有余额和在途款时）",
  }),
};

/** The operators' side of receiving accounts and income. */
export const collectionsReviewEndpoints = { ...incomeDesk, ...unclaimedDesk, ...accountDesk };

const sandbox = { family: "sandbox", access: "operator" } as const;
const bankSettings = z.object({
  openingDelaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
  /** The bank refuses whoever applies from now on. */
  refuse: z.boolean(),
});
/** What came of each notice; the ones that are late have none yet. */
const outcomes = z.array(z.enum(NOTICE_OUTCOMES));
/** The sandbox's receiving bank; absent in production. */
export const receivingBankEndpoints = {
  bankSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/receiving_bank/settings",
    title: "模拟收款银行：开户快慢和拒绝",
    input: nothing,
    output: bankSettings,
  }),
  setBankSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/settings",
    title: "设定模拟收款银行",
    input: bankSettings,
    output: done,
  }),
  payIn: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/pay_in",
    title: "向收款账户打款",
    input: z.object({
      /** Any number; one that is nobody's becomes unclaimed money. */
      accountNumber: z.string().trim().min(4, "请填写收款账号").max(40),
      amount: money,
      /** Left out: the name under which the platform usually pays. */
      payer: z.string().trim().min(2).max(140).optional(),
      remittance: z.string().trim().max(140).default(""),
      /** `announced` only tells of it; pay in again with the same reference to let it arrive. */
      stage: z.enum(["announced", "arrived"]).default("arrived"),
      reference: z
        .string()
        .regex(/^[A-Za-z0-9-]{4,60}$/, "流水号只用字母、数字和连字符")
        .optional(),
      /** The bank tells of it so much later. */
      delaySeconds: z.number().int().min(0).max(86_400).default(0),
      /** Every notice comes this many times. */
      times: z.number().int().min(1).max(20).default(1),
      /** The arrival is told before the announcement. */
      outOfOrder: z.boolean().default(false),
    }),
    output: z.object({ reference: z.string(), outcomes }),
  }),
  announceAgain: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/announce_again",
    title: "把一笔打款再通知一次（只应入账一次）",
    input: z.object({ reference: z.string().trim().min(4, "请填写流水号").max(60) }),
    output: z.object({ outcomes }),
  }),
  bankPayments: endpoint({
    ...sandbox,
    method: "GET",
    path: "/receiving_bank/payments",
    title: "最近的打款",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        accountNumber: z.string(),
        payer: z.string(),
        amount: money,
        at: wireTime,
        /** How often it was told, and not yet. */
        told: z.number().int(),
        waiting: z.number().int(),
      }),
    ),
  }),
};
