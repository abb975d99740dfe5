import { FLAGS, PORTAL, PORTAL_ROUTES, portalRouteOf, type PortalKey } from "@coralhub/domain";
import { expect, test } from "vitest";
import { grantTarget } from "../platform/return-parameters.ts";
import { safePath } from "../platform/safe-path.ts";
import { judge } from "./guards.ts";
import { nearestRoute } from "./nearest-route.ts";

const EVERY_FLAG = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, true]));
const visit = (path: string, hasToken = true, search = "") =>
  judge({ row: portalRouteOf(path), search, hasToken, flags: EVERY_FLAG });

test("the root goes to the login page, an unknown address to /404", () => {
  expect(visit("/")).toEqual({ go: "/login" });
  expect(visit("/bigIncome/inn")).toEqual({ go: "/404" });
  expect(visit("/bigIncome/inn", false)).toEqual({ go: "/404" });
});

test("the bars are hidden where the specification hides them, and nowhere else it names", () => {
  const bare = "/login /register /404 /qrcode /findFriends /actDraw /actfu /fiveone /ganen /taxrefundservices";
  const more = "/bridgeEasyLoan /actTreasure /findPwd /agreement /privacyPolicy";
  for (const path of `${bare} ${more}`.split(" ")) expect(portalRouteOf(path)?.chrome, path).toBe("bare");
  for (const path of ["/bindMail", "/bindshop/success", "/bindshop/paymentwall", "/developer", "/home", "/message"]) {
    expect(portalRouteOf(path), path).toBeDefined();
    expect(portalRouteOf(path)?.chrome, path).toBeUndefined();
  }
  expect(PORTAL_ROUTES.find(({ path }) => path === "/")).toMatchObject({ access: "public", redirect: "login" });
});

test.each(PORTAL_ROUTES.map((row) => [row.path, row] as const))("%s keeps its guard", (path, row) => {
  const without = visit(path, false);
  const withToken = visit(path);
  if (row.redirect) {
    const there = { go: PORTAL[row.redirect as PortalKey].path };
    expect([without, withToken]).toEqual([there, there]);
  } else if (row.access === "public") expect(without).toEqual({ proceed: true, needsIdentity: false });
  else {
    expect(without).toEqual({ go: "/login" });
    const here = { proceed: true, needsIdentity: true };
    expect(withToken).toEqual(row.list ? { go: PORTAL[row.list as PortalKey].path } : here);
    expect(visit(path, true, `?${(row.needs ?? []).map((name) => `${name}=1`).join("&")}`)).toEqual(here);
  }
});

test("a flag that is off makes the page unknown, once it is known who asks", () => {
  const row = { path: "/moreToken/index", title: "", access: "merchant", flag: "multiCurrencyWallet" } as const;
  expect(judge({ row, search: "", hasToken: true, flags: {} })).toEqual({ go: "/404" });
  expect(judge({ row, search: "", hasToken: false, flags: {} })).toEqual({ go: "/login" });
  expect(judge({ row, search: "", hasToken: true, flags: { multiCurrencyWallet: true } })).toMatchObject({
    proceed: true,
  });
});

test("a platform's answer is handed to the page that finishes it, with all its parameters", () => {
  expect(grantTarget("?code=a%2Fb&state=s1")).toBe("/bindshop/success?code=a%2Fb&state=s1");
  expect(grantTarget("?spapi_oauth_code=x&state=s2&selling_partner_id=A1")).toBe(
    "/bindshop/amazonsuccess?spapi_oauth_code=x&state=s2&selling_partner_id=A1",
  );
  expect(grantTarget("?error=access_denied&state=s3")).toBe("/bindshop/success?error=access_denied&state=s3");
  expect(grantTarget("?redirect=1")).toBeNull();
  expect(grantTarget("?error=1")).toBeNull();
});

test.each([
  "?code=//evil.test&state=s",
  "?code=1&redirect=https://evil.test/&redirect_uri=//evil.test",
  "?spapi_oauth_code=https://evil.test/&amazon_callback_uri=https://evil.test/&amazon_state=/\\evil.test",
  "?code=%0d%0aLocation:%20https://evil.test&code=../../../evil",
  "?code=@evil.test/&state=%23//evil.test",
])("whatever a platform's answer carries, it stays on the site: %s", (search) => {
  const target = new URL(grantTarget(search)!, "https://portal.test");
  expect([target.origin, target.pathname, target.hash]).toEqual([
    "https://portal.test",
    search.includes("spapi_oauth_code") ? "/bindshop/amazonsuccess" : "/bindshop/success",
    "",
  ]);
});

test.each([
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "javascript:alert(1)",
  "/\t/evil.test",
  "/..//evil.test",
  "evil.test",
  "",
])("a return address off the site is refused: %j", (target) => {
  expect(safePath(target, "https://portal.test")).toBeNull();
});

test("a place on the site is kept with its query", () => {
  expect(safePath("/message?category=1#x", "https://portal.test")).toBe("/message?category=1#x");
});

test("a mistyped address suggests the page it is near to, a wild one nothing", () => {
  expect(nearestRoute("/mesage", PORTAL_ROUTES)?.path).toBe("/message");
  expect(nearestRoute("/nav/alterPhon", PORTAL_ROUTES)?.path).toBe("/nav/alterPhone");
  expect(nearestRoute("/wp-admin/setup.php", PORTAL_ROUTES)).toBeUndefined();
});
