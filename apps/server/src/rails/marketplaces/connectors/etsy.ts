import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant, Period } from "../marketplace.ts";
import { addedText, decimalText, fromMinor, pagesByOffset } from "../paging.ts";
import { unixSeconds } from "../signing.ts";
import { stageBy } from "../stage.ts";

const PAGE = 100;
const me = z.object({ user_id: z.coerce.string(), shop_id: z.coerce.string() });
const money = z.object({ amount: z.number(), divisor: z.number(), currency_code: z.string() });
const within = ({ since, until, changed }: Period) => {
  const time = changed ? "last_modified" : "created";
  return { [`min_${time}`]: unixSeconds(since), [`max_${time}`]: unixSeconds(until) };
};
const textOf = ({ amount, divisor }: z.output<typeof money>) => decimalText(amount, Math.round(Math.log10(divisor)));
const receipts = z.object({
  results: z.array(
    z.object({
      receipt_id: z.coerce.string(),
      created_timestamp: z.number(),
      grandtotal: money,
      status: z.string(),
      is_paid: z.boolean(),
      refunds: z.array(z.object({ amount: money.nullish() })).nullish(),
    }),
  ),
});
const stageOf = stageBy({
  sold: ["paid", "completed", "partially refunded", "fully refunded"],
  gone: ["canceled"],
});
const entries = z.object({
  results: z.array(
    z.object({
      entry_id: z.coerce.string(),
      created_timestamp: z.number(),
      amount: z.number(),
      currency: z.string(),
      ledger_type: z.string().default(""),
    }),
  ),
});
const DISBURSEMENT = /^DISBURSE/i;

/** PKCE always. The key goes with every call; refresh tokens are replaced at every use and live 90 days. */
export const etsy = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: { auth: "https://www.etsy.com", api: "https://api.etsy.com" },
  create(transport, own, hosts): ConsentMarketplace {
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.auth}/oauth/connect`,
      tokenUrl: `${hosts.api}/v3/public/oauth/token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      scope: "shops_r transactions_r",
      proof: "form",
      pkce: true,
    });
    const get = <S extends z.ZodType>({ accessToken }: Grant, path: string, query: Record<string, number>, shape: S) =>
      transport.call(
        {
          url: `${hosts.api}/v3/application${path}`,
          query,
          headers: { "x-api-key": `${own.CLIENT_ID}:${own.CLIENT_SECRET}`, authorization: `Bearer ${accessToken}` },
        },
        shape,
      );
    return {
      ...flow,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        return { ...grant, account: (await get(grant, "/users/me", {}, me)).shop_id };
      },
      async verify(grant) {
        await get(grant, "/users/me", {}, me);
      },
      listOrders: (grant, period) =>
        pagesByOffset(PAGE, async (offset) => {
          const query = { ...within(period), limit: PAGE, offset };
          const { results } = await get(grant, `/shops/${grant.account}/receipts`, query, receipts);
          return results.map(({ receipt_id, created_timestamp, grandtotal, status, is_paid, refunds }) => {
            const own = (refunds ?? []).flatMap(({ amount }) =>
              amount?.currency_code === grandtotal.currency_code ? [textOf(amount)] : [],
            );
            const refunded = addedText(own);
            return {
              reference: receipt_id,
              at: new Date(created_timestamp * 1_000),
              currency: grandtotal.currency_code,
              amount: textOf(grandtotal),
              ...(refunded !== undefined && { refunded }),
              ...stageOf(is_paid || /^canceled$/i.test(status) ? status.toLowerCase() : "open"),
            };
          });
        }),
      async *listPayouts(grant, { since, until }) {
        for (let offset = 0; ; offset += PAGE) {
          const query = { min_created: unixSeconds(since), max_created: unixSeconds(until), limit: PAGE, offset };
          const { results } = await get(
            grant,
            `/shops/${grant.account}/payment-account/ledger-entries`,
            query,
            entries,
          );
          const paid = results.filter(({ ledger_type }) => DISBURSEMENT.test(ledger_type));
          if (paid.length > 0)
            yield paid.map(({ entry_id, created_timestamp, amount, currency }) => ({
              reference: entry_id,
              at: new Date(created_timestamp * 1_000),
              currency,
              amount: fromMinor(Math.abs(amount), currency),
            }));
          if (results.length < PAGE) return;
        }
      },
    };
  },
});
