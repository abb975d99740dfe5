import {
  CARD_BIN_NAMES,
  CARD_GROUP_NAMES,
  CARD_PURPOSE_NAMES,
  CURRENCY_CODES,
  DISPUTE_REASON_NAMES,
  looksLikeCardNumber,
  MOST_CARDS_AT_ONCE,
  SHOP_CATEGORY_NAMES,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, transferable, uploadedFile } from "../endpoint.ts";
import { field } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { wireDay, wireTime } from "../wire-time.ts";
import {
  cardDetail,
  cardList,
  cardPaymentList,
  cardState,
  controls,
  disputeView,
  limits,
  paymentDetail,
  shopName,
  trial,
} from "./views.ts";
import { cardWalletEndpoints } from "./wallet.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const certified = { family: "portal", access: "certified" } as const;
const ofId = z.object({ id: z.uuid() });
/** Nobody writes a card number where it would be read by everybody. */
const plain = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `最多 ${most} 个字`)
    .refine((text) => !looksLikeCardNumber(text), "请不要填写卡号");
const name = plain(30).min(1, "请填写卡名");
const answer = z.object({ id: z.uuid(), cardStatus: cardState });
const category = z.enum(SHOP_CATEGORY_NAMES);

const currencies = controls.shape.currencies.refine(
  (rows) => new Set(rows.map(({ currency }) => currency)).size === rows.length,
  "每个币种只填一次",
);
const givenControls = controls.extend({ validUntil: wireDay.nullable(), currencies }).partial();
const application = z.object({
  cardName: name,
  purpose: z.enum(CARD_PURPOSE_NAMES),
  bin: z.enum(CARD_BIN_NAMES),
  label: plain(20).nullable().default(null),
  owner: plain(20).nullable().default(null),
  cardholder: z.string().trim().min(2, "请选择持卡人").max(60, "最多 60 个字"),
  /** Loaded as soon as the card is there. */
  firstLoad: money.nullable().default(null),
  controls: givenControls.default({}),
});

const cardCalls = {
  cardUser: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/web/user/info",
    title: "珊瑚卡：能否申请、限额和收费",
    input: nothing,
    output: z.object({
      certified: z.boolean(),
      open: z.boolean(),
      openingFee: money,
      foreignFee: z.string(),
      mostCards: z.number().int(),
      cards: z.number().int(),
      perTransactionAtMost: money,
      dayAtMost: money,
      bins: z.array(
        z.object({
          bin: z.enum(CARD_BIN_NAMES),
          organisation: z.string(),
          currency: z.enum(CURRENCY_CODES),
          country: z.string(),
          about: z.string(),
        }),
      ),
    }),
  }),
  cardKycNames: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/web/user/kycNames",
    title: "珊瑚卡：可用的持卡人姓名",
    input: nothing,
    output: z.array(z.object({ name: z.string(), about: z.string() })),
  }),
  cards: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/pageList",
    title: "珊瑚卡列表",
    input: listInput(cardList).extend({ group: z.enum(CARD_GROUP_NAMES).optional(), bookId: z.uuid().optional() }),
    output: listOutput(cardList),
  }),
  cardCounts: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/card/pageInfo",
    title: "珊瑚卡：各组张数、标签和使用人",
    input: nothing,
    output: z.object({
      groups: z.record(z.enum(CARD_GROUP_NAMES), z.number().int()),
      labels: z.array(z.string()),
      owners: z.array(z.string()),
    }),
  }),
  card: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/card/detail/{id}",
    title: "一张珊瑚卡",
    input: ofId,
    output: cardDetail,
  }),
  cardBalance: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/card/cardBalance/{id}",
    title: "一张卡的余额",
    input: ofId,
    output: z.object({ balance: money, held: money }),
  }),
  applyForCards: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vcc/card/apply/batch",
    title: "申请一张或多张珊瑚卡",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      userCardDTO: z
        .array(application)
        .min(1, "请至少填写一张卡")
        .max(MOST_CARDS_AT_ONCE, `一次最多 ${MOST_CARDS_AT_ONCE} 张`),
    }),
    output: z.object({ ids: z.array(z.uuid()), fee: money }),
  }),
  updateCard: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/update",
    title: "修改卡名、标签、使用人、备用卡和卡组",
    idempotent: true,
    input: z.object({
      id: z.uuid(),
      cardName: name.optional(),
      label: plain(20).nullable().optional(),
      owner: plain(20).nullable().optional(),
      note: plain(200).nullable().optional(),
      backupCardId: z.uuid().nullable().optional(),
      bookId: z.uuid().nullable().optional(),
    }),
    output: answer,
  }),
  setCardControls: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/card/controls",
    title: "修改限额和用卡规则",
    idempotent: true,
    input: z.object({ id: z.uuid(), controls: givenControls, unlock: z.literal(true).optional() }),
    output: answer,
  }),
  suspendCard: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/suspend",
    title: "冻结卡片",
    idempotent: true,
    input: ofId,
    output: answer,
  }),
  unsuspendCard: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/card/unsuspend",
    title: "解冻卡片",
    idempotent: true,
    input: ofId,
    output: answer,
  }),
  closeCard: endpoint({
    movesMoney: true,
    ...merchant,
    method: "POST",
    path: "/vcc/card/close",
    title: "注销卡片，余额回卡钱包",
    idempotent: true,
    input: ofId,
    output: answer,
  }),
  replaceCard: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/vcc/card/replace",
    title: "换卡：新卡沿用设置，旧卡注销，余额转到新卡",
    idempotent: true,
    input: ofId,
    output: answer,
  }),
  deleteCard: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/delete",
    title: "从列表移除已注销的卡片",
    idempotent: true,
    input: ofId,
    output: done,
  }),
  revealCard: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/card/reveal",
    title: "凭新验证码查看卡号（60 秒，验证码类型 3）",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 3600 },
    input: z.object({ id: z.uuid(), verifyCode: field.code, channel: z.enum(["sms", "email"]).default("sms") }),
    output: z.object({ path: z.string(), seconds: z.number().int() }),
  }),
  simulateCard: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/simulate",
    title: "试一笔：这张卡在这家商户能否通过",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({
      id: z.uuid(),
      amount: transferable,
      shopName,
      category: category.default("other"),
      country: z.string().length(2, "请选择国家或地区").default("US"),
      /** More of this purchase, which has to be open: it is judged together with what was asked for before. */
      moreOf: z.uuid().optional(),
    }),
    output: trial,
  }),
  cardBooks: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/card/book/list",
    title: "卡组",
    input: nothing,
    output: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        cards: z.number().int(),
        limits: limits.omit({ perTransaction: true }),
        spent: limits.omit({ perTransaction: true }).extend({ day: money, month: money, life: money }),
      }),
    ),
  }),
  saveCardBook: endpoint({
    ...certified,
    method: "POST",
    path: "/vcc/card/book/save",
    title: "新增或修改卡组和共用限额",
    idempotent: true,
    input: z.object({
      id: z.uuid().nullable().default(null),
      name: plain(30).min(1, "请填写卡组名称"),
      limits: limits.omit({ perTransaction: true }),
    }),
    output: ofId,
  }),
  removeCardBook: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/card/book/delete",
    title: "删除没有卡片的卡组",
    idempotent: true,
    input: ofId,
    output: done,
  }),
};

const paymentInput = listInput(cardPaymentList).extend({
  /** 0 newest first, 1 oldest first. */
  sortType: z.union([z.literal(0), z.literal(1)]).optional(),
  cardId: z.uuid().optional(),
});
const statistic = z.object({ key: z.string(), label: z.string(), amount: money, count: z.number().int() });
const paymentCalls = {
  cardTransactions: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/web/transaction/pageList",
    title: "珊瑚卡交易",
    input: paymentInput,
    output: listOutput(cardPaymentList),
  }),
  cardTransaction: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/web/transaction/detail/{id}",
    title: "一笔交易、它的经过和决定",
    input: ofId,
    output: paymentDetail,
  }),
  cardAuthorisations: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/web/authorization/pageList",
    title: "授权记录：待清算、撤销、超时释放和拒绝",
    input: paymentInput,
    output: listOutput(cardPaymentList),
  }),
  exportCardTransactions: endpoint({
    ...merchant,
    method: "POST",
    reply: "file",
    path: "/vcc/web/transaction/export",
    title: "导出珊瑚卡交易",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
    input: z.object({ filters: paymentInput.shape.filters }),
    output: fileReply,
  }),
  cardStatistics: endpoint({
    ...merchant,
    method: "GET",
    path: "/vcc/web/transaction/statistics",
    title: "消费统计：按月、卡片、商户、类别、标签和使用人",
    input: z.object({ months: z.coerce.number().int().min(1).max(24).default(6), cardId: z.uuid().optional() }),
    output: z.object({
      months: z.array(statistic),
      cards: z.array(statistic),
      shops: z.array(statistic),
      categories: z.array(statistic),
      labels: z.array(statistic),
      owners: z.array(statistic),
      total: money,
      declined: z.number().int(),
    }),
  }),
  attachCardReceipt: endpoint({
    ...merchant,
    method: "POST",
    body: "multipart",
    path: "/vcc/web/transaction/receipt",
    title: "给交易附上票据",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: z.object({ id: z.uuid(), file: uploadedFile() }),
    output: z.object({ fileId: z.uuid(), fileName: z.string() }),
  }),
  cardFile: endpoint({
    ...merchant,
    method: "GET",
    reply: "file",
    path: "/vcc/web/transaction/file/{id}/{fileId}",
    title: "交易的票据或争议证据",
    input: z.object({ id: z.uuid(), fileId: z.uuid() }),
    output: fileReply,
  }),
  disputePayment: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/web/transaction/dispute",
    title: "对已清算的交易提出争议",
    idempotent: true,
    rateLimit: { per: "caller", limit: 30, windowSeconds: 3600 },
    input: z.object({
      id: z.uuid(),
      reason: z.enum(DISPUTE_REASON_NAMES),
      statement: plain(1000).min(10, "请至少写 10 个字，说明发生了什么"),
      amount: transferable,
    }),
    output: disputeView,
  }),
  addDisputeEvidence: endpoint({
    ...merchant,
    method: "POST",
    body: "multipart",
    path: "/vcc/web/transaction/dispute/evidence",
    title: "上传争议证据",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: z.object({ id: z.uuid(), file: uploadedFile() }),
    output: z.object({ fileId: z.uuid(), fileName: z.string() }),
  }),
  answerDispute: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/web/transaction/dispute/answer",
    title: "答复补充证据的要求",
    idempotent: true,
    input: z.object({ id: z.uuid(), note: plain(500).min(2, "请写明补充了什么") }),
    output: disputeView,
  }),
  withdrawDispute: endpoint({
    ...merchant,
    method: "POST",
    path: "/vcc/web/transaction/dispute/withdraw",
    title: "撤回争议",
    idempotent: true,
    input: ofId,
    output: disputeView,
  }),
};

/** What the issuer sends: signed, any number of times. An authorisation is answered in the reply. */
const hook = {
  cardIssuerNotice: endpoint({
    family: "portal",
    access: "public",
    method: "POST",
    path: "/hooks/card_issuer",
    title: "发卡方的通知（带签名）",
    rateLimit: { per: "address", limit: 60_000, windowSeconds: 60 },
    input: z.object({
      timestamp: z.string().regex(/^\d{10}$/, "时间戳要是 10 位秒数"),
      signature: z.string().regex(/^[0-9a-f]{64}$/, "签名要是 64 位十六进制"),
      payload: z.string().max(20_000),
    }),
    output: z.object({
      outcome: z.string(),
      approved: z.boolean(),
      /** The network's response code; 00 is yes, 10 is a part of it. */
      code: z.string(),
      amount: z.string().nullable(),
      at: wireTime,
    }),
  }),
};

export const cardEndpoints = { ...cardCalls, ...paymentCalls, ...cardWalletEndpoints, ...hook };
