import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant, type StoreCalls } from "../marketplace.ts";
import { pages } from "../paging.ts";
import { concatSorted, hmacHex, unixSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";
import type { Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

const PAGE = 100;
const tokens = z.object({
  data: z.object({
    access_token: z.string(),
    /** Moments, not durations, whatever they are called. */
    access_token_expire_in: z.number(),
    refresh_token: z.string(),
    refresh_token_expire_in: z.number(),
    open_id: z.string(),
  }),
});
const shops = z.object({
  data: z.object({ shops: z.array(z.object({ id: z.string(), cipher: z.string(), region: z.string().optional() })) }),
});
const orders = z.object({
  data: z.object({
    orders: z
      .array(
        z.object({
          id: z.string(),
          create_time: z.number(),
          status: z.string(),
          payment: z.object({ total_amount: z.string(), currency: z.string() }),
        }),
      )
      .default([]),
    next_page_token: z.string().default(""),
  }),
});
const stageOf = stageBy({
  sold: ["AWAITING_SHIPMENT", "PARTIALLY_SHIPPING", "AWAITING_COLLECTION", "IN_TRANSIT", "DELIVERED", "COMPLETED"],
  gone: ["CANCELLED"],
});
const payments = z.object({
  data: z.object({
    payments: z
      .array(
        z.object({
          id: z.string(),
          create_time: z.number(),
          amount: z.object({ value: z.string(), currency: z.string() }),
        }),
      )
      .default([]),
    next_page_token: z.string().default(""),
  }),
});
/** 36009004 is any parameter that does not fit: only where it is the token it is the merchant's. */
const verdict = verdictBy(
  ({ code, message }) => {
    if (code === 0) return undefined;
    return code === 36_009_004 && /access_token/.test(String(message)) ? "token" : code;
  },
  {
    105001: "refused",
    105002: "refused",
    101000: "refused",
    36004004: "refused",
    36004005: "refused",
    98001005: "refused",
    98001006: "refused",
    token: "refused",
    36009002: "busy",
    12052109: "busy",
    36009003: "unavailable",
    10006402: "unavailable",
    12001000: "unavailable",
    // Ours to mend: signature, key, clock, shop cipher, what our app may do.
    106001: "unexpected",
    36009004: "unexpected",
    106013: "unexpected",
    105005: "unexpected",
  },
);

type Own = Record<"APP_KEY" | "APP_SECRET", string>;
type Client = ReturnType<typeof clientOf>;

/** Signed over path, sorted parameters and body between two copies of the secret, HMAC-SHA256 in hex. */
function clientOf(transport: Transport, own: Own, hosts: Record<"auth" | "api", string>) {
  const call = <S extends z.ZodType>(
    grant: Grant,
    path: string,
    asked: Record<string, string>,
    shape: S,
    json?: string,
  ) => {
    const params = { ...asked, app_key: own.APP_KEY, timestamp: String(unixSeconds(transport.clock.now())) };
    const text = own.APP_SECRET + path + concatSorted(params) + (json ?? "") + own.APP_SECRET;
    return transport.call(
      {
        url: hosts.api + path,
        query: { ...params, sign: hmacHex(own.APP_SECRET, text) },
        headers: { "x-tts-access-token": grant.accessToken, "content-type": "application/json" },
        ...(json !== undefined && { json, reads: true }),
        verdict,
      },
      shape,
    );
  };
  const tokenCall = async (path: string, asked: Record<string, string>): Promise<Grant> => {
    const query = { app_key: own.APP_KEY, app_secret: own.APP_SECRET, ...asked };
    const { data } = await transport.call({ url: hosts.auth + path, query, once: true, verdict }, tokens);
    return {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      account: data.open_id,
      accessEndsAt: new Date(data.access_token_expire_in * 1_000),
      endsAt: new Date(data.refresh_token_expire_in * 1_000),
    };
  };
  return { call, tokenCall };
}

function listsOf({ call }: Client): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  return {
    listOrders: (grant, { since, until, changed }) =>
      pages("", async (page_token) => {
        const asked = {
          page_size: String(PAGE),
          shop_cipher: grant.extra?.["cipher"] ?? "",
          ...(page_token && { page_token }),
        };
        const time = changed ? "update_time" : "create_time";
        const json = JSON.stringify({ [`${time}_ge`]: unixSeconds(since), [`${time}_lt`]: unixSeconds(until) });
        const { data } = await call(grant, "/order/202309/orders/search", asked, orders, json);
        const trades = data.orders.map(({ id, create_time, payment, status }) => ({
          reference: id,
          at: new Date(create_time * 1_000),
          currency: payment.currency,
          amount: payment.total_amount,
          ...stageOf(status),
        }));
        return { trades, next: data.next_page_token || undefined };
      }),
    listPayouts: (grant, { since, until }) =>
      pages("", async (page_token) => {
        const asked = {
          page_size: String(PAGE),
          sort_field: "create_time",
          shop_cipher: grant.extra?.["cipher"] ?? "",
          create_time_ge: String(unixSeconds(since)),
          create_time_lt: String(unixSeconds(until)),
          ...(page_token && { page_token }),
        };
        const { data } = await call(grant, "/finance/202309/payments", asked, payments);
        const trades = data.payments.map(({ id, create_time, amount }) => ({
          reference: id,
          at: new Date(create_time * 1_000),
          currency: amount.currency,
          amount: amount.value,
        }));
        return { trades, next: data.next_page_token || undefined };
      }),
  };
}

export const tiktok = connectorPlan({
  settings: ["APP_KEY", "APP_SECRET", "SERVICE_ID"],
  hosts: {
    consent: "https://{site}.tiktokshop.com",
    auth: "https://auth.tiktok-shops.com",
    api: "https://open-api.tiktokglobalshop.com",
  },
  create(transport, own, hosts): ConsentMarketplace {
    const client = clientOf(transport, own, hosts);
    const { call, tokenCall } = client;
    const shopOf = async (grant: Grant, country: string | null) => {
      const found = (await call(grant, "/authorization/202309/shops", {}, shops)).data.shops;
      // A seller across borders has a shop in several countries: this store is the one of its own.
      const shop = found.find(({ region }) => region !== undefined && region === country) ?? found[0];
      if (!shop) throw new MarketplaceError("refused", "the seller has no shop");
      return shop;
    };
    return {
      authoriseUrl({ state, country }) {
        // Sellers in the United States have a site of their own to agree on.
        const host = hosts.consent.replace("{site}", country === "US" ? "services.us" : "services");
        return `${host}/open/authorize?${new URLSearchParams({ service_id: own.SERVICE_ID, state }).toString()}`;
      },
      async exchange({ code, country }) {
        const grant = await tokenCall("/api/v2/token/get", { auth_code: code, grant_type: "authorized_code" });
        const { id, cipher } = await shopOf(grant, country);
        return { ...grant, account: id, extra: { cipher } };
      },
      async refresh(grant) {
        const asked = { refresh_token: grant.refreshToken ?? "", grant_type: "refresh_token" };
        const fresh = await tokenCall("/api/v2/token/refresh", asked);
        return { ...fresh, account: grant.account, extra: grant.extra };
      },
      async verify(grant) {
        await shopOf(grant, null);
      },
      ...listsOf(client),
    };
  },
});
