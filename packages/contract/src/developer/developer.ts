import { OPEN_API } from "@coralhub/domain";
import { isIP } from "./ip-range.ts";
import { z } from "zod";
import { done, endpoint, money, nothing, transferable } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { givenTime, wireTime } from "../wire-time.ts";
import { appDeskEndpoints } from "./desk.ts";
import { metadata, metadataChange, openObject } from "./open/metadata.ts";
import {
  appBrief,
  appView,
  deliveryDetail,
  deliveryList,
  eventList,
  keyView,
  oneTopic,
  requestDetail,
  requestList,
  scope,
  topic,
  webhookType,
  webhookView,
} from "./views.ts";

export { openAppDeskList, type OpenAppDeskDetail, type OpenAppDeskRow } from "./desk.ts";
export {
  deliveryList,
  eventList,
  requestList,
  type DeliveryDetail,
  type DeliveryRow,
  type OpenAppBrief,
  type OpenAppView,
  type OpenKeyView,
  type OpenRequestDetail,
  type OpenRequestRow,
  type WebhookView,
} from "./views.ts";

const certified = { family: "portal", access: "certified" } as const;
const appId = z.string("请选择应用").min(4, "请选择应用").max(40);
const product = z.string("请填写应用名称").trim().min(1, "请填写应用名称").max(40, "最多 40 个字");
const ipWhitelist = z
  .array(z.string().trim().refine(isIP, "请填写 IPv4、IPv6 地址或网段，例如 203.0.113.0/28"))
  .max(OPEN_API.mostAddresses, `最多 ${OPEN_API.mostAddresses} 个地址`);
const scopes = z.array(scope).min(1, "请至少勾选一项权限");
/** Not every importer reads a PFX whose password goes beyond ASCII. */
const passwd = z.string("请填写证书密码").regex(/^[\x21-\x7e]{8,64}$/, "密码 8–64 位，只能用字母、数字和英文符号");

const apps = {
  getAppList: endpoint({
    ...certified,
    method: "GET",
    path: "/cg/app/getAppList",
    title: "开发者：应用列表",
    input: nothing,
    output: z.array(appBrief),
  }),
  getApp: endpoint({
    ...certified,
    method: "GET",
    path: "/cg/app/getApp",
    title: "开发者：一个应用，它的证书、通知和用量",
    input: z.object({ appId }),
    output: appView,
  }),
  applyApp: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/apply",
    title: "开发者：创建应用",
    idempotent: true,
    input: z.object({ appProduct: product, ipWhitelist: ipWhitelist.default([]), scopes }),
    output: appBrief,
  }),
  editApp: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/edit",
    title: "开发者：修改应用（名称、权限、IP 白名单、启用）",
    idempotent: true,
    input: z.object({
      appId,
      appProduct: product.optional(),
      ipWhitelist: ipWhitelist.optional(),
      scopes: scopes.optional(),
      isEnabled: z.boolean().optional(),
    }),
    output: appBrief,
  }),
  // No idempotency record: it would keep the answer, and the private key is in it.
  applyCert: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/cert/apply",
    title: "开发者：申请证书（PFX，私钥只给这一次）或登记公钥",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z
      .object({
        appId,
        certName: z.string("请填写证书名称").trim().min(1, "请填写证书名称").max(60, "最多 60 个字"),
        passwd: passwd.optional(),
        /** PEM; given instead of a password where the caller made the key itself. */
        publicKey: z.string().max(4000).optional(),
      })
      .refine((given) => (given.passwd === undefined) !== (given.publicKey === undefined), {
        path: ["passwd"],
        message: "请填写证书密码，或者改为登记公钥",
      }),
    output: z.object({
      certificate: keyView,
      fileName: z.string().nullable(),
      /** Base64. */
      pfx: z.string().nullable(),
    }),
  }),
  revokeCert: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/cert/revoke",
    title: "开发者：吊销证书（立即生效）",
    idempotent: true,
    input: z.object({ appId, id: z.uuid() }),
    output: done,
  }),
  applyToken: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/token/apply",
    title: "开发者：取一个沙箱令牌（旧的立即失效）",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object({ appId }),
    output: z.object({ token: z.string() }),
  }),
};

const webhooks = {
  applyWebhook: endpoint({
    ...certified,
    method: "PUT",
    path: "/cg/app/webhook/apply/{id}",
    title: "开发者：设置一个主题的通知地址（id 为应用编号）",
    input: z.object({
      id: appId,
      webhookType: webhookType.default("thin"),
      webhookTopic: topic,
      webhookAddress: z.url("请填写 https 地址").max(500, "最多 500 个字符"),
      isEnabled: z.boolean().default(true),
    }),
    /** The secret is given once, when the address is new. */
    output: z.object({ webhook: webhookView, secret: z.string().nullable() }),
  }),
  removeWebhook: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/webhook/remove",
    title: "开发者：删除通知地址和它的投递记录",
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  rotateSecret: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/webhook/secret",
    title: "开发者：更换通知签名密钥（旧的再用 24 小时）",
    input: z.object({ id: z.uuid() }),
    output: z.object({ secret: z.string(), oldUntil: wireTime.nullable() }),
  }),
  testWebhook: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/webhook/test",
    title: "开发者：发一条测试通知",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ topic: oneTopic }),
    output: z.object({ id: z.uuid() }),
  }),
  deliveries: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/webhook/deliveries",
    title: "开发者：通知投递记录",
    input: listInput(deliveryList),
    output: listOutput(deliveryList),
  }),
  delivery: endpoint({
    ...certified,
    method: "GET",
    path: "/cg/app/webhook/delivery/{id}",
    title: "开发者：一条通知，发了什么，对方怎么答",
    input: z.object({ id: z.uuid() }),
    output: deliveryDetail,
  }),
  replayDeliveries: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/webhook/replay",
    title: "开发者：重投通知，一条、一段时间里的，或所有没有送达的",
    input: z.object({
      webhookId: z.uuid(),
      deliveryId: z.uuid().optional(),
      begin: givenTime.optional(),
      end: givenTime.optional(),
    }),
    output: z.object({ count: z.number().int() }),
  }),
};

const logs = {
  requests: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/requests",
    title: `开发者：请求日志（${OPEN_API.logDays} 天，敏感内容已遮盖）`,
    input: listInput(requestList),
    output: listOutput(requestList),
  }),
  request: endpoint({
    ...certified,
    method: "GET",
    path: "/cg/app/request/{id}",
    title: "开发者：一次请求，您发来什么，我们答复什么",
    input: z.object({ id: z.uuid() }),
    output: requestDetail,
  }),
  replayRequest: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/request/{id}/replay",
    title: "开发者：在沙箱里把一次请求再发一遍",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ id: z.uuid() }),
    output: z.object({ status: z.number().int(), answer: z.string() }),
  }),
  appEvents: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/events",
    title: "开发者：事件",
    input: listInput(eventList),
    output: listOutput(eventList),
  }),
};

const marks = {
  setMetadata: endpoint({
    ...certified,
    method: "POST",
    path: "/cg/app/metadata",
    title: "开发者：给一笔业务附上自己的内容（合并；空字符串去掉一项）",
    idempotent: true,
    input: z.object({ object: openObject, id: z.uuid(), metadata: metadataChange }),
    output: z.object({ object: openObject, id: z.uuid(), metadata }),
  }),
};

const played = { ...certified, method: "POST", idempotent: true } as const;
/** Levers over the merchant's own simulated world; refused where the world is real. */
const levers = {
  testIncome: endpoint({
    ...played,
    path: "/cg/app/sandbox/income",
    title: "沙箱：让平台向自己的收款账户打一笔款",
    input: z.object({
      /** Absent: the first open account of the currency. */
      accountId: z.uuid().optional(),
      amount: transferable,
    }),
    output: z.object({ reference: z.string(), accountId: z.uuid() }),
  }),
  testOrders: endpoint({
    ...played,
    path: "/cg/app/sandbox/orders",
    title: "沙箱：让平台送来一批已完成的订单（增加可用额度）",
    input: z.object({ platformCode: z.string().max(40).default("AMAZON"), amount: transferable }),
    output: z.object({ uploadId: z.uuid(), granted: money }),
  }),
};

export const developerEndpoints = { ...apps, ...webhooks, ...logs, ...marks, ...levers, ...appDeskEndpoints };
