import type { OutgoingMessage } from "../modules/messages/index.ts";
import { SANDBOX_PAYOUT_REASONS } from "../rails/payout-bank/index.ts";
import { demoConversionId, demoPaymentId, demoStoreId } from "./ids.ts";
import { DEMO_MERCHANTS } from "./merchants.ts";

/** `ago` is in hours before the demo world was loaded. */
export type DemoMessage = OutgoingMessage & { ago: number; read?: true };

const [seller, developer, newcomer, enterprise, rejected] = DEMO_MERCHANTS.map((merchant) => merchant.merchantId) as [
  string,
  string,
  string,
  string,
  string,
];

/** Which of the withdrawals it was, the world knows only when it is loaded: these lead to the list. */
const IN_THE_LIST = { payoutId: "" } as const;

export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    ago: 1,
    merchantId: seller,
    event: "connection.lapsed",
    data: { store: "finance@nanyu-home.com", platform: "PayPal", storeId: demoStoreId(16) },
  },
  {
    ago: 5,
    merchantId: seller,
    event: "income.inTransit",
    data: {
      from: "Amazon 美国站",
      amount: "USD 18,640.00",
      eta: "下个工作日 18:00 前",
      account: "美国 USD 账户",
      incomeId: demoPaymentId(1),
    },
  },
  {
    ago: 20.1,
    merchantId: seller,
    event: "payout.completed",
    data: { ...IN_THE_LIST, kind: "提现", amount: "USD 20,000.00", payee: "招商银行 尾号 0831" },
  },
  {
    ago: 1.2,
    read: true,
    merchantId: seller,
    event: "payout.reviewing",
    data: {
      ...IN_THE_LIST,
      kind: "提现",
      amount: "USD 9,000.00",
      reason: "24 小时内累计超过 USD 20,000.00，由珊瑚汇财务复核",
    },
  },
  {
    ago: 144.8,
    read: true,
    merchantId: seller,
    event: "payout.failed",
    data: { ...IN_THE_LIST, kind: "提现", amount: "USD 6,500.00", reason: SANDBOX_PAYOUT_REASONS.refuse },
  },
  {
    ago: 147.3,
    read: true,
    merchantId: seller,
    event: "payout.returned",
    data: { ...IN_THE_LIST, kind: "提现", amount: "USD 8,000.00", reason: SANDBOX_PAYOUT_REASONS.return },
  },
  {
    ago: 24.4,
    read: true,
    merchantId: seller,
    event: "payout.submitted",
    data: { ...IN_THE_LIST, kind: "提现", amount: "USD 20,000.00", payee: "招商银行 尾号 0831", eta: "1 个工作日内" },
  },
  {
    ago: 20,
    merchantId: seller,
    event: "security.newDevice",
    data: { device: "macOS，Edge 142", address: "115.204.•.•" },
  },
  {
    ago: 71,
    merchantId: seller,
    event: "income.held",
    data: {
      amount: "HKD 15,000.00",
      reason: "付款方与店铺名不一致",
      detail: "付款方 NORTHBRIDGE LTD",
      due: "11-20",
      incomeId: demoPaymentId(2),
    },
  },
  {
    ago: 101,
    merchantId: seller,
    event: "income.evidence",
    data: {
      amount: "USD 9,310.00",
      from: "Amazon 美国站",
      text: "没有对上的 3 份订单或物流凭证",
      due: "11-17",
      incomeId: demoPaymentId(6),
    },
  },
  {
    ago: 102,
    merchantId: seller,
    event: "connection.expiring",
    data: { store: "NANYU Living", platform: "TikTok Shop", day: "2026-11-24", storeId: demoStoreId(15) },
  },
  {
    ago: 23,
    read: true,
    merchantId: seller,
    event: "income.credited",
    data: { from: "eBay 英国站", amount: "GBP 2,318.44", balance: "GBP 12,764.18", incomeId: demoPaymentId(3) },
  },
  {
    ago: 75,
    read: true,
    merchantId: seller,
    event: "exchange.done",
    data: { bought: "CNY 85,173.60", sold: "USD 12,000.00", rate: "7.0978", conversionId: demoConversionId(1) },
  },
  {
    ago: 96,
    read: true,
    merchantId: seller,
    event: "income.credited",
    data: { from: "Qoo10 日本", amount: "JPY 612,000", balance: "JPY 4,381,200", incomeId: demoPaymentId(4) },
  },
  {
    ago: 9,
    merchantId: developer,
    event: "income.credited",
    data: { from: "Google Play", amount: "USD 3,482.17", balance: "USD 5,120.66", incomeId: demoPaymentId(5) },
  },
  {
    ago: 700,
    read: true,
    merchantId: developer,
    event: "certification.approved",
    data: { name: "陈以安" },
  },
  { ago: 12, merchantId: newcomer, event: "account.welcome", data: {} },
  {
    ago: 3,
    merchantId: enterprise,
    event: "payout.completed",
    data: { ...IN_THE_LIST, kind: "批量付款", amount: "USD 128,400.00", payee: "3 个供应商" },
  },
  {
    ago: 2,
    merchantId: rejected,
    event: "certification.rejected",
    data: { count: "2", reason: "营业执照右下角被遮挡，请重新拍摄，四角都要露出来；法定代表人身份证已过期" },
  },
];
