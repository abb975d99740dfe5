import {
  CARD_BIN_NAMES,
  cardDisputeLifecycle,
  cardLifecycle,
  cardPaymentLifecycle,
  cardTransferLifecycle,
  CURRENCY_CODES,
  DISPUTE_DESK_ACTIONS,
  DISPUTE_REASON_NAMES,
  DISPUTE_REASONS,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import { cardState, disputeState, disputeView, shopName } from "./views.ts";

const reader = { family: "ops", access: "operator" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");

/** Found by last four or token, never by the number: nobody here has it. */
export const cardDeskList = defineList({
  title: "珊瑚卡",
  row: z.object({
    id: z.uuid(),
    merchantId: z.uuid(),
    cardName: z.string(),
    lastFour: z.string().nullable(),
    token: z.string().nullable(),
    bin: z.enum(CARD_BIN_NAMES),
    cardStatus: cardState,
    currency: z.enum(CURRENCY_CODES),
    blockedByUs: z.string().nullable(),
    /** Since when its owner has it out of sight. */
    removedAt: wireTime.nullable(),
    createdAt: wireTime,
  }),
  columns: {
    createdAt: { header: "申请时间", as: "time" },
    merchantId: { header: "商户", as: "code" },
    cardName: { header: "卡名" },
    lastFour: { header: "尾号", as: "code" },
    bin: { header: "卡段", as: "code" },
    cardStatus: { header: "状态", as: "state", lifecycle: cardLifecycle },
    token: { header: "卡标识", as: "code" },
  },
  filters: {
    lastFour: filter.lastFour("尾号"),
    token: filter.cardWords("卡标识", "exact"),
    merchantId: filter.text("商户编号", "exact"),
    cardStatus: filter.state("状态", cardLifecycle),
    createdAt: filter.dateRange("申请时间"),
  },
  sort: ["createdAt"],
});

export const cardDisputeDeskList = defineList({
  title: "交易争议",
  row: z.object({
    id: z.uuid(),
    merchantId: z.uuid(),
    paymentId: z.uuid(),
    shopName: z.string(),
    amount: money,
    reason: z.enum(DISPUTE_REASON_NAMES),
    state: disputeState,
    dueAt: wireTime.nullable(),
    createdAt: wireTime,
  }),
  columns: {
    createdAt: { header: "提出时间", as: "time" },
    merchantId: { header: "商户", as: "code" },
    shopName: { header: "消费商户" },
    amount: { header: "金额", as: "money" },
    reason: {
      header: "原因",
      options: Object.entries(DISPUTE_REASONS).map(([value, { label }]) => ({ value, label })),
    },
    state: { header: "状态", as: "state", lifecycle: cardDisputeLifecycle },
    dueAt: { header: "期限", as: "time" },
  },
  filters: {
    state: filter.state("状态", cardDisputeLifecycle),
    merchantId: filter.text("商户编号", "exact"),
    shopName: filter.text("消费商户"),
    createdAt: filter.dateRange("提出时间"),
  },
  sort: ["createdAt"],
});

export const cardTransferDeskList = defineList({
  title: "待核对的汇款",
  row: z.object({
    id: z.uuid(),
    reference: z.string(),
    payer: z.string(),
    remittance: z.string(),
    amount: money,
    state: z.enum(stateNames(cardTransferLifecycle)),
    matchedMerchantId: z.uuid().nullable(),
    arrivedAt: wireTime,
  }),
  columns: {
    arrivedAt: { header: "到账时间", as: "time" },
    reference: { header: "银行流水号", as: "code" },
    payer: { header: "汇款人" },
    remittance: { header: "附言" },
    amount: { header: "金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: cardTransferLifecycle },
    matchedMerchantId: { header: "已入商户", as: "code" },
  },
  filters: {
    state: filter.state("状态", cardTransferLifecycle),
    reference: filter.text("银行流水号", "exact"),
    payer: filter.text("汇款人"),
    arrivedAt: filter.dateRange("到账时间"),
  },
  sort: ["arrivedAt"],
});

const programme = z.object({
  perTransaction: transferable,
  day: transferable,
  cardsPerMerchant: z.number().int().min(1, "至少 1 张").max(10_000, "最多 10000 张"),
  attemptsPerHour: z.number().int().min(1, "至少 1 次").max(10_000, "最多 10000 次"),
});

const movement = z.object({
  reference: z.string(),
  ours: money.nullable(),
  theirs: money.nullable(),
  at: wireTime,
});

export const cardDeskEndpoints = {
  cardDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/cards/list",
    title: "珊瑚卡查询（尾号、卡标识）",
    input: listInput(cardDeskList),
    output: listOutput(cardDeskList),
  }),
  cardCase: endpoint({
    ...reader,
    method: "GET",
    path: "/cards/{merchantId}/{id}",
    title: "一张卡和最近的交易（查看会记录，不含卡号）",
    input: z.object(ref),
    output: cardDeskList.row.extend({
      balance: money,
      held: money,
      payments: z.array(
        z.object({
          id: z.uuid(),
          state: z.enum(stateNames(cardPaymentLifecycle)),
          shopName: z.string(),
          amount: money,
          sentence: z.string().nullable(),
          at: wireTime,
        }),
      ),
      may: z.object({ block: z.boolean(), unblock: z.boolean() }),
    }),
  }),
  blockCard: endpoint({
    ...finance,
    method: "POST",
    path: "/cards/{merchantId}/{id}/block",
    title: "停用一张卡",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: z.object({ cardStatus: cardState }),
  }),
  unblockCard: endpoint({
    ...finance,
    method: "POST",
    path: "/cards/{merchantId}/{id}/unblock",
    title: "恢复一张卡",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: z.object({ cardStatus: cardState }),
  }),
  cardProgramme: endpoint({
    ...reader,
    method: "GET",
    path: "/card_programme",
    title: "珊瑚卡平台限额",
    input: nothing,
    output: programme.extend({ changedAt: wireTime.nullable() }),
  }),
  setCardProgramme: endpoint({
    ...finance,
    method: "POST",
    path: "/card_programme",
    title: "提出调整珊瑚卡平台限额",
    idempotent: true,
    input: programme.extend({ reason }),
    output: z.object({ approvalId: z.uuid() }),
  }),
  blockedShops: endpoint({
    ...reader,
    method: "GET",
    path: "/card_shops",
    title: "屏蔽的消费商户",
    input: nothing,
    output: z.array(z.object({ key: z.string(), reason: z.string(), since: wireTime })),
  }),
  blockShop: endpoint({
    ...finance,
    method: "POST",
    path: "/card_shops",
    title: "屏蔽一家消费商户",
    idempotent: true,
    input: z.object({ shopName, reason }),
    output: done,
  }),
  unblockShop: endpoint({
    ...finance,
    method: "POST",
    path: "/card_shops/remove",
    title: "解除屏蔽",
    idempotent: true,
    input: z.object({ key: shopName, reason }),
    output: done,
  }),
  cardDisputeDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/card_disputes/list",
    title: "争议处理台",
    input: listInput(cardDisputeDeskList),
    output: listOutput(cardDisputeDeskList),
  }),
  cardDisputeCase: endpoint({
    ...reader,
    method: "GET",
    path: "/card_disputes/{merchantId}/{id}",
    title: "一件争议（查看会记录）",
    input: z.object(ref),
    output: disputeView.omit({ may: true }).extend({
      merchantId: z.uuid(),
      shopName: z.string(),
      reference: z.string(),
      actions: z.array(z.enum(DISPUTE_DESK_ACTIONS)),
      /** Why it cannot go to the network any more, though it stands where it could. */
      filingProblem: z.string().nullable(),
    }),
  }),
  moveCardDispute: endpoint({
    ...finance,
    method: "POST",
    path: "/card_disputes/{merchantId}/{id}/move",
    title: "处理争议",
    idempotent: true,
    input: z.object({ ...ref, action: z.enum(DISPUTE_DESK_ACTIONS), reason }),
    output: z.object({ state: disputeState }),
  }),
  cardDisputeFile: endpoint({
    ...reader,
    method: "GET",
    reply: "file",
    path: "/card_disputes/{merchantId}/{id}/file/{fileId}",
    title: "争议证据（查看会记录）",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  cardTransferDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/card_transfers/list",
    title: "汇入卡钱包账户、等待核对的汇款",
    input: listInput(cardTransferDeskList),
    output: listOutput(cardTransferDeskList),
  }),
  matchCardTransfer: endpoint({
    ...finance,
    method: "POST",
    path: "/card_transfers/match",
    title: "提出把汇款归入登记的流水号",
    idempotent: true,
    input: z.object({ id: z.uuid(), serialNumber: z.string().regex(/^CW\d{12}$/, "流水号不正确"), reason }),
    output: z.object({ approvalId: z.uuid() }),
  }),
  returnCardTransfer: endpoint({
    ...finance,
    method: "POST",
    path: "/card_transfers/return",
    title: "提出把汇款退回汇款人",
    idempotent: true,
    input: z.object({ id: z.uuid(), reason }),
    output: z.object({ approvalId: z.uuid() }),
  }),
  cardReconciliation: endpoint({
    ...reader,
    method: "GET",
    path: "/card_reconciliation",
    title: "与发卡方对账",
    input: z.object({ days: z.coerce.number().int().min(1).max(60).default(14) }),
    output: z.object({
      days: z.array(z.object({ day: z.string(), ours: money, theirs: money, count: z.number().int() })),
      differences: z.array(movement),
      /** Only one side knows it so far, and not for long: the other may still hear of it. */
      underWay: z.array(movement),
      /** Until when the issuer's statement tells everything; null where none has come. */
      reachesUntil: wireTime.nullable(),
    }),
  }),
};
