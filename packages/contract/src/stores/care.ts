import {
  authorisationLifecycle,
  PLATFORM_CATEGORIES,
  stateNames,
  storeLifecycle,
  type PlatformCategory,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { platformCode, platformNamed, storeDetail, storeList } from "./views.ts";
import { wireTime } from "../wire-time.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const read = { ...merchant, method: "GET" } as const;
const write = { ...merchant, method: "POST", idempotent: true, output: done } as const;
/** The specification writes by GET here: the path says everything, and a repeated call finds it done. */
const writeByGet = { ...read, output: done } as const;
const id = z.uuid();
const merchantsIds = z.array(id).min(1, "请先选择店铺").max(100, "一次最多 100 家");
const category = z.enum(Object.keys(PLATFORM_CATEGORIES) as [PlatformCategory, ...PlatformCategory[]]);
const storeState = z.enum(stateNames(storeLifecycle));

/** A store in one line, for choosing among them. */
const storeBrief = z.object({
  merchantsId: z.string(),
  platformCode: z.string(),
  name: z.string(),
  url: z.string(),
  state: storeState,
  foreignBankAccountId: z.string().nullable(),
});
const ofPlatform = z.object({ ...listInput(storeList).shape, platform: platformNamed.optional() });
const url = z.string().trim().min(1, "请填写店铺链接").max(300);
/** Answers whether somebody else's store is at an address: asked while typing, not by the thousand. */
const asking = { ...merchant, rateLimit: { per: "caller", limit: 60, windowSeconds: 60 } } as const;

/** Looking after stores that are there. */
export const storeCareEndpoints = {
  applyLimit: endpoint({
    ...read,
    path: "/merchant/apply/limit",
    title: "还能申请绑定几家店铺",
    input: z.object({ platformCode: platformCode.optional() }),
    output: z.object({
      /** May another one be handed in now; `reason` says why not. */
      allowed: z.boolean(),
      reason: z.string(),
      pending: z.object({ used: z.number().int(), limit: z.number().int() }),
      /** Of the platform asked about; of all platforms together when none was named. */
      stores: z.object({ used: z.number().int(), limit: z.number().int() }),
    }),
  }),
  shopTypes: endpoint({
    ...read,
    path: "/shopType",
    forPrograms: true,
    title: "平台类别和平台",
    input: nothing,
    output: z.array(
      z.object({
        category,
        label: z.string(),
        platforms: z.array(z.object({ platformCode: z.string(), name: z.string(), routeKey: z.string() })),
      }),
    ),
  }),
  shopManage: endpoint({
    ...merchant,
    method: "POST",
    path: "/shopManage",
    title: "店铺管理：一个平台的店铺",
    input: ofPlatform,
    output: listOutput(storeList),
  }),
  /** Stores of these platforms only; any other name is refused. */
  shopManageRegional: endpoint({
    ...merchant,
    method: "POST",
    path: "/v2/shopManage",
    title: "店铺管理：Coupang、东南亚货到付款、Lazada、Shopee",
    input: ofPlatform,
    output: listOutput(storeList),
  }),
  storePlatforms: endpoint({
    ...read,
    path: "/merchant/v3/userPlatformList",
    title: "有店铺的平台和店铺数",
    input: nothing,
    output: z.array(z.object({ platformCode: z.string(), name: z.string(), count: z.number().int() })),
  }),
  stores: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/v3/userMerchantPageList",
    title: "店铺列表",
    input: listInput(storeList),
    output: listOutput(storeList),
  }),
  exportStores: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/v3/userMerchantExport",
    title: "导出店铺列表",
    reply: "file",
    input: listInput(storeList).pick({ filters: true }),
    output: fileReply,
  }),
  storeOverview: endpoint({
    ...read,
    path: "/merchant/v3/overview",
    title: "店铺概况：各状态和授权的店铺数",
    input: nothing,
    output: z.object({
      /** Hidden ones are counted under `hidden` only. */
      total: z.number().int(),
      hidden: z.number().int(),
      needsAction: z.number().int(),
      states: z.record(storeState, z.number().int()),
      authorisations: z.array(
        z.object({
          authorisation: z.enum(stateNames(authorisationLifecycle)),
          count: z.number().int(),
          /** The first of them to end. */
          nextEndsAt: wireTime.nullable(),
        }),
      ),
    }),
  }),
  store: endpoint({
    ...read,
    path: "/merchant/query/{id}",
    title: "店铺详情",
    input: z.object({ id }),
    output: storeDetail,
  }),
  authorisationDeadline: endpoint({
    ...read,
    path: "/merchant/auth/deadline/{id}",
    title: "店铺授权何时到期",
    input: z.object({ id }),
    output: z.object({
      authorisation: z.enum(stateNames(authorisationLifecycle)),
      authorisedUntil: wireTime.nullable(),
      /** Whole days left; null where it has no end. */
      daysLeft: z.number().int().nullable(),
    }),
  }),
  hideStores: endpoint({
    ...write,
    path: "/merchant/hideMerchant",
    title: "隐藏或显示店铺",
    input: z.object({ merchantsIds, hidden: z.boolean() }),
  }),
  renameStore: endpoint({
    ...write,
    path: "/merchant/modify/name",
    title: "修改店铺名称",
    input: z.object({ merchantsId: id, name: z.string().trim().min(1, "请填写店铺名称").max(60, "最多 60 个字") }),
  }),
  renameDhgateStore: endpoint({
    ...writeByGet,
    path: "/merchant/updateDh/{id}/{name}",
    title: "修改 DHgate 店铺名称",
    input: z.object({ id, name: z.string().trim().min(1, "请填写店铺名称").max(60, "最多 60 个字") }),
  }),
  remarkStores: endpoint({
    ...write,
    path: "/merchant/user/word",
    title: "备注店铺",
    input: z.object({ merchantsIds, remark: z.string().trim().max(100, "最多 100 个字") }),
  }),
  removeStore: endpoint({ ...writeByGet, path: "/merchant/remove/{id}", title: "移除店铺", input: z.object({ id }) }),
  removeDhgateStore: endpoint({
    ...writeByGet,
    path: "/merchant/removeDh/{id}",
    title: "移除 DHgate 店铺",
    input: z.object({ id }),
  }),
  removeStoreShort: endpoint({
    ...writeByGet,
    path: "/remove/{id}",
    title: "移除店铺（旧路径）",
    alias: "/merchant/remove/{id}",
    input: z.object({ id }),
  }),
  judgePlatformChange: endpoint({
    ...read,
    path: "/merchant/judge/change/{id}",
    title: "能否换到其他平台",
    input: z.object({ id }),
    output: z.object({
      allowed: z.boolean(),
      /** Why not; empty where it may. */
      reason: z.string(),
      platforms: z.array(z.object({ platformCode: z.string(), name: z.string() })),
    }),
  }),
  /** Receiving account, remark and visibility of many stores at once; what is left out stays. */
  updateAffiliatedStores: endpoint({
    ...write,
    path: "/merchant/affiliatedStore/batchUpdate",
    title: "批量修改店铺的收款账户、备注和显示",
    input: z.object({
      merchantsIds,
      foreignBankAccountId: id.optional(),
      remark: z.string().trim().max(100, "最多 100 个字").optional(),
      hidden: z.boolean().optional(),
    }),
  }),
  storesByPlatform: endpoint({
    ...read,
    path: "/merchant/queryListMerchantByPlatformAndStatus",
    title: "按平台和状态列出店铺",
    input: z.object({ platform: platformNamed.optional(), status: storeState.optional() }),
    output: z.array(storeBrief),
  }),
  storesByAccount: endpoint({
    ...read,
    path: "/merchant/findByAccount/{id}",
    title: "一个收款账户下的店铺",
    input: z.object({ id }),
    output: z.array(storeBrief),
  }),
  storeUrlExists: endpoint({
    ...asking,
    method: "GET",
    path: "/merchant/queryMerchantUrlIsExists",
    title: "店铺链接是否已被绑定",
    alias: "/records/judgment/merchant/url",
    input: z.object({ url }),
    output: z.object({ exists: z.boolean() }),
  }),
  judgeStoreUrl: endpoint({
    ...asking,
    method: "POST",
    path: "/records/judgment/merchant/url",
    title: "店铺链接属于哪个平台，能否绑定",
    input: z.object({ url, platformCode: platformCode.optional() }),
    output: z.object({
      /** The address as it is kept; empty where it is none. */
      url: z.string(),
      valid: z.boolean(),
      /** Whose site it is, by the catalogue; null: nobody's we know. */
      platformCode: z.string().nullable(),
      exists: z.boolean(),
      /** What to do about it; empty: it can be bound. */
      message: z.string(),
    }),
  }),
  otherPlatformTypes: endpoint({
    ...read,
    path: "/merchant/get/other/type",
    title: "其他平台的类型",
    input: nothing,
    output: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  protocolPlatforms: endpoint({
    ...read,
    path: "/protocolPlatformList",
    title: "需要授权协议的平台，以及授权后读取什么",
    input: nothing,
    output: z.array(
      z.object({ platformCode: z.string(), name: z.string(), reads: z.array(z.string()), never: z.array(z.string()) }),
    ),
  }),
};
