import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, Period, StoreCalls } from "../marketplace.ts";
import { addedText, pagesByOffset, tradeTime } from "../paging.ts";
import { inSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";
import type { Call, Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";
import { ebaySigner, type EbayKeys } from "./ebay-signature.ts";

const SCOPES = ["sell.fulfillment.readonly", "sell.finances", "commerce.identity.readonly"]
  .map((scope) => `https://api.ebay.com/oauth/api_scope/${scope}`)
  .join(" ");
const PAGE = 200;
const amount = z.object({ value: z.string(), currency: z.string() });
const refund = z.object({ amount: amount.nullish(), refundStatus: z.string().nullish() });
const orders = z.object({
  orders: z.array(
    z.object({
      orderId: z.string(),
      creationDate: tradeTime,
      pricingSummary: z.object({ total: amount }),
      orderPaymentStatus: z.string(),
      cancelStatus: z.object({ cancelState: z.string().nullish() }).nullish(),
      paymentSummary: z.object({ refunds: z.array(refund).nullish() }).nullish(),
    }),
  ),
});
const stageOf = stageBy({ sold: ["PAID", "PARTIALLY_REFUNDED", "FULLY_REFUNDED"], gone: ["FAILED", "CANCELED"] });
/** A refund that failed gave nothing back; one under way will. */
const refundedOf = (refunds: readonly z.output<typeof refund>[], currency: string): string | undefined =>
  addedText(
    refunds.flatMap(({ amount: given, refundStatus }) =>
      given && given.currency === currency && refundStatus !== "FAILED" ? [given.value] : [],
    ),
  );
/** No payouts: no content at all. */
const payouts = z
  .object({ payouts: z.array(z.object({ payoutId: z.string(), payoutDate: z.coerce.date(), amount })).default([]) })
  .optional();

/** A signature that is missing, stale or wrong (2150xx, 2151xx) is ours to mend, though it comes as a plain 403. */
const verdict = verdictBy(
  ({ errors }) => {
    const [first] = Array.isArray(errors) ? (errors as { errorId?: number }[]) : [];
    const id = first?.errorId;
    return id !== undefined && Math.floor(id / 1_000) === 215 ? "signature" : id;
  },
  { 1001: "refused", 1002: "refused", 2001: "busy", signature: "unexpected" },
);

function callsOf(
  transport: Transport,
  hosts: Record<"api" | "money", string>,
  keys: EbayKeys | undefined,
): Pick<StoreCalls, "verify" | "listOrders" | "listPayouts"> {
  const signer = keys && ebaySigner(keys, transport.clock);
  const get = <S extends z.ZodType>({ accessToken }: Grant, path: string, query: Call["query"], shape: S) => {
    const url = new URL(path);
    const signature = url.pathname.startsWith("/sell/finances/") ? signer?.({ method: "GET", url }) : {};
    const headers = { authorization: `Bearer ${accessToken}`, ...signature };
    return transport.call({ url, query, headers, verdict }, shape);
  };
  const range = ({ since, until }: Period) => `[${since.toISOString()}..${until.toISOString()}]`;
  return {
    async verify(grant) {
      await get(grant, `${hosts.money}/commerce/identity/v1/user/`, {}, z.object({ userId: z.string() }));
    },
    listOrders: (grant, period) =>
      pagesByOffset(PAGE, async (offset) => {
        const query = {
          filter: `${period.changed ? "lastmodifieddate" : "creationdate"}:${range(period)}`,
          limit: PAGE,
          offset,
        };
        const answer = await get(grant, `${hosts.api}/sell/fulfillment/v1/order`, query, orders);
        return answer.orders.map((order) => {
          const { total } = order.pricingSummary;
          const refunded = refundedOf(order.paymentSummary?.refunds ?? [], total.currency);
          const isCancelled = order.cancelStatus?.cancelState === "CANCELED";
          return {
            reference: order.orderId,
            at: order.creationDate,
            currency: total.currency,
            amount: total.value,
            ...(refunded !== undefined && { refunded }),
            ...stageOf(isCancelled ? "CANCELED" : order.orderPaymentStatus),
          };
        });
      }),
    listPayouts: (grant, period) =>
      pagesByOffset(PAGE, async (offset) => {
        const query = { filter: `payoutDate:${range(period)}`, limit: PAGE, offset };
        const answer = await get(grant, `${hosts.money}/sell/finances/v1/payout`, query, payouts);
        return (answer?.payouts ?? []).map(({ payoutId, payoutDate, amount: { currency, value } }) => ({
          reference: payoutId,
          at: payoutDate,
          currency,
          amount: value,
        }));
      }),
  };
}

/**
 * The redirect is a name (RuName) registered with eBay; refresh tokens live for 18 months and are given once. Without a
 * signing key the payouts of sellers in the EU and the UK stay closed.
 */
export const ebay = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET", "RU_NAME"],
  optional: ["SIGNING_JWE", "SIGNING_PRIVATE_KEY"],
  hosts: { auth: "https://auth.ebay.com", api: "https://api.ebay.com", money: "https://apiz.ebay.com" },
  create: (transport, own, hosts, keys): ConsentMarketplace => ({
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
    ...callsOf(transport, hosts, keys),
  }),
});
