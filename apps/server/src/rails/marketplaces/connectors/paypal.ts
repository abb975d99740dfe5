import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, Period } from "../marketplace.ts";
import { inPieces, isoSeconds, pages } from "../paging.ts";

/** The reports look at 31 days at most. */
const PIECE_DAYS = 31;
const PAGE = 500;
/** The payer's number is told only to who asks for PayPal's own attributes. */
const SCOPES = [
  "openid",
  "https://uri.paypal.com/services/paypalattributes",
  "https://uri.paypal.com/services/reporting/search/read",
].join(" ");
/** Event codes: T0006 and its kin are sales, T04xx is money on its way to a bank. */
const WITHDRAWAL = /^T04/;
const report = z.object({
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: z.string(),
        transaction_event_code: z.string(),
        transaction_initiation_date: z.coerce.date(),
        transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
      }),
    }),
  ),
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
    const listIn = (grant: Grant, { since, until }: Period, wanted: (code: string) => boolean) =>
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
          .map(({ transaction_info: info }) => info)
          .filter((info) => wanted(info.transaction_event_code))
          .map((info) => ({
            reference: info.transaction_id,
            at: info.transaction_initiation_date,
            currency: info.transaction_amount.currency_code,
            amount: info.transaction_amount.value,
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
      listOrders: (grant, period) =>
        inPieces(period, PIECE_DAYS, (piece) => listIn(grant, piece, (code) => !WITHDRAWAL.test(code))),
      listPayouts: (grant, period) =>
        inPieces(period, PIECE_DAYS, (piece) => listIn(grant, piece, (code) => WITHDRAWAL.test(code))),
    };
  },
});
