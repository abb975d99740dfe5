import {
  connectionEndpoints as calls,
  identityEndpoints,
  messageEndpoints,
  sandboxControlEndpoints,
  storeEndpoints as stores,
} from "@coralhub/contract";
import { consentConnectorOf, OAUTH_CONNECTORS, PLATFORMS } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approve, bind, certifiedMerchant, detail, goodForm, startDesk, type Desk } from "../stores-fixture.ts";
import { agreeFor, broughtBack, openConsent } from "./consent-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(async () => {
  merchant = await certifiedMerchant(desk);
});
const call: Desk["server"]["call"] = (...given) => desk.server.call(...given);
const finish = (answer: ReturnType<typeof broughtBack>, who: { token: string } = merchant) =>
  call(calls.finishAuthorisation, answer, who);
const look = (merchantsId: string) => call(calls.checkAuthorisation, { merchantsId }, merchant);
const REFUSED = { reason: "connection.state_refused" };

const ONE_EACH = OAUTH_CONNECTORS.map((connector) => ({
  connector,
  code: PLATFORMS.find((platform) => consentConnectorOf(platform) === connector)!.code,
}));

test.each(ONE_EACH)("$connector: to the platform, agree, and back", async ({ connector, code }) => {
  const { merchantsId } = await bind(desk, merchant, code);
  expect(await look(merchantsId)).toMatchObject({ authorisation: "none", connector, lastFour: null });
  const { url, state } = await call(calls.startAuthorisation, { merchantsId }, merchant);
  const page = await openConsent(desk.server.url, url);
  expect(page.status).toBe(200);
  expect(page.html).toContain("沙箱");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  const back = await page.follow("同意授权");
  expect(back.pathname).toBe("/login");
  expect(back.searchParams.get("state")).toBe(state);
  expect(back.searchParams.has(connector === "amazon" ? "spapi_oauth_code" : "code")).toBe(true);
  const done = await finish(broughtBack(back));
  expect(done).toMatchObject({ merchantsId, authorisation: "authorised", connector, failingSince: null });
  expect(done.lastFour).toMatch(/^.{4}$/);
  expect(await detail(desk, merchant, merchantsId)).toMatchObject({ authorisation: "authorised" });
});

test("a state that is missing, unknown, somebody else's, of another session, used or too old binds nothing", async () => {
  const { merchantsId } = await bind(desk, merchant, "EBAY");
  const answer = await agreeFor(desk, merchant, merchantsId);
  await expect(finish({ ...answer, state: "" })).rejects.toMatchObject({ reason: "input.invalid" });
  await expect(finish({ ...answer, state: "x".repeat(43) })).rejects.toMatchObject(REFUSED);

  const stranger = await certifiedMerchant(desk);
  await expect(finish(answer, stranger)).rejects.toMatchObject(REFUSED);
  // The stranger's own journey, with this merchant's code.
  const { merchantsId: theirs } = await bind(desk, stranger, "EBAY");
  const { state } = await call(calls.startAuthorisation, { merchantsId: theirs }, stranger);
  await expect(finish({ ...answer, state }, stranger)).rejects.toMatchObject({ reason: "connection.refused" });
  expect(await call(calls.checkAuthorisation, { merchantsId: theirs }, stranger)).toMatchObject({
    authorisation: "none",
  });
  await expect(call(calls.checkAuthorisation, { merchantsId }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });
  await expect(call(calls.startAuthorisation, { merchantsId }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });

  const { mobile: loginName, password, address, device } = merchant;
  const elsewhere = await call(identityEndpoints.login, { username: loginName, password, device }, { address });
  await expect(finish(answer, elsewhere)).rejects.toMatchObject(REFUSED);
  expect(await look(merchantsId)).toMatchObject({ authorisation: "none" });

  await finish(answer);
  await expect(finish(answer)).rejects.toMatchObject(REFUSED);
  const late = await agreeFor(desk, merchant, merchantsId);
  await desk.server.database.query(
    "update oauth_state set expires_at = now() - interval '1 second' where used_at is null",
  );
  await expect(finish(late)).rejects.toMatchObject(REFUSED);
});

test("fifteen tabs come back with the same state: one binds", async () => {
  const { merchantsId } = await bind(desk, merchant, "ETSY");
  const answer = await agreeFor(desk, merchant, merchantsId);
  const outcomes = await Promise.allSettled(Array.from({ length: 15 }, () => finish(answer)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  // By the state, and not only by the platform, which takes a code once as well.
  for (const why of refused) expect(why).toMatchObject(REFUSED);
  expect(refused).toHaveLength(14);
});

test("a journey to one platform does not end at another, nor at another store", async () => {
  const { merchantsId: ebay } = await bind(desk, merchant, "EBAY");
  const { merchantsId: lazada } = await bind(desk, merchant, "LAZADA");
  await expect(call(calls.lazadaUrl, { merchantsId: ebay }, merchant)).rejects.toMatchObject({
    reason: "connection.other_platform",
  });
  const { code = "", state, extra } = await agreeFor(desk, merchant, ebay);
  await expect(call(calls.finishLazada, { code, state, extra }, merchant)).rejects.toMatchObject(REFUSED);
  const again = await agreeFor(desk, merchant, ebay);
  await expect(call(calls.finishEbay, { code: again.code!, mc: lazada }, merchant)).rejects.toMatchObject(REFUSED);
  expect(await call(calls.finishEbay, { code: again.code!, mc: again.state }, merchant)).toMatchObject({
    authorisation: "authorised",
  });
  await expect(call(calls.checkShopee, { merchantsId: ebay }, merchant)).rejects.toMatchObject({
    reason: "connection.other_platform",
  });
});

test("who says no on the platform, or comes back with another account, changes nothing", async () => {
  const { merchantsId } = await bind(desk, merchant, "AMAZON");
  await expect(finish(await agreeFor(desk, merchant, merchantsId, "拒绝"))).rejects.toMatchObject({
    reason: "connection.declined",
  });
  expect(await look(merchantsId)).toMatchObject({ authorisation: "none" });
  await finish(await agreeFor(desk, merchant, merchantsId));
  const { account } = await look(merchantsId);

  const { url } = await call(calls.amazonUrl, { id: merchantsId }, merchant);
  const wrong = await (await openConsent(desk.server.url, url)).follow("换一个平台账号");
  const back = await (await openConsent(desk.server.url, wrong.pathname + wrong.search)).follow("同意授权");
  await expect(finish(broughtBack(back))).rejects.toMatchObject({ reason: "connection.other_account" });
  expect(await look(merchantsId)).toMatchObject({ authorisation: "authorised", account });
});

test("Amazon's own calls: address, way back, status, account and a fresh look", async () => {
  const { merchantsId } = await bind(desk, merchant, "AMAZON");
  await expect(call(calls.buildAmazonData, { merchantsId }, merchant)).rejects.toMatchObject({
    reason: "connection.none",
  });
  expect(await call(calls.amazonAuthStatus, {}, merchant)).toEqual([]);
  expect(await call(calls.amazonDefaultAccount, {}, merchant)).toBeNull();
  const { url } = await call(calls.amazonSignedUrl, { merchantsId }, merchant);
  const back = (await (await openConsent(desk.server.url, url)).follow("同意授权")).searchParams;
  const answer = {
    spapi_oauth_code: back.get("spapi_oauth_code")!,
    state: back.get("state")!,
    selling_partner_id: back.get("selling_partner_id")!,
  };
  expect(await call(calls.authoriseAmazonUser, answer, merchant)).toMatchObject({ account: answer.selling_partner_id });
  expect(await call(calls.buildAmazonData, { merchantsId }, merchant)).toMatchObject({ failingSince: null });
  expect(await call(calls.amazonAuthStatus, {}, merchant)).toMatchObject([
    { merchantsId, authorisation: "authorised" },
  ]);
});

const codeOf = (connector: (typeof ONE_EACH)[number]["connector"]) =>
  ONE_EACH.find((one) => one.connector === connector)!.code;

test("the platforms' own ways out lead where the general one leads, and only for their own stores", async () => {
  const stranger = await certifiedMerchant(desk);
  const { merchantsId: square } = await bind(desk, merchant, "SQUARE");
  const { merchantsId: tiktok } = await bind(desk, merchant, codeOf("tiktok"));
  const ways = [
    { merchantsId: (await bind(desk, merchant, codeOf("ebay"))).merchantsId, depart: calls.ebayUrl },
    { merchantsId: (await bind(desk, merchant, codeOf("shopee"))).merchantsId, depart: calls.shopeeUrl },
    { merchantsId: tiktok, depart: calls.tiktokState },
    { merchantsId: tiktok, depart: calls.reauthoriseTiktok },
  ];
  for (const { merchantsId, depart } of ways) {
    await expect(call(depart, { merchantsId }, stranger)).rejects.toMatchObject({ reason: "not_found" });
    await expect(call(depart, { merchantsId: square }, merchant)).rejects.toMatchObject({
      reason: "connection.other_platform",
    });
    const { url, state } = await call(depart, { merchantsId }, merchant);
    const back = broughtBack(await (await openConsent(desk.server.url, url)).follow("同意授权"));
    expect(back.state).toBe(state);
    expect(await finish(back)).toMatchObject({ merchantsId, authorisation: "authorised" });
  }
});

test("DHgate's and Amazon's own ways back bind what was agreed to, nobody else's; 3dcart's address is the store's", async () => {
  const stranger = await certifiedMerchant(desk);
  const { merchantsId: dhgate } = await bind(desk, merchant, codeOf("dhgate"));
  const { code = "", state, extra } = await agreeFor(desk, merchant, dhgate);
  const said = { code, state, extra };
  await expect(call(calls.finishDhgate, said, stranger)).rejects.toMatchObject(REFUSED);
  expect(await call(calls.finishDhgate, said, merchant)).toMatchObject({
    merchantsId: dhgate,
    authorisation: "authorised",
    connector: "dhgate",
  });
  await expect(call(calls.finishDhgate, said, merchant)).rejects.toMatchObject(REFUSED);

  const { merchantsId: amazon } = await bind(desk, merchant, "AMAZON");
  const { url } = await call(calls.amazonUrl, { id: amazon }, merchant);
  const back = (await (await openConsent(desk.server.url, url)).follow("同意授权")).searchParams;
  const answer = {
    spapi_oauth_code: back.get("spapi_oauth_code")!,
    state: back.get("state")!,
    selling_partner_id: back.get("selling_partner_id")!,
  };
  await expect(call(calls.finishAmazon, answer, stranger)).rejects.toMatchObject(REFUSED);
  expect(await call(calls.finishAmazon, answer, merchant)).toMatchObject({
    merchantsId: amazon,
    authorisation: "authorised",
    account: answer.selling_partner_id,
  });

  const { merchantsId: id } = await bind(desk, merchant, "THREECART");
  const { secureUrl } = await call(calls.threeCartUrl, { id }, merchant);
  expect(secureUrl).toBe((await detail(desk, merchant, id)).url);
  expect(secureUrl).toMatch(/^https:/);
  await expect(call(calls.threeCartUrl, { id }, stranger)).rejects.toMatchObject({ reason: "not_found" });
  const OTHER = { reason: "connection.other_platform" };
  await expect(call(calls.threeCartUrl, { id: dhgate }, merchant)).rejects.toMatchObject(OTHER);
  await expect(call(calls.buildAmazonData, { merchantsId: dhgate }, merchant)).rejects.toMatchObject(OTHER);
});

test("keys are tried with the platform: wrong ones are refused at the form, right ones tie the store", async () => {
  await expect(bind(desk, merchant, "COUPANG", { secretKey: "this-one-is-refused" })).rejects.toMatchObject({
    reason: "connection.keys_refused",
  });
  const { merchantsId } = await bind(desk, merchant, "COUPANG");
  await expect.poll(() => look(merchantsId)).toMatchObject({ authorisation: "authorised", connector: "coupang" });
  await expect(call(calls.startAuthorisation, { merchantsId }, merchant)).rejects.toMatchObject({
    reason: "connection.not_by_consent",
  });
  expect((await call(calls.threeCartKey, {}, merchant)).appKey).not.toBe("");
});

test("while the platform is down nothing is bound, and the merchant hears that it is not their fault", async () => {
  const { merchantsId } = await bind(desk, merchant, "SQUARE");
  const answer = await agreeFor(desk, merchant, merchantsId);
  const { url } = await call(calls.startAuthorisation, { merchantsId }, merchant);
  const behave = (mode: "down" | "normal") =>
    call(sandboxControlEndpoints.switchRail, { rail: "marketplaces", mode }, desk.admin);
  await behave("down");
  expect((await openConsent(desk.server.url, url)).status).toBe(503);
  await expect(finish(answer)).rejects.toMatchObject({ reason: "connection.unreachable", status: 503 });
  await behave("normal");
  expect(await look(merchantsId)).toMatchObject({ authorisation: "none" });
});

test("the consent page takes nothing but what we wrote into its address", async () => {
  const page = await openConsent(desk.server.url, "/sandbox-consent/ebay?state=%3Cscript%3E&challenge=a&account=1");
  expect([page.status, page.html.includes("<script>")]).toEqual([400, false]);
  expect((await openConsent(desk.server.url, "/sandbox-consent/nowhere?state=a&challenge=a&account=1")).status).toBe(
    400,
  );
  const { records } = await call(messageEndpoints.messages, {}, merchant);
  expect(records.some(({ title }) => title.includes("授权"))).toBe(false);
});

test("one authorisation ties every site of the seller's region, and its sites share one account", async () => {
  const otherSites: ("CA" | "MX")[] = ["CA", "MX"];
  const changes = {
    name: "Nanyu",
    country: "US",
    sellerId: "A1REGION",
    url: "https://www.amazon.com/sp?seller=A1REGION",
  };
  const form = await goodForm(desk, merchant, "AMAZON", changes);
  await expect(call(stores.applyAmazon, { ...form, otherSites: ["DE"] }, merchant)).rejects.toMatchObject({
    fields: { otherSites: "德国站与所选站点不在同一个区域，请分开绑定" },
  });
  const { merchantsId } = await call(stores.applyAmazon, { ...form, otherSites }, merchant);
  const { records } = await call(stores.stores, { pageSize: 10, filters: {} }, merchant);
  const sites = records.map(({ country, url, name }) => `${country} ${url} ${name}`).toSorted();
  expect(sites).toEqual([
    "CA https://amazon.ca/sp?seller=A1REGION Nanyu 加拿大",
    "MX https://amazon.com.mx/sp?seller=A1REGION Nanyu 墨西哥",
    "US https://amazon.com/sp?seller=A1REGION Nanyu",
  ]);
  const { url } = await call(calls.amazonUrl, { id: merchantsId }, merchant);
  const back = await (await openConsent(desk.server.url, url)).follow("同意授权");
  await finish(broughtBack(back));
  const ties = await call(calls.amazonAuthStatus, {}, merchant);
  expect(ties.map(({ authorisation }) => authorisation)).toEqual(["authorised", "authorised", "authorised"]);
  expect(new Set(ties.map(({ account, toldAccount }) => `${account} ${toldAccount}`))).toEqual(
    new Set(["A1REGION null"]),
  );
  // Another account agreed than the one written down: told to the owner and to whoever reviews it.
  const { merchantsId: wrong } = await bind(desk, merchant, "AMAZON", { sellerId: "A1WRITTEN", country: "JP" });
  const away = await call(calls.amazonUrl, { id: wrong }, merchant);
  const other = away.url.replace("account=A1WRITTEN", "account=A1OTHERONE");
  await finish(broughtBack(await (await openConsent(desk.server.url, other)).follow("同意授权")));
  expect(await look(wrong)).toMatchObject({ account: "A1OTHERONE", toldAccount: "A1WRITTEN" });
  const { notes } = await call(stores.storeCase, { merchantId: merchant.userId, id: wrong }, desk.reviewer);
  expect(notes).toContainEqual(expect.stringContaining("填写的卖家编号是 A1WRITTEN，授权的是 A1OTHERONE"));
  // Each holds tokens of its own: one that is renewed does not end the others.
  for (const tie of ties) await call(calls.buildAmazonData, { merchantsId: tie.merchantsId }, merchant);
  expect((await call(calls.amazonAuthStatus, {}, merchant)).every(({ failingSince }) => failingSince === null)).toBe(
    true,
  );
  for (const store of records) await approve(desk, merchant, store.merchantsId);
  const accounts = await Promise.all(
    records.map(async (store) => (await detail(desk, merchant, store.merchantsId)).foreignBankAccountId),
  );
  expect(new Set(accounts).size).toBe(1);
  expect(accounts[0]).not.toBeNull();
});
