import { z } from "zod";
import { BATCH_FAMILIES, batchEndpoints, batchFamilies } from "../../batches/batches.ts";
import { beneficiaryEndpoints } from "../../beneficiaries/beneficiaries.ts";
import { supplierInput } from "../../beneficiaries/inputs.ts";
import type { Endpoint } from "../../endpoint.ts";
import { PAYOUT_FAMILIES, payoutEndpoints, payoutFamilies } from "../../payouts/payouts.ts";
import { CODE, offer, without, type OpenOperation } from "./offer.ts";

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
const payeeOf = { by: "beneficiaryId", of: "beneficiaries.payee", endpoint: beneficiaryEndpoints.payee };

const ADDED = { verificationCode: "" } as const;
const changedSupplier = without(supplierInput.extend({ supplierId: z.uuid() }), "verificationCode");
const add = (name: "addSupplier" | "addServiceProvider" | "addOwnAccount", path: string): OpenOperation =>
  offer(`beneficiaries.${name}`, beneficiaryEndpoints[name], {
    method: "POST",
    path,
    scope: "payees:write",
    title: `${beneficiaryEndpoints[name].title}（签名代替验证码，新收款人照样静置）`,
    input: without(beneficiaryEndpoints[name].input, "verificationCode"),
    fill: ADDED,
    object: "payee",
  });

const payees = {
  getBankForms: offer("beneficiaries.bankForms", beneficiaryEndpoints.bankForms, {
    path: "/bank-forms",
    scope: "payees:read",
  }),
  listIntermediaryBanks: offer("beneficiaries.intermediaryBanks", beneficiaryEndpoints.intermediaryBanks, {
    path: "/intermediary-banks",
    scope: "payees:read",
  }),
  listPayees: offer("beneficiaries.payees", beneficiaryEndpoints.payees, {
    path: "/payees",
    scope: "payees:read",
    object: "payee",
  }),
  getPayee: offer("beneficiaries.payee", beneficiaryEndpoints.payee, {
    path: "/payees/{id}",
    scope: "payees:read",
    object: "payee",
  }),
  uploadPayeeFile: offer("beneficiaries.uploadPaper", beneficiaryEndpoints.uploadPaper, {
    method: "POST",
    path: "/payees/files",
    scope: "payees:write",
  }),
  addOwnPayee: add("addOwnAccount", "/payees/own"),
  addSupplierPayee: add("addSupplier", "/payees/supplier"),
  addServicePayee: add("addServiceProvider", "/payees/service"),
  changeSupplierPayee: offer("beneficiaries.changeSupplier", beneficiaryEndpoints.changeSupplier, {
    method: "POST",
    path: "/payees/supplier/{supplierId}/change",
    scope: "payees:write",
    input: changedSupplier,
    fill: ADDED,
  }),
  changeServicePayee: offer("beneficiaries.changeServiceProvider", beneficiaryEndpoints.changeServiceProvider, {
    method: "POST",
    path: "/payees/service/{supplierId}/change",
    scope: "payees:write",
    input: changedSupplier,
    fill: ADDED,
  }),
  changeOwnPayee: offer("beneficiaries.changeOwnAccount", beneficiaryEndpoints.changeOwnAccount, {
    method: "POST",
    path: "/payees/own/{bid}/change",
    scope: "payees:write",
    title: `${beneficiaryEndpoints.changeOwnAccount.title}（签名代替验证码，照样静置）`,
    input: without(beneficiaryEndpoints.changeOwnAccount.input, "verificationCode"),
    fill: ADDED,
  }),
  disableOwnPayee: offer("beneficiaries.removeOwnAccount", beneficiaryEndpoints.removeOwnAccount, {
    method: "POST",
    path: "/payees/own/{bid}/disable",
    scope: "payees:write",
  }),
  listRelatedParties: offer("beneficiaries.relatedParties", beneficiaryEndpoints.relatedParties, {
    path: "/related-parties",
    scope: "payees:read",
  }),
  addRelatedParty: offer("beneficiaries.addRelated", beneficiaryEndpoints.addRelated, {
    method: "POST",
    path: "/related-parties",
    scope: "payees:write",
  }),
  createPayeeLink: offer("beneficiaries.sendLink", beneficiaryEndpoints.sendLink, {
    method: "POST",
    path: "/payee-links",
    scope: "payees:write",
    title: "生成供应商自填链接（7 天，一次；地址是 /payeeFill#secret）",
    keepLimit: true,
  }),
  listPayeeLinks: offer("beneficiaries.payeeLinks", beneficiaryEndpoints.payeeLinks, {
    path: "/payee-links",
    scope: "payees:read",
  }),
  disablePayee: offer("beneficiaries.disablePayee", beneficiaryEndpoints.disablePayee, {
    method: "POST",
    path: "/payees/{id}/disable",
    scope: "payees:write",
  }),
};

const payouts = {
  listPayouts: offer("payouts.payouts", payoutEndpoints.payouts, {
    path: "/payouts",
    scope: "payouts:read",
    object: "payout",
    related: { payee: payeeOf },
  }),
  getPayout: offer("payouts.payout", payoutEndpoints.payout, {
    path: "/payouts/{id}",
    scope: "payouts:read",
    object: "payout",
    related: { payee: payeeOf },
  }),
  getPayoutReceipt: offer("withdrawals.receipt", payoutFamilies.withdrawal.receipt, {
    path: "/payouts/{id}/receipt",
    scope: "payouts:read",
    title: "付款回单（PDF）",
  }),
  getPayoutReceipts: offer("payouts.payoutReceipts", payoutEndpoints.payoutReceipts, {
    path: "/payout-receipts",
    scope: "payouts:read",
  }),
  confirmPayout: offer("payouts.confirmPayout", payoutEndpoints.confirmPayout, {
    method: "POST",
    path: "/payouts/{id}/confirm",
    scope: "payouts:write",
    title: "用报价确认付款（签名代替验证码）",
    input: z.object({ id: z.uuid(), quoteId: z.uuid().nullable().default(null) }),
    fill: CODE,
  }),
};

/** The same payment again and again. */
const seriesStep = (name: "pause" | "resume" | "end" | "cancel", scope: "payouts:prepare" | "payouts:write") => {
  const of = `${name}Series` as const;
  return offer(`payouts.${of}`, payoutEndpoints[of], { method: "POST", path: `/payout-series/{id}/${name}`, scope });
};
const series = {
  changeRemittance: offer("payouts.modifyTransfer", payoutEndpoints.modifyTransfer, {
    method: "POST",
    path: "/payouts/{id}/remittance",
    scope: "payouts:prepare",
  }),
  listSeries: offer("payouts.seriesList", payoutEndpoints.seriesList, {
    path: "/payout-series",
    scope: "payouts:read",
  }),
  getSeries: offer("payouts.series", payoutEndpoints.series, { path: "/payout-series/{id}", scope: "payouts:read" }),
  createSeries: offer("payouts.planSeries", payoutEndpoints.planSeries, {
    method: "POST",
    path: "/payout-series",
    scope: "payouts:prepare",
    title: "定期付款：填写（确认以前不付款）",
  }),
  confirmSeries: offer("payouts.confirmSeries", payoutEndpoints.confirmSeries, {
    method: "POST",
    path: "/payout-series/{id}/confirm",
    scope: "payouts:write",
    title: "定期付款：确认并开始（签名代替验证码）",
    input: without(payoutEndpoints.confirmSeries.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  pauseSeries: seriesStep("pause", "payouts:prepare"),
  resumeSeries: seriesStep("resume", "payouts:write"),
  endSeries: seriesStep("end", "payouts:prepare"),
  cancelSeries: seriesStep("cancel", "payouts:prepare"),
};

const PAYOUT_CAPABILITY = {
  withdrawal: "withdrawals",
  supplier: "supplierPayouts",
  service: "servicePayouts",
  seller: "sellerPayouts",
} as const;
/** The same calls for each kind of payment. */
function payoutKind<F extends keyof typeof PAYOUT_CAPABILITY>(family: F) {
  const calls = payoutFamilies[family];
  const of = (name: "overview" | "ways" | "trial" | "apply" | "cancel") => `${PAYOUT_CAPABILITY[family]}.${name}`;
  const name = capital(family);
  const { title } = PAYOUT_FAMILIES[family];
  return {
    [`get${name}Options`]: offer(of("overview"), calls.overview, {
      path: `/payouts/${family}/options`,
      scope: "payouts:read",
    }),
    [`compare${name}Ways`]: offer(of("ways"), calls.ways, {
      method: "POST",
      path: `/payouts/${family}/ways`,
      scope: "payouts:prepare",
    }),
    [`quote${name}`]: offer(of("trial"), calls.trial, {
      method: "POST",
      path: `/payouts/${family}/quote`,
      scope: "payouts:prepare",
    }),
    [`create${name}`]: offer(of("apply"), calls.apply, {
      method: "POST",
      path: `/payouts/${family}`,
      scope: "payouts:prepare",
      title: `${title}：填写（确认以前不扣款）`,
      object: "payout",
    }),
    [`cancel${name}`]: offer(of("cancel"), calls.cancel, {
      method: "POST",
      path: `/payouts/${family}/{id}/cancel`,
      scope: "payouts:prepare",
    }),
  } satisfies Record<string, OpenOperation>;
}

const payoutOf = { by: "payout.id", of: "payouts.payout", endpoint: payoutEndpoints.payout };
const batches = {
  listBatches: offer("batches.batches", batchEndpoints.batches, {
    path: "/batches",
    scope: "payouts:read",
    object: "batch",
  }),
  getBatch: offer("batches.batch", batchEndpoints.batch, {
    path: "/batches/{id}",
    scope: "payouts:read",
    object: "batch",
  }),
  getBatchRows: offer("batches.batchRows", batchEndpoints.batchRows, {
    path: "/batches/{id}/rows",
    scope: "payouts:read",
    related: { payout: payoutOf },
  }),
  listBatchRows: offer("batches.batchRows", batchEndpoints.batchRows, {
    path: "/batch-rows",
    scope: "payouts:read",
    deprecated: { since: "2026-11-16", sunset: "2027-11-16", instead: "getBatchRows" },
  }),
  getBatchFile: offer("batches.batchFile", batchEndpoints.batchFile, {
    path: "/batches/{id}/file",
    scope: "payouts:read",
  }),
};

const BATCH_CAPABILITY = { pay: "payBatches", withdrawal: "withdrawalBatches" } as const;
/** A sheet of payments, checked row by row, priced and confirmed as one. */
function batchKind<F extends keyof typeof BATCH_CAPABILITY>(family: F) {
  const calls: Readonly<Record<string, Endpoint>> = batchFamilies[family];
  const kind = capital(family);
  const { title } = BATCH_FAMILIES[family];
  const row = (name: string, rest: Partial<Parameters<typeof offer>[2]> & { path: string }): OpenOperation =>
    offer(`${BATCH_CAPABILITY[family]}.${name}`, calls[name]!, { method: "POST", scope: "payouts:prepare", ...rest });
  const at = `/batches/${family}`;
  return {
    [`get${kind}BatchTemplate`]: row("template", { method: "GET", path: `${at}/template`, scope: "payouts:read" }),
    [`upload${kind}Batch`]: row("upload", { path: `${at}/file`, once: true }),
    [`create${kind}Batch`]: row("paste", {
      path: at,
      title: `${title}：按模板的列给出各行（制表符分隔）`,
      object: "batch",
    }),
    [`repair${kind}BatchRow`]: row("repair", { path: `${at}/{id}/rows/{line}` }),
    [`settle${kind}BatchRows`]: row("settle", { path: `${at}/{id}/rows` }),
    [`choose${kind}BatchAccounts`]: row("chooseAccounts", { path: `${at}/{id}/accounts` }),
    [`quote${kind}Batch`]: row("quote", { path: `${at}/{id}/quote` }),
    [`confirm${kind}Batch`]: row("confirm", {
      path: `${at}/{id}/confirm`,
      scope: "payouts:write",
      title: `${title}：用报价确认可以付的行（签名代替验证码）`,
      input: without(calls["confirm"]!.input, "verifyCode", "channel"),
      fill: CODE,
    }),
    [`cancel${kind}Batch`]: row("cancel", { path: `${at}/{id}/cancel` }),
    [`cancel${kind}BatchRow`]: row("cancelRow", { path: `${at}/{id}/rows/{line}/cancel` }),
  } satisfies Record<string, OpenOperation>;
}

export const paymentOperations = {
  ...payees,
  ...payouts,
  ...series,
  ...payoutKind("withdrawal"),
  ...payoutKind("supplier"),
  ...payoutKind("service"),
  ...payoutKind("seller"),
  ...batches,
  ...batchKind("pay"),
  ...batchKind("withdrawal"),
};
