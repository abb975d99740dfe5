import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import type { Grant, KeyMarketplace } from "../marketplace.ts";
import { amountText, pagesByOffset } from "../paging.ts";
import { hostOf } from "../shop-host.ts";
import { stageBy } from "../stage.ts";

const PAGE = 100;
const orders = z.array(
  z.object({
    OrderID: z.coerce.string(),
    OrderDate: z.string(),
    OrderAmount: z.number(),
    OrderStatusID: z.coerce.string(),
    BillingCurrency: z.string().default("USD"),
  }),
);

/** New, processing, partial, shipped; on hold, not completed and unpaid ones wait, as does what a shop calls its own way. */
const stageOf = stageBy({ sold: ["1", "2", "3", "4"], gone: ["5"] });

/** The call names the shop (SecureUrl), our app (PrivateKey) and what the shop gave our app (Token); the shop is not called itself. */
export const threeCart = connectorPlan({
  settings: ["PUBLIC_KEY", "PRIVATE_KEY"],
  hosts: { api: "https://apirest.3dcart.com" },
  create(transport, own, hosts): KeyMarketplace {
    const list = ({ shop, accessToken }: Grant, query: Record<string, string | number>) =>
      transport.call(
        {
          url: `${hosts.api}/3dCartWebAPI/v1/Orders`,
          query,
          headers: { secureurl: `https://${shop}`, privatekey: own.PRIVATE_KEY, token: accessToken },
        },
        orders,
      );
    const verify = async (grant: Grant) => {
      await list(grant, { limit: 1 });
    };
    return {
      verify,
      async connect({ token = "" }, shopUrl) {
        const shop = hostOf(shopUrl);
        const grant = { accessToken: token, refreshToken: null, account: shop, accessEndsAt: null, endsAt: null, shop };
        await verify(grant);
        return grant;
      },
      listOrders: (grant, { since, until, changed }) =>
        pagesByOffset(PAGE, async (offset) => {
          const time = changed ? "lastupdate" : "date";
          const asked = { [`${time}start`]: usTime(since), [`${time}end`]: usTime(until) };
          const found = await list(grant, { ...asked, limit: PAGE, offset });
          return found.map(({ OrderID, OrderDate, OrderAmount, OrderStatusID, BillingCurrency }) => ({
            reference: OrderID,
            at: new Date(/Z|[+-]\d{2}:\d{2}$/.test(OrderDate) ? OrderDate : `${OrderDate}Z`),
            currency: BillingCurrency,
            amount: amountText(OrderAmount),
            ...stageOf(OrderStatusID),
          }));
        }),
    };
  },
});

/** `11/15/2026 09:30:00` */
function usTime(time: Date): string {
  const [day, clock] = time.toISOString().slice(0, 19).split("T");
  const [year, month, date] = day!.split("-");
  return `${month}/${date}/${year} ${clock}`;
}
