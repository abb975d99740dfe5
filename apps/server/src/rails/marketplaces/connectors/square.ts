import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, StoreCalls } from "../marketplace.ts";
import { fromMinor, pages, tradeTime } from "../paging.ts";
import { stageBy } from "../stage.ts";
import type { Transport } from "../transport.ts";

const VERSION = { "square-version": "2025-10-16" };
const SCOPES = "MERCHANT_PROFILE_READ ORDERS_READ PAYMENTS_READ PAYOUTS_READ";
const PAGE = 100;
const money = z.object({ amount: z.number(), currency: z.string() });
const cursor = z.string().optional();
const orders = z.object({
  orders: z
    .array(z.object({ id: z.string(), created_at: tradeTime, total_money: money, state: z.string() }))
    .default([]),
  cursor,
});
const payouts = z.object({
  payouts: z.array(z.object({ id: z.string(), created_at: z.coerce.date(), amount_money: money })).default([]),
  cursor,
});
/** Completed is what is paid in full and handed over. */
const stageOf = stageBy({ sold: ["COMPLETED"], gone: ["CANCELED"] });
const locations = z.object({ locations: z.array(z.object({ id: z.string() })).default([]) });

const headers = ({ accessToken }: Grant) => ({ ...VERSION, authorization: `Bearer ${accessToken}` });

function listsOf(transport: Transport, api: string): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  const locationsOf = async (grant: Grant) => {
    const answer = await transport.call({ url: `${api}/v2/locations`, headers: headers(grant) }, locations);
    return answer.locations.map(({ id }) => id);
  };
  return {
    async *listOrders(grant, { since, until, changed }) {
      const location_ids = await locationsOf(grant);
      yield* pages<string | null>(null, async (at) => {
        const time = changed ? "updated_at" : "created_at";
        const within = { start_at: since.toISOString(), end_at: until.toISOString() };
        const query = {
          filter: { date_time_filter: { [time]: within } },
          sort: { sort_field: time.toUpperCase(), sort_order: "ASC" },
        };
        const json = JSON.stringify({ location_ids, query, limit: PAGE, ...(at !== null && { cursor: at }) });
        const answer = await transport.call(
          { url: `${api}/v2/orders/search`, json, headers: headers(grant), reads: true },
          orders,
        );
        const trades = answer.orders.map(({ id, created_at: made, total_money: { amount, currency }, state }) => ({
          reference: id,
          at: made,
          currency,
          amount: fromMinor(amount, currency),
          ...stageOf(state),
        }));
        return { trades, next: answer.cursor };
      });
    },
    listPayouts: (grant, { since, until }) =>
      pages<string | null>(null, async (at) => {
        const query = {
          begin_time: since.toISOString(),
          end_time: until.toISOString(),
          limit: PAGE,
          cursor: at ?? undefined,
        };
        const answer = await transport.call({ url: `${api}/v2/payouts`, query, headers: headers(grant) }, payouts);
        const trades = answer.payouts.map(({ id, created_at, amount_money: { amount, currency } }) => ({
          reference: id,
          at: created_at,
          currency,
          amount: fromMinor(amount, currency),
        }));
        return { trades, next: answer.cursor };
      }),
  };
}

/** Access tokens live 30 days and are refreshed with a token that does not end. */
export const square = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: { api: "https://connect.squareup.com" },
  create(transport, own, hosts): ConsentMarketplace {
    return {
      ...codeFlow(transport, {
        authoriseUrl: `${hosts.api}/oauth2/authorize`,
        tokenUrl: `${hosts.api}/oauth2/token`,
        clientId: own.CLIENT_ID,
        clientSecret: own.CLIENT_SECRET,
        scope: SCOPES,
        asks: { session: "false" },
        proof: "json",
        tokenHeaders: VERSION,
        read: ({ merchant_id: account, expires_at: end }) => ({
          ...(typeof account === "string" && { account }),
          ...(typeof end === "string" && { accessEndsAt: new Date(end) }),
        }),
      }),
      async verify(grant) {
        await transport.call({ url: `${hosts.api}/v2/merchants/me`, headers: headers(grant) }, z.looseObject({}));
      },
      async revoke({ accessToken }) {
        const json = JSON.stringify({ client_id: own.CLIENT_ID, access_token: accessToken });
        const call = {
          url: `${hosts.api}/oauth2/revoke`,
          json,
          headers: { ...VERSION, authorization: `Client ${own.CLIENT_SECRET}` },
        };
        await transport.call(call, z.looseObject({}));
      },
      ...listsOf(transport, hosts.api),
    };
  },
});
