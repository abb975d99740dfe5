import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, Period } from "../marketplace.ts";
import { inPieces, isoSeconds, pages, tradeTime } from "../paging.ts";
import { stageBy } from "../stage.ts";

/** The reports look at 31 days at most. */
const PIECE_DAYS = 31;
const PAGE = 500;
/** The payer's number is told only to who asks for PayPal's own attributes. */
const SCOPES = [
  "openid",
  "https://uri.paypal.com/services/paypalattributes",
  "https://uri.paypal.com/services/reporting/search/read",
].join(" ");
/**
 * Event codes: T00xx are payments, except postage, gifts, rebates, payouts and transfers; T04xx is money on its way to a bank.
 * All others are fees, conversions, deposits, holds, refunds.
 */
const SALE = /^T00(?!01|08|09|13|14|15|16|17)/;
const WITHDRAWAL = /^T04/;
/** Succeeded, also where a part was given back; denied, or taken back as a whole. Pending ones wait. */
const stageOf = stageBy({ sold: ["S", "F"], gone: ["D", "V"] });
/** What somebody else was paid is no sale. */
const isSale = ({ transaction_event_code: code, transaction_amount: { value } }: Info): boolean =>
  SALE.test(code) && !value.startsWith("-");
const info = z.object({
  transaction_id: z.string(),
  transaction_event_code: z.string(),
  transaction_initiation_date: tradeTime,
  transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
  transaction_status: z.string(),
});
type Info = z.output<typeof info>;
const report = z.object({
  transaction_details: z.array(z.object({ transaction_info: info })),
  total_pages: z.number().default(1),
});
const identity = z.looseObject({ user_id: z.string(), payer_id: z.string().optional() });

export const paypal = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: { auth: "https://www.paypal.com", api: "https://api-m.paypal.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const bearer = ({ accessToken }: Grant) => ({ authorization: `Bearer ${accessToken}` });
    const whoIs = (grant: Grant) => {
      const url = `${hosts.api}/v1/identity/oauth2/userinfo`;
      return transport.call({ url, query: { schema: "paypalv1.1" }, headers: bearer(grant) }, identity);
    };
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.auth}/signin/authorize`,
      tokenUrl: `${hosts.api}/v1/oauth2/token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      scope: SCOPES,
      asks: { flowEntry: "static" },
      proof: "basic",
    });
    const listIn = (grant: Grant, { since, until }: Period, wanted: (told: Info) => boolean) =>
      pages(1, async (page) => {
        const query = {
          start_date: isoSeconds(since),
          end_date: isoSeconds(until),
          fields: "transaction_info",
          page_size: PAGE,
          page,
        };
        const answer = await transport.call(
          { url: `${hosts.api}/v1/reporting/transactions`, query, headers: bearer(grant) },
          report,
        );
        const trades = answer.transaction_details
          .map(({ transaction_info: told }) => told)
          .filter(wanted)
          .map((told) => ({
            reference: told.transaction_id,
            at: told.transaction_initiation_date,
            currency: told.transaction_amount.currency_code,
            amount: told.transaction_amount.value,
            ...stageOf(told.transaction_status),
          }));
        return { trades, next: page < answer.total_pages ? page + 1 : undefined };
      });
    return {
      ...flow,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        const { payer_id, user_id } = await whoIs(grant);
        return { ...grant, account: payer_id ?? user_id.split("/").at(-1) ?? null };
      },
      async verify(grant) {
        await whoIs(grant);
      },
      listOrders: (grant, period) => inPieces(period, PIECE_DAYS, (piece) => listIn(grant, piece, isSale)),
      listPayouts: (grant, period) =>
        inPieces(period, PIECE_DAYS, (piece) =>
          listIn(grant, piece, ({ transaction_event_code: code }) => WITHDRAWAL.test(code)),
        ),
    };
  },
});
