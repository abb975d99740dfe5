import type { OauthConnector } from "@coralhub/domain";
import { describe, expect, test } from "vitest";
import {
  ANSWER,
  connected,
  pagesOf,
  PERIOD,
  REFUSED,
  REQUEST,
  sha256,
  startPlatform,
  type Answer,
  type Asked,
} from "./platform-fixture.ts";

const ID = "client-1";
const SECRET = "secret-1";
const BASIC = `Basic ${Buffer.from(`${ID}:${SECRET}`).toString("base64")}`;

type Case = {
  connector: OauthConnector;
  settings: Record<string, string>;
  hosts: string[];
  /** Where the browser goes, and what must stand there besides the state. */
  authorise: { path: string; words: Record<string, string> };
  tokenPath: string;
  /** Does the client prove itself as this platform wants it? */
  proves(asked: Asked, words: Record<string, string>): boolean;
  redirect?: string;
  pkce?: true;
  tokens?: Record<string, unknown>;
  /** What the platform is asked on the way to know whose account it is. */
  whoPath?: string;
  who?: unknown;
  account: string | null;
  extra?: Record<string, string>;
  refreshes?: false;
};
const inForm = (asked: Asked) => asked.form["client_id"] === ID && asked.form["client_secret"] === SECRET;
const client = { CLIENT_ID: ID, CLIENT_SECRET: SECRET };

const CASES: Case[] = [
  {
    connector: "ebay",
    settings: { ...client, RU_NAME: "Coral-Coral-RuName" },
    hosts: ["AUTH", "API", "MONEY"],
    authorise: {
      path: "/oauth2/authorize",
      words: { client_id: ID, redirect_uri: "Coral-Coral-RuName", response_type: "code" },
    },
    tokenPath: "/identity/v1/oauth2/token",
    proves: ({ headers }) => headers.authorization === BASIC,
    redirect: "Coral-Coral-RuName",
    tokens: { refresh_token_expires_in: 47_304_000 },
    account: null,
  },
  {
    connector: "amazon",
    settings: { ...client, APPLICATION_ID: "amzn1.sp.solution.1" },
    hosts: ["CONSENT", "TOKEN", "NA", "EU", "FE"],
    authorise: {
      path: "/apps/authorize/consent",
      words: { application_id: "amzn1.sp.solution.1", redirect_uri: REQUEST.redirectUri },
    },
    tokenPath: "/auth/o2/token",
    proves: inForm,
    account: "A1SELLER",
    extra: { selling_partner_id: "A1SELLER" },
  },
  {
    connector: "etsy",
    settings: client,
    hosts: ["AUTH", "API"],
    authorise: {
      path: "/oauth/connect",
      words: {
        client_id: ID,
        code_challenge: sha256(REQUEST.verifier),
        code_challenge_method: "S256",
        response_type: "code",
      },
    },
    tokenPath: "/v3/public/oauth/token",
    proves: inForm,
    pkce: true,
    whoPath: "/v3/application/users/me",
    who: { user_id: 7, shop_id: 4711 },
    account: "4711",
  },
  {
    connector: "mercado",
    settings: client,
    hosts: ["AUTH", "API", "MONEY"],
    authorise: { path: "/authorization", words: { client_id: ID, code_challenge: sha256(REQUEST.verifier) } },
    tokenPath: "/oauth/token",
    proves: inForm,
    pkce: true,
    tokens: { user_id: 8035443 },
    account: "8035443",
  },
  {
    connector: "square",
    settings: client,
    hosts: ["API"],
    authorise: { path: "/oauth2/authorize", words: { client_id: ID, session: "false" } },
    tokenPath: "/oauth2/token",
    proves: ({ headers }, words) =>
      headers["square-version"] !== undefined && words["client_id"] === ID && words["client_secret"] === SECRET,
    tokens: { merchant_id: "ML1", expires_at: "2026-12-15T08:00:00Z" },
    account: "ML1",
  },
  {
    connector: "stripe",
    settings: { CLIENT_ID: ID, SECRET_KEY: SECRET },
    hosts: ["CONNECT", "API"],
    authorise: { path: "/oauth/authorize", words: { client_id: ID, response_type: "code", scope: "read_only" } },
    tokenPath: "/oauth/token",
    proves: inForm,
    tokens: { stripe_user_id: "acct_1" },
    account: "acct_1",
    refreshes: false,
  },
  {
    connector: "paypal",
    settings: client,
    hosts: ["AUTH", "API"],
    authorise: { path: "/signin/authorize", words: { client_id: ID, flowEntry: "static" } },
    tokenPath: "/v1/oauth2/token",
    proves: ({ headers }) => headers.authorization === BASIC,
    whoPath: "/v1/identity/oauth2/userinfo",
    who: { user_id: "https://www.paypal.com/webapps/auth/identity/user/u1", payer_id: "PAYER1" },
    account: "PAYER1",
  },
  {
    connector: "google",
    settings: client,
    hosts: ["AUTH", "TOKEN", "IDENTITY", "ADSENSE"],
    authorise: {
      path: "/o/oauth2/v2/auth",
      words: { access_type: "offline", prompt: "consent", code_challenge: sha256(REQUEST.verifier) },
    },
    tokenPath: "/token",
    proves: inForm,
    pkce: true,
    whoPath: "/v1/userinfo",
    who: { sub: "1098765" },
    account: "1098765",
  },
  {
    connector: "dhgate",
    settings: client,
    hosts: ["AUTH", "API"],
    authorise: { path: "/dop/oauth2/authorize", words: { client_id: ID, response_type: "code" } },
    tokenPath: "/dop/oauth2/access_token",
    proves: inForm,
    whoPath: "/dop/router",
    who: { status: { code: "00000000", message: "OK" }, supplier: { supplierid: "99" } },
    account: "99",
  },
];

const settingsOf = ({ connector, settings, hosts }: Case, url: string, changed: Record<string, string> = {}) => {
  const prefix = `CONNECT_${connector.toUpperCase()}_`;
  const own = Object.entries({ ...settings, ...changed }).map(([name, value]) => [prefix + name, value]);
  return Object.fromEntries([...own, ...hosts.map((host) => [`${prefix}${host}_URL`, url])]) as Record<string, string>;
};

/** A token endpoint as strict as the real ones: proof, redirect, verifier and a code or refresh token good once. */
function strict(of: Case): (asked: Asked) => Answer {
  let [code, refresh] = ["the-code", ""];
  let given = 0;
  const tokens = () => {
    given++;
    refresh = `refresh-${given}`;
    return { access_token: `access-${given}`, refresh_token: refresh, expires_in: 7_200, ...of.tokens };
  };
  return (asked) => {
    if (asked.path === of.whoPath) {
      const token = asked.headers.authorization ?? `Bearer ${asked.form["access_token"]}`;
      return token === `Bearer access-${given}` ? { body: of.who } : REFUSED;
    }
    // What else is asked with a token is refused: a person at Google need not have AdSense.
    if (asked.path !== of.tokenPath || asked.method !== "POST") return { status: 403 };
    const isJson = asked.headers["content-type"] === "application/json";
    const words = isJson ? (JSON.parse(asked.body) as Record<string, string>) : asked.form;
    if (!of.proves(asked, words)) return { status: 401, body: { error: "invalid_client" } };
    if (words["grant_type"] === "refresh_token") {
      if (words["refresh_token"] !== refresh) return { status: 400, body: { error: "invalid_grant" } };
      return { body: tokens() };
    }
    const good =
      words["grant_type"] === "authorization_code" &&
      words["code"] === code &&
      words["redirect_uri"] === (of.redirect ?? REQUEST.redirectUri) &&
      (!of.pkce || sha256(words["code_verifier"] ?? "") === sha256(REQUEST.verifier));
    code = "";
    return good ? { body: tokens() } : { status: 400, body: { error: "invalid_grant" } };
  };
}

describe.each(CASES)("$connector", (of) => {
  const answer = { ...ANSWER, extra: of.extra ?? {} };

  test("sends the browser where the platform wants it, with our state", async () => {
    const { url } = await startPlatform(strict(of));
    const target = new URL(connected(settingsOf(of, url)).consent(of.connector).authoriseUrl(REQUEST));
    expect(target.pathname).toBe(of.authorise.path);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ ...of.authorise.words, state: REQUEST.state });
    expect(target.href).not.toContain(REQUEST.verifier);
    expect(target.href).not.toContain(SECRET);
  });

  test("turns a code into tokens once, and the refresh token into fresh ones", async () => {
    const { url } = await startPlatform(strict(of));
    const market = connected(settingsOf(of, url)).consent(of.connector);
    const grant = await market.exchange(answer);
    expect(grant).toMatchObject({ accessToken: "access-1", refreshToken: "refresh-1", account: of.account });
    await expect(market.exchange(answer)).rejects.toMatchObject({ trouble: "refused" });
    if (of.refreshes === false) return;
    expect(grant.accessEndsAt).not.toBeNull();
    const fresh = await market.refresh!(grant);
    expect(fresh).toMatchObject({ accessToken: "access-2", refreshToken: "refresh-2", account: of.account });
    // The old one was good once: whoever still holds it is told so.
    await expect(market.refresh!(grant)).rejects.toMatchObject({ trouble: "refused" });
  });

  test("with a wrong secret it is us who are refused, not the merchant", async () => {
    const { url } = await startPlatform(strict(of));
    const name = "SECRET_KEY" in of.settings ? "SECRET_KEY" : "CLIENT_SECRET";
    const market = connected(settingsOf(of, url, { [name]: "wrong" })).consent(of.connector);
    await expect(market.exchange(answer)).rejects.toMatchObject({ trouble: "unexpected" });
  });
});

test.each(CASES.filter(({ pkce }) => pkce))("$connector takes no code with another journey's verifier", async (of) => {
  const { url } = await startPlatform(strict(of));
  const market = connected(settingsOf(of, url)).consent(of.connector);
  const another = { ...ANSWER, verifier: "the-verifier-of-another-browser-altogether" };
  await expect(market.exchange(another)).rejects.toMatchObject({ trouble: "refused" });
});

test("eBay keeps its refresh token for 18 months, Amazon is asked again after a year, others until they say so", async () => {
  const endsAt = async (connector: OauthConnector) => {
    const of = CASES.find((row) => row.connector === connector)!;
    const { url } = await startPlatform(strict(of));
    return (
      await connected(settingsOf(of, url))
        .consent(connector)
        .exchange({ ...ANSWER, extra: of.extra ?? {} })
    ).endsAt;
  };
  expect(await endsAt("ebay")).toEqual(new Date("2028-05-15T20:00:00.000Z"));
  expect(await endsAt("amazon")).toEqual(new Date("2027-11-15T08:00:00.000Z"));
  expect(await endsAt("google")).toBeNull();
});

test("half a configuration names what is missing, none says so when asked", () => {
  expect(() => connected({ CONNECT_EBAY_CLIENT_ID: ID })).toThrow(/CONNECT_EBAY_CLIENT_SECRET, CONNECT_EBAY_RU_NAME/);
  expect(() => connected({}).consent("amazon")).toThrow(/set CONNECT_AMAZON_APPLICATION_ID, CONNECT_AMAZON_CLIENT_ID/);
  expect(connected({}).reach("amazon")).toBe("none");
  expect(connected({}).reach("coupang")).toBe("platform");
});

test("lists come page by page, as far as asked", async () => {
  const { url, asked } = await startPlatform(({ path, query, headers }) => {
    if (
      path !== "/v1/payouts" ||
      headers.authorization !== `Bearer ${SECRET}` ||
      headers["stripe-account"] !== "acct_1"
    )
      return REFUSED;
    const after = query["starting_after"];
    const rows = after === undefined ? ["po_1", "po_2"] : after === "po_2" ? ["po_3"] : [];
    const data = rows.map((id) => ({
      id,
      created: 1_793_500_000,
      amount: 123_456,
      currency: id === "po_3" ? "jpy" : "usd",
    }));
    return { body: { data, has_more: after === undefined } };
  });
  const market = connected({
    CONNECT_STRIPE_CLIENT_ID: ID,
    CONNECT_STRIPE_SECRET_KEY: SECRET,
    CONNECT_STRIPE_API_URL: url,
  }).consent("stripe");
  const grant = { accessToken: "a", refreshToken: null, account: "acct_1", accessEndsAt: null, endsAt: null };
  const pages = market.listPayouts!(grant, PERIOD)[Symbol.asyncIterator]();
  await pages.next();
  expect(asked).toHaveLength(1);
  expect(asked[0]!.query).toMatchObject({ "created[gte]": "1793491200", "created[lt]": "1794700800" });
  const all = await pagesOf(market.listPayouts!(grant, PERIOD));
  expect(all.map((page) => page.map(({ amount, currency }) => `${amount} ${currency}`))).toEqual([
    ["1234.56 USD", "1234.56 USD"],
    ["123456 JPY"],
  ]);
});

test("what buyers got back stands beside the order, where the platform says so", async () => {
  const euros = (value: string, refundStatus = "REFUNDED") => ({ amount: { value, currency: "EUR" }, refundStatus });
  const cents = (amount: number) => ({ amount, divisor: 100, currency_code: "EUR" });
  const charge = { created: 1_793_500_000, amount: 5_000, currency: "eur", status: "succeeded" };
  const answers: Record<string, unknown> = {
    "/v1/charges": {
      data: [
        { ...charge, id: "ch_1", amount_refunded: 1_250 },
        { ...charge, id: "ch_2", amount_refunded: 0 },
      ],
      has_more: false,
    },
    "/sell/fulfillment/v1/order": {
      orders: [[euros("10.50"), euros("2"), euros("9.00", "FAILED")], []].map((refunds, at) => ({
        orderId: `e-${at}`,
        creationDate: "2026-11-05T00:00:00Z",
        pricingSummary: { total: { value: "50.00", currency: "EUR" } },
        orderPaymentStatus: "PAID",
        paymentSummary: { refunds },
      })),
    },
    "/v3/application/shops/4711/receipts": {
      results: [[{ amount: cents(1_200) }, { amount: cents(50) }], []].map((refunds, at) => ({
        receipt_id: at,
        created_timestamp: 1_793_500_000,
        grandtotal: cents(5_000),
        status: "Completed",
        is_paid: true,
        refunds,
      })),
    },
  };
  const { url } = await startPlatform(({ path }) => (answers[path] ? { body: answers[path] } : REFUSED));
  const settings = { CLIENT_ID: ID, CLIENT_SECRET: SECRET, SECRET_KEY: SECRET, RU_NAME: "ru", API_URL: url };
  const env = (["STRIPE", "EBAY", "ETSY"] as const).flatMap((name) =>
    Object.entries(settings).map(([key, value]) => [`CONNECT_${name}_${key}`, value]),
  );
  const markets = connected(Object.fromEntries(env) as Record<string, string>);
  const grant = { accessToken: "a", refreshToken: null, account: "4711", accessEndsAt: null, endsAt: null };
  for (const name of ["stripe", "ebay", "etsy"] as const) {
    const listed = (await pagesOf(markets.consent(name).listOrders!(grant, PERIOD))).flat();
    expect(listed.map(({ amount, refunded, stage }) => [amount, refunded, stage])).toEqual([
      ["50.00", "12.50", undefined],
      ["50.00", undefined, undefined],
    ]);
  }
});
