import { expect, expectTypeOf, test } from "vitest";
import { CONSOLE, CONSOLE_ROUTES, consoleRouteOf, deskAddress, DESK_GROUPS, type ConsoleRow } from "./console.ts";
import { at, type Address } from "./address.ts";
import { addressOf, portalRouteOf, PORTAL_ROUTES, readAddress } from "./portal-addresses.ts";
import { PORTAL, type PortalKey, type PortalRow } from "./portal.ts";

test("no address is answered twice, and each is found by its own path", () => {
  for (const routes of [PORTAL_ROUTES, CONSOLE_ROUTES]) {
    const paths = routes.map((row) => row.path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  }
  for (const row of PORTAL_ROUTES) expect(portalRouteOf(row.path)).toBe(row);
  for (const row of CONSOLE_ROUTES) expect(consoleRouteOf(row.path)?.path).toBe(row.path);
});

test("a redirect leads to a page with the same guards, and rows below another name one that is there", () => {
  const rows: Record<string, PortalRow> = PORTAL;
  for (const { redirect, flag, access } of Object.values(rows)) {
    if (!redirect) continue;
    expect(rows[redirect]).toMatchObject({ access, ...(flag && { flag }) });
    expect(rows[redirect]!.redirect).toBeUndefined();
  }
  const desks: Record<string, ConsoleRow> = CONSOLE;
  for (const { under, group, bar } of Object.values(desks)) {
    if (under) expect(desks[under]?.bar).toBeDefined();
    expect(group === undefined).toBe(bar === undefined);
    if (group) expect(DESK_GROUPS[group]).toBeDefined();
  }
});

test("parameters fill the path, the others make the query, empty ones are left out", () => {
  expect(addressOf("income", { open: "a b", currency: undefined, state: "" })).toBe("/bigIncome/in?open=a%20b");
  expect(addressOf("store", { id: "1" })).toBe("/multipleStores/storeDetails?id=1");
  expect(addressOf("bindPlatform", { platform: "amazon", id: "7" })).toBe("/bindshop/amazon?id=7");
  expect(deskAddress("certificationCase", { merchantId: "m", id: "c/1" })).toBe("/certification/m/c%2F1");
  expect(at(addressOf("help"), "contact")).toBe("/help#contact");
});

test("what a page cannot be opened without must be given, and a page that does not exist has no address", () => {
  expectTypeOf<[key: "store"]>().not.toExtend<Parameters<typeof addressOf<"store">>>();
  expectTypeOf<[key: "income"]>().toExtend<Parameters<typeof addressOf<"income">>>();
  expectTypeOf<[key: "merchant", parameters: { name: string }]>().not.toExtend<
    Parameters<typeof deskAddress<"merchant">>
  >();
  expectTypeOf<"nowhere">().not.toExtend<PortalKey>();
  expectTypeOf<"/home">().not.toExtend<Address>();
});

test("an address kept as text is read only while a page answers it", () => {
  expect(readAddress("/bigIncome/in?open=1")).toBe("/bigIncome/in?open=1");
  expect(readAddress("/bindshop/amazon/")).toBe("/bindshop/amazon/");
  for (const nowhere of ["/bindshop/nowhere", "/vanished", "https://else.where", "", null])
    expect(readAddress(nowhere)).toBeNull();
});

const pathsWith = (wanted: (row: PortalRow) => boolean): string[] =>
  Object.values<PortalRow>(PORTAL)
    .filter(wanted)
    .map(({ path }) => path);

test("the top bar is hidden where the specification says, and on papers of strangers", () => {
  const specified = [
    "/login /register /findPwd /findPwd/success /agreement /privacyPolicy /ganen /actTreasure /findFriends /actDraw",
    "/actfu /fiveone /qrcode /404 /taxrefundservices /bridgeEasyLoan",
  ];
  const own = ["/", "/unsubscribe", "/receiptVerification", "/payeeFill"];
  expect(pathsWith(({ chrome }) => chrome === "bare").toSorted()).toEqual(
    [...specified.join(" ").split(" "), ...own].toSorted(),
  );
});

test("the banner of a review that did not pass stands on pages about money, shops and services, on no other", () => {
  const without = pathsWith(({ certified, access, redirect }) => !certified && access === "merchant" && !redirect);
  const specified = [
    "/404 /message /bindPhone /success /nav/navEnd /nav/myNumber /nav/alterPhone /nav/alterPwd /nav/alterEmail",
    "/certification /certification/personal /certification/mainland /certification/hongkong",
    "/certification/globalCollection /certification/globalCollection/personal",
    "/certification/globalCollection/mainland /certification/globalCollection/hongkong",
    "/bigc/mainlandEnterprise /bigc/HKEnterprise /bigc/authSuccess",
    "/nav/seller /nav/prices /nav/recommend /nav/coupon /vcc/help",
  ];
  expect(without).toEqual(specified.join(" ").split(" "));
  const open = pathsWith(({ certified, access }) => certified === true && access === "public");
  expect(open).toEqual(["/bindshop/success", "/bindshop/ebaysuccess", "/bindshop/amazonsuccess"]);
});
