import { AMAZON_REGION_NAMES, amazonRegionOf, type AmazonRegionName } from "@coralhub/domain";
import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant, type Period, type StoreCalls } from "../marketplace.ts";
import { amountText, isoSeconds, pages, tradeTime } from "../paging.ts";
import { inDays } from "../signing.ts";
import { stageBy } from "../stage.ts";
import type { Transport } from "../transport.ts";
import { AMAZON_REGIONS, consentHostOf } from "./amazon-regions.ts";

/** An authorisation of the Selling Partner API is good for a year, then the seller renews it. */
const LIFE_DAYS = 365;
const orders = z.object({
  payload: z.object({
    Orders: z.array(
      z.object({
        AmazonOrderId: z.string(),
        PurchaseDate: tradeTime,
        OrderStatus: z.string(),
        OrderTotal: z.object({ CurrencyCode: z.string(), Amount: z.string() }).optional(),
      }),
    ),
    NextToken: z.string().optional(),
  }),
});
/** Buyers are charged when the goods leave; until then an order can be cancelled, and has no total then. */
const stageOf = stageBy({ sold: ["Shipped", "InvoiceUnconfirmed"], gone: ["Canceled", "Unfulfillable"] });
const groups = z.object({
  payload: z.object({
    FinancialEventGroupList: z.array(
      z.object({
        FinancialEventGroupId: z.string(),
        FundTransferDate: z.coerce.date().optional(),
        OriginalTotal: z.object({ CurrencyCode: z.string(), CurrencyAmount: z.number() }).optional(),
      }),
    ),
    NextToken: z.string().optional(),
  }),
});
const participations = z.object({
  payload: z.array(z.object({ marketplace: z.object({ id: z.string(), countryCode: z.string().optional() }) })),
});

/** Amazon writes Britain its own way. */
const COUNTRY_CODES: Readonly<Record<string, string>> = { UK: "GB" };
const siteOf = ({ extra }: Grant): string | undefined => extra?.["site"];

type Hosts = Record<AmazonRegionName | "token", string> & { consent: string };
type Get = ReturnType<typeof getter>;
/** Tokens alone open the calls: Amazon has not looked at signatures by AWS since October 2023. */
const getter =
  (transport: Transport, hosts: Hosts) =>
  <S extends z.ZodType>(
    { accessToken, extra }: Grant,
    path: string,
    query: Record<string, string | undefined>,
    shape: S,
  ) => {
    const region = AMAZON_REGION_NAMES.find((name) => name === extra?.["region"]) ?? "na";
    return transport.call({ url: hosts[region] + path, query, headers: { "x-amz-access-token": accessToken } }, shape);
  };

/** Amazon turns a question down whose end is less than two minutes ago. What has happened since is the next one's. */
const SETTLED_MS = 3 * 60_000;

function listsOf(
  get: Get,
  { clock }: Pick<Transport, "clock">,
  marketsOf: (grant: Grant) => Promise<string>,
): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  const endOf = ({ until }: Period) => new Date(Math.min(until.getTime(), clock.now().getTime() - SETTLED_MS));
  return {
    async *listOrders(grant, period) {
      const { since, changed } = period;
      const until = endOf(period);
      if (since >= until) return;
      const markets = await marketsOf(grant);
      yield* pages("", async (token) => {
        const [from, to] = [isoSeconds(since), isoSeconds(until)];
        const asked = {
          ...(changed ? { LastUpdatedAfter: from, LastUpdatedBefore: to } : { CreatedAfter: from, CreatedBefore: to }),
          MaxResultsPerPage: "100",
        };
        const query = token ? { MarketplaceIds: markets, NextToken: token } : { MarketplaceIds: markets, ...asked };
        const { payload } = await get(grant, "/orders/v0/orders", query, orders);
        const trades = payload.Orders.flatMap(({ AmazonOrderId, PurchaseDate, OrderStatus, OrderTotal }) =>
          // A pending order has no total yet.
          OrderTotal
            ? [
                {
                  reference: AmazonOrderId,
                  at: PurchaseDate,
                  currency: OrderTotal.CurrencyCode,
                  amount: OrderTotal.Amount,
                  ...stageOf(OrderStatus),
                },
              ]
            : [],
        );
        return { trades, next: payload.NextToken };
      });
    },
    listPayouts: (grant, period) =>
      pages("", async (token) => {
        const asked = {
          FinancialEventGroupStartedAfter: isoSeconds(period.since),
          FinancialEventGroupStartedBefore: isoSeconds(endOf(period)),
          MaxResultsPerPage: "100",
        };
        const query = token ? { NextToken: token } : asked;
        const { payload } = await get(grant, "/finances/v0/financialEventGroups", query, groups);
        const trades = payload.FinancialEventGroupList.flatMap(
          ({ FinancialEventGroupId: reference, FundTransferDate: at, OriginalTotal: total }) =>
            // An open group has not been paid out.
            at && total
              ? [{ reference, at, currency: total.CurrencyCode, amount: amountText(total.CurrencyAmount) }]
              : [],
        );
        return { trades, next: payload.NextToken };
      }),
  };
}

/** Consent on the site's Seller Central, tokens from Login with Amazon, data from the seller's region. */
export const amazon = connectorPlan({
  settings: ["APPLICATION_ID", "CLIENT_ID", "CLIENT_SECRET"],
  hosts: {
    consent: "{site}",
    token: "https://api.amazon.com",
    na: AMAZON_REGIONS.na.api,
    eu: AMAZON_REGIONS.eu.api,
    fe: AMAZON_REGIONS.fe.api,
  },
  create(transport, own, hosts): ConsentMarketplace {
    const flow = codeFlow(transport, {
      // Amazon's consent address is made below: it has words of its own and differs by site.
      authoriseUrl: hosts.token,
      tokenUrl: `${hosts.token}/auth/o2/token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      proof: "form",
    });
    const get = getter(transport, hosts);
    const marketsOf = async (grant: Grant) => {
      const { payload } = await get(grant, "/sellers/v1/marketplaceParticipations", {}, participations);
      // One of several shops of a seller is asked about its own site only: an order belongs to one of them.
      const own = payload.filter(({ marketplace }) => marketplace.countryCode === siteOf(grant));
      return (own.length > 0 ? own : payload).map(({ marketplace }) => marketplace.id).join(",");
    };
    return {
      ...flow,
      authoriseUrl({ state, redirectUri, country }) {
        const words = new URLSearchParams({ application_id: own.APPLICATION_ID, state, redirect_uri: redirectUri });
        const host = hosts.consent.replace("{site}", consentHostOf(country));
        return `${host}/apps/authorize/consent?${words.toString()}`;
      },
      async exchange(answer) {
        const account = answer.extra["selling_partner_id"];
        if (!account) throw new MarketplaceError("refused", "no seller was named");
        const endsAt = inDays(transport.clock.now(), LIFE_DAYS);
        return { ...(await flow.exchange(answer)), account, endsAt, extra: { region: amazonRegionOf(answer.country) } };
      },
      // Refresh tokens of Login with Amazon stay the same: every shop of the seller may hold the same ones.
      async shareWith(grant, { country }) {
        const site = Object.entries(COUNTRY_CODES).find(([, ours]) => ours === country)?.[0] ?? country ?? "";
        return { ...grant, extra: { ...grant.extra, site } };
      },
      async verify(grant) {
        await marketsOf(grant);
      },
      ...listsOf(get, transport, marketsOf),
    };
  },
});
