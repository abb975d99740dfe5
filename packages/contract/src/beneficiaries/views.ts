import {
  BANK_FIELD_NAMES,
  BANK_ROUTE_KEYS,
  COUNTRIES,
  CURRENCIES,
  CURRENCY_CODES,
  PAYEE_KINDS,
  PAYEE_KIND_NAMES,
  PAYEE_PAPER_NAMES,
  PAYEE_STEP_NAMES,
  payeeLifecycle,
  RELATION_TYPE_NAMES,
  stateNames,
  type CountryCode,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

export const country = z.enum(Object.keys(COUNTRIES) as [CountryCode, ...CountryCode[]], "请选择国家或地区");
export const holderType = z.enum(["person", "company"]);
const bankFields = z.partialRecord(z.enum(BANK_FIELD_NAMES), z.string());

const payeeRow = z.object({
  id: z.uuid(),
  kind: z.enum(PAYEE_KIND_NAMES),
  state: z.enum(stateNames(payeeLifecycle)),
  name: z.string(),
  holderName: z.string(),
  country: z.string(),
  currency: z.enum(CURRENCY_CODES),
  bankName: z.string(),
  lastFour: z.string(),
  isDefault: z.boolean(),
  reason: z.string().nullable(),
  restsFrom: wireTime,
  createdAt: wireTime,
});

const filters = {
  kind: filter.choice(
    "类型",
    PAYEE_KIND_NAMES.map((value) => ({ value, label: PAYEE_KINDS[value].label })),
  ),
  state: filter.state("状态", payeeLifecycle),
  currency: filter.choice(
    "币种",
    CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
  ),
  name: filter.text("名称"),
  createdAt: filter.dateRange("添加时间"),
};
const columns = {
  name: { header: "收款人" },
  kind: { header: "类型", options: filters.kind.kind === "choice" ? filters.kind.options : [] },
  country: { header: "国家或地区", as: "code" },
  currency: { header: "币种", as: "code" },
  bankName: { header: "开户银行" },
  lastFour: { header: "账号末位", as: "code" },
  state: { header: "状态", as: "state", lifecycle: payeeLifecycle },
  createdAt: { header: "添加时间", as: "time" },
} as const;

/** Everybody a merchant pays: /nav/transferManage, /supplier, /nav/cashCard by kind. */
export const payeeList = defineList({ title: "收款人", row: payeeRow, columns, filters, sort: ["createdAt"] });
export type PayeeRow = z.output<typeof payeeRow>;

/** Every merchant's, for the desk. */
export const payeeDeskList = defineList({
  title: "收款人审核",
  row: payeeRow.extend({ merchantId: z.uuid() }),
  columns: { ...columns, merchantId: { header: "商户", as: "code" } },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});

export const payeePaper = z.object({
  fileId: z.uuid(),
  paper: z.enum(PAYEE_PAPER_NAMES),
  fileName: z.string(),
  addedAt: wireTime,
});
/** What changed, field by field; numbers by their end. */
const change = z.object({
  version: z.number().int(),
  at: wireTime,
  fields: z.record(z.string(), z.tuple([z.string(), z.string()])),
  genuine: z.boolean(),
});

/** As lists and choices show one. */
export const payeeBrief = payeeRow.extend({
  holderType,
  route: z.enum(BANK_ROUTE_KEYS),
  /** All but the number. */
  details: bankFields,
  /** False: its code is in none of our lists, and somebody looks twice. */
  bankListed: z.boolean(),
  companyAddress: z.string(),
  city: z.string(),
  category: z.number().int().nullable(),
  contactEmail: z.string(),
  remark: z.string(),
  /** Until then only up to the cooling limit altogether; null once it has rested. */
  coolingUntil: wireTime.nullable(),
  coolingLimit: money,
  /** The most that may be paid, and what is left of it; null: no maximum. */
  maximum: money.nullable(),
  left: money.nullable(),
  version: z.number().int(),
  papers: z.array(payeePaper),
});
export type PayeeBrief = z.output<typeof payeeBrief>;

/** The whole of one: also how it came to be what it is. */
export const payeeDetail = payeeBrief.extend({
  changes: z.array(change),
  timeline: z.array(
    z.object({ action: z.enum(PAYEE_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type PayeeDetail = z.output<typeof payeeDetail>;

export const relatedParty = z.object({
  id: z.uuid(),
  relateName: z.string(),
  relateType: z.enum(RELATION_TYPE_NAMES),
  relateContract: z.uuid(),
  createdAt: wireTime,
});

/** One way of writing down an account, as the form draws it. */
export const bankForm = z.object({
  route: z.enum(BANK_ROUTE_KEYS),
  label: z.string(),
  way: z.enum(["local", "swift"]),
  fields: z.array(
    z.object({
      name: z.enum(BANK_FIELD_NAMES),
      label: z.string(),
      placeholder: z.string(),
      hint: z.string().nullable(),
      optional: z.boolean(),
      pattern: z.string(),
      message: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    }),
  ),
});
