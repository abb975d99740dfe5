import {
  authorisationLifecycle,
  CONNECTOR_NAMES,
  CONNECTORS,
  CURRENCY_CODES,
  KEY_CONNECTORS,
  OAUTH_CONNECTORS,
  receivingAccountLifecycle,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing, type RateLimit } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const connector = z.enum(CONNECTOR_NAMES);
const authorisation = z.enum(stateNames(authorisationLifecycle));
const ofStore = z.object({ merchantsId: z.uuid() });
const ofId = z.object({ id: z.uuid() });

/** What a platform appends to its way back. A platform adds as many words of its own as it likes; some sign them all. */
const state = z.string().min(1, "授权链接不完整，请回到店铺管理重新授权").max(512);
const code = z.string().min(1, "平台没有返回授权码，请重新授权").max(2_048);
const MOST_EXTRAS = 20;
const extra = z
  .record(z.string().max(64), z.string().max(2_048))
  .refine((words) => Object.keys(words).length <= MOST_EXTRAS, "授权链接里的内容太多，请重新授权");

/** Where to send the browser. The address may be one of our own: the sandbox plays the platform itself. */
const departure = z.object({ url: z.string(), state: z.string(), expiresAt: wireTime });
export type AuthorisationDeparture = z.output<typeof departure>;

/** A store's tie to its platform, as its owner may see it: never a token, only its last four characters. */
const connection = z.object({
  merchantsId: z.uuid(),
  name: z.string(),
  platformCode: z.string(),
  connector: connector.nullable(),
  authorisation,
  /** The shop's or seller's number on the platform. */
  account: z.string().nullable(),
  /** The number its owner wrote down, where the platform names another; null: it is the same, or there is none to compare. */
  toldAccount: z.string().nullable(),
  lastFour: z.string().nullable(),
  authorisedAt: wireTime.nullable(),
  /** When the merchant must have agreed anew; null: not before it is taken back. */
  endsAt: wireTime.nullable(),
  lastSuccessAt: wireTime.nullable(),
  failingSince: wireTime.nullable(),
});
export type StoreConnection = z.output<typeof connection>;

const backFromPlatform = z.object({ code, state, extra: extra.default({}) });
const backFromAmazon = z.object({
  spapi_oauth_code: code,
  state,
  selling_partner_id: z.string().regex(/^[A-Z0-9]{3,32}$/, "卖家编号不完整，请重新授权"),
});
/** Every departure leaves a state behind; nobody needs hundreds. */
const rateLimit: RateLimit = { per: "caller", limit: 60, windowSeconds: 600 };
const depart = { ...merchant, method: "GET", rateLimit, input: ofStore, output: departure } as const;
const look = { ...merchant, method: "GET", input: ofStore, output: connection } as const;
const start = { ...merchant, method: "POST", rateLimit, input: ofStore, output: departure } as const;
const finish = { ...merchant, method: "POST", input: backFromPlatform, output: connection } as const;

/** The pair every page uses: to the platform, and back with what it said. */
const generalEndpoints = {
  startAuthorisation: endpoint({ ...start, path: "/merchant/merchants/authorize", title: "去平台授权：取得授权地址" }),
  finishAuthorisation: endpoint({
    ...finish,
    path: "/merchant/app/authorize",
    title: "从平台回来：用授权码完成授权",
    input: z.object({
      /** Absent where the merchant said no on the platform's page. */
      code: code.optional(),
      state,
      /** Everything else in the address the platform sent the browser back with, unchanged. */
      extra: extra.default({}),
    }),
  }),
  checkAuthorisation: endpoint({ ...look, path: "/merchant/checkAuthorization/platform", title: "店铺授权状态" }),
};

/** The same by the names the specification gives each platform. */
const platformEndpoints = {
  lazadaUrl: endpoint({ ...depart, path: "/auth/lazada", title: "Lazada 授权地址" }),
  finishLazada: endpoint({ ...finish, path: "/auth/lazada/add/merchantsInfo", title: "完成 Lazada 授权" }),
  amazonUrl: endpoint({ ...depart, path: "/merchant/amazon/auth/{id}", title: "Amazon 授权地址", input: ofId }),
  finishAmazon: endpoint({ ...finish, path: "/auth/amazon", title: "完成 Amazon 授权", input: backFromAmazon }),
  ebayUrl: endpoint({ ...depart, path: "/ebay/getauthorizeurl", title: "eBay 授权地址" }),
  finishEbay: endpoint({
    ...merchant,
    method: "GET",
    path: "/ebay",
    title: "完成 eBay 授权",
    /** `mc` is the state eBay's page was sent off with. */
    input: z.object({ code, mc: state }),
    output: connection,
  }),
  finishDhgate: endpoint({ ...finish, path: "/dhgatecode", title: "完成敦煌网授权" }),
  shopeeUrl: endpoint({ ...depart, path: "/merchant/getForwardShopeeUrl", title: "Shopee 授权地址" }),
  checkShopee: endpoint({ ...look, path: "/merchant/checkAuth/shopee", title: "Shopee 授权状态" }),
  tiktokState: endpoint({ ...depart, path: "/merchant/getTiktokState", title: "TikTok Shop 授权地址与 state" }),
  reauthoriseTiktok: endpoint({ ...start, path: "/merchant/reauthorization/tiktok", title: "TikTok Shop 重新授权" }),
  threeCartKey: endpoint({
    ...merchant,
    method: "GET",
    path: "/merchant/threeCart/appKey",
    title: "3dcart 应用公钥：在 3dcart 后台添加应用时填写",
    input: nothing,
    output: z.object({ appKey: z.string() }),
  }),
  threeCartUrl: endpoint({
    ...merchant,
    method: "GET",
    path: "/merchant/threeCart/secureUrl/{id}",
    title: "3dcart 店铺的安全地址",
    input: ofId,
    output: z.object({ secureUrl: z.string() }),
  }),
};

/** Amazon sellers who collect through us: their authorisations, and the account Amazon pays into. */
const amazonEndpoints = {
  amazonAuthStatus: endpoint({
    ...merchant,
    method: "GET",
    path: "/amazon/user/getAuthStatus",
    title: "名下 Amazon 店铺的授权状态",
    input: nothing,
    output: z.array(connection),
  }),
  buildAmazonData: endpoint({
    ...merchant,
    method: "POST",
    path: "/amazon/user/dataBuild",
    title: "重新检查与 Amazon 的连接",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 600 },
    input: ofStore,
    output: connection,
  }),
  amazonDefaultAccount: endpoint({
    ...merchant,
    method: "GET",
    path: "/amazon/user/getDefaultBankAccount",
    title: "Amazon 店铺默认的收款账户",
    input: nothing,
    output: z
      .object({
        id: z.uuid(),
        currency: z.enum(CURRENCY_CODES),
        holderName: z.string(),
        state: z.enum(stateNames(receivingAccountLifecycle)),
        /** Null until the bank has given a number. */
        lastFour: z.string().nullable(),
      })
      .nullable(),
  }),
  amazonSignedUrl: endpoint({ ...depart, path: "/amazon/user/getSigUrl", title: "Amazon 收款：授权地址" }),
  authoriseAmazonUser: endpoint({
    ...finish,
    path: "/amazon/user/auth",
    title: "Amazon 收款：完成授权",
    alias: "/auth/amazon",
    input: backFromAmazon,
  }),
};

const FAILING = { failing: "调用失败", working: "正常" } as const;
const names = (connectors: readonly (keyof typeof CONNECTORS)[]) =>
  connectors.map((value) => ({ value, label: CONNECTORS[value].label }));

/** Every tie to a platform, for the colleagues who watch them. */
export const connectionList = defineList({
  title: "店铺授权",
  row: z.object({
    merchantId: z.uuid(),
    storeId: z.uuid(),
    storeName: z.string(),
    connector,
    authorisation,
    health: z.enum(["failing", "working"]),
    account: z.string().nullable(),
    lastFour: z.string(),
    authorisedAt: wireTime,
    endsAt: wireTime.nullable(),
    lastSuccessAt: wireTime.nullable(),
    failingSince: wireTime.nullable(),
    problem: z.string().nullable(),
  }),
  columns: {
    storeName: { header: "店铺" },
    connector: { header: "平台" },
    authorisation: { header: "授权", as: "state", lifecycle: authorisationLifecycle },
    account: { header: "平台账号" },
    lastFour: { header: "令牌末四位" },
    authorisedAt: { header: "授权时间", as: "time" },
    endsAt: { header: "到期时间", as: "time" },
    lastSuccessAt: { header: "上次成功", as: "time" },
    failingSince: { header: "失败始于", as: "time" },
    problem: { header: "失败原因" },
    merchantId: { header: "商户", as: "code" },
  },
  filters: {
    connector: filter.choice("平台", [...names(OAUTH_CONNECTORS), ...names(KEY_CONNECTORS)]),
    authorisation: filter.state("授权", authorisationLifecycle),
    health: filter.choice(
      "调用",
      Object.entries(FAILING).map(([value, label]) => ({ value, label })),
    ),
    storeName: filter.text("店铺"),
    merchantId: filter.text("商户编号", "exact"),
  },
  sort: ["authorisedAt", "endsAt"],
});

const operatorEndpoints = {
  platformHealth: endpoint({
    method: "GET",
    path: "/platform_health",
    title: "平台连接健康度：将到期、已失效和调用失败的授权",
    family: "ops",
    access: "operator",
    input: nothing,
    output: z.array(
      z.object({
        connector,
        label: z.string(),
        /** How it is reached: the real platform, the sandbox's stand-in, or not at all for want of settings. */
        reached: z.enum(["platform", "sandbox", "none"]),
        connected: z.number().int(),
        expiring: z.number().int(),
        lapsed: z.number().int(),
        failing: z.number().int(),
        failingSince: wireTime.nullable(),
        lastSuccessAt: wireTime.nullable(),
      }),
    ),
  }),
  connections: endpoint({
    method: "POST",
    path: "/connections/list",
    title: "店铺授权列表",
    family: "ops",
    access: "operator",
    input: listInput(connectionList),
    output: listOutput(connectionList),
  }),
  revokeAuthorisation: endpoint({
    method: "POST",
    path: "/authorisations/{merchantId}/{storeId}/revoke",
    title: "扮演平台，收回一家店铺的授权",
    family: "sandbox",
    access: "operator",
    input: z.object({ merchantId: z.uuid(), storeId: z.uuid() }),
    output: done,
  }),
};

export const connectionEndpoints = {
  ...generalEndpoints,
  ...platformEndpoints,
  ...amazonEndpoints,
  ...operatorEndpoints,
};
