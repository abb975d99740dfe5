import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REACH } from "../brand.ts";
import { CURRENCY_CODES } from "../money/currencies.ts";
import { COUNTRIES } from "../reference/countries.ts";
import { ACCOUNT_OPTIONS, holderNameFor } from "./account-options.ts";
import { onAmazonSite } from "./amazon-regions.ts";
import { checkStore, checkStoreAnswer, SECRET_FIELDS, storeField } from "./check-store.ts";
import { KEY_FIELDS, keyFieldsOf } from "./connections.ts";
import { PLATFORMS, platformByAnyName, platformByCode, platformByRoute, routeKeyOf } from "./catalogue.ts";
import { isAppCategory, PLATFORM_CATEGORIES, type Platform } from "./platform.ts";
import { normalShopAddress } from "./shop-address.ts";
import { STORE_FIELDS, type StoreFieldName } from "./store-fields.ts";
import { sampleStoreAnswers } from "./store-samples.ts";

const specified = (
  JSON.parse(readFileSync(new URL("../../../contract/src/specification/routes.json", import.meta.url), "utf8")) as {
    path: string;
  }[]
)
  .filter(({ path }) => path.startsWith("/bindshop/"))
  .map(({ path }) => path.slice("/bindshop/".length));
/** Pages under /bindshop that belong to no platform. */
const PAGES = [
  "success",
  "ebaysuccess",
  "amazonsuccess",
  "otherPlatformTypeSupplement",
  "gettokendetail",
  "paypalserver",
];

const sampleOf = (platform: Platform) => ({
  ...sampleStoreAnswers(platform, "one"),
  ...(platform.fields.includes("attach") ? { attach: "file-1" } : {}),
});
const doubles = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

test("every binding address of the specification has a platform, found by its display name", () => {
  expect(specified.length).toBeGreaterThanOrEqual(68);
  for (const key of specified.filter((route) => !PAGES.includes(route))) {
    const platform = platformByRoute(key);
    expect(platform, key).toBeDefined();
    expect(routeKeyOf(platform!.name)).toBe(key);
  }
  const named = PLATFORMS.filter(({ category }) => category !== "offline");
  expect(REACH).toEqual({ platforms: named.length, currencies: CURRENCY_CODES.length });
  for (const page of PAGES) expect(platformByRoute(page)).toBeUndefined();
});

test("special names have their own key, other names their lower case", () => {
  expect(routeKeyOf("TikTok Shop")).toBe("tiktok");
  expect(routeKeyOf("AliExpress")).toBe("aliExpress");
  expect(routeKeyOf("Google Play")).toBe("googleplay");
  expect(routeKeyOf("泰国 COD")).toBe("ThailandCod");
  expect(routeKeyOf("Somewhere New")).toBe("somewhere new");
  for (const platform of PLATFORMS) expect(platform.routeKey).toMatch(/^[A-Za-z0-9]+$/);
});

test("codes, routes and names are unique, also without regard to case", () => {
  const lower = (pick: (platform: Platform) => string) => PLATFORMS.map((platform) => pick(platform).toLowerCase());
  expect(doubles(lower((platform) => platform.code))).toEqual([]);
  expect(doubles(lower((platform) => platform.routeKey))).toEqual([]);
  expect(doubles(lower((platform) => platform.name))).toEqual([]);
  for (const platform of PLATFORMS) {
    expect(platform.code).toMatch(/^[A-Z][A-Z0-9_]{1,31}$/);
    expect(platformByCode(platform.code)).toBe(platform);
  }
});

test("every category has platforms, and every row says what a merchant needs to know", () => {
  for (const category of Object.keys(PLATFORM_CATEGORIES))
    expect(PLATFORMS.some((platform) => platform.category === category)).toBe(true);
  for (const platform of PLATFORMS) {
    expect(platform.logo.mark.length, platform.code).toBeLessThanOrEqual(2);
    expect(platform.logo.width).toBeGreaterThan(60);
    expect(platform.aliases.length, platform.code).toBeGreaterThan(0);
    expect(platform.help.length, platform.code).toBeGreaterThan(15);
    expect(platform.payoutSteps.length, platform.code).toBeGreaterThanOrEqual(4);
    expect(platform.payoutRhythm).not.toBe("");
    for (const text of [platform.help, ...platform.payoutSteps]) expect(text).toMatch(/[\u4e00-\u9fff]/);
  }
});

test("accounts, sites, hosts and payers are real", () => {
  for (const platform of PLATFORMS) {
    expect(platform.options.length, platform.code).toBeGreaterThan(0);
    expect(doubles(platform.options.map((option) => option.code))).toEqual([]);
    for (const option of platform.options) expect(ACCOUNT_OPTIONS[option.code]).toBe(option);
    expect(doubles(platform.countries)).toEqual([]);
    for (const country of platform.countries) expect(COUNTRIES).toHaveProperty(country);
    for (const host of platform.hosts) {
      expect(normalShopAddress(`https://${host}`), host).toBe(`https://${host}`);
      expect(platform.hosts.filter((other) => host.endsWith(`.${other}`))).toEqual([]);
    }
    for (const payer of platform.payers) expect(payer).toBe(payer.toUpperCase());
  }
});

test("every account there is can be asked for somewhere", () => {
  const offered = new Set(PLATFORMS.flatMap(({ options }) => options.map(({ code }) => code)));
  expect(Object.keys(ACCOUNT_OPTIONS).filter((code) => !offered.has(code as never))).toEqual([]);
});

test("the help calls a question what the form calls it", () => {
  const misnamed = PLATFORMS.flatMap((platform) =>
    platform.fields
      .filter((name) => storeField(platform, name).label !== STORE_FIELDS[name].label)
      .filter((name) => platform.help.includes(STORE_FIELDS[name].label))
      .map((name) => `${platform.code} ${name}`),
  );
  expect(misnamed).toEqual([]);
});

test("every question is known and asked somewhere, in an order that ends with the account", () => {
  const asked = new Set(PLATFORMS.flatMap((platform) => platform.fields));
  const never = (Object.keys(STORE_FIELDS) as StoreFieldName[]).filter((name) => !asked.has(name));
  expect(never).toEqual([]);
  for (const platform of PLATFORMS) {
    expect(doubles(platform.fields)).toEqual([]);
    for (const name of platform.fields) expect(STORE_FIELDS).toHaveProperty(name);
    expect(platform.fields.slice(-3)).toEqual(["expectCurrency", "expectAccountName", "foreignBankAccountId"]);
    expect(platform.fields.includes("attach")).toBe(platform.connect.by === "evidence");
    if (platform.fields.includes("country") && platform.code !== "OFFLINE" && platform.code !== "OTHER")
      expect(platform.countries.length, platform.code).toBeGreaterThan(0);
  }
});

test("keys and passwords are secret", () => {
  expect([...SECRET_FIELDS].sort()).toEqual(["accessKey", "apiKey", "password", "refreshToken", "secretKey", "token"]);
});

test.each(PLATFORMS.map((platform) => [platform.code, platform] as const))(
  "%s takes good answers",
  (_code, platform) => {
    expect(checkStore(platform, sampleOf(platform))).toEqual({});
    const nothing = checkStore(platform, {});
    expect(nothing["name"]).toBe(`请填写${platform.words.name?.label ?? "店铺名称"}`);
    expect(nothing["expectCurrency"]).toBe("请选择收款币种");
  },
);

const named = (code: string) => platformByCode(code)!;

test("answers that do not fit are told how to be repaired", () => {
  const amazon = named("AMAZON");
  const wrong = checkStore(amazon, {
    ...sampleOf(amazon),
    url: "https://shop.example.com",
    expectCurrency: "KRW",
    amazonAnnualSales: "1,000",
    country: "KR",
    tradeCategory: "999",
    expectAccountName: "南屿",
    applicationType: "SOON",
  });
  expect(wrong["url"]).toBe("这不是 Amazon 的地址，应以 amazon.com、amazon.ca、amazon.com.mx 等结尾");
  expect(wrong["expectCurrency"]).toContain("不用这个币种");
  expect(wrong["country"]).toContain("没有这个站点");
  expect(Object.keys(wrong).sort()).toEqual([
    "amazonAnnualSales",
    "applicationType",
    "country",
    "expectAccountName",
    "expectCurrency",
    "tradeCategory",
    "url",
  ]);
});

test("the same shop on another site has that site's address, whichever site's was given", () => {
  const moved = (url: string, site: string) => onAmazonSite({ name: "Nanyu", country: "US", url }, site).url;
  expect(moved("https://www.amazon.com/sp?seller=A1", "CA")).toBe("https://www.amazon.ca/sp?seller=A1");
  expect(moved("https://www.amazon.com.mx/sp?seller=A1", "CA")).toBe("https://www.amazon.ca/sp?seller=A1");
  expect(moved("https://amazon.ca/amazon.com", "MX")).toBe("https://amazon.com.mx/amazon.com");
  expect(moved("amazon.co.uk/s?me=A1", "DE")).toBe("amazon.de/s?me=A1");
});

test("a shop that is not open yet need not show what it does not have", () => {
  const amazon = named("AMAZON");
  const { url, sellerId, amazonAnnualSales, ...rest } = sampleOf(amazon) as Record<string, string>;
  expect([url, sellerId, amazonAnnualSales]).not.toContain(undefined);
  expect(checkStore(amazon, { ...rest, applicationType: "PRE_APPLY" })).toEqual({});
  expect(Object.keys(checkStore(amazon, rest)).sort()).toEqual(["amazonAnnualSales", "sellerId", "url"]);
});

test("sharing an account settles currency and holder", () => {
  const ebay = named("EBAY");
  const { expectCurrency, expectAccountName, ...rest } = sampleOf(ebay) as Record<string, string>;
  expect([expectCurrency, expectAccountName]).not.toContain(undefined);
  expect(checkStore(ebay, { ...rest, foreignBankAccountId: "account-1" })).toEqual({});
});

test("Shopify wants all keys of a private app or none", () => {
  const shopify = named("SHOPIFY");
  expect(keyFieldsOf(shopify)).toEqual(KEY_FIELDS.shopifyPrivate);
  expect(Object.keys(checkStore(shopify, { ...sampleOf(shopify), apiKey: "0123456789abcdef" })).sort()).toEqual([
    "password",
    "version",
  ]);
});

test("Hong Kong options want upper-case holders", () => {
  expect(["HKD", "HK-USD", "HK-JPY"].map((code) => holderNameFor(code as "HKD", " Nanyu Ltd "))).toEqual(
    Array(3).fill("NANYU LTD"),
  );
  expect(holderNameFor("USD", " Nanyu Ltd ")).toBe("Nanyu Ltd");
});

test("one shop has one address, and none of them points inside", () => {
  for (const same of ["https://WWW.Nanyu.com/", "nanyu.com", "http://nanyu.com", "https://nanyu.com//"])
    expect(normalShopAddress(same)).toBe("https://nanyu.com");
  for (const page of ["nanyu.myshopify.com/collections/all", "https://nanyu.myshopify.com/?ref=1#top"])
    expect(normalShopAddress(page, platformByCode("SHOPIFY"))).toBe("https://nanyu.myshopify.com");
  expect(normalShopAddress("https://etsy.com/shop/nanyu", platformByCode("ETSY"))).toBe("https://etsy.com/shop/nanyu");
  for (const inside of [
    "127.1",
    "http://127.0.0.1",
    "https://[::ffff:7f00:1]/",
    "169.254.169.254",
    "localhost",
    "http://2130706433",
    "https://shop.internal",
    "https://a:b@nanyu.com",
    "https://nanyu.com:8443",
    "ftp://nanyu.com",
    "javascript:alert(1)",
    "nan yu.com",
    "",
  ])
    expect(normalShopAddress(inside), inside).toBeUndefined();
});

test("platforms are sorted for binding as the specification sorts them", () => {
  const codesOf = (group: string) => PLATFORMS.filter((platform) => platform.group === group).map(({ code }) => code);
  expect(codesOf("other")).toHaveLength(30);
  expect(codesOf("separate").sort()).toEqual([
    "AMAZON",
    "COD",
    "GOOGLE_ADMOB",
    "GOOGLE_ADSENSE",
    "GOOGLE_PLAY",
    "LAZADA",
    "MCN",
    "OFFLINE",
    "SF",
    "SHOPEE",
    "TAPTAP",
    "THAILAND_COD",
  ]);
  expect(
    PLATFORMS.filter(({ regional }) => regional)
      .map(({ code }) => code)
      .sort(),
  ).toEqual(["COD", "COUPANG", "LAZADA", "SHOPEE", "THAILAND_COD"]);
});

test("a platform is found by code, route key and shown name", () => {
  for (const { code, name, routeKey } of PLATFORMS)
    for (const text of [code, name, routeKey, name.toUpperCase()]) expect(platformByAnyName(text)?.code).toBe(code);
  expect(platformByAnyName("nowhere")).toBeUndefined();
});

test("app stores and ad networks ask for the kind of app", () => {
  const apps = PLATFORMS.filter(({ category }) => isAppCategory(category));
  for (const platform of apps) {
    expect(platform.fields).toContain("tradeCategory");
    expect(storeField(platform, "tradeCategory").label).toBe("应用类别");
    expect(checkStoreAnswer(platform, "tradeCategory", "301")).toBeUndefined();
    expect(checkStoreAnswer(platform, "tradeCategory", "101")).toBe("请从列表中选择应用类别");
  }
});
