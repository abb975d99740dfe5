import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant, type Period, type Trade } from "../marketplace.ts";
import { fromMinor, pages } from "../paging.ts";
import { unixSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";
import type { Verdict } from "../verdict.ts";

const PAGE = 100;
const told = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  /** Of charges; payouts have none. */
  amount_refunded: z.number().default(0),
  currency: z.string(),
  status: z.string().optional(),
  /** Of charges: an amount that is only set aside on the buyer's card is not paid. */
  captured: z.boolean().default(true),
});
const listed = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), has_more: z.boolean() });
const list = listed(told);
/** Charges are listed by when they were made alone; what becomes of them is an event, kept for thirty days, with the charge as it was then. */
const events = listed(z.object({ id: z.string(), data: z.object({ object: told }) }));
const CHANGES = ["succeeded", "captured", "updated", "refunded", "failed", "expired"].map((word) => `charge.${word}`);
const changeTypes = Object.fromEntries(CHANGES.map((type, at) => [`types[${at}]`, type]));

type StageOf = (word: string) => Pick<Trade, "stage">;
const chargeStage: StageOf = stageBy({ sold: ["succeeded"], gone: ["failed"] });
const tradeOf = (
  { id, created, amount, amount_refunded, currency, status = "", captured }: z.output<typeof told>,
  stageOf: StageOf,
): Trade => ({
  reference: id,
  at: new Date(created * 1_000),
  currency: currency.toUpperCase(),
  amount: fromMinor(amount, currency),
  ...(amount_refunded > 0 && { refunded: fromMinor(amount_refunded, currency) }),
  ...stageOf(captured ? status : "uncaptured"),
});

/** Every call carries our own key: when it is not accepted, no merchant took anything back (that is a 403). */
const verdict: Verdict = (_body, status) =>
  status === 401 ? new MarketplaceError("unexpected", "answered 401: our key is not accepted") : undefined;

/** Connect: the merchant's account lets ours look in. Calls carry our key and name the account. */
export const stripe = connectorPlan({
  settings: ["CLIENT_ID", "SECRET_KEY"],
  hosts: { connect: "https://connect.stripe.com", api: "https://api.stripe.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const ours = { authorization: `Bearer ${own.SECRET_KEY}` };
    const headers = ({ account }: Grant) => ({ ...ours, "stripe-account": account ?? "" });
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.connect}/oauth/authorize`,
      tokenUrl: `${hosts.connect}/oauth/token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.SECRET_KEY,
      scope: "read_only",
      proof: "form",
      read: ({ stripe_user_id: account }) => (typeof account === "string" ? { account } : {}),
    });
    const pageOf = <S extends z.ZodType>(
      grant: Grant,
      path: string,
      asked: { period: Period; after: string | null; types?: Record<string, string> },
      shape: S,
    ) => {
      const query = {
        "created[gte]": unixSeconds(asked.period.since),
        "created[lt]": unixSeconds(asked.period.until),
        limit: PAGE,
        starting_after: asked.after ?? undefined,
        ...asked.types,
      };
      return transport.call({ url: hosts.api + path, query, headers: headers(grant), verdict }, shape);
    };
    const listOf =
      (path: string, stageOf: StageOf = () => ({})) =>
      (grant: Grant, period: Period) =>
        pages<string | null>(null, async (after) => {
          const { data, has_more } = await pageOf(grant, path, { period, after }, list);
          const trades = data.map((row) => tradeOf(row, stageOf));
          return { trades, next: has_more ? data.at(-1)?.id : undefined };
        });
    const listChanged = (grant: Grant, period: Period) =>
      pages<string | null>(null, async (after) => {
        const { data, has_more } = await pageOf(grant, "/v1/events", { period, after, types: changeTypes }, events);
        const trades = data.map(({ data: { object } }) => tradeOf(object, chargeStage));
        return { trades, next: has_more ? data.at(-1)?.id : undefined };
      });
    const listCharges = listOf("/v1/charges", chargeStage);
    return {
      authoriseUrl: flow.authoriseUrl,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        if (!grant.account) throw new MarketplaceError("unexpected", "no account was named");
        return grant;
      },
      async verify(grant) {
        await transport.call(
          { url: `${hosts.api}/v1/accounts/${grant.account}`, headers: ours, verdict },
          z.looseObject({ id: z.string() }),
        );
      },
      async revoke({ account }) {
        const form = { client_id: own.CLIENT_ID, stripe_user_id: account ?? "" };
        const url = `${hosts.connect}/oauth/deauthorize`;
        await transport.call({ url, form, headers: ours, verdict }, z.looseObject({}));
      },
      listOrders: (grant, period) => (period.changed ? listChanged : listCharges)(grant, period),
      listPayouts: listOf("/v1/payouts"),
    };
  },
});
