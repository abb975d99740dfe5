import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant, type StoreCalls } from "../marketplace.ts";
import { pages } from "../paging.ts";
import { concatSorted, hmacHex, unixSeconds } from "../signing.ts";
import type { Transport } from "../transport.ts";

const PAGE = 100;
const envelope = { code: z.number(), message: z.string().default("") };
const tokens = z.object({
  ...envelope,
  data: z
    .object({
      access_token: z.string(),
      /** Moments, not durations, whatever they are called. */
      access_token_expire_in: z.number(),
      refresh_token: z.string(),
      refresh_token_expire_in: z.number(),
      open_id: z.string(),
    })
    .nullish(),
});
const shops = z.object({
  ...envelope,
  data: z.object({ shops: z.array(z.object({ id: z.string(), cipher: z.string() })) }).nullish(),
});
const orders = z.object({
  ...envelope,
  data: z
    .object({
      orders: z
        .array(
          z.object({
            id: z.string(),
            create_time: z.number(),
            payment: z.object({ total_amount: z.string(), currency: z.string() }),
          }),
        )
        .default([]),
      next_page_token: z.string().default(""),
    })
    .nullish(),
});
const payments = z.object({
  ...envelope,
  data: z
    .object({
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
    })
    .nullish(),
});
/** 105xxx: the token is not good; 36004004: the code or refresh token is not. */
const isOver = (code: number): boolean => Math.floor(code / 1_000) === 105 || code === 36_004_004;

type Own = Record<"APP_KEY" | "APP_SECRET", string>;
type Client = ReturnType<typeof clientOf>;

/** Signed over path, sorted parameters and body between two copies of the secret, HMAC-SHA256 in hex. */
function clientOf(transport: Transport, own: Own, hosts: Record<"auth" | "api", string>) {
  const settled = <A extends { code: number; data?: unknown }>(answer: A): NonNullable<A["data"]> => {
    if (answer.code === 0 && answer.data) return answer.data;
    if (answer.code === 36_009_002) throw new MarketplaceError("busy", "too many calls", 1);
    throw new MarketplaceError(isOver(answer.code) ? "refused" : "unexpected", `answered ${answer.code}`);
  };
  const call = async <S extends z.ZodType<{ code: number; data?: unknown }>>(
    grant: Grant,
    path: string,
    asked: Record<string, string>,
    shape: S,
    json?: string,
  ) => {
    const params = { ...asked, app_key: own.APP_KEY, timestamp: String(unixSeconds(transport.clock.now())) };
    const text = own.APP_SECRET + path + concatSorted(params) + (json ?? "") + own.APP_SECRET;
    const answer = await transport.call(
      {
        url: hosts.api + path,
        query: { ...params, sign: hmacHex(own.APP_SECRET, text) },
        headers: { "x-tts-access-token": grant.accessToken, "content-type": "application/json" },
        ...(json !== undefined && { json }),
      },
      shape,
    );
    return settled(answer);
  };
  const tokenCall = async (path: string, asked: Record<string, string>): Promise<Grant> => {
    const query = { app_key: own.APP_KEY, app_secret: own.APP_SECRET, ...asked };
    const data = settled(await transport.call({ url: hosts.auth + path, query, once: true }, tokens));
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
    listOrders: (grant, { since, until }) =>
      pages("", async (page_token) => {
        const asked = {
          page_size: String(PAGE),
          shop_cipher: grant.extra?.["cipher"] ?? "",
          ...(page_token && { page_token }),
        };
        const json = JSON.stringify({ create_time_ge: unixSeconds(since), create_time_lt: unixSeconds(until) });
        const data = await call(grant, "/order/202309/orders/search", asked, orders, json);
        const trades = data.orders.map(({ id, create_time, payment }) => ({
          reference: id,
          at: new Date(create_time * 1_000),
          currency: payment.currency,
          amount: payment.total_amount,
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
        const data = await call(grant, "/finance/202309/payments", asked, payments);
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
    consent: "https://services.tiktokshop.com",
    auth: "https://auth.tiktok-shops.com",
    api: "https://open-api.tiktokglobalshop.com",
  },
  create(transport, own, hosts): ConsentMarketplace {
    const client = clientOf(transport, own, hosts);
    const { call, tokenCall } = client;
    const shopOf = async (grant: Grant) => {
      const [shop] = (await call(grant, "/authorization/202309/shops", {}, shops)).shops;
      if (!shop) throw new MarketplaceError("refused", "the seller has no shop");
      return shop;
    };
    return {
      authoriseUrl: ({ state }) =>
        `${hosts.consent}/open/authorize?${new URLSearchParams({ service_id: own.SERVICE_ID, state }).toString()}`,
      async exchange({ code }) {
        const grant = await tokenCall("/api/v2/token/get", { auth_code: code, grant_type: "authorized_code" });
        const { id, cipher } = await shopOf(grant);
        return { ...grant, account: id, extra: { cipher } };
      },
      async refresh(grant) {
        const asked = { refresh_token: grant.refreshToken ?? "", grant_type: "refresh_token" };
        const fresh = await tokenCall("/api/v2/token/refresh", asked);
        return { ...fresh, account: grant.account, extra: grant.extra };
      },
      async verify(grant) {
        await shopOf(grant);
      },
      ...listsOf(client),
    };
  },
});
