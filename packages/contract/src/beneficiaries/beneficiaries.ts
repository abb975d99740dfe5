import {
  BANK_CODE_SCHEME_NAMES,
  BIC_PATTERN,
  EXPORT_FORMAT_NAMES,
  PAYEE_PAPER_NAMES,
  RELATION_TYPE_NAMES,
  type BankFieldName,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, fileReply, nothing, transferable, uploadedFile } from "../endpoint.ts";
import { codeSent } from "../identity/fields.ts";
import { listInput, listOutput } from "../list.ts";
import { payeeDesk } from "./desk.ts";
import { payeeImportCalls } from "./import.ts";
import { selfFillCalls } from "./self-fill.ts";
import {
  supplierInput,
  verificationCode,
  writing,
  certified,
  merchant,
  words,
  code,
  route,
  papers,
  saved,
  ofId,
} from "./inputs.ts";
import { bankForm, country, payeeBrief, payeeDetail, payeeList, payeePaper, relatedParty } from "./views.ts";

export { payeeDeskList, payeeList, type PayeeBrief, type PayeeDetail, type PayeeRow } from "./views.ts";
export type { SupplierInput } from "./inputs.ts";
export type { PayeeLink } from "./self-fill.ts";

/** The bank's questions as the calls for own accounts name them; which of them count is the route's business. */
const ownBank = {
  bankNo: z.string().max(60),
  bank: words(100),
  branchBank: words(100),
  swiftCode: code(20),
  bankCode: code(20),
  branchCode: code(20),
  clearCode: code(20),
  bankAccountType: code(20),
  bankCity: words(35),
  bankAddress: words(200),
  holderAddress: words(140),
  purpose: code(20),
  intermediarySwift: code(20),
  intermediaryName: words(70),
};
/** Where each of our words is found in the calls: own accounts and suppliers name them differently. */
export const OWN_FIELD_NAMES = {
  accountNumber: "bankNo",
  bankName: "bank",
} as const satisfies Partial<Record<BankFieldName, string>>;
export const SUPPLIER_FIELD_NAMES = {
  accountNumber: "bankAccount",
  holderAddress: "companyAddress",
} as const satisfies Partial<Record<BankFieldName, string>>;

const ownAccount = {
  ...ownBank,
  route,
  currency,
  bankCountryCode: country,
  /** Must be the certified name; a company's own spelling where the bank wants Latin letters. */
  nameOfAccountHolder: z.string().trim().min(2, "请填写户名").max(140),
  companyAccount: z.boolean().default(true),
  mark: words(60),
  certificateFile: z.uuid().nullable().default(null),
  verificationCode,
};

const ownInput = z.object(ownAccount);
export type OwnAccountInput = z.output<typeof ownInput>;
const bidOnly = z.object({ bid: z.uuid() });

/** The merchant's own accounts elsewhere: /nav/cashCard. */
const ownCalls = {
  ownAccounts: endpoint({
    ...merchant,
    method: "GET",
    path: "/user/bankCareList",
    title: "提现银行账户",
    input: nothing,
    output: z.array(payeeBrief),
  }),
  addOwnAccount: endpoint({
    ...writing,
    path: "/user/addNewAccount",
    title: "添加提现银行账户",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: ownInput,
    output: saved,
  }),
  changeOwnAccount: endpoint({
    ...writing,
    path: "/user/modifyAccount",
    title: "修改提现银行账户",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: ownInput.extend({ bid: z.uuid() }),
    output: saved,
  }),
  removeOwnAccount: endpoint({
    ...writing,
    path: "/user/cleanBankAccount",
    title: "停用提现银行账户",
    input: bidOnly,
    output: done,
  }),
  sendAccountCode: endpoint({
    ...merchant,
    method: "GET",
    path: "/user/bankcard/captcha",
    title: "发送验证码：添加或修改收款账户",
    input: z.object({ channel: z.enum(["sms", "email"]).default("sms") }),
    output: codeSent,
  }),
  chooseDefault: endpoint({
    ...certified,
    method: "GET",
    path: "/user/def/card/{id}",
    title: "设为默认提现账户",
    input: ofId,
    output: done,
  }),
  hongkongBanks: endpoint({
    ...merchant,
    method: "GET",
    path: "/user/auth/bankbranch/hk",
    title: "香港银行代码",
    input: nothing,
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  proveOwnAccount: endpoint({
    ...writing,
    path: "/user/extraAccount",
    title: "补充开户证明或备注",
    input: bidOnly.extend({ certificateFile: z.uuid().nullable().default(null), mark: words(60) }),
    output: done,
  }),
};

/** Suppliers, service providers and whoever belongs together: /supplier, /addSupplier, /addAssociation. */
const supplierCalls = {
  suppliers: endpoint({
    ...merchant,
    method: "GET",
    path: "/supplierMerchants",
    alias: "/bigCustomer/supplierTransfer/overview",
    title: "供应商（下拉选择）；带店铺编号时只列从该店铺的收款账户付过的",
    input: z.object({ merid: z.uuid("没有这个店铺，请核对店铺编号").optional() }),
    output: z.array(payeeBrief),
  }),
  addSupplier: endpoint({
    ...writing,
    path: "/merchant/supplier/create",
    title: "添加供应商",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: supplierInput,
    output: saved,
  }),
  changeSupplier: endpoint({
    ...writing,
    path: "/merchant/supplier/modify",
    title: "修改供应商",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: supplierInput.extend({ supplierId: z.uuid() }),
    output: saved,
  }),
  proveSupplier: endpoint({
    ...writing,
    path: "/merchant/supplier/extra",
    title: "补充供应商材料、备注或付款上限",
    input: z.object({
      supplierId: z.uuid(),
      papers,
      remark: words(200),
      maximumAmount: transferable.nullable().optional(),
    }),
    output: done,
  }),
  uploadPaper: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/supplier/create/upload",
    title: "上传合同、发票或开户证明",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), paper: z.enum(PAYEE_PAPER_NAMES).default("contract") }),
    output: payeePaper.omit({ addedAt: true }),
  }),
  removePaper: endpoint({
    ...writing,
    path: "/merchant/supplier/create/delete",
    title: "移除供应商材料",
    input: z.object({ supplierId: z.uuid(), fileId: z.uuid() }),
    output: done,
  }),
  removeSupplier: endpoint({
    ...certified,
    method: "GET",
    path: "/supplierDel",
    title: "停用供应商",
    input: ofId,
    output: done,
  }),
  deleteSupplier: endpoint({
    ...certified,
    method: "GET",
    path: "/merchant/supplier/del/{id}",
    alias: "/supplierDel",
    title: "停用供应商（按编号）",
    input: ofId,
    output: done,
  }),
  dropSupplier: endpoint({
    ...certified,
    method: "GET",
    path: "/merchant/supplier/remove/{id}",
    alias: "/supplierDel",
    title: "停用供应商（移出列表）",
    input: ofId,
    output: done,
  }),
  addRelated: endpoint({
    ...writing,
    path: "/merchant/supplier/relate/create",
    title: "添加关联方",
    input: z.object({
      relateName: z.string().trim().min(2, "请填写关联方名称").max(140),
      relateType: z.enum(RELATION_TYPE_NAMES, "请选择关系"),
      relateContract: z.uuid("请上传证明关系的合同"),
    }),
    output: relatedParty,
  }),
  relatedParties: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/supplier/relate/list",
    title: "关联方",
    input: nothing,
    output: z.array(relatedParty),
  }),
  workOutIban: endpoint({
    ...merchant,
    method: "POST",
    path: "/bankAccount/getIban",
    title: "由银行号和账号推算 IBAN",
    input: z.object({ country, bankCode: z.string().trim().max(20), accountNumber: z.string().trim().max(40) }),
    /** While somebody types most answers are a problem, which is no refusal. */
    output: z.object({ iban: z.string().nullable(), problem: z.string().nullable() }),
  }),
  bankForms: endpoint({
    ...merchant,
    method: "POST",
    path: "/channel/bank/list",
    title: "一个国家的账户要填哪些项，有哪些银行",
    input: z.object({ country, currency: currency.optional() }),
    output: z.object({
      forms: z.array(bankForm),
      banks: z.array(z.object({ scheme: z.enum(BANK_CODE_SCHEME_NAMES), code: z.string(), name: z.string() })),
    }),
  }),
};

const serviceCalls = {
  serviceProviders: endpoint({
    ...merchant,
    method: "GET",
    path: "/serviceProvider/list",
    title: "服务商",
    input: nothing,
    output: z.array(payeeBrief),
  }),
  addServiceProvider: endpoint({
    ...writing,
    path: "/serviceProvider/create",
    title: "添加服务商",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: supplierInput,
    output: saved,
  }),
  changeServiceProvider: endpoint({
    ...writing,
    path: "/serviceProvider/modify",
    title: "修改服务商",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: supplierInput.extend({ supplierId: z.uuid() }),
    output: saved,
  }),
  removeServiceProvider: endpoint({
    ...writing,
    path: "/serviceProvider/remove",
    title: "停用服务商",
    input: ofId,
    output: done,
  }),
};

const intermediary = z.object({ swiftCode: z.string(), name: z.string(), currencies: z.array(currency) });
/** Banks on the way of a SWIFT transfer. */
const intermediaryCalls = {
  intermediaryBanks: endpoint({
    ...merchant,
    method: "GET",
    path: "/intermediaryBank/list",
    title: "中转行：一个币种常用的",
    input: z.object({ currency: currency.optional() }),
    output: z.array(intermediary),
  }),
  intermediaryBank: endpoint({
    ...merchant,
    method: "GET",
    path: "/intermediaryBank/query",
    title: "中转行：按 SWIFT 代码查名称（格式正确但未收录的名称为空）",
    input: z.object({
      swiftCode: z.string().trim().toUpperCase().regex(BIC_PATTERN, "SWIFT 代码是 8 或 11 位字母和数字，请核对"),
    }),
    output: z.object({ swiftCode: z.string(), name: z.string().nullable(), country: z.string() }),
  }),
};

/** Payees of every kind, as the pages list and open them. */
const payeeCalls = {
  payees: endpoint({
    ...merchant,
    method: "POST",
    path: "/beneficiary/list",
    title: "收款人",
    input: listInput(payeeList),
    output: listOutput(payeeList),
  }),
  payee: endpoint({
    ...merchant,
    method: "GET",
    path: "/beneficiary/{id}",
    title: "一个收款人：账户、限额、材料和变更",
    input: ofId,
    output: payeeDetail,
  }),
  disablePayee: endpoint({
    ...writing,
    path: "/beneficiary/disable",
    title: "停用收款人",
    input: ofId,
    output: done,
  }),
  adoptSeller: endpoint({
    ...writing,
    path: "/beneficiary/seller",
    title: "把卖家的银行卡添加为收款人",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      cardId: z.uuid("请选择卖家的银行卡"),
      clearCode: code(20),
      bankCode: code(20),
      branchCode: code(20),
      bankAccountType: code(20),
      purpose: code(20),
      verificationCode,
    }),
    output: saved,
  }),
  exportPayees: endpoint({
    ...merchant,
    method: "POST",
    path: "/beneficiary/export",
    title: "导出收款人：账号只写末位；要完整账号，先确认是本人",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({
      filters: listInput(payeeList).shape.filters,
      format: z.enum(EXPORT_FORMAT_NAMES).default("csv"),
      numbers: z.enum(["end", "whole"]).default("end"),
    }),
    output: fileReply,
  }),
  revealNumber: endpoint({
    ...merchant,
    method: "POST",
    path: "/beneficiary/reveal",
    title: "查看完整账号（先确认是本人）",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 3600 },
    input: ofId,
    output: z.object({ accountNumber: z.string() }),
  }),
};

export const beneficiaryEndpoints = {
  ...ownCalls,
  ...supplierCalls,
  ...serviceCalls,
  ...intermediaryCalls,
  ...payeeCalls,
  ...payeeImportCalls,
  ...selfFillCalls,
  ...payeeDesk,
};
