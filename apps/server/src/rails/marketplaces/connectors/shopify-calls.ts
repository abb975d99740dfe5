import { z } from "zod";
import type { Grant, Period, StoreCalls } from "../marketplace.ts";
import { dayOf, isoSeconds, pages, tradeTime } from "../paging.ts";
import { stageBy } from "../stage.ts";
import type { Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

const PAGE = 100;
const money = z.object({ amount: z.string(), currencyCode: z.string() });
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const listOf = <S extends z.ZodType>(node: S) => z.object({ nodes: z.array(node), pageInfo });
const id = z.coerce.string();
const orders = z.object({
  data: z.object({
    orders: listOf(
      z.object({
        legacyResourceId: id,
        /** `#1001`, as the shop and its export call it. */
        name: z.string(),
        createdAt: tradeTime,
        /** Placed to try the shop out: nobody pays. */
        test: z.boolean(),
        displayFinancialStatus: z.string().nullish(),
        totalPriceSet: z.object({ shopMoney: money }),
        totalRefundedSet: z.object({ shopMoney: money }).nullish(),
      }),
    ),
  }),
});
/** A cancelled order whose money was not given back was paid all the same: the money's own word counts. */
const stageOf = stageBy({ sold: ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"], gone: ["VOIDED", "EXPIRED", "TEST"] });
/** A shop without Shopify Payments has no such account. */
const payouts = z.object({
  data: z.object({
    shopifyPaymentsAccount: z
      .object({ payouts: listOf(z.object({ legacyResourceId: id, issuedAt: z.coerce.date(), net: money })) })
      .nullish(),
  }),
});
const shop = z.object({ data: z.object({ shop: z.object({ id: z.string() }) }) });

const LIST = "first: $first, after: $after, query: $query";
const WORDS = "$first: Int!, $after: String, $query: String!";
const NEXT = "pageInfo { hasNextPage endCursor }";
const SHOP = "query { shop { id } }";
const ORDERS = `query (${WORDS}) { orders(${LIST}, sortKey: CREATED_AT) {
  nodes { legacyResourceId name createdAt test displayFinancialStatus totalPriceSet { shopMoney { amount currencyCode } }
    totalRefundedSet { shopMoney { amount currencyCode } } } ${NEXT} } }`;
const PAYOUTS = `query (${WORDS}) { shopifyPaymentsAccount { payouts(${LIST}, sortKey: ISSUED_AT) {
  nodes { legacyResourceId issuedAt net { amount currencyCode } } ${NEXT} } } }`;

/** A query that is turned down still answers 200; tokens that are not good answer 401. */
const verdict = verdictBy(
  ({ errors }) => {
    const [first] = Array.isArray(errors) ? (errors as { extensions?: { code?: string } }[]) : [];
    return first && (first.extensions?.code ?? "UNKNOWN");
  },
  { THROTTLED: "busy", INTERNAL_SERVER_ERROR: "unavailable", SHOP_INACTIVE: "refused" },
);

export type ShopifyAccess = {
  /** Where the shop of this host is spoken to: `https://{shop}`. */
  place: string;
  version: string;
};

/** The shop's own Admin API (GraphQL): the same for an app the merchant agreed to and for one of their own. */
export function shopifyCalls(transport: Transport, { place, version }: ShopifyAccess) {
  const ask = <S extends z.ZodType>(grant: Grant, query: string, variables: Record<string, unknown>, shape: S) => {
    const base = place.replace("{shop}", grant.shop ?? "");
    const url = `${base}/admin/api/${grant.extra?.["version"] ?? version}/graphql.json`;
    const json = JSON.stringify({ query, variables });
    const headers = { "x-shopify-access-token": grant.accessToken };
    return transport.call({ url, json, headers, guarded: true, reads: true, verdict }, shape);
  };
  const shopId = async (grant: Grant): Promise<string> =>
    (await ask(grant, SHOP, {}, shop)).data.shop.id.split("/").at(-1)!;
  const calls = {
    async verify(grant) {
      await shopId(grant);
    },
    listOrders: (grant, { since, until, changed }) => {
      const time = changed ? "updated_at" : "created_at";
      const query = `${time}:>='${isoSeconds(since)}' AND ${time}:<'${isoSeconds(until)}'`;
      return pages<string | null>(null, async (after) => {
        const { data } = await ask(grant, ORDERS, { first: PAGE, after, query }, orders);
        const trades = data.orders.nodes.map((order) => ({
          reference: order.name,
          formerly: order.legacyResourceId,
          at: order.createdAt,
          currency: order.totalPriceSet.shopMoney.currencyCode,
          amount: order.totalPriceSet.shopMoney.amount,
          ...stageOf(order.test ? "TEST" : (order.displayFinancialStatus ?? "")),
          ...(order.totalRefundedSet && { refunded: order.totalRefundedSet.shopMoney.amount }),
        }));
        return { trades, next: nextOf(data.orders.pageInfo) };
      });
    },
    listPayouts: (grant, period) =>
      pages<string | null>(null, async (after) => {
        const { data } = await ask(grant, PAYOUTS, { first: PAGE, after, query: daysOf(period) }, payouts);
        const found = data.shopifyPaymentsAccount?.payouts;
        const trades = (found?.nodes ?? []).map(({ legacyResourceId: reference, issuedAt: at, net }) => ({
          reference,
          at,
          currency: net.currencyCode,
          amount: net.amount,
        }));
        return { trades, next: found && nextOf(found.pageInfo) };
      }),
  } satisfies StoreCalls;
  return { ...calls, shopId };
}

const daysOf = ({ since, until }: Period) => `issued_at:>='${dayOf(since)}' AND issued_at:<='${dayOf(until)}'`;
const nextOf = ({ hasNextPage, endCursor }: z.output<typeof pageInfo>) => (hasNextPage && endCursor) || undefined;
