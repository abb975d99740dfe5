import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant } from "../marketplace.ts";
import { amountText, pages } from "../paging.ts";

const PAGE = 100;
const status = z.object({ code: z.string(), message: z.string().default("") });
const orders = z.object({
  status,
  orderBaseInfoList: z
    .array(
      z.object({
        orderNo: z.coerce.string(),
        startedDate: z.string(),
        orderTotalPrice: z.union([z.string(), z.number()]),
      }),
    )
    .default([]),
  pages: z.coerce.number().default(1),
});
const OK = "00000000";
/** Times are Beijing's. */
const beijing = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** One address for every call; the method is a parameter. */
export const dhgate = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: { auth: "https://secure.dhgate.com", api: "https://api.dhgate.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const call = async <S extends z.ZodType<{ status: { code: string } }>>(
      { accessToken }: Grant,
      method: string,
      asked: Record<string, string>,
      shape: S,
    ) => {
      const timestamp = String(transport.clock.now().getTime());
      const form = { method, v: "2.0", timestamp, access_token: accessToken, ...asked };
      const answer = await transport.call({ url: `${hosts.api}/dop/router`, form }, shape);
      const { code } = (answer as { status: { code: string } }).status;
      if (code === OK) return answer;
      throw new MarketplaceError(/^0000(00)?[234]/.test(code) ? "refused" : "unexpected", `answered ${code}`);
    };
    const seller = z.object({ status, sellerId: z.coerce.string().optional() });
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.auth}/dop/oauth2/authorize`,
      tokenUrl: `${hosts.auth}/dop/oauth2/access_token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      scope: "basic",
      asks: { display: "page" },
      proof: "form",
    });
    return {
      ...flow,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        return { ...grant, account: (await call(grant, "dh.user.base.get", {}, seller)).sellerId ?? null };
      },
      async verify(grant) {
        await call(grant, "dh.user.base.get", {}, seller);
      },
      listOrders: (grant, { since, until }) =>
        pages(1, async (page) => {
          const asked = {
            querytimeType: "1",
            startDate: beijing(since),
            endDate: beijing(until),
            pageNo: String(page),
            pageSize: String(PAGE),
          };
          const answer = await call(grant, "dh.order.list.get", asked, orders);
          const trades = answer.orderBaseInfoList.map(({ orderNo, startedDate, orderTotalPrice }) => ({
            reference: orderNo,
            at: new Date(`${startedDate.replace(" ", "T")}+08:00`),
            currency: "USD",
            amount: amountText(orderTotalPrice),
          }));
          return { trades, next: page < answer.pages ? page + 1 : undefined };
        }),
    };
  },
});
