import { expect, test } from "vitest";
import { ANSWER, connected, hmac, pagesOf, PERIOD, REFUSED, startPlatform, type Asked } from "./platform-fixture.ts";

test("Coupang: the CEA signature over date, method, path and query", async () => {
  const date = "261115T080000Z";
  const { url } = await startPlatform(({ method, path, headers, query }) => {
    const text = new URLSearchParams(query).toString();
    const right = `CEA algorithm=HmacSHA256, access-key=ak, signed-date=${date}, signature=${hmac("sk", date + method + path + text)}`;
    if (headers.authorization !== right) return { status: 401, body: { code: "ERROR" } };
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

test("Qoo10: a certification key first, then calls that carry it", async () => {
  const { url } = await startPlatform(({ path, headers, form }) => {
    const method = path.split("/").at(-1);
    if (method === "CertificationAPI.CreateCertificationKey") {
      const good =
        headers["giosiscertificationkey"] === "api-key-1" && form["user_id"] === "seller" && form["pwd"] === "pw";
      return { body: good ? { ResultCode: 0, ResultObject: "SAK-1" } : { ResultCode: -90_001, ResultMsg: "no" } };
    }
    if (headers["giosiscertificationkey"] !== "SAK-1") return { body: { ResultCode: -10_001 } };
    return { body: { ResultCode: 0, ResultObject: [{ orderNo: 5, orderDate: "2026-11-05 12:00:00", total: 1_980 }] } };
  });
  const market = connected({ CONNECT_QOO10_API_URL: url }).keys("qoo10");
  const grant = await market.connect({ username: "seller", password: "pw", apiKey: "api-key-1" }, null);
  expect(grant.accessToken).toBe("SAK-1");
  await market.verify(grant);
  expect(await market.refresh!(grant)).toMatchObject({ accessToken: "SAK-1" });
  await expect(market.connect({ username: "seller", password: "no", apiKey: "api-key-1" }, null)).rejects.toMatchObject(
    { trouble: "refused" },
  );
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
    });
    return { body: Array.from({ length: 250 }, (_, at) => row(at)) };
  });
  const commerce = connected({ CONNECT_BIGCOMMERCE_API_URL: big.url }).keys("bigcommerce");
  const grant = await commerce.connect({ storeHash: "abc123", token: "tok", clientId: "c" }, null);
  expect((await pagesOf(commerce.listOrders!(grant, PERIOD))).flat()).toHaveLength(250);
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
      return said["client_secret"] === "shpss" && said["code"] === "the-code"
        ? { body: { access_token: "shpat" } }
        : REFUSED;
    }
    return headers["x-shopify-access-token"] === "shpat" ? { body: { shop: { id: 42 } } } : REFUSED;
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
  expect(await market.exchange({ ...home, extra: good })).toMatchObject({
    accessToken: "shpat",
    account: "42",
    shop: "coral.myshopify.com",
  });
});

test("Shopify's own apps: key and password, pages by their links alone", async () => {
  const basic = `Basic ${Buffer.from("key-1:pass-1").toString("base64")}`;
  const { url } = await startPlatform(({ path, headers, query }: Asked) => {
    if (headers.authorization !== basic) return REFUSED;
    if (path.endsWith("/shop.json")) return { body: { shop: { id: 7 } } };
    const orders = [
      { id: query["page_info"] ? 2 : 1, created_at: "2026-11-05T00:00:00Z", currency: "USD", total_price: "5.00" },
    ];
    // The link names another host: only its page is believed.
    return {
      body: { orders },
      headers: query["page_info"] ? {} : { link: '<https://169.254.169.254/x.json?page_info=p2>; rel="next"' },
    };
  });
  const market = connected({ CONNECT_SHOPIFY_PRIVATE_SHOP_URL: `${url}/{shop}` }).keys("shopifyPrivate");
  const grant = await market.connect(
    { apiKey: "key-1", password: "pass-1", version: "2026-10" },
    "https://coral.myshopify.com",
  );
  expect(grant.account).toBe("7");
  expect((await pagesOf(market.listOrders!(grant, PERIOD))).flat().map(({ reference }) => reference)).toEqual([
    "1",
    "2",
  ]);
  await expect(market.connect({ apiKey: "key-1", password: "no" }, "coral.myshopify.com")).rejects.toMatchObject({
    trouble: "refused",
  });
});
