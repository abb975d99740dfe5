import {
  applicationLifecycle,
  COUNTRIES,
  passesLuhn,
  stateNames,
  startOfShanghaiDay,
  toShanghaiDay,
  type CertificationForm,
  type CountryCode,
} from "@coralhub/domain";
import { z } from "zod";
import { answersShape } from "../certification/answers.ts";
import { applicationView } from "../certification/application.ts";
import { currency, done, endpoint, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const SELLER_FORMS = {
  sellerPerson: "个人",
  sellerEnterprise: "内地企业",
  sellerHongkong: "香港公司",
} as const satisfies Partial<Record<CertificationForm, string>>;
type SellerForm = keyof typeof SELLER_FORMS;
const sellerForm = z.enum(Object.keys(SELLER_FORMS) as [SellerForm, ...SellerForm[]]);

export const sellerList = defineList({
  title: "货到付款卖家",
  row: z.object({
    id: z.string(),
    form: sellerForm,
    sellerName: z.string(),
    number: z.string(),
    state: z.enum(stateNames(applicationLifecycle)),
    /** `招商银行 •••• 0831`; empty where none is chosen. */
    bankCard: z.string(),
    submittedAt: wireTime,
    dueAt: wireTime,
    createdAt: wireTime,
  }),
  columns: {
    sellerName: { header: "卖家" },
    form: { header: "类型" },
    state: { header: "状态", as: "state", lifecycle: applicationLifecycle },
    bankCard: { header: "收款银行卡" },
    createdAt: { header: "添加时间", as: "time" },
  },
  filters: {
    state: filter.state("状态", applicationLifecycle),
    form: filter.choice(
      "类型",
      Object.entries(SELLER_FORMS).map(([value, label]) => ({ value, label })),
    ),
    sellerName: filter.text("卖家"),
    createdAt: filter.dateRange("添加时间"),
  },
  sort: ["createdAt"],
});

const bankCard = z.object({
  cardholderName: z.string().trim().min(2, "请填写持卡人姓名").max(100),
  /** Whitespace is removed; 16 to 19 digits with a check digit on the mainland. */
  bankCardNum: z.string().max(60),
  bankName: z.string().trim().min(2, "请填写开户银行").max(100),
  currency,
  country: z.enum(Object.keys(COUNTRIES) as [CountryCode, ...CountryCode[]], "请选择国家或地区"),
  city: z.string().trim().min(1, "请填写开户城市").max(60),
  swiftCode: z.string().trim().toUpperCase().max(11).default(""),
  companyAddress: z.string().trim().max(200).default(""),
  bankAddress: z.string().trim().max(200).default(""),
});
export type SellerBankCard = z.output<typeof bankCard>;

/** What is wrong with a card, by field. The page asks before it sends, the server asks again. */
export function bankCardProblems({ country, bankCardNum, swiftCode }: SellerBankCard): Record<string, string> {
  const problems: Record<string, string> = {};
  const number = bankCardNum.replaceAll(/\s/g, "");
  if (country === "CN" && !(/^\d{16,19}$/.test(number) && passesLuhn(number)))
    problems["bankCardNum"] = "银行卡号有误，请对照卡片检查 16 到 19 位数字";
  if (country !== "CN" && !/^[A-Z0-9-]{5,34}$/i.test(number))
    problems["bankCardNum"] = "账号由 5 到 34 位字母和数字组成";
  if (swiftCode === "" ? country !== "CN" : !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(swiftCode))
    problems["swiftCode"] = "请填写 8 或 11 位 SWIFT 代码";
  return problems;
}

/** The Hong Kong forms send licence dates as seconds since 1970; inside they are days like all others. */
const unixDay = z.codec(z.number().int().min(-4_000_000_000).max(8_000_000_000), z.string(), {
  decode: (seconds) => toShanghaiDay(new Date(seconds * 1000)),
  encode: (day) => Math.floor(startOfShanghaiDay(day).getTime() / 1000),
});
const hongkongShape = {
  ...answersShape("sellerHongkong"),
  blStartTime: unixDay.optional(),
  blEndTime: unixDay.optional(),
};

const reading = { family: "portal", access: "merchant" } as const;
const writing = { family: "portal", access: "certified", method: "POST", idempotent: true } as const;
const receipt = z.object({ id: z.string(), number: z.string(), submittedAt: wireTime, dueAt: wireTime });
const id = z.uuid();
const cardRow = z.object({
  id: z.string(),
  sellerId: z.string(),
  cardholderName: z.string(),
  /** Only the last four digits are ever shown. */
  bankCardNum: z.string(),
  bankName: z.string(),
  currency: z.string(),
  country: z.string(),
  city: z.string(),
  swiftCode: z.string(),
  companyAddress: z.string(),
  bankAddress: z.string(),
  /** The one this seller is paid to. */
  chosen: z.boolean(),
  createdAt: wireTime,
});

/** Sellers whose cash-on-delivery income a merchant collects, and where they are paid. */
export const sellerEndpoints = {
  sellers: endpoint({
    ...reading,
    method: "POST",
    path: "/seller/list",
    title: "卖家列表",
    input: listInput(sellerList),
    output: listOutput(sellerList),
  }),
  seller: endpoint({
    ...reading,
    method: "GET",
    path: "/seller/modify/{id}",
    title: "卖家资料和审核结果",
    input: z.object({ id }),
    output: z.object({ id: z.string(), form: sellerForm, application: applicationView, bankCards: z.array(cardRow) }),
  }),
  addPersonSeller: endpoint({
    ...writing,
    path: "/seller/add/person",
    title: "添加个人卖家",
    input: z.object(answersShape("sellerPerson")),
    output: receipt,
  }),
  modifyPersonSeller: endpoint({
    ...writing,
    path: "/seller/modify/person",
    title: "修改个人卖家",
    input: z.object({ ...answersShape("sellerPerson"), id }),
    output: receipt,
  }),
  addEnterpriseSeller: endpoint({
    ...writing,
    path: "/seller/add/enterprise",
    title: "添加企业卖家",
    input: z.object(answersShape("sellerEnterprise")),
    output: receipt,
  }),
  modifyEnterpriseSeller: endpoint({
    ...writing,
    path: "/seller/modify/enterprise",
    title: "修改企业卖家",
    input: z.object({ ...answersShape("sellerEnterprise"), id }),
    output: receipt,
  }),
  addHongkongSeller: endpoint({
    ...writing,
    path: "/seller/add/HangKong",
    title: "添加香港公司卖家",
    input: z.object(hongkongShape),
    output: receipt,
  }),
  modifyHongkongSeller: endpoint({
    ...writing,
    path: "/seller/modify/HangKong",
    title: "修改香港公司卖家",
    input: z.object({ ...hongkongShape, id }),
    output: receipt,
  }),
  sellerBankCards: endpoint({
    ...reading,
    method: "POST",
    path: "/seller/bank_card/list",
    title: "卖家银行卡",
    input: z.object({ sellerId: id }),
    output: z.array(cardRow),
  }),
  addSellerBankCard: endpoint({
    ...writing,
    path: "/seller/add/bank_card",
    title: "添加卖家银行卡",
    input: bankCard.extend({ sellerId: id }),
    output: cardRow,
  }),
  modifySellerBankCard: endpoint({
    ...writing,
    path: "/seller/modify/bank_card",
    title: "修改卖家银行卡",
    /** An empty number leaves it as it is: it is never sent back to be sent again. */
    input: bankCard.extend({ id, bankCardNum: bankCard.shape.bankCardNum.default("") }),
    output: cardRow,
  }),
  chooseSellerBankCard: endpoint({
    ...writing,
    path: "/seller/change/bank_card",
    title: "更换卖家收款银行卡",
    input: z.object({ sellerId: id, bankCardId: id }),
    output: done,
  }),
  sellerConstants: endpoint({
    ...reading,
    method: "GET",
    path: "/systemConstantSzfhList",
    title: "卖家表单的可选项",
    input: nothing,
    output: z.object({
      productTypes: z.array(z.object({ code: z.number().int(), name: z.string() })),
      mainBizTypes: z.array(z.object({ code: z.number().int(), name: z.string() })),
    }),
  }),
  unionBanks: endpoint({
    ...reading,
    method: "GET",
    path: "/seller/bank_card/union",
    title: "按卡号识别银行，以及可选银行",
    input: z.object({ bankCardNum: z.string().max(60).optional() }),
    output: z.object({
      recognised: z.object({ bankCode: z.string(), bankName: z.string() }).nullable(),
      banks: z.array(z.object({ bankCode: z.string(), bankName: z.string() })),
    }),
  }),
};
