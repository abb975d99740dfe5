import { z } from "zod";
import { codeFlow } from "../code-flow.ts";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type ConsentMarketplace, type Grant } from "../marketplace.ts";

const SCOPES = [
  "openid",
  ...["adsense.readonly", "admob.readonly"].map((scope) => `https://www.googleapis.com/auth/${scope}`),
];
const person = z.object({ sub: z.string() });
const accounts = z.object({ accounts: z.array(z.object({ name: z.string() })).default([]) });
const payments = z.object({
  payments: z
    .array(
      z.object({
        name: z.string(),
        date: z.object({ year: z.number(), month: z.number(), day: z.number() }).optional(),
        /** With the currency's sign, in English: `US$1,234.56`. */
        amount: z.string(),
      }),
    )
    .default([]),
});
const SIGNS: Record<string, string> = {
  US$: "USD",
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  HK$: "HKD",
  "¥": "JPY",
  "CN¥": "CNY",
  A$: "AUD",
  CA$: "CAD",
};

/**
 * AdSense, AdMob and Play share one sign-in: who it is everybody is told, what was paid only AdSense tells. Offline
 * access gives a refresh token that does not end.
 */
export const google = connectorPlan({
  settings: ["CLIENT_ID", "CLIENT_SECRET"],
  hosts: {
    auth: "https://accounts.google.com",
    token: "https://oauth2.googleapis.com",
    identity: "https://openidconnect.googleapis.com",
    adsense: "https://adsense.googleapis.com",
  },
  create(transport, own, hosts): ConsentMarketplace {
    const bearer = ({ accessToken }: Grant) => ({ authorization: `Bearer ${accessToken}` });
    const flow = codeFlow(transport, {
      authoriseUrl: `${hosts.auth}/o/oauth2/v2/auth`,
      tokenUrl: `${hosts.token}/token`,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      scope: SCOPES.join(" "),
      // Without a fresh consent Google gives no refresh token to someone who agreed before.
      asks: { access_type: "offline", prompt: "consent" },
      proof: "form",
      pkce: true,
    });
    const whoIs = (grant: Grant) =>
      transport.call({ url: `${hosts.identity}/v1/userinfo`, headers: bearer(grant) }, person);
    /** Who sells apps only has no AdSense account: Google says so with a refusal. */
    const adsenseOf = async (grant: Grant): Promise<string | undefined> => {
      try {
        const answer = await transport.call({ url: `${hosts.adsense}/v2/accounts`, headers: bearer(grant) }, accounts);
        return answer.accounts[0]?.name;
      } catch (error) {
        if (error instanceof MarketplaceError && error.trouble === "refused") return undefined;
        throw error;
      }
    };
    return {
      ...flow,
      async exchange(answer) {
        const grant = await flow.exchange(answer);
        const { sub: account } = await whoIs(grant);
        const adsense = await adsenseOf(grant);
        return { ...grant, account, ...(adsense !== undefined && { extra: { adsense } }) };
      },
      async verify(grant) {
        await whoIs(grant);
      },
      async revoke({ refreshToken, accessToken }) {
        await transport.call(
          { url: `${hosts.token}/revoke`, form: { token: refreshToken ?? accessToken } },
          z.looseObject({}).optional(),
        );
      },
      async *listPayouts(grant, { since, until }) {
        const adsense = grant.extra?.["adsense"];
        if (!adsense) return;
        const answer = await transport.call(
          { url: `${hosts.adsense}/v2/${adsense}/payments`, headers: bearer(grant) },
          payments,
        );
        const trades = answer.payments.flatMap(({ name, date, amount }) => {
          // What has no date has not been paid.
          if (!date) return [];
          const at = new Date(Date.UTC(date.year, date.month - 1, date.day));
          const [, sign = "", number = "0"] = /^([^\d]*)([\d,.]+)/.exec(amount.trim()) ?? [];
          return at >= since && at < until
            ? [{ reference: name, at, currency: SIGNS[sign.trim()] ?? sign.trim(), amount: number.replaceAll(",", "") }]
            : [];
        });
        if (trades.length > 0) yield trades;
      },
    };
  },
});
