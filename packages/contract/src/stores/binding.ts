import { AMAZON_REGION_SITES, type CountryCode } from "@coralhub/domain";
import { z } from "zod";
import { fileView } from "../certification/answers.ts";
import { done, endpoint, fileReply, uploadedFile } from "../endpoint.ts";
import { platformCode, storeForm, storeReceipt } from "./views.ts";

const writing = { family: "portal", access: "certified", method: "POST", idempotent: true } as const;
const merchantsId = z.uuid();
const AMAZON_SITES = Object.values(AMAZON_REGION_SITES).flatMap(({ sites }) => Object.keys(sites)) as [
  CountryCode,
  ...CountryCode[],
];

/** `foreignBankAccountId` named: the store is paid into that account; left out: approval applies for a new one. */
const bind = (path: string, title: string) =>
  endpoint({ ...writing, path, title, input: storeForm, output: storeReceipt });
/** Corrects a store that waits or was declined; a declined one is handed in again. Fields left out keep their answer. */
const update = (path: string, title: string) =>
  endpoint({ ...writing, path, title, input: storeForm.extend({ merchantsId }), output: storeReceipt });

/** Every key any platform is connected with. */
const KEYS = {
  username: true,
  password: true,
  apiKey: true,
  accessKey: true,
  secretKey: true,
  token: true,
  version: true,
  vendorId: true,
  storeHash: true,
  clientId: true,
} as const;

/** Shoplazza shops live at `{subdomain}.{host}`; the address is put together on the server. */
const shoplazza = storeForm.extend({
  subdomain: z.string().trim().toLowerCase().max(63).optional(),
  host: z.string().trim().toLowerCase().max(100).optional(),
});

/** Binding a store. The calls differ by name only: which fields each platform needs is the catalogue's to say. */
export const storeBindingEndpoints = {
  uploadStoreFile: endpoint({
    family: "portal",
    access: "merchant",
    method: "POST",
    path: "/merchant/store/upload",
    title: "上传店铺材料",
    body: "multipart",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ file: uploadedFile() }),
    output: fileView,
  }),
  storeFile: endpoint({
    family: "portal",
    access: "merchant",
    method: "GET",
    path: "/merchant/store/file/{id}",
    title: "查看自己上传的店铺材料",
    reply: "file",
    input: z.object({ id: z.uuid() }),
    output: fileReply,
  }),
  bindShopify: bind("/merchant/bind/shopify", "绑定 Shopify 店铺"),
  updateShopify: update("/merchant/bind/shopify/update", "修改 Shopify 店铺"),
  bindBigCommerce: bind("/merchant/bind/bigcommerce", "绑定 BigCommerce 店铺"),
  updateBigCommerce: update("/merchant/bind/bigcommerce/update", "修改 BigCommerce 店铺"),
  bindCoupang: bind("/merchant/v2/applyStoreClollectionAccount", "绑定 Coupang 店铺并申请收款账户"),
  updateCoupang: update("/merchant/v2/merchantsInfo/update", "修改 Coupang 店铺"),
  /** Coupang by the specification's name for it; the same for every platform that is connected by keys. */
  authoriseByKeys: endpoint({
    ...writing,
    path: "/merchant/v2/merchantsInfo/authorize",
    title: "填写密钥授权（Coupang 等）",
    input: storeForm.pick(KEYS).extend({ merchantsId }),
    output: done,
  }),
  bindEbay: bind("/ebay/merchants/create", "绑定 eBay 店铺"),
  updateEbay: update("/ebay/merchants/update", "修改 eBay 店铺"),
  bindOther: endpoint({
    ...writing,
    path: "/merchant/bind/offline",
    title: "绑定其他平台的店铺",
    input: storeForm.extend({ platformCode }),
    output: storeReceipt,
  }),
  updateOther: update("/merchant/bind/offline/update", "修改其他平台的店铺"),
  bindThreeCart: bind("/merchant/threeCart/create", "绑定 3dcart 店铺"),
  updateThreeCart: update("/merchant/threeCart/update", "修改 3dcart 店铺"),
  bindShoplazza: endpoint({
    ...writing,
    path: "/shoplazza/merchants/create",
    title: "绑定 Shoplazza 店铺",
    input: shoplazza,
    output: storeReceipt,
  }),
  updateShoplazza: endpoint({
    ...writing,
    path: "/merchant/shoplazza/merchant/update",
    title: "修改 Shoplazza 店铺",
    input: shoplazza.extend({ merchantsId }),
    output: storeReceipt,
  }),
  /** `applicationType` STANDARD: the shop sells already. PRE_APPLY: the account first, the shop through `completeStore`. */
  applyAmazon: endpoint({
    ...writing,
    path: "/merchant/amazon/apply",
    title: "绑定 Amazon 店铺（北美、欧洲可以连同本区域其他站点，一次授权全部生效）",
    /** `otherSites`: countries of the same region; each becomes a store beside the first. */
    input: storeForm.extend({
      otherSites: z.array(z.enum(AMAZON_SITES, "没有这个站点，请重新选择")).max(12, "最多 12 个站点").default([]),
    }),
    output: storeReceipt,
  }),
  modifyAmazon: update("/merchant/amazon/modify", "修改 Amazon 店铺"),
  /** By the specification's name for Amazon's; the same for every shop that was still being opened. */
  completeStore: update("/merchant/amazon/complete", "店铺开好后补全资料"),
  /** Whatever its platform; the pages use the platform's own. */
  modifyStore: { ...update("/merchant/modify", "修改店铺资料"), alias: "/merchant/bind/offline/update" as const },
  /** What was left empty when the store was bound. */
  supplementStore: {
    ...update("/merchant/suppleInfo", "补充店铺资料"),
    alias: "/merchant/bind/offline/update" as const,
  },
  editStoreUrl: endpoint({
    ...writing,
    path: "/merchant/editMerchantUrl",
    title: "更换店铺链接",
    input: z.object({ merchantsId, url: z.string().trim().min(1, "请填写店铺链接").max(300) }),
    output: storeReceipt,
  }),
  supplementOtherType: endpoint({
    ...writing,
    path: "/merchant/supplement/other/type",
    title: "补充其他平台的类型",
    input: z.object({
      merchantsId,
      otherPlatformType: z.string().trim().min(1, "请选择平台类型").max(60),
      otherPlatformName: z.string().trim().min(1, "请填写平台名称").max(60),
    }),
    output: storeReceipt,
  }),
  changeStorePlatform: endpoint({
    ...writing,
    path: "/merchant/change/platform",
    title: "换到其他平台",
    /** What the new platform asks besides what is known. */
    input: storeForm.extend({ merchantsId, platformCode }),
    output: storeReceipt,
  }),
  addAffiliatedStores: endpoint({
    ...writing,
    path: "/merchant/affiliatedStore/add",
    title: "在已有的收款账户下添加店铺",
    input: z.object({
      foreignBankAccountId: z.uuid(),
      stores: z.array(storeForm.extend({ platformCode })).min(1, "请至少填写一家店铺").max(20, "一次最多 20 家"),
    }),
    output: z.object({ receipts: z.array(storeReceipt) }),
  }),
};
