import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant, type Period, type StoreCalls } from "../marketplace.ts";
import { amountText, inPieces, pages } from "../paging.ts";
import { hmacHex, inDays, inSeconds, unixSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";
import type { Call, Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

/** A seller agrees for a year; the refresh token in between lives 30 days and is replaced at every use. */
const LIFE_DAYS = 365;
/** Lists look at 15 days at most. */
const PIECE_DAYS = 15;
const PAGE = 100;
const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: z.number().positive(),
});
const shopInfo = z.object({ region: z.string().default("SG") });
const orders = z.object({
  response: z
    .object({
      more: z.boolean(),
      next_cursor: z.string().default(""),
      order_list: z.array(z.object({ order_sn: z.string() })),
    })
    .optional(),
});
const stageOf = stageBy({
  sold: [
    "READY_TO_SHIP",
    "PROCESSED",
    "RETRY_SHIP",
    "SHIPPED",
    "TO_CONFIRM_RECEIVE",
    "TO_RETURN",
    "COMPLETED",
    "INVOICE_PENDING",
  ],
  gone: ["CANCELLED"],
});
const details = z.object({
  response: z
    .object({
      order_list: z.array(
        z.object({
          order_sn: z.string(),
          create_time: z.number(),
          currency: z.string(),
          total_amount: z.number(),
          order_status: z.string(),
        }),
      ),
    })
    .optional(),
});
const escrows = z.object({
  response: z
    .object({
      more: z.boolean(),
      escrow_list: z.array(
        z.object({ order_sn: z.string(), payout_amount: z.number(), escrow_release_time: z.number() }),
      ),
    })
    .optional(),
});
/**
 * Shopee's words, without the name of the part of Shopee that says them (`common.error_auth`). The misspelt one is how
 * Shopee spells it. Ours to mend: our key, our clock, the address we call from, what our app may do.
 */
const verdict = verdictBy(({ error }) => (typeof error === "string" ? error.trim().split(".").at(-1) : undefined), {
  error_auth: "refused",
  invalid_acceess_token: "refused",
  invalid_access_token: "refused",
  invalid_code: "refused",
  refresh_token_expired: "refused",
  error_shop_refresh_token: "refused",
  shop_access_expired: "refused",
  shop_no_linked: "refused",
  partner_shop_no_link: "refused",
  user_no_linked: "refused",
  shop_banned: "refused",
  user_banned: "refused",
  error_rate_limit: "busy",
  error_limit: "busy",
  rate_limit_exceeded: "busy",
  frequency_limited: "busy",
  error_server: "unavailable",
  error_inner: "unavailable",
  error_network: "unavailable",
  error_system_busy: "unavailable",
  error_sign: "unexpected",
  error_param: "unexpected",
  error_permission: "unexpected",
  error_api_permission: "unexpected",
  error_api_call_restricted: "unexpected",
  error_partner_key_expired: "unexpected",
  invalid_partner_id: "unexpected",
  invalid_timestamp: "unexpected",
  source_ip_undeclared: "unexpected",
});
const REGION_CURRENCIES: Record<string, string> = {
  SG: "SGD",
  MY: "MYR",
  TH: "THB",
  PH: "PHP",
  ID: "IDR",
  VN: "VND",
  TW: "TWD",
  BR: "BRL",
  MX: "MXN",
  CL: "CLP",
  CO: "COP",
};

type Own = Record<"PARTNER_ID" | "PARTNER_KEY", string>;
type Client = ReturnType<typeof clientOf>;

/** Signed by HMAC-SHA256 over partner, path and time, and for a shop's calls its token and number as well. */
function clientOf(transport: Transport, own: Own, api: string) {
  const signed = (path: string, grant?: Grant): Record<string, string> => {
    const timestamp = String(unixSeconds(transport.clock.now()));
    const shop = grant ? { access_token: grant.accessToken, shop_id: grant.account ?? "" } : undefined;
    const text = own.PARTNER_ID + path + timestamp + (shop ? shop.access_token + shop.shop_id : "");
    return { partner_id: own.PARTNER_ID, timestamp, sign: hmacHex(own.PARTNER_KEY, text), ...shop };
  };
  const call = <S extends z.ZodType>(path: string, how: Omit<Call, "url">, shape: S, grant?: Grant) =>
    transport.call({ ...how, url: api + path, query: { ...how.query, ...signed(path, grant) }, verdict }, shape);
  return { signed, call };
}

function listsOf({ call }: Client): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  const listOrdersIn = (grant: Grant, { since, until, changed }: Period) =>
    pages("", async (cursor) => {
      const query = {
        time_range_field: changed ? "update_time" : "create_time",
        time_from: unixSeconds(since),
        time_to: unixSeconds(until),
        page_size: 50,
        cursor,
      };
      const { response } = await call("/api/v2/order/get_order_list", { query }, orders, grant);
      const numbers = response?.order_list.map(({ order_sn }) => order_sn) ?? [];
      const next = response?.more ? response.next_cursor : undefined;
      if (numbers.length === 0) return { trades: [], next };
      const wanted = { order_sn_list: numbers.join(","), response_optional_fields: "total_amount" };
      const answer = await call("/api/v2/order/get_order_detail", { query: wanted }, details, grant);
      const trades = answer.response?.order_list.map((order) => ({
        reference: order.order_sn,
        at: new Date(order.create_time * 1_000),
        currency: order.currency,
        amount: amountText(order.total_amount),
        ...stageOf(order.order_status),
      }));
      return { trades: trades ?? [], next };
    });
  return {
    listOrders: (grant, period) => inPieces(period, PIECE_DAYS, (piece) => listOrdersIn(grant, piece)),
    async *listPayouts(grant, { since, until }) {
      const { region } = await call("/api/v2/shop/get_shop_info", {}, shopInfo, grant);
      const currency = REGION_CURRENCIES[region] ?? "USD";
      yield* pages(1, async (page) => {
        const query = {
          release_time_from: unixSeconds(since),
          release_time_to: unixSeconds(until),
          page_size: PAGE,
          page_no: page,
        };
        const { response } = await call("/api/v2/payment/get_escrow_list", { query }, escrows, grant);
        const trades = response?.escrow_list.map((row) => ({
          reference: row.order_sn,
          at: new Date(row.escrow_release_time * 1_000),
          currency,
          amount: amountText(row.payout_amount),
        }));
        return { trades: trades ?? [], next: response?.more ? page + 1 : undefined };
      });
    },
  };
}

/** A seller agrees on Shopee's pages; the shop is named in the answer. */
export const shopee = connectorPlan({
  settings: ["PARTNER_ID", "PARTNER_KEY"],
  hosts: { api: "https://partner.shopeemobile.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const client = clientOf(transport, own, hosts.api);
    const { signed, call } = client;
    const tokenCall = async (path: string, shopId: string, words: Record<string, string>): Promise<Grant> => {
      const json = JSON.stringify({ ...words, shop_id: Number(shopId), partner_id: Number(own.PARTNER_ID) });
      const answer = await call(path, { json }, tokens);
      const now = transport.clock.now();
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        account: shopId,
        accessEndsAt: inSeconds(now, answer.expire_in),
        endsAt: inDays(now, LIFE_DAYS),
      };
    };
    return {
      authoriseUrl({ state, redirectUri }) {
        // Shopee has no `state` of its own: it comes back inside our address.
        const redirect = `${redirectUri}?state=${encodeURIComponent(state)}`;
        const path = "/api/v2/shop/auth_partner";
        return `${hosts.api}${path}?${new URLSearchParams({ ...signed(path), redirect }).toString()}`;
      },
      async exchange({ code, extra }) {
        const shopId = extra["shop_id"] ?? "";
        if (!/^\d{1,15}$/.test(shopId)) throw new MarketplaceError("refused", "no shop was named");
        return tokenCall("/api/v2/auth/token/get", shopId, { code });
      },
      async refresh(grant) {
        const words = { refresh_token: grant.refreshToken ?? "" };
        const fresh = await tokenCall("/api/v2/auth/access_token/get", grant.account ?? "", words);
        // A new token does not lengthen what the seller agreed to.
        return { ...fresh, endsAt: grant.endsAt };
      },
      async verify(grant) {
        await call("/api/v2/shop/get_shop_info", {}, shopInfo, grant);
      },
      ...listsOf(client),
    };
  },
});
