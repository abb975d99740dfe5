import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant } from "../marketplace.ts";
import { amountText, pages } from "../paging.ts";
import { inSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";
import { verdictBy } from "../verdict.ts";

const PAGE = 100;
const orders = z.object({
  orderBaseInfoList: z
    .array(
      z.object({
        orderNo: z.coerce.string(),
        startedDate: z.string(),
        orderTotalPrice: z.union([z.string(), z.number()]),
        orderStatus: z.coerce.string(),
      }),
    )
    .nullish(),
  pages: z.coerce.number().default(1),
});
/**
 * To be sent (103001), sent in part (103002) and whole (101009), received (102006, 102007), done (102111), and refunds that are
 * asked for or were given up (105, 106). What DHgate has not confirmed as paid (102001) waits, and so do refunds that are agreed
 * on (105002, 106003): how much stands nowhere. 111000 is cancelled, 111111 closed.
 */
const stageOf = stageBy({
  sold: "103001 103002 101009 102006 102007 102111 105001 105003 105004 106001 106002".split(" "),
  gone: ["111000", "111111"],
});
const ids = z.looseObject({ supplierid: z.coerce.string().optional(), sellerId: z.coerce.string().optional() });
const seller = z.looseObject({ ...ids.shape, seller: ids.nullish(), supplier: ids.nullish() });
/** Versions of the call name the seller differently. */
function accountIn(answer: z.output<typeof seller>): string | null {
  const named = [answer, answer.seller, answer.supplier].flatMap((place) => [place?.supplierid, place?.sellerId]);
  return named.find((id) => id !== undefined) ?? null;
}

/** The router answers 200 always: its own refusals are a bare `code`, those of the methods stand in `status`. */
const verdict = verdictBy(
  ({ code, status }) => {
    const said = code ?? (status as { code?: unknown } | undefined)?.code;
    return FINE.has(String(said)) ? undefined : said;
  },
  { 2: "refused", 40: "refused" },
);
/** Done, and done with nothing found. */
const FINE = new Set(["0", "00000000", "109"]);

/** Times are Beijing's. */
const beijing = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** Said in milliseconds: the moment itself, or how long it is until then. */
function endIn(told: unknown, now: Date): Date | undefined {
  const number = Number(told);
  if (!(number > 0)) return undefined;
  if (number > 1e12) return new Date(number);
  return inSeconds(now, number >= 1e7 ? number / 1_000 : number);
}

/** One address for every call; the method is a parameter. */
export const dhgate = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: { auth: "https://secure.dhgate.com", api: "https://api.dhgate.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const call = <S extends z.ZodType>(
      { accessToken }: Grant,
      method: string,
      asked: Record<string, string>,
      shape: S,
    ) => {
      const timestamp = String(transport.clock.now().getTime());
      const form = { method, v: "2.0", timestamp, access_token: accessToken, ...asked };
      return transport.call({ url: `${hosts.api}/dop/router`, form, verdict }, shape);
    };
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.auth}/dop/oauth2/authorize`,
      tokenUrl: `${hosts.auth}/dop/oauth2/access_token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      scope: "basic",
      refreshAsks: { scope: "basic" },
      asks: { display: "page" },
      proof: "form",
      read: ({ expires_in: told }, now) => {
        const accessEndsAt = endIn(told, now);
        return accessEndsAt ? { accessEndsAt } : {};
      },
    });
    return {
      ...flow,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        return { ...grant, account: accountIn(await call(grant, "dh.user.seller.get", {}, seller)) };
      },
      async verify(grant) {
        await call(grant, "dh.user.seller.get", {}, seller);
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
          const trades = (answer.orderBaseInfoList ?? []).map(
            ({ orderNo, startedDate, orderTotalPrice, orderStatus }) => ({
              reference: orderNo,
              at: new Date(`${startedDate.replace(" ", "T")}+08:00`),
              currency: "USD",
              amount: amountText(orderTotalPrice),
              ...stageOf(orderStatus),
            }),
          );
          return { trades, next: page < answer.pages ? page + 1 : undefined };
        }),
    };
  },
});
