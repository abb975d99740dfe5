import { z } from "zod";
import type { Grant, Period, StoreCalls } from "../marketplace.ts";
import { pages } from "../paging.ts";
import type { Transport } from "../transport.ts";

const PAGE = "250";
const orders = z.object({
  orders: z.array(
    z.object({ id: z.coerce.string(), created_at: z.coerce.date(), currency: z.string(), total_price: z.string() }),
  ),
});
const payouts = z.object({
  payouts: z.array(
    z.object({ id: z.coerce.string(), date: z.coerce.date(), currency: z.string(), amount: z.string() }),
  ),
});
const shop = z.object({ shop: z.object({ id: z.coerce.string() }) });

export type ShopifyAccess = {
  /** Where the shop of this host is spoken to: `https://{shop}`. */
  place: string;
  version: string;
  headers(grant: Grant): Record<string, string>;
};

/** The shop's own Admin API: the same for an app the merchant agreed to and for one of their own. */
export function shopifyCalls(transport: Transport, { place, version, headers }: ShopifyAccess) {
  const urlOf = (grant: Grant, path: string) =>
    `${place.replace("{shop}", grant.shop ?? "")}/admin/api/${grant.extra?.["version"] ?? version}${path}`;
  const calls = {
    async verify(grant) {
      await transport.call({ url: urlOf(grant, "/shop.json"), headers: headers(grant), guarded: true }, shop);
    },
    listOrders: (grant, { since, until }) =>
      pages(
        first({ created_at_min: since.toISOString(), created_at_max: until.toISOString(), status: "any" }),
        async (query) => {
          const call = { url: urlOf(grant, "/orders.json"), query, headers: headers(grant), guarded: true } as const;
          const [answer, link] = await transport.callWith(call, orders, "link");
          const trades = answer.orders.map(({ id, created_at, currency, total_price }) => ({
            reference: id,
            at: created_at,
            currency,
            amount: total_price,
          }));
          return { trades, next: nextPage(link) };
        },
      ),
    listPayouts: (grant, period) =>
      pages(first(daysOf(period)), async (query) => {
        const url = urlOf(grant, "/shopify_payments/payouts.json");
        const [answer, link] = await transport.callWith(
          { url, query, headers: headers(grant), guarded: true },
          payouts,
          "link",
        );
        const trades = answer.payouts.map(({ id, date, currency, amount }) => ({
          reference: id,
          at: date,
          currency,
          amount,
        }));
        return { trades, next: nextPage(link) };
      }),
  } satisfies StoreCalls;
  return {
    ...calls,
    async shopId(grant: Grant): Promise<string> {
      const call = { url: urlOf(grant, "/shop.json"), headers: headers(grant), guarded: true } as const;
      return (await transport.call(call, shop)).shop.id;
    },
  };
}

const first = (asked: Record<string, string>): Record<string, string> => ({ ...asked, limit: PAGE });
const daysOf = ({ since, until }: Period) => ({
  date_min: since.toISOString().slice(0, 10),
  date_max: until.toISOString().slice(0, 10),
});

/** A later page is named by its `page_info` alone; only that is taken from the link, never its host. */
function nextPage(link: string | undefined): Record<string, string> | undefined {
  const href = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  const page = href && URL.canParse(href) ? new URL(href).searchParams.get("page_info") : null;
  return page ? { page_info: page, limit: PAGE } : undefined;
}
