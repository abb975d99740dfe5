import {
  authorisationLifecycle,
  COUNTRIES,
  platformByAnyName,
  CURRENCY_CODES,
  PLATFORMS,
  receivingAccountLifecycle,
  stateNames,
  STORE_FIELDS,
  storeLifecycle,
  type CountryCode,
  type StoreFieldName,
} from "@coralhub/domain";
import { z } from "zod";
import { fileView, historyView } from "../certification/answers.ts";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

export const platformCode = z.enum(
  PLATFORMS.map(({ code }) => code) as [string, ...string[]],
  "没有这个平台，请重新选择",
);

/** What an address or a caller calls a platform: its code, its route key or the name it is shown under. */
export const platformNamed = z
  .string()
  .trim()
  .max(60)
  .refine((text) => platformByAnyName(text) !== undefined, "没有这个平台，请重新选择");

/** Longer than any answer may be; how long one may be is the catalogue's to say, in its own words. */
const answer = z.string().trim().max(4_000, "内容太长，请缩短");
const FIELD_NAMES = Object.keys(STORE_FIELDS) as StoreFieldName[];
/**
 * A binding form as it travels: every field of every platform by its name, all optional; which ones a platform needs is
 * the catalogue's to say (`checkStore`). A document is the id its upload answered with, several are separated by commas.
 * A secret left out of an update keeps its value.
 */
export const storeForm = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, answer.optional()])) as Record<
    StoreFieldName,
    z.ZodOptional<typeof answer>
  >,
);
export type StoreForm = z.output<typeof storeForm>;

/** The receiving account a store is paid into, in as few words as a row has room for. */
export const storeAccountView = z.object({
  foreignBankAccountId: z.string(),
  currency: z.enum(CURRENCY_CODES),
  country: z.string(),
  /** Empty until the bank has given a number. */
  lastFour: z.string(),
  state: z.enum(stateNames(receivingAccountLifecycle)),
  /** How many other stores are paid into it. */
  sharedWith: z.number().int(),
});

const yesNo = z.enum(["yes", "no"]);
export const storeRow = z.object({
  merchantsId: z.string(),
  /** The name it is shown under. */
  platform: z.string(),
  platformCode: z.string(),
  name: z.string(),
  /** In the directory's one spelling (`normalShopAddress`); empty where there is none. */
  url: z.string(),
  country: z.string().nullable(),
  state: z.enum(stateNames(storeLifecycle)),
  /** Why the last review did not pass; empty otherwise. */
  declineReason: z.string(),
  /** When we have promised to decide; null once decided. */
  dueAt: wireTime.nullable(),
  authorisation: z.enum(stateNames(authorisationLifecycle)),
  authorisedUntil: wireTime.nullable(),
  hidden: yesNo,
  remark: z.string(),
  /** Declined, or an authorisation that ends soon or has ended. */
  needsAction: yesNo,
  foreignBankAccountId: z.string().nullable(),
  /** The account's number; null until the bank has given one. */
  foreignBankAccount: z.string().nullable(),
  /** "1": sells already; "0": still being opened. */
  hasMerchant: z.enum(["0", "1"]),
  /** Who pays it out: the platform itself, unless another was named. */
  channel: z.string(),
  /** The seller's name on the platform; empty where none was given. */
  s2n: z.string(),
  /** Documents handed in, by their ids and separated by commas; empty: none. */
  attach: z.string(),
  account: storeAccountView.nullable(),
  /** This month's credited income by currency; empty: none. */
  income: z.array(z.object({ amount: money, latestAt: wireTime })),
  createdAt: wireTime,
  boundAt: wireTime.nullable(),
  /** Name, address and remark: what the search looks at. */
  text: z.string(),
});
export type StoreRow = z.output<typeof storeRow>;

const platforms = PLATFORMS.map(({ code, name }) => ({ value: code, label: name }));
const soldIn = new Set(PLATFORMS.flatMap(({ countries }) => countries));
const countries = (Object.keys(COUNTRIES) as CountryCode[]).map((value) => ({ value, label: COUNTRIES[value] }));
const either = (label: string, yes: string, no: string) =>
  filter.choice(label, [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ]);

/** A merchant's stores; removed ones are gone from it. */
export const storeList = defineList({
  title: "店铺",
  row: storeRow,
  columns: {
    name: { header: "店铺" },
    platformCode: { header: "平台", options: platforms },
    url: { header: "店铺链接" },
    country: { header: "国家和地区", options: countries },
    state: { header: "店铺状态", as: "state", lifecycle: storeLifecycle },
    authorisation: { header: "授权", as: "state", lifecycle: authorisationLifecycle },
    authorisedUntil: { header: "授权到期", as: "time" },
    remark: { header: "备注" },
    createdAt: { header: "提交时间", as: "time" },
    boundAt: { header: "绑定时间", as: "time" },
  },
  filters: {
    platformCode: filter.choice("平台", platforms),
    state: filter.choice(
      "店铺状态",
      (["pending", "bound", "declined"] as const).map((value) => ({
        value,
        label: storeLifecycle.states[value].label,
      })),
    ),
    authorisation: filter.state("授权状态", authorisationLifecycle),
    hidden: either("显示范围", "已隐藏", "未隐藏"),
    needsAction: either("待我处理", "需要我处理", "不需要"),
    country: filter.choice(
      "国家和地区",
      countries.filter(({ value }) => soldIn.has(value)),
    ),
    foreignBankAccountId: filter.text("收款账户", "exact"),
    text: filter.text("店铺名、链接、备注"),
    createdAt: filter.dateRange("提交时间"),
  },
  sort: ["createdAt", "name"],
});

/** One store as its owner sees it. Secrets are there as their last four characters, never more. */
export const storeDetail = storeRow.omit({ text: true }).extend({
  version: z.number().int(),
  /** What was answered, secrets left out. */
  answers: storeForm,
  /** Keys by name as they are listed for a store: their last four characters; empty where there is none. */
  accessKey: z.string(),
  secretKey: z.string(),
  refreshToken: z.string(),
  secrets: z.array(z.object({ field: z.string(), lastFour: z.string() })),
  files: z.array(fileView),
  /** The code of the account asked for (`ACCOUNT_OPTIONS`): `HK-USD`. */
  expectCurrency: z.string(),
  expectAccountName: z.string(),
  /** The other stores paid into the same account. */
  siblings: z.array(z.object({ merchantsId: z.string(), name: z.string(), platformCode: z.string() })),
  /** Why it cannot be removed now, in words; empty: it can. */
  removalBlockers: z.array(z.string()),
  /** Platforms it may move to; empty: none. */
  mayBecome: z.array(z.string()),
  history: z.array(historyView.omit({ version: true })),
});
export type StoreDetail = z.output<typeof storeDetail>;

/** What a page shows right after handing in. */
export const storeReceipt = z.object({
  merchantsId: z.string(),
  state: z.enum(stateNames(storeLifecycle)),
  submittedAt: wireTime,
  dueAt: wireTime,
});
