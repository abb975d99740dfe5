import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import type { ConsentMarketplace, Grant } from "../marketplace.ts";
import { addedText, amountText, pagesByOffset, tradeTime } from "../paging.ts";
import { stageBy } from "../stage.ts";

const PAGE = 50;
const orders = z.object({
  results: z.array(
    z.object({
      id: z.coerce.string(),
      date_created: tradeTime,
      currency_id: z.string(),
      total_amount: z.number(),
      status: z.string(),
      payments: z.array(z.object({ transaction_amount_refunded: z.number().nullish() })).nullish(),
    }),
  ),
});
const refundedOf = (payments: readonly { transaction_amount_refunded?: number | null | undefined }[]) =>
  addedText(payments.flatMap(({ transaction_amount_refunded: back }) => (back ? [amountText(back)] : [])));
const stageOf = stageBy({ sold: ["paid", "partially_refunded"], gone: ["cancelled", "invalid"] });
const releases = z.object({
  results: z.array(
    z.object({
      id: z.coerce.string(),
      money_release_date: z.coerce.date(),
      currency_id: z.string(),
      transaction_details: z.object({ net_received_amount: z.number() }),
    }),
  ),
});

/** Refresh tokens are good for one use and six months: the answer of a refresh must be kept or all is lost. */
export const mercado = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: {
    auth: "https://global-selling.mercadolibre.com",
    api: "https://api.mercadolibre.com",
    money: "https://api.mercadopago.com",
  },
  create(transport, own, hosts): ConsentMarketplace {
    const bearer = ({ accessToken }: Grant) => ({ authorization: `Bearer ${accessToken}` });
    return {
      ...codeFlow(transport, {
        authoriseUrl: `${hosts.auth}/authorization`,
        tokenUrl: `${hosts.api}/oauth/token`,
        clientId: own.CLIENT_ID,
        clientSecret: own.CLIENT_SECRET,
        proof: "form",
        pkce: true,
        read: ({ user_id: user }) =>
          typeof user === "number" || typeof user === "string" ? { account: String(user) } : {},
      }),
      async verify(grant) {
        await transport.call(
          { url: `${hosts.api}/users/me`, headers: bearer(grant) },
          z.object({ id: z.coerce.string() }),
        );
      },
      listOrders: (grant, { since, until, changed }) =>
        pagesByOffset(PAGE, async (offset) => {
          const time = changed ? "order.date_last_updated" : "order.date_created";
          const query = {
            seller: grant.account ?? "",
            [`${time}.from`]: since.toISOString(),
            [`${time}.to`]: until.toISOString(),
            sort: "date_asc",
            limit: PAGE,
            offset,
          };
          const { results } = await transport.call(
            // Sellers from abroad are under Global Selling, whose orders are not among a country's own.
            { url: `${hosts.api}/marketplace/orders/search`, query, headers: bearer(grant) },
            orders,
          );
          return results.map(({ id, date_created, currency_id, total_amount, status, payments }) => {
            const refunded = refundedOf(payments ?? []);
            return {
              reference: id,
              at: date_created,
              currency: currency_id,
              amount: amountText(total_amount),
              ...(refunded !== undefined && { refunded }),
              ...stageOf(status),
            };
          });
        }),
      listPayouts: (grant, { since, until }) =>
        pagesByOffset(PAGE, async (offset) => {
          const query = {
            range: "money_release_date",
            begin_date: since.toISOString(),
            end_date: until.toISOString(),
            limit: PAGE,
            offset,
          };
          const { results } = await transport.call(
            { url: `${hosts.money}/v1/payments/search`, query, headers: bearer(grant) },
            releases,
          );
          return results.map(({ id, money_release_date, currency_id, transaction_details }) => ({
            reference: id,
            at: money_release_date,
            currency: currency_id,
            amount: amountText(transaction_details.net_received_amount),
          }));
        }),
    };
  },
});
