import { defineList, filter } from "@coralhub/contract";
import { defineLifecycle, type Currency, type PlatformCategory } from "@coralhub/domain";
import { z } from "zod";
import type { Section } from "../form/field.ts";
import { rule } from "../form/validate.ts";
import type { TimelineNode } from "../pages/timeline.tsx";

/* Invented rows for the style page only. */

export const sampleLifecycle = defineLifecycle({
  name: "sample income",
  initial: "inTransit",
  states: {
    inTransit: { label: "在途", tone: "info" },
    needsYou: { label: "待补充", tone: "warning" },
    booked: { label: "已入账", tone: "success" },
    abnormal: { label: "异常", tone: "danger" },
    returned: { label: "已退回", tone: "neutral" },
  },
  groups: { open: ["needsYou", "abnormal"], moving: ["inTransit"], ended: ["booked", "returned"] },
  actions: {
    book: { label: "入账", from: ["inTransit", "needsYou", "abnormal"], to: "booked", by: "operator" },
    ask: { label: "要求补充", from: ["inTransit"], to: "needsYou", by: "operator" },
    doubt: { label: "标记异常", from: ["inTransit"], to: "abnormal", by: "operator" },
    return: { label: "退回", from: ["abnormal"], to: "returned", by: "operator" },
  },
});

const row = z.object({
  id: z.string(),
  store: z.string(),
  letters: z.string(),
  category: z.custom<PlatformCategory>(),
  paidAt: z.string(),
  payer: z.string(),
  account: z.string(),
  amount: z.object({ currency: z.custom<Currency>(), amount: z.string() }),
  state: z.enum(["inTransit", "needsYou", "booked", "abnormal", "returned"]),
  reference: z.string(),
});
export type SampleRow = z.output<typeof row>;

export const sampleList = defineList({
  title: "收入记录",
  row,
  columns: {
    store: { header: "店铺" },
    paidAt: { header: "付款时间", as: "time" },
    payer: { header: "付款方" },
    reference: { header: "流水号", as: "code" },
    amount: { header: "金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: sampleLifecycle },
  },
  filters: {
    payer: filter.text("付款方、流水号"),
    paidAt: filter.dateRange("付款时间"),
    category: filter.choice("平台", [
      { value: "marketplace", label: "电商平台" },
      { value: "payment", label: "支付平台" },
      { value: "offline", label: "线下" },
    ]),
    state: filter.state("状态", sampleLifecycle),
  },
  sort: ["paidAt", "amount"],
});

type Short = [string, string, PlatformCategory, string, string, Currency, string, SampleRow["state"]];
const rows: Short[] = [
  ["Amazon 美国站", "a", "marketplace", "2026-11-13 10:24:00", "AMAZON PAYMENTS, INC.", "USD", "18640.00", "inTransit"],
  ["Shopify", "Sh", "marketplace", "2026-11-12 21:40:00", "SHOPIFY INTL LTD", "EUR", "4205.60", "inTransit"],
  ["eBay 英国站", "eB", "marketplace", "2026-11-12 16:12:00", "EBAY COMMERCE UK LTD", "GBP", "2318.44", "booked"],
  ["线下贸易", "线", "offline", "2026-11-11 15:20:00", "NORTHBRIDGE LTD", "HKD", "15000.00", "abnormal"],
  ["Qoo10 日本", "Q", "marketplace", "2026-11-10 11:05:00", "EBAY JAPAN G.K.", "JPY", "612000", "booked"],
  ["PayPal", "Pp", "payment", "2025-11-05 19:33:00", "PAYPAL PTE. LTD.", "USD", "-860.00", "returned"],
];
export const sampleRows: SampleRow[] = rows.map(
  ([store, letters, category, paidAt, payer, currency, amount, state], index) => ({
    id: String(index + 1),
    store,
    letters,
    category,
    paidAt,
    payer,
    account: "美国 USD",
    amount: { currency, amount },
    state,
    reference: `IN2026111009520481${index}`,
  }),
);

export const sampleTimeline: TimelineNode[] = [
  { title: "Amazon 发出付款", note: "平台", when: "11-09 23:10", state: "done" },
  { title: "到达收款银行", note: "银行，参考号已核对", when: "11-10 09:52", state: "done" },
  { title: "等您补充 3 笔订单", note: "您", when: "已等 3 天", state: "current" },
  { title: "核对通过，进入可用余额", when: "补齐后", state: "next" },
];

export const sampleSections: Section[] = [
  {
    title: "收款人",
    intro: "与银行登记一致，错一个字也会退回",
    fields: [
      {
        kind: "text",
        name: "holder",
        label: "收款人户名",
        optional: true,
        placeholder: "与银行登记一致",
        help: "个人填身份证姓名，企业填全称",
      },
      {
        kind: "text",
        name: "iban",
        label: "IBAN",
        mono: true,
        width: 232,
        rules: [rule.pattern(/^[A-Z]{2}\d{2}[A-Z0-9 ]{11,30}$/, "校验不通过，请核对末两位")],
      },
      {
        kind: "select",
        name: "currency",
        label: "币种",
        width: 232,
        options: [
          { value: "USD", label: "USD 美元" },
          { value: "EUR", label: "EUR 欧元" },
        ],
      },
      { kind: "date", name: "day", label: "日期", width: 232 },
      {
        kind: "amount",
        name: "amount",
        label: "提现金额",
        width: 232,
        prefix: "USD",
        help: "可用 USD 86,420.35，最低 USD 50.00",
      },
      { kind: "password", name: "token", label: "访问令牌", mono: true, help: "保存后加密，只显示末四位" },
    ],
  },
  {
    title: "您以什么身份收款",
    fields: [
      {
        kind: "choice",
        name: "identity",
        label: "身份",
        options: [
          { value: "person", label: "个人", note: "身份证、人脸核验" },
          { value: "mainland", label: "内地企业", note: "营业执照、法人身份证" },
          { value: "overseas", label: "香港或海外公司", note: "注册证书、董事资料" },
        ],
      },
      { kind: "readonly", name: "company", label: "企业名称", review: { verdict: "accepted" } },
      {
        kind: "text",
        name: "latinName",
        label: "企业英文名称",
        review: {
          verdict: "rejected",
          reason: "缺少公司类型。应写全称，例如以 Co., Ltd. 结尾",
          by: "审核员，11-10 11:06",
        },
      },
      { kind: "textarea", name: "remark", label: "备注", optional: true, rows: 3, maxLength: 200 },
      { kind: "check", name: "agree", label: "确认", words: "以上信息属实" },
    ],
  },
];
export const sampleValues = {
  iban: "DE89 3704 0044 0532 0130 01",
  currency: "USD",
  amount: "20,000.00",
  identity: "mainland",
  company: "深圳市南屿科技有限公司",
  latinName: "Shenzhen Haitangli Trade",
};
