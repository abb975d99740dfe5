import { SHOPIFY_HOST, SHOPIFY_VERSIONS } from "@coralhub/domain";
import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import {
  MarketplaceError,
  type ConsentMarketplace,
  type ConsentRequest,
  type Grant,
  type KeyMarketplace,
} from "../marketplace.ts";
import { hmacHex, inSeconds, sameText } from "../signing.ts";
import { hostOf } from "../shop-host.ts";
import { shopifyCalls } from "./shopify-calls.ts";

const SCOPES = "read_orders,read_shopify_payments_payouts";
const PLACE = { shop: "https://{shop}" };
const [VERSION] = SHOPIFY_VERSIONS;

function shopOf({ shopUrl }: ConsentRequest): string {
  const host = hostOf(shopUrl);
  const name = host.slice(0, -SHOPIFY_HOST.length - 1);
  if (host.endsWith(`.${SHOPIFY_HOST}`) && /^[a-z0-9][a-z0-9-]*$/.test(name)) return host;
  throw new MarketplaceError("address", `not a shop under ${SHOPIFY_HOST}`);
}

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** An app the merchant agrees to on the shop's own pages. What comes back is signed with the app's secret. */
export const shopify = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: PLACE,
  create(transport, own, hosts): ConsentMarketplace {
    const { shopId, ...calls } = shopifyCalls(transport, { place: hosts.shop, version: VERSION });
    const tokenCall = async (shop: string, words: Record<string, string>) => {
      const json = JSON.stringify({ client_id: own.CLIENT_ID, client_secret: own.CLIENT_SECRET, ...words });
      const url = `${hosts.shop.replace("{shop}", shop)}/admin/oauth/access_token`;
      const answer = await transport.call({ url, json, guarded: true }, tokens);
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        accessEndsAt: inSeconds(transport.clock.now(), answer.expires_in),
      };
    };
    return {
      ...calls,
      authoriseUrl(request) {
        const words = {
          client_id: own.CLIENT_ID,
          scope: SCOPES,
          redirect_uri: request.redirectUri,
          state: request.state,
        };
        return `https://${shopOf(request)}/admin/oauth/authorize?${new URLSearchParams(words).toString()}`;
      },
      async exchange(answer) {
        const shop = shopOf(answer);
        const { hmac = "", ...signed } = answer.extra;
        const told: Record<string, string> = { ...signed, code: answer.code, state: answer.state };
        const text = Object.keys(told)
          .toSorted()
          .map((name) => `${name}=${told[name]}`)
          .join("&");
        if (!sameText(hmac, hmacHex(own.CLIENT_SECRET, text)))
          throw new MarketplaceError("refused", "the answer is not signed by Shopify");
        if (told["shop"] !== shop) throw new MarketplaceError("refused", "the answer is another shop's");
        // For calls without the merchant: tokens that do not end are refused to apps of our kind.
        const given = await tokenCall(shop, { code: answer.code, expiring: "1" });
        const grant: Grant = { ...given, account: null, endsAt: null, shop };
        return { ...grant, account: await shopId(grant) };
      },
      // Each refresh replaces the refresh token, which lives 90 days: used hourly it does not end before it is taken back.
      async refresh(grant) {
        const words = { grant_type: "refresh_token", refresh_token: grant.refreshToken ?? "" };
        return { ...grant, ...(await tokenCall(grant.shop ?? "", words)) };
      },
    };
  },
});

/** An app of the merchant's own: its password is the token that opens the same calls; the key only names the app. */
export const shopifyPrivate = connectorPlan({
  settings: [],
  hosts: PLACE,
  create(transport, _own, hosts): KeyMarketplace {
    const { shopId, ...calls } = shopifyCalls(transport, { place: hosts.shop, version: VERSION });
    return {
      ...calls,
      async connect({ apiKey = "", password = "", version = VERSION }, shopUrl) {
        const grant: Grant = {
          accessToken: password,
          refreshToken: null,
          account: null,
          accessEndsAt: null,
          endsAt: null,
          shop: hostOf(shopUrl),
          extra: { apiKey, version },
        };
        return { ...grant, account: await shopId(grant) };
      },
    };
  },
});
