import { expect, test } from "vitest";
import { ANSWER, connected, NOW, pagesOf, PERIOD, REQUEST, startPlatform } from "./platform-fixture.ts";
import { hmac, isSignedForLazada, isSignedForShopee, isSignedForTiktok } from "./platform-signatures-fixture.ts";

test("Lazada: the seller of the store's own country, tokens for tokens, pages by offset", async () => {
  let refresh = "r1";
  const { url } = await startPlatform((asked) => {
    if (!isSignedForLazada(asked)) return { body: { code: "IncompleteSignature" } };
    const { path, query } = asked;
    const api = path.replace(/^\/rest/, "");
    const tokens = {
      code: "0",
      access_token: "a",
      refresh_token: "r2",
      expires_in: 604_800,
      refresh_expires_in: 15_552_000,
      country_user_info: [
        { country: "sg", seller_id: 100_111 },
        { country: "my", seller_id: 100_234 },
      ],
    };
    if (api === "/auth/token/create") return { body: query["code"] === "the-code" ? tokens : { code: "InvalidCode" } };
    if (api === "/auth/token/refresh") {
      const good = query["refresh_token"] === refresh;
      refresh = "r2";
      return { body: good ? tokens : { code: "IllegalRefreshToken" } };
    }
    const from = Number(query["offset"]);
    const rows = Array.from({ length: from === 0 ? 100 : 3 }, (_, at) => ({
      order_id: from + at,
      created_at: "2026-11-02 10:00:00 +0800",
      price: "12.50",
      statuses: at === 1 ? ["unpaid"] : at === 2 ? ["canceled", "returned"] : ["canceled", "delivered"],
    }));
    return {
      body: query["access_token"] === "a" ? { code: "0", data: { orders: rows } } : { code: "IllegalAccessToken" },
    };
  });
  const settings = {
    CONNECT_LAZADA_APP_KEY: "1001",
    CONNECT_LAZADA_APP_SECRET: "lz-secret",
    CONNECT_LAZADA_AUTH_URL: url,
    CONNECT_LAZADA_API_URL: url,
  };
  const market = connected(settings).consent("lazada");
  expect(new URL(market.authoriseUrl(REQUEST)).searchParams.get("state")).toBe(REQUEST.state);
  expect(await market.exchange(ANSWER)).toMatchObject({ account: "100111", extra: { country: "sg" } });
  const grant = await market.exchange({ ...ANSWER, country: "MY" });
  expect(grant).toMatchObject({ account: "100234", endsAt: new Date("2027-05-14T08:00:00.000Z") });
  await market.refresh!({ ...grant, refreshToken: "r1" });
  await expect(market.refresh!({ ...grant, refreshToken: "r1" })).rejects.toMatchObject({ trouble: "refused" });
  const pages = await pagesOf(market.listOrders!(grant, PERIOD));
  expect(pages.map((page) => page.length)).toEqual([100, 3]);
  expect(pages[0]![0]).toEqual({
    reference: "0",
    at: new Date("2026-11-02T02:00:00Z"),
    currency: "MYR",
    amount: "12.50",
  });
  expect(pages[1]!.map(({ stage }) => stage)).toEqual([undefined, "open", "void"]);
});

test("Shopee: the shop it came back for, tokens for tokens; 15 days a piece", async () => {
  const { url, asked } = await startPlatform((call) => {
    if (!isSignedForShopee(call)) return { status: 403, body: { error: "error_sign" } };
    const { path, query, body } = call;
    const said = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    switch (path) {
      case "/api/v2/auth/token/get":
        if (said["code"] !== "the-code" || said["shop_id"] !== 555 || said["partner_id"] !== 2001)
          return { body: { error: "error_auth" } };
        return { body: { error: "", access_token: "a1", refresh_token: "r1", expire_in: 14_400 } };
      case "/api/v2/auth/access_token/get":
        return {
          body:
            said["refresh_token"] === "r1"
              ? { error: "", access_token: "a2", refresh_token: "r2", expire_in: 14_400 }
              : { error: "error_auth" },
        };
      case "/api/v2/order/get_order_list":
        return {
          body: {
            error: "",
            response: {
              more: query["cursor"] === "",
              next_cursor: "20",
              order_list: [{ order_sn: `sn${query["time_from"]}${query["cursor"]}` }],
            },
          },
        };
      case "/api/v2/order/get_order_detail":
        return {
          body: {
            error: "",
            response: {
              order_list: [
                {
                  order_sn: query["order_sn_list"],
                  create_time: 1_793_500_000,
                  currency: "SGD",
                  total_amount: 9.9,
                  order_status: query["order_sn_list"]!.endsWith("20") ? "UNPAID" : "SHIPPED",
                },
              ],
            },
          },
        };
      default:
        return { status: 404 };
    }
  });
  const market = connected({
    CONNECT_SHOPEE_PARTNER_ID: "2001",
    CONNECT_SHOPEE_PARTNER_KEY: "sp-key",
    CONNECT_SHOPEE_API_URL: url,
  }).consent("shopee");
  const away = new URL(market.authoriseUrl(REQUEST));
  expect(away.searchParams.get("redirect")).toBe(`${REQUEST.redirectUri}?state=${REQUEST.state}`);
  expect(away.searchParams.get("sign")).toBe(
    hmac("sp-key", `2001/api/v2/shop/auth_partner${Math.floor(NOW.getTime() / 1000)}`),
  );
  await expect(market.exchange(ANSWER)).rejects.toMatchObject({ trouble: "refused" });
  const grant = await market.exchange({ ...ANSWER, extra: { shop_id: "555" } });
  const fresh = await market.refresh!(grant);
  expect(fresh).toMatchObject({ accessToken: "a2", refreshToken: "r2", endsAt: grant.endsAt });
  const days = { since: new Date("2026-10-01T00:00:00Z"), until: new Date("2026-10-31T00:00:00Z") };
  const listed = (await pagesOf(market.listOrders!(fresh, days))).flat();
  expect(listed.map(({ stage }) => stage)).toEqual(
    listed.map(({ reference }) => (reference.endsWith("20") ? "open" : undefined)),
  );
  expect(listed).toHaveLength(4);
  const ranges = asked
    .filter(({ path }) => path.endsWith("get_order_list"))
    .map(({ query }) => Number(query["time_to"]) - Number(query["time_from"]));
  expect(Math.max(...ranges)).toBeLessThanOrEqual(15 * 86_400);
});

test("TikTok Shop: the shop of the store's own country, tokens, and pages by their tokens", async () => {
  const { url } = await startPlatform((asked) => {
    const { path, query, headers } = asked;
    if (path === "/api/v2/token/get" || path === "/api/v2/token/refresh") {
      const good =
        query["app_secret"] === "tt-secret" && (query["auth_code"] === "the-code" || query["refresh_token"] === "r");
      const data = {
        access_token: "a",
        access_token_expire_in: 1_795_000_000,
        refresh_token: "r",
        refresh_token_expire_in: 1_826_000_000,
        open_id: "o",
      };
      return {
        body: good ? { code: 0, message: "success", data } : { code: 36_004_004, message: "invalid", data: null },
      };
    }
    if (!isSignedForTiktok(asked)) return { status: 401, body: { code: 106_001 } };
    if (headers["x-tts-access-token"] !== "a") return { status: 401, body: { code: 105_002 } };
    if (path === "/authorization/202309/shops") {
      const shops = [
        { id: "7494", cipher: "ROW_b", region: "GB" },
        { id: "7495", cipher: "ROW_c", region: "US" },
      ];
      return { body: { code: 0, data: { shops } } };
    }
    const orders = [
      {
        id: `t${query["page_token"] ?? ""}`,
        create_time: 1_793_500_000,
        status: query["page_token"] ? "CANCELLED" : "IN_TRANSIT",
        payment: { total_amount: "8.00", currency: "USD" },
      },
    ];
    return { body: { code: 0, data: { orders, next_page_token: query["page_token"] ? "" : "next" } } };
  });
  const settings = {
    CONNECT_TIKTOK_APP_KEY: "tk",
    CONNECT_TIKTOK_APP_SECRET: "tt-secret",
    CONNECT_TIKTOK_SERVICE_ID: "71",
    CONNECT_TIKTOK_AUTH_URL: url,
    CONNECT_TIKTOK_API_URL: url,
  };
  const market = connected(settings).consent("tiktok");
  const away = (country: string) => new URL(market.authoriseUrl({ ...REQUEST, country }));
  expect(away("GB").searchParams.get("service_id")).toBe("71");
  expect([away("GB").host, away("US").host]).toEqual(["services.tiktokshop.com", "services.us.tiktokshop.com"]);
  const grant = await market.exchange({ ...ANSWER, country: "US" });
  expect(grant).toMatchObject({ account: "7495", endsAt: new Date(1_826_000_000_000) });
  const listed = (await pagesOf(market.listOrders!(grant, PERIOD))).flat();
  expect(listed.map(({ reference, stage }) => [reference, stage])).toEqual([
    ["t", undefined],
    ["tnext", "void"],
  ]);
  await expect(market.exchange({ ...ANSWER, code: "other" })).rejects.toMatchObject({ trouble: "refused" });
  await expect(market.verify({ ...grant, accessToken: "stolen" })).rejects.toMatchObject({ trouble: "refused" });
});
