import { BANK_ROUTE_KEYS, TRADE_CATEGORIES } from "@coralhub/domain";
import { z } from "zod";
import { currency, transferable } from "../endpoint.ts";
import { field } from "../identity/fields.ts";
import { country, payeeDetail } from "./views.ts";

export const merchant = { family: "portal", access: "merchant" } as const;
export const certified = { family: "portal", access: "certified" } as const;
export const writing = { ...certified, method: "POST", idempotent: true } as const;
export const ofId = z.object({ id: z.uuid() });
export const words = (most: number) => z.string().trim().max(most, `最多 ${most} 个字`).default("");
export const code = (most: number) => z.string().max(most).default("");
export const route = z.enum(BANK_ROUTE_KEYS).optional();
/** Asked for by /user/bankcard/captcha. */
export const verificationCode = field.code;
export const papers = z.array(z.uuid()).max(10, "最多 10 份").default([]);

const supplier = {
  supplierName: z.string().trim().min(2, "请填写名称").max(140),
  bankAccount: z.string().max(60),
  bankName: words(100),
  bankCurrency: currency,
  bankCity: words(35),
  bankAddress: words(200),
  swiftCode: code(20),
  /** Another name for the same. */
  bic: code(20),
  bankCode: code(20),
  branchCode: code(20),
  clearCode: code(20),
  bankAccountType: code(20),
  companyAddress: words(200),
  purpose: code(20),
  intermediarySwift: code(20),
  intermediaryName: words(70),
  route,
  accountType: z.enum(["person", "other"]).default("other"),
  bankAccountHolder: words(140),
  /** A person's names; of anybody else the holder as the first name, and a blank last name. */
  firstName: words(70),
  lastName: words(70),
  supplierCountryCode: country,
  supplierCity: words(60),
  maximumAmount: transferable.nullable().default(null),
  category: z
    .number()
    .int()
    .refine((number) => TRADE_CATEGORIES.some((one) => one.code === number), "请选择类别")
    .nullable()
    .default(null),
  contactEmail: z.union([z.literal(""), z.email("邮箱格式不对")]).default(""),
  remark: words(200),
  papers,
  verificationCode,
};
export const supplierInput = z.object(supplier);
export type SupplierInput = z.output<typeof supplierInput>;
export const saved = z.object({ id: z.uuid(), state: payeeDetail.shape.state });
