import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant } from "../marketplace.ts";
import { pagesByOffset } from "../paging.ts";
import { inSeconds } from "../signing.ts";

const SCOPES = ["sell.fulfillment.readonly", "sell.finances", "commerce.identity.readonly"]
  .map((scope) => `https://api.ebay.com/oauth/api_scope/${scope}`)
  .join(" ");
const PAGE = 200;
const amount = z.object({ value: z.string(), currency: z.string() });
const orders = z.object({
  orders: z.array(
    z.object({ orderId: z.string(), creationDate: z.coerce.date(), pricingSummary: z.object({ total: amount }) }),
  ),
});
const payouts = z.object({
  payouts: z.array(z.object({ payoutId: z.string(), payoutDate: z.coerce.date(), amount })).default([]),
});

/** The redirect is a name (RuName) registered with eBay; refresh tokens live for 18 months and are given once. */
export const ebay = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET", "RU_NAME"],
  hosts: { auth: "https://auth.ebay.com", api: "https://api.ebay.com", money: "https://apiz.ebay.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const bearer = ({ accessToken }: Grant) => ({ authorization: `Bearer ${accessToken}` });
    const range = ({ since, until }: { since: Date; until: Date }) =>
      `[${since.toISOString()}..${until.toISOString()}]`;
    return {
      ...codeFlow(transport, {
        authoriseUrl: `${hosts.auth}/oauth2/authorize`,
        tokenUrl: `${hosts.api}/identity/v1/oauth2/token`,
        clientId: own.CLIENT_ID,
        clientSecret: own.CLIENT_SECRET,
        redirectName: own.RU_NAME,
        scope: SCOPES,
        refreshAsks: { scope: SCOPES },
        proof: "basic",
        read: ({ refresh_token_expires_in: seconds }, now) =>
          typeof seconds === "number" ? { endsAt: inSeconds(now, seconds) } : {},
      }),
      async verify(grant) {
        await transport.call(
          { url: `${hosts.money}/commerce/identity/v1/user/`, headers: bearer(grant) },
          z.object({ userId: z.string() }),
        );
      },
      listOrders: (grant, period) =>
        pagesByOffset(PAGE, async (offset) => {
          const answer = await transport.call(
            {
              url: `${hosts.api}/sell/fulfillment/v1/order`,
              query: { filter: `creationdate:${range(period)}`, limit: PAGE, offset },
              headers: bearer(grant),
            },
            orders,
          );
          return answer.orders.map(({ orderId, creationDate, pricingSummary: { total } }) => ({
            reference: orderId,
            at: creationDate,
            currency: total.currency,
            amount: total.value,
          }));
        }),
      listPayouts: (grant, period) =>
        pagesByOffset(PAGE, async (offset) => {
          const answer = await transport.call(
            {
              url: `${hosts.money}/sell/finances/v1/payout`,
              query: { filter: `payoutDate:${range(period)}`, limit: PAGE, offset },
              headers: bearer(grant),
            },
            payouts,
          );
          return answer.payouts.map(({ payoutId, payoutDate, amount: { currency, value } }) => ({
            reference: payoutId,
            at: payoutDate,
            currency,
            amount: value,
          }));
        }),
    };
  },
});
