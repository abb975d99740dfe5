import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant } from "../marketplace.ts";
import { amountText, pagesByOffset } from "../paging.ts";
import { concatSorted, hmacHex, inSeconds } from "../signing.ts";

/** Sellers of each country are served by a host of their own; tokens by one for all. */
const COUNTRY_CURRENCIES: Record<string, string> = { sg: "SGD", my: "MYR", th: "THB", ph: "PHP", id: "IDR", vn: "VND" };
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
      z.object({ order_id: z.coerce.string(), created_at: z.string(), price: z.union([z.string(), z.number()]) }),
    ),
  }),
});
const payouts = z.looseObject({
  data: z.array(
    z.object({ statement_number: z.string(), created_at: z.string(), payout: z.union([z.string(), z.number()]) }),
  ),
});
/** Every call answers 200; `code` tells. */
const envelope = z.looseObject({ code: z.coerce.string() });
const TOKEN_IS_OVER = /Illegal(Access|Refresh)Token|InvalidCode|IllegalCode|AppWhiteIpLimit|InvalidAuthorizationCode/i;

/** Every call is signed: path and sorted parameters, HMAC-SHA256 in upper-case hex. */
export const lazada = connectorPlan({
  settings: ["APP_KEY", "APP_SECRET"],
  hosts: { auth: "https://auth.lazada.com", api: "https://api.lazada.sg" },
  create(transport, own, hosts): ConsentMarketplace {
    const call = async <S extends z.ZodType>(base: string, path: string, asked: Record<string, string>, shape: S) => {
      const params: Record<string, string> = {
        ...asked,
        app_key: own.APP_KEY,
        sign_method: "sha256",
        timestamp: String(transport.clock.now().getTime()),
      };
      const sign = hmacHex(own.APP_SECRET, path + concatSorted(params)).toUpperCase();
      const answer = await transport.call(
        { method: "GET", url: `${base}/rest${path}`, query: { ...params, sign } },
        envelope,
      );
      if (answer.code !== "0") {
        if (/ApiCallLimit|SellerCallLimit/i.test(answer.code)) throw new MarketplaceError("busy", answer.code, 1);
        throw new MarketplaceError(
          TOKEN_IS_OVER.test(answer.code) ? "refused" : "unexpected",
          `answered ${answer.code}`,
        );
      }
      const read = shape.safeParse(answer);
      if (!read.success) throw new MarketplaceError("unexpected", `${path}: the answer is not what we know`);
      return read.data;
    };
    const grantOf = (answer: z.output<typeof tokens>, before?: Grant): Grant => {
      const now = transport.clock.now();
      const [seller] = answer.country_user_info;
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        account: before?.account ?? seller?.seller_id ?? answer.account ?? null,
        accessEndsAt: inSeconds(now, answer.expires_in),
        endsAt: inSeconds(now, answer.refresh_expires_in),
        extra: before?.extra ?? { country: seller?.country ?? answer.country ?? "sg" },
      };
    };
    const currencyOf = ({ extra }: Grant) => COUNTRY_CURRENCIES[extra?.["country"] ?? "sg"] ?? "SGD";
    const seller = (grant: Grant, path: string, asked: Record<string, string>) => ({
      path,
      asked: { ...asked, access_token: grant.accessToken },
    });
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
      exchange: async ({ code }) => grantOf(await call(hosts.auth, "/auth/token/create", { code }, tokens)),
      refresh: async (grant) =>
        grantOf(
          await call(hosts.auth, "/auth/token/refresh", { refresh_token: grant.refreshToken ?? "" }, tokens),
          grant,
        ),
      async verify(grant) {
        const { path, asked } = seller(grant, "/seller/get", {});
        await call(hosts.api, path, asked, envelope);
      },
      listOrders: (grant, { since, until }) =>
        pagesByOffset(PAGE, async (offset) => {
          const { path, asked } = seller(grant, "/orders/get", {
            created_after: since.toISOString(),
            created_before: until.toISOString(),
            limit: String(PAGE),
            offset: String(offset),
          });
          const { data } = await call(hosts.api, path, asked, orders);
          return data.orders.map(({ order_id, created_at, price }) => ({
            reference: order_id,
            at: readTime(created_at),
            currency: currencyOf(grant),
            amount: amountText(price),
          }));
        }),
      async *listPayouts(grant, { since, until }) {
        const { path, asked } = seller(grant, "/finance/payout/status/get", { created_after: since.toISOString() });
        const { data } = await call(hosts.api, path, asked, payouts);
        const trades = data.map(({ statement_number, created_at, payout }) => ({
          reference: statement_number,
          at: readTime(created_at),
          currency: currencyOf(grant),
          amount: amountText(payout).replace(/\s*[A-Z]{3}$/, ""),
        }));
        const inside = trades.filter(({ at }) => at < until);
        if (inside.length > 0) yield inside;
      },
    };
  },
});

/** `2026-11-15 09:30:00 +0800`, or the same without a zone, which means Singapore's. */
function readTime(text: string): Date {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?: ([+-]\d{2}):?(\d{2}))?/.exec(text);
  return match ? new Date(`${match[1]}T${match[2]}${match[3] ?? "+08"}:${match[4] ?? "00"}`) : new Date(text);
}
