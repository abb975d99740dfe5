import {
  CURRENCY_CODES,
  isWalletNumber,
  SWEEP_RHYTHM_NAMES,
  stateNames,
  WALLET_TRANSFER_KIND_NAMES,
  WALLET_TRANSFER_KINDS,
  walletTransferLifecycle,
  PAYOUT_KIND_NAMES,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { paperLanguage } from "../paper-language.ts";
import { answer, order } from "../payouts/families.ts";
import { wireTime } from "../wire-time.ts";

const merchant = { family: "gateway", access: "merchant", flag: "multiCurrencyWallet" } as const;
const certified = { family: "gateway", access: "certified", flag: "multiCurrencyWallet" } as const;
const ofId = z.object({ id: z.uuid() });
const currencyCode = z.enum(CURRENCY_CODES);

const walletRow = z.object({
  currency: currencyCode,
  name: z.string(),
  isOpen: z.boolean(),
  hidden: z.boolean(),
  /** In the wallet, and on receiving accounts of this currency: what can be used, what is under way, what we hold. */
  available: money,
  collected: money,
  processing: money,
  held: money,
  coming: money,
  /** Wallet and receiving accounts at the middle rate of now; null where there is no rate. */
  equivalent: money.nullable(),
  mid: z.string().nullable(),
});
export type WalletRow = z.output<typeof walletRow>;

export const walletOverview = z.object({
  number: z.string(),
  holderName: z.string().nullable(),
  asOf: wireTime.nullable(),
  total: money.nullable(),
  wallets: z.array(walletRow),
  holds: z.array(
    z.object({
      postingId: z.uuid(),
      amount: money,
      what: z.string(),
      reference: z.string().nullable(),
      isOwn: z.boolean(),
      since: wireTime,
    }),
  ),
});
export type WalletOverview = z.output<typeof walletOverview>;

const sweep = z.object({ id: z.uuid(), keep: money, rhythm: z.enum(SWEEP_RHYTHM_NAMES) });
export const walletSource = z.object({
  accountId: z.uuid(),
  name: z.string(),
  currency: currencyCode,
  available: money,
  /** In the merchant's words; null where nothing stands in the way. */
  problem: z.string().nullable(),
  sweep: sweep.nullable(),
});
export type WalletSource = z.output<typeof walletSource>;

const kinds = WALLET_TRANSFER_KIND_NAMES.map((value) => ({ value, label: WALLET_TRANSFER_KINDS[value] }));
const transferRow = z.object({
  id: z.uuid(),
  kind: z.enum(WALLET_TRANSFER_KIND_NAMES),
  state: z.enum(stateNames(walletTransferLifecycle)),
  currency: currencyCode,
  amount: money,
  other: z.string(),
  note: z.string(),
  createdAt: wireTime,
  completedAt: wireTime.nullable(),
});
export type WalletTransferRow = z.output<typeof transferRow>;

export const walletTransferList = defineList({
  title: "钱包转账",
  row: transferRow,
  columns: {
    kind: { header: "种类", options: kinds },
    other: { header: "对方" },
    createdAt: { header: "时间", as: "time" },
    amount: { header: "金额", as: "money" },
    note: { header: "附言" },
    state: { header: "状态", as: "state", lifecycle: walletTransferLifecycle },
  },
  filters: {
    kind: filter.choice("种类", kinds),
    state: filter.state("状态", walletTransferLifecycle),
    createdAt: filter.dateRange("时间"),
  },
  sort: ["createdAt"],
});

export const walletTransfer = transferRow.extend({
  otherNumber: z.string().nullable(),
  fee: money,
  expiresAt: wireTime.nullable(),
  postingId: z.uuid().nullable(),
  may: z.object({ verify: z.boolean(), cancel: z.boolean() }),
  timeline: z.array(z.object({ label: z.string(), note: z.string().nullable(), at: wireTime })),
});
export type WalletTransfer = z.output<typeof walletTransfer>;

export const walletNumberField = z
  .string()
  .max(40)
  .overwrite((text) => text.replaceAll(/\s/g, ""))
  .refine(isWalletNumber, "钱包号是 12 位数字，请核对");
const isWallet = (accountId: string): boolean => /^wallet:[A-Z]{3}$/.test(accountId);
/** From a receiving account into the wallet: once, and by a rule. */
const fundingRequest = z.object({ accountId: z.uuid(), amount: transferable });
const sweepRequest = z.object({ accountId: z.uuid(), keep: money, rhythm: z.enum(SWEEP_RHYTHM_NAMES) });
const channel = { channel: z.enum(["sms", "email"]).default("sms") };
const withCode = { verifyCode: field.code, ...channel };
const payee = { number: walletNumberField, name: z.string().trim().min(2, "请填写对方的认证户名").max(140) };

export const walletEndpointTable = {
  walletOverview: endpoint({
    ...merchant,
    method: "GET",
    path: "/finance/outside/query/overview",
    title: "多币种钱包：各币种可用、处理中、暂扣、在途和折算",
    input: nothing,
    output: walletOverview,
  }),
  setWalletAccounts: endpoint({
    ...merchant,
    method: "POST",
    path: "/finance/outside/query/accounts/set",
    title: "钱包账户：开通、命名、排序、隐藏",
    idempotent: true,
    input: z.object({
      accounts: z
        .array(z.object({ currency, name: z.string().trim().max(40), hidden: z.boolean() }))
        .min(1)
        .max(CURRENCY_CODES.length),
    }),
    output: done,
  }),
  walletSources: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/asset/va/list",
    title: "可以转入钱包的收款账户和自动转入",
    input: nothing,
    output: z.array(walletSource),
  }),
  sendFundingCode: endpoint({
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/fund/code",
    title: "发送转入钱包验证码（与收款账户和金额绑定）",
    input: fundingRequest.extend(channel),
    output: codeSent,
  }),
  fundWallet: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/fund",
    title: "用验证码从收款账户转入钱包",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: fundingRequest.extend(withCode),
    output: z.object({ id: z.uuid(), balance: money }),
  }),
  sendSweepCode: endpoint({
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/sweep/code",
    title: "发送自动转入验证码（与收款账户和规则绑定）",
    input: sweepRequest.extend(channel),
    output: codeSent,
  }),
  setSweep: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/sweep/set",
    title: "用验证码设置自动转入：全部或超过一定金额的部分，到账就转或每天一次",
    idempotent: true,
    input: sweepRequest.extend(withCode),
    output: sweep,
  }),
  removeSweep: endpoint({
    ...merchant,
    method: "POST",
    path: "/guest/outside/asset/va/sweep/remove",
    title: "停用自动转入",
    idempotent: true,
    input: ofId,
    output: done,
  }),
  checkWalletPayee: endpoint({
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/payee",
    title: "核对对方钱包号和户名",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object(payee),
    output: z.object({ number: z.string(), maskedName: z.string() }),
  }),
  applyWalletTransfer: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/transfer/apply",
    title: "填写钱包转账，等待验证（尚未扣款）",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ ...payee, amount: transferable, note: z.string().trim().max(60).default("") }),
    output: walletTransfer,
  }),
  sendWalletCode: endpoint({
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/transfer/code",
    title: "发送钱包转账验证码（与收款人和金额绑定）",
    input: ofId.extend(channel),
    output: codeSent,
  }),
  confirmWalletTransfer: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/asset/va/transfer/confirm",
    title: "用验证码确认钱包转账",
    idempotent: true,
    input: ofId.extend(withCode),
    output: walletTransfer,
  }),
  cancelWalletTransfer: endpoint({
    ...merchant,
    method: "POST",
    path: "/guest/outside/asset/va/transfer/cancel",
    title: "取消还没验证的钱包转账",
    idempotent: true,
    input: ofId,
    output: walletTransfer,
  }),
  walletTransfers: endpoint({
    ...merchant,
    method: "POST",
    path: "/guest/outside/asset/va/transfer/page",
    title: "钱包转账记录",
    input: listInput(walletTransferList),
    output: listOutput(walletTransferList),
  }),
  walletTransfer: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/asset/va/transfer/detail/{id}",
    title: "一笔钱包转账和它的经过",
    input: ofId,
    output: walletTransfer,
  }),
  walletReceipt: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/asset/va/transfer/receipt/{id}",
    title: "钱包转账回单（PDF）",
    reply: "file",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
    input: ofId.extend({ language: paperLanguage }),
    output: fileReply,
  }),
  applyFromWallet: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/payout/apply",
    title: "从钱包付款：提现、供应商、服务商、卖家（填写，等待验证，尚未扣款）",
    idempotent: true,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: order
      .extend({ kind: z.enum(PAYOUT_KIND_NAMES) })
      .refine(({ accountId, parts }) => isWallet(accountId) && parts.every((part) => isWallet(part.accountId)), {
        path: ["accountId"],
        message: "请选择从哪个币种的钱包付款",
      }),
    output: answer,
  }),
  dictionary: endpoint({
    family: "gateway",
    access: "merchant",
    method: "GET",
    path: "/system/dict/data/getByDictType",
    forPrograms: true,
    title: "字典：页面用的同一张表",
    input: z.object({ dictType: z.string().max(60) }),
    output: z.array(z.object({ dictValue: z.string(), dictLabel: z.string() })),
  }),
};
