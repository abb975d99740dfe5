import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type Grant, type KeyMarketplace } from "../marketplace.ts";
import { pages, tradeTime } from "../paging.ts";
import { stageBy } from "../stage.ts";

const PAGE = 250;
/** No orders on a page: no content at all. */
const orders = z
  .array(
    z.object({
      id: z.coerce.string(),
      date_created: tradeTime,
      currency_code: z.string(),
      total_inc_tax: z.string(),
      status_id: z.coerce.string(),
      refunded_amount: z.string().nullish(),
    }),
  )
  .optional();

/** Sent in part or whole, waiting for its way, done, refunded in part; refunded as a whole, cancelled, declined. */
const stageOf = stageBy({ sold: ["2", "3", "8", "9", "10", "11", "14"], gone: ["4", "5", "6"] });

/** One host for all; the store's hash names the store, its token opens it. */
export const bigcommerce = connectorPlan({
  settings: [],
  hosts: { api: "https://api.bigcommerce.com" },
  create(transport, _own, hosts): KeyMarketplace {
    const get = <S extends z.ZodType>(
      { account, accessToken }: Grant,
      path: string,
      query: Record<string, string | number>,
      shape: S,
    ) =>
      transport.call(
        { url: `${hosts.api}/stores/${account}${path}`, query, headers: { "x-auth-token": accessToken } },
        shape,
      );
    const verify = async (grant: Grant) => {
      await get(grant, "/v2/store", {}, z.looseObject({ id: z.coerce.string() }));
    };
    return {
      verify,
      async connect({ storeHash = "", token = "", clientId = "" }) {
        // Part of a path: nothing but what a hash can be.
        if (!/^[a-z0-9]{3,32}$/.test(storeHash)) throw new MarketplaceError("refused", "not a store's hash");
        const grant = {
          accessToken: token,
          refreshToken: null,
          account: storeHash,
          accessEndsAt: null,
          endsAt: null,
          extra: { clientId },
        };
        await verify(grant);
        return grant;
      },
      listOrders: (grant, { since, until, changed }) =>
        pages(1, async (page) => {
          const query = {
            [changed ? "min_date_modified" : "min_date_created"]: since.toISOString(),
            [changed ? "max_date_modified" : "max_date_created"]: until.toISOString(),
            limit: PAGE,
            page,
          };
          const found = (await get(grant, "/v2/orders", query, orders)) ?? [];
          const trades = found.map(
            ({ id, date_created, currency_code, total_inc_tax, status_id, refunded_amount }) => ({
              reference: id,
              at: date_created,
              currency: currency_code,
              amount: total_inc_tax,
              ...(Number(refunded_amount ?? 0) > 0 && { refunded: refunded_amount! }),
              ...stageOf(status_id),
            }),
          );
          return { trades, next: found.length < PAGE ? undefined : page + 1 };
        }),
    };
  },
});
