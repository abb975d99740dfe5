import { AMAZON_REGION_SITES, amazonRegionOf, platformByCode } from "@coralhub/domain";
import { expect, test } from "vitest";
import { AMAZON_REGIONS } from "./connectors/amazon-regions.ts";
import { ANSWER, connected, pagesOf, PERIOD, REFUSED, REQUEST, startPlatform } from "./platform-fixture.ts";

const SETTINGS = {
  CONNECT_AMAZON_APPLICATION_ID: "amzn1.sp.solution.1",
  CONNECT_AMAZON_CLIENT_ID: "client",
  CONNECT_AMAZON_CLIENT_SECRET: "secret",
};

test("every site of the catalogue belongs to a region, and its sellers agree on a page of that region", () => {
  const { countries } = platformByCode("AMAZON")!;
  const sites = Object.values(AMAZON_REGIONS).flatMap((region) => Object.keys(region.sites));
  expect(sites.toSorted()).toEqual(countries.toSorted());
  const known = Object.values(AMAZON_REGION_SITES).flatMap((region) => Object.entries(region.sites));
  expect(known.map(([site]) => site).toSorted()).toEqual(countries.toSorted());
  expect(known.map(([, host]) => host).toSorted()).toEqual(platformByCode("AMAZON")!.hosts.toSorted());
  const market = connected(SETTINGS).consent("amazon");
  const hostFor = (country: string | null) => new URL(market.authoriseUrl({ ...REQUEST, country })).host;
  expect(hostFor("US")).toBe("sellercentral.amazon.com");
  expect(hostFor("GB")).toBe("sellercentral-europe.amazon.com");
  expect(hostFor("JP")).toBe("sellercentral.amazon.co.jp");
  expect(hostFor("AU")).toBe("sellercentral.amazon.com.au");
  expect(hostFor(null)).toBe("sellercentral.amazon.com");
  expect(["MX", "AE", "SG", null].map(amazonRegionOf)).toEqual(["na", "eu", "fe", "na"]);
});

test("a seller is spoken to in the region of the store, with the token alone and after the refresh too", async () => {
  const login = await startPlatform(({ path, form }) => {
    const proven = form["client_id"] === "client" && form["client_secret"] === "secret";
    if (path !== "/auth/o2/token" || !proven) return { status: 401, body: { error: "invalid_client" } };
    const known = form["code"] === "the-code" || form["refresh_token"] === "Atzr|1";
    return known
      ? { body: { access_token: "Atza|1", refresh_token: "Atzr|1", token_type: "bearer", expires_in: 3_600 } }
      : { status: 400, body: { error: "invalid_grant", error_description: "The request has an invalid grant" } };
  });
  const region = () =>
    startPlatform(({ path, headers, query }) => {
      if (headers["x-amz-access-token"] !== "Atza|1" || headers.authorization !== undefined) return REFUSED;
      if (path === "/sellers/v1/marketplaceParticipations")
        return {
          body: { payload: [{ marketplace: { id: "A1F83G8C2ARO7P" } }, { marketplace: { id: "A1PA6795UKMFR9" } }] },
        };
      const next = query["NextToken"] === undefined ? "2" : undefined;
      const order = {
        AmazonOrderId: `026-${query["NextToken"] ?? "1"}`,
        PurchaseDate: "2026-11-03T00:00:00Z",
        OrderStatus: "Shipped",
        OrderTotal: { CurrencyCode: "GBP", Amount: "12.00" },
      };
      const isWhole = query["MarketplaceIds"] === "A1F83G8C2ARO7P,A1PA6795UKMFR9";
      return isWhole ? { body: { payload: { Orders: [order], NextToken: next } } } : { status: 400 };
    });
  const [na, eu, fe] = await Promise.all([region(), region(), region()]);
  const market = connected({
    ...SETTINGS,
    CONNECT_AMAZON_TOKEN_URL: login.url,
    CONNECT_AMAZON_NA_URL: na.url,
    CONNECT_AMAZON_EU_URL: eu.url,
    CONNECT_AMAZON_FE_URL: fe.url,
  }).consent("amazon");
  const home = { ...ANSWER, extra: { selling_partner_id: "A1SELLER" } };
  await expect(market.exchange({ ...home, extra: {} })).rejects.toMatchObject({ trouble: "refused" });
  await expect(market.exchange({ ...home, code: "other" })).rejects.toMatchObject({ trouble: "refused" });

  const grant = await market.refresh!(await market.exchange({ ...home, country: "GB" }));
  expect(grant).toMatchObject({ account: "A1SELLER", extra: { region: "eu" }, refreshToken: "Atzr|1" });
  const trades = (await pagesOf(market.listOrders!(grant, PERIOD))).flat();
  expect(trades.map(({ reference, amount }) => `${reference} ${amount}`)).toEqual(["026-1 12.00", "026-2 12.00"]);
  expect([na.asked.length, fe.asked.length]).toEqual([0, 0]);

  await market.verify(await market.exchange({ ...home, country: "JP" }));
  await market.verify(await market.exchange({ ...home, country: "BR" }));
  expect([na.asked.length, fe.asked.length]).toEqual([1, 1]);
});
