import { expect, test } from "vitest";
import { ANSWER, connected, pagesOf, PERIOD, REFUSED, startPlatform, type Asked } from "./platform-fixture.ts";
import { hmac, isSignedForCoupang } from "./platform-signatures-fixture.ts";

test("Coupang: one state of an order after the other, page by page", async () => {
  const { url } = await startPlatform((asked) => {
    if (!isSignedForCoupang(asked)) return { status: 401, body: { code: "ERROR", message: "Invalid signature." } };
    const { query } = asked;
    const next = query["status"] === "ACCEPT" && !query["nextToken"] ? "2" : "";
    const data =
      query["status"] === "ACCEPT"
        ? [
            {
              orderId: 1,
              orderedAt: "2026-11-03T00:00:00+09:00",
              orderItems: [{ orderPrice: 15_000 }, { orderPrice: 500 }],
            },
          ]
        : [];
    return { body: { code: 200, nextToken: next, data } };
  });
  const market = connected({ CONNECT_COUPANG_API_URL: url }).keys("coupang");
  const keys = { vendorId: "A00012345", accessKey: "ak", secretKey: "sk" };
  const grant = await market.connect(keys, null);
  expect(grant.account).toBe("A00012345");
  expect((await pagesOf(market.listOrders!(grant, PERIOD))).flat().map(({ amount }) => amount)).toEqual([
    "15500",
    "15500",
  ]);
  await expect(market.connect({ ...keys, secretKey: "other" }, null)).rejects.toMatchObject({ trouble: "refused" });
  await expect(market.connect({ ...keys, vendorId: "../../x" }, null)).rejects.toMatchObject({ trouble: "refused" });
});

test("Qoo10: a certification key first, then calls that carry it; every state that is paid, every page, each order once", async () => {
  const { url, asked } = await startPlatform(({ path, headers, form }) => {
    const method = path.split("/").at(-1);
    if (form["returnType"] !== "application/json") return { body: "<StdResult/>" };
    const key = headers["giosiscertificationkey"];
    if (method === "CertificationAPI.CreateCertificationKey") {
      if (key !== "api-key-1") return { body: { ErrorCode: -90_001, ErrorMsg: "存在しないAPIです。" } };
      const good = form["user_id"] === "seller" && form["pwd"] === "pw";
      return {
        body: good
          ? { ResultCode: 0, ResultObject: "SAK-1" }
          : { ResultCode: -10_001, ResultMsg: "Not exists seller info" },
      };
    }
    if (key !== "SAK-1") return { body: { ErrorCode: -90_001, ErrorMsg: "存在しないAPIです。" } };
    const first = form["Page"] === "1" ? [1, 2] : [3];
    // The page after the last is the last once more.
    const numbers = form["ShippingStatus"] === "4" ? first : [];
    const order = (orderNo: number) => ({ orderNo, orderDate: "2026-11-05 12:00:00", total: 1_980 });
    return { body: { ResultCode: 0, ResultObject: numbers.map(order) } };
  });
  const market = connected({ CONNECT_QOO10_API_URL: url }).keys("qoo10");
  const keys = { username: "seller", password: "pw", apiKey: "api-key-1" };
  const grant = await market.connect(keys, null);
  expect(grant.accessToken).toBe("SAK-1");
  await market.verify(grant);
  expect(await market.refresh!(grant)).toMatchObject({ accessToken: "SAK-1" });
  const refused = { trouble: "refused" };
  await expect(market.connect({ ...keys, password: "no" }, null)).rejects.toMatchObject(refused);
  await expect(market.connect({ ...keys, apiKey: "no" }, null)).rejects.toMatchObject(refused);
  await expect(market.verify({ ...grant, accessToken: "SAK-0" })).rejects.toMatchObject(refused);
  asked.length = 0;
  const trades = (await pagesOf(market.listOrders!(grant, PERIOD))).flat();
  expect(trades.map(({ reference }) => reference)).toEqual(["1", "2", "3"]);
  expect(trades[0]).toMatchObject({ currency: "JPY", amount: "1980", at: new Date("2026-11-05T03:00:00Z") });
  expect(asked.map(({ form }) => `${form["ShippingStatus"]}.${form["Page"]}`)).toEqual([
    "2.1",
    "3.1",
    "4.1",
    "4.2",
    "4.3",
    "5.1",
  ]);
});

test("BigCommerce and 3dcart: the store's token in the headers their papers name", async () => {
  const big = await startPlatform(({ path, headers, query }) => {
    if (headers["x-auth-token"] !== "tok" || !path.startsWith("/stores/abc123/")) return REFUSED;
    if (path.endsWith("/v2/store")) return { body: { id: "abc123" } };
    if (query["page"] !== "1") return { status: 204 };
    const row = (id: number) => ({
      id,
      date_created: "2026-11-05T00:00:00Z",
      currency_code: "USD",
      total_inc_tax: "20.0000",
      status_id: id % 15,
      refunded_amount: id % 15 === 14 ? "5.0000" : "0.0000",
    });
    return { body: Array.from({ length: 250 }, (_, at) => row(at)) };
  });
  const commerce = connected({ CONNECT_BIGCOMMERCE_API_URL: big.url }).keys("bigcommerce");
  const grant = await commerce.connect({ storeHash: "abc123", token: "tok", clientId: "c" }, null);
  const listed = (await pagesOf(commerce.listOrders!(grant, PERIOD))).flat();
  expect(listed).toHaveLength(250);
  const stages = listed.slice(0, 15).map(({ stage = "sold", refunded }) => [stage, refunded].join(" ").trim());
  expect(stages.join(",")).toBe("open,open,sold,sold,void,void,void,open,sold,sold,sold,sold,open,open,sold 5.0000");
  await expect(commerce.connect({ storeHash: "abc123", token: "no" }, null)).rejects.toMatchObject({
    trouble: "refused",
  });
  await expect(commerce.connect({ storeHash: "../v3", token: "tok" }, null)).rejects.toMatchObject({
    trouble: "refused",
  });

  const cart = await startPlatform(({ headers }) =>
    headers["secureurl"] === "https://shop.3dcartstores.com" &&
    headers["privatekey"] === "private" &&
    headers["token"] === "tok"
      ? { body: [] }
      : REFUSED,
  );
  const settings = {
    CONNECT_THREE_CART_PUBLIC_KEY: "public",
    CONNECT_THREE_CART_PRIVATE_KEY: "private",
    CONNECT_THREE_CART_API_URL: cart.url,
  };
  const three = connected(settings);
  expect(three.threeCartKey()).toBe("public");
  expect(await three.keys("threeCart").connect({ token: "tok" }, "https://shop.3dcartstores.com/")).toMatchObject({
    account: "shop.3dcartstores.com",
  });
  await expect(three.keys("threeCart").connect({ token: "no" }, "shop.3dcartstores.com")).rejects.toMatchObject({
    trouble: "refused",
  });
});

test("Shopify: what comes back is signed by Shopify for this very shop, or nothing is exchanged", async () => {
  const { url, asked } = await startPlatform(({ path, headers, body }) => {
    if (path === "/coral.myshopify.com/admin/oauth/access_token") {
      const said = JSON.parse(body) as Record<string, string>;
      if (said["client_secret"] !== "shpss") return { status: 401, body: { error: "invalid_client" } };
      const given = { refresh_token: "shprt", expires_in: 3_600, refresh_token_expires_in: 7_776_000 };
      const byCode = said["code"] === "the-code" && said["expiring"] === "1";
      if (byCode) return { body: { access_token: "shpat", ...given } };
      const byRefresh = said["grant_type"] === "refresh_token" && said["refresh_token"] === "shprt";
      return byRefresh
        ? { body: { access_token: "shpat2", ...given, refresh_token: "shprt2" } }
        : { status: 400, body: { error: "invalid_grant" } };
    }
    const known = /^shpat2?$/.test(String(headers["x-shopify-access-token"])) && path.endsWith("/graphql.json");
    return known ? { body: { data: { shop: { id: "gid://shopify/Shop/42" } } } } : REFUSED;
  });
  const market = connected({
    CONNECT_SHOPIFY_CLIENT_ID: "app",
    CONNECT_SHOPIFY_CLIENT_SECRET: "shpss",
    CONNECT_SHOPIFY_SHOP_URL: `${url}/{shop}`,
  }).consent("shopify");
  const home = { ...ANSWER, shopUrl: "https://coral.myshopify.com/" };
  expect(new URL(market.authoriseUrl(home)).origin).toBe("https://coral.myshopify.com");
  expect(() => market.authoriseUrl({ ...home, shopUrl: "https://coral.myshopify.com.evil.test/" })).toThrow(
    /not a shop/,
  );
  const signed = (words: Record<string, string>) => {
    const told: Record<string, string> = { ...words, code: home.code, state: home.state };
    const text = Object.keys(told)
      .toSorted()
      .map((name) => `${name}=${told[name]}`)
      .join("&");
    return { ...words, hmac: hmac("shpss", text) };
  };
  const good = signed({ shop: "coral.myshopify.com", timestamp: "1794700800", host: "YWRtaW4" });
  for (const extra of [
    {},
    { ...good, timestamp: "1" },
    { ...good, hmac: "0".repeat(64) },
    signed({ shop: "other.myshopify.com" }),
  ])
    await expect(market.exchange({ ...home, extra })).rejects.toMatchObject({ trouble: "refused" });
  expect(asked).toEqual([]);
  const grant = await market.exchange({ ...home, extra: good });
  expect(grant).toMatchObject({
    accessToken: "shpat",
    refreshToken: "shprt",
    account: "42",
    shop: "coral.myshopify.com",
  });
  expect(grant.accessEndsAt).toEqual(new Date("2026-11-15T09:00:00Z"));
  const fresh = await market.refresh!(grant);
  expect(fresh).toMatchObject({ accessToken: "shpat2", refreshToken: "shprt2", account: "42", shop: grant.shop });
  await market.verify(fresh);
  await expect(market.refresh!({ ...grant, refreshToken: "spent" })).rejects.toMatchObject({ trouble: "refused" });
});

test("Shopify's own apps: the app's password, pages by their cursors, and a query turned down in a 200", async () => {
  const asks: { query: string; variables: Record<string, unknown> }[] = [];
  let throttled = 1;
  const { url, asked } = await startPlatform(({ headers, body }: Asked) => {
    if (headers["x-shopify-access-token"] !== "pass-1")
      return { status: 401, body: { errors: "[API] Invalid API key" } };
    const said = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
    asks.push(said);
    if (said.query.includes("shop {")) return { body: { data: { shop: { id: "gid://shopify/Shop/7" } } } };
    if (said.query.includes("shopifyPaymentsAccount")) return { body: { data: { shopifyPaymentsAccount: null } } };
    if (throttled-- > 0) return { body: { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] } };
    const after = said.variables["after"];
    const node = {
      legacyResourceId: after === null ? "1" : "2",
      name: after === null ? "#1001" : "#1002",
      createdAt: "2026-11-05T00:00:00Z",
      test: after !== null,
      displayFinancialStatus: "PAID",
      totalPriceSet: { shopMoney: { amount: "5.00", currencyCode: "USD" } },
      totalRefundedSet: { shopMoney: { amount: after === null ? "0.0" : "1.50", currencyCode: "USD" } },
    };
    const pageInfo = { hasNextPage: after === null, endCursor: "c1" };
    return { body: { data: { orders: { nodes: [node], pageInfo } } } };
  });
  const market = connected({ CONNECT_SHOPIFY_PRIVATE_SHOP_URL: `${url}/{shop}` }).keys("shopifyPrivate");
  const keys = { apiKey: "key-1", password: "pass-1", version: "2026-10" };
  const grant = await market.connect(keys, "https://coral.myshopify.com");
  expect(grant.account).toBe("7");
  expect(asked[0]!.path).toBe("/coral.myshopify.com/admin/api/2026-10/graphql.json");
  expect((await pagesOf(market.listOrders!(grant, PERIOD))).flat()).toMatchObject([
    { reference: "#1001", formerly: "1", amount: "5.00", currency: "USD" },
    { reference: "#1002", formerly: "2", amount: "5.00", currency: "USD", refunded: "1.50", stage: "void" },
  ]);
  expect(asks.at(-1)!.variables).toEqual({
    first: 100,
    after: "c1",
    query: "created_at:>='2026-11-01T00:00:00Z' AND created_at:<'2026-11-15T00:00:00Z'",
  });
  expect(await pagesOf(market.listPayouts!(grant, PERIOD))).toEqual([]);
  await expect(market.connect({ ...keys, password: "no" }, "coral.myshopify.com")).rejects.toMatchObject({
    trouble: "refused",
  });
});
