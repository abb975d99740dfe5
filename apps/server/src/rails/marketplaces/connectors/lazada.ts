import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, StoreCalls, Trade } from "../marketplace.ts";
import { amountText, pagesByOffset } from "../paging.ts";
import { concatSorted, hmacHex, inSeconds } from "../signing.ts";
import type { Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

/** Sellers of each country are served by a host of their own; tokens by one for all. */
const SITES: Record<string, { host: string; currency: string }> = {
  sg: { host: "sg", currency: "SGD" },
  my: { host: "com.my", currency: "MYR" },
  th: { host: "co.th", currency: "THB" },
  ph: { host: "com.ph", currency: "PHP" },
  id: { host: "co.id", currency: "IDR" },
  vn: { host: "vn", currency: "VND" },
};
const siteOf = ({ extra }: Grant) => SITES[extra?.["country"] ?? "sg"] ?? SITES["sg"]!;
const PAGE = 100;
const tokens = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.coerce.number(),
  refresh_expires_in: z.coerce.number(),
  account: z.string().optional(),
  country: z.string().optional(),
  country_user_info: z.array(z.object({ country: z.string(), seller_id: z.coerce.string() })).default([]),
});
const orders = z.looseObject({
  data: z.object({
    orders: z.array(
      z.object({
        order_id: z.coerce.string(),
        created_at: z.string(),
        price: z.union([z.string(), z.number()]),
        statuses: z.array(z.string()),
      }),
    ),
  }),
});
/** One word for each of its goods, told once: an order is gone when all of them are, and not paid while one is not. */
const GONE =
  /^(canceled|returned|failed|failed_delivery|lost_by_3pl|damaged_by_3pl|shipped_back|shipped_back_success)$/;
function stageOf(statuses: readonly string[]): Pick<Trade, "stage"> {
  if (statuses.length === 0 || statuses.includes("unpaid")) return { stage: "open" };
  return statuses.every((word) => GONE.test(word)) ? { stage: "void" } : {};
}
const payouts = z.looseObject({
  data: z.array(
    z.object({ statement_number: z.string(), created_at: z.string(), payout: z.union([z.string(), z.number()]) }),
  ),
});
/** Every call answers 200; `code` tells. Ours to mend: the signature, the key, the clock, the address we call from. */
const envelope = z.looseObject({ code: z.coerce.string() });
const verdict = verdictBy(({ code }) => (code === "0" || code === 0 ? undefined : code), {
  IllegalAccessToken: "refused",
  InvalidAccessToken: "refused",
  IllegalRefreshToken: "refused",
  InvalidCode: "refused",
  ApiCallLimit: "busy",
  AppCallLimit: "busy",
  SellerCallLimit: "busy",
  901: "busy",
  ServiceTimeout: "unavailable",
  ServiceUnavailable: "unavailable",
  InternalError: "unavailable",
  500: "unavailable",
  1002: "unavailable",
  IncompleteSignature: "unexpected",
  InvalidAppKey: "unexpected",
  IllegalTimestamp: "unexpected",
  MissingParameter: "unexpected",
  AppWhiteIpLimit: "unexpected",
  InsufficientPermission: "unexpected",
  AUTH_TYPE_UNSUPPORTED: "unexpected",
});

type Own = Record<"APP_KEY" | "APP_SECRET", string>;
type Client = ReturnType<typeof clientOf>;

/** Every call is signed: path and sorted parameters, HMAC-SHA256 in upper-case hex. */
function clientOf(transport: Transport, own: Own, hosts: Record<"auth" | "api", string>) {
  const call = <S extends z.ZodType>(
    where: { base: string; once?: true },
    path: string,
    asked: Record<string, string>,
    shape: S,
  ) => {
    const params: Record<string, string> = {
      ...asked,
      app_key: own.APP_KEY,
      sign_method: "sha256",
      timestamp: String(transport.clock.now().getTime()),
    };
    const sign = hmacHex(own.APP_SECRET, path + concatSorted(params)).toUpperCase();
    return transport.call(
      { url: `${where.base}/rest${path}`, once: where.once, query: { ...params, sign }, verdict },
      shape,
    );
  };
  /** A seller's call, at the host of their country. */
  const ask = <S extends z.ZodType>(grant: Grant, path: string, asked: Record<string, string>, shape: S) => {
    const base = hosts.api.replace("{site}", siteOf(grant).host);
    return call({ base }, path, { ...asked, access_token: grant.accessToken }, shape);
  };
  const token = (path: string, asked: Record<string, string>) =>
    call({ base: hosts.auth, once: true }, path, asked, tokens);
  return { ask, token };
}

function listsOf({ ask }: Client): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  return {
    listOrders: (grant, { since, until, changed }) =>
      pagesByOffset(PAGE, async (offset) => {
        const asked = {
          [changed ? "update_after" : "created_after"]: since.toISOString(),
          [changed ? "update_before" : "created_before"]: until.toISOString(),
          limit: String(PAGE),
          offset: String(offset),
        };
        const { data } = await ask(grant, "/orders/get", asked, orders);
        return data.orders.map(({ order_id, created_at, price, statuses }) => ({
          reference: order_id,
          at: readTime(created_at),
          currency: siteOf(grant).currency,
          amount: amountText(price),
          ...stageOf(statuses),
        }));
      }),
    async *listPayouts(grant, { since, until }) {
      const asked = { created_after: since.toISOString() };
      const { data } = await ask(grant, "/finance/payout/status/get", asked, payouts);
      const trades = data.map(({ statement_number, created_at, payout }) => ({
        reference: statement_number,
        at: readTime(created_at),
        currency: siteOf(grant).currency,
        amount: amountText(payout).replace(/\s*[A-Z]{3}$/, ""),
      }));
      const inside = trades.filter(({ at }) => at < until);
      if (inside.length > 0) yield inside;
    },
  };
}

export const lazada = connectorPlan({
  settings: ["APP_KEY", "APP_SECRET"],
  hosts: { auth: "https://auth.lazada.com", api: "https://api.lazada.{site}" },
  create(transport, own, hosts): ConsentMarketplace {
    const client = clientOf(transport, own, hosts);
    const { ask, token } = client;
    const grantOf = (answer: z.output<typeof tokens>, site: string | null, before?: Grant): Grant => {
      const now = transport.clock.now();
      const sellers = answer.country_user_info;
      // A seller across borders has a shop in several countries: this store is the one of its own.
      const seller = sellers.find(({ country }) => country === site?.toLowerCase()) ?? sellers[0];
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        account: before?.account ?? seller?.seller_id ?? answer.account ?? null,
        accessEndsAt: inSeconds(now, answer.expires_in),
        endsAt: inSeconds(now, answer.refresh_expires_in),
        extra: before?.extra ?? { country: seller?.country ?? answer.country ?? "sg" },
      };
    };
    return {
      authoriseUrl({ state, redirectUri }) {
        const words = {
          response_type: "code",
          force_auth: "true",
          redirect_uri: redirectUri,
          client_id: own.APP_KEY,
          state,
        };
        return `${hosts.auth}/oauth/authorize?${new URLSearchParams(words).toString()}`;
      },
      exchange: async ({ code, country }) => grantOf(await token("/auth/token/create", { code }), country),
      refresh: async (grant) =>
        grantOf(await token("/auth/token/refresh", { refresh_token: grant.refreshToken ?? "" }), null, grant),
      async verify(grant) {
        await ask(grant, "/seller/get", {}, envelope);
      },
      ...listsOf(client),
    };
  },
});

/** `2026-11-15 09:30:00 +0800`, or the same without a zone, which means Singapore's. */
function readTime(text: string): Date {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?: ([+-]\d{2}):?(\d{2}))?/.exec(text);
  return match ? new Date(`${match[1]}T${match[2]}${match[3] ?? "+08"}:${match[4] ?? "00"}`) : new Date(text);
}
