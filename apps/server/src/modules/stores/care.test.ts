import {
  fullPath,
  homeEndpoints,
  receivingBankEndpoints,
  storeEndpoints as calls,
  type Endpoint,
} from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  accountNumberOf,
  approve,
  bind,
  certifiedMerchant,
  containing,
  decline,
  detail,
  goodForm,
  uploadPicture,
  startDesk,
  until,
  type Desk,
} from "./stores-fixture.ts";

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
type Filters = Record<string, string | string[]>;
const names = async (filters: Filters) =>
  (await call(calls.stores, { filters }, merchant)).records.map(({ name }) => name).toSorted();

test("the list narrows by platform, state, authorisation, visibility and words", async () => {
  const { merchantsId: walmart } = await bind(desk, merchant, "WALMART", { name: "南屿家居" });
  const { merchantsId: etsy } = await bind(desk, merchant, "ETSY", { name: "Studio_100%" });
  await bind(desk, merchant, "COD", { name: "东南亚" });
  await approve(desk, merchant, walmart);
  await decline(desk, merchant, etsy, "店铺链接打不开");
  await call(calls.remarkStores, { merchantsIds: [walmart], remark: "小周负责" }, merchant);
  await call(calls.hideStores, { merchantsIds: [etsy], hidden: true }, merchant);

  expect(await names({ platformCode: ["WALMART"] })).toEqual(["南屿家居"]);
  expect(await names({ state: ["pending", "declined"] })).toEqual(["Studio_100%", "东南亚"]);
  expect(await names({ authorisation: ["authorised"] })).toEqual([]);
  // What is tied to no platform has no authorisation that could be missing.
  expect(await names({ authorisation: ["none"] })).toEqual(["Studio_100%"]);
  expect(await names({ hidden: ["no"] })).toEqual(["东南亚", "南屿家居"]);
  expect(await names({ needsAction: ["yes"] })).toEqual(["Studio_100%"]);
  expect(await names({ text: "小周" })).toEqual(["南屿家居"]);
  expect(await names({ text: "studio_100%" })).toEqual(["Studio_100%"]);
  expect(await names({ text: "etsy.com" })).toEqual(["Studio_100%"]);

  const overview = await call(calls.storeOverview, {}, merchant);
  expect(overview).toMatchObject({
    total: 2,
    hidden: 1,
    needsAction: 0,
    states: { bound: 1, pending: 1, declined: 0 },
  });
  expect(overview.authorisations).toContainEqual({ authorisation: "none", count: 0, nextEndsAt: null });
  expect((await call(calls.storePlatforms, {}, merchant)).map(({ platformCode }) => platformCode)).toEqual([
    "COD",
    "WALMART",
  ]);
  const managed = await call(calls.shopManage, { platform: "WALMART" }, merchant);
  expect(managed.records).toEqual([expect.objectContaining({ merchantsId: walmart, income: [] })]);
  expect(managed.records[0]!.account).toMatchObject({ sharedWith: 0 });
  expect((await call(calls.shopManageRegional, { platform: "COD" }, merchant)).total).toBe(1);
  expect(await call(calls.storesByPlatform, { platform: "WALMART", status: "bound" }, merchant)).toHaveLength(1);
  expect(await call(calls.storesByPlatform, { platform: "WALMART", status: "pending" }, merchant)).toEqual([]);
});

test("the file says what the list says", async () => {
  await bind(desk, merchant, "WALMART", { name: "=HYPERLINK(1)" });
  const reply = await fetch(desk.server.url + fullPath(calls.exportStores), {
    method: "POST",
    headers: { authorization: `Bearer ${merchant.token}`, "content-type": "application/json" },
    body: JSON.stringify({ filters: { state: ["pending"] } }),
  });
  const text = await reply.text();
  expect(text.split("\n")[0]).toContain("店铺状态");
  expect(text).toContain("待审核");
  // Codes are ours; the file is read by people.
  expect(text).toMatch(/,Walmart,[^\n]*,美国,/);
  expect(text).not.toMatch(/(^|,)=HYPER/m);
});

test("renaming is the merchant's own affair and leaves a trace", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "DHGATE", { name: "旧名" });
  await call(calls.renameStore, { merchantsId: id, name: "新名" }, merchant);
  await call(calls.renameDhgateStore, { id, name: "更新的名" }, merchant);
  const found = await detail(desk, merchant, id);
  expect(found).toMatchObject({ name: "更新的名", state: "pending", version: 1 });
  expect(found.history.map(({ what, detail: words }) => [what, words])).toEqual([
    ["提交绑定", ""],
    ["店铺改名", "原名 旧名"],
    ["店铺改名", "原名 新名"],
  ]);
});

test("an authorisation's end is told in days", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "EBAY");
  expect(await call(calls.authorisationDeadline, { id }, merchant)).toEqual({
    authorisation: "none",
    authorisedUntil: null,
    daysLeft: null,
  });
  await desk.server.database.query("update store set authorisation = 'expiring', authorised_until = $2 where id = $1", [
    id,
    new Date(desk.server.clock.now().getTime() + 9.5 * 86_400_000),
  ]);
  expect(await call(calls.authorisationDeadline, { id }, merchant)).toMatchObject({ daysLeft: 9 });
});

test("a removed store is gone, once; every path of the specification removes", async () => {
  const ids: string[] = [];
  for (const [remove, code] of [
    [calls.removeStore, "COD"],
    [calls.removeDhgateStore, "DHGATE"],
    [calls.removeStoreShort, "COD"],
  ] as const) {
    const { merchantsId: id } = await bind(desk, merchant, code);
    await call(remove, { id }, merchant);
    await expect(call(remove, { id }, merchant)).rejects.toMatchObject({ reason: "store.removed" });
    await expect(detail(desk, merchant, id)).rejects.toMatchObject({ reason: "not_found" });
    ids.push(id);
  }
  expect((await call(calls.stores, {}, merchant)).total).toBe(0);
  await expect(call(calls.renameStore, { merchantsId: ids[0]!, name: "复活" }, merchant)).rejects.toMatchObject({
    reason: "store.removed",
  });
});

test("money on its account, or on its way there, keeps the last store where it is", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART", { expectCurrency: "USD" });
  await approve(desk, merchant, id);
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const payment = { accountNumber, amount: moneyOf("USD", 125_000n), payer: "WALMART INC" };
  const announced = { ...payment, stage: "announced", reference: "WM-2026-0001" } as const;
  await call(receivingBankEndpoints.payIn, announced, desk.admin);
  await expect(call(calls.removeStore, { id }, merchant)).rejects.toMatchObject({
    reason: "store.in_use",
    message: containing("1 笔款项在途"),
  });
  await call(receivingBankEndpoints.payIn, { ...announced, stage: "arrived" }, desk.admin);
  await until("credited", async () => (await detail(desk, merchant, id)).income[0]);
  const { removalBlockers } = await detail(desk, merchant, id);
  expect(removalBlockers).toEqual([containing("收款账户里还有 USD 1,")]);
  await expect(call(calls.removeStore, { id }, merchant)).rejects.toMatchObject({ reason: "store.in_use" });

  const accountId = (await detail(desk, merchant, id)).foreignBankAccountId!;
  const { merchantsId: second } = await bind(desk, merchant, "WALMART", { foreignBankAccountId: accountId });
  await approve(desk, merchant, second);
  await call(calls.removeStore, { id }, merchant);
  expect((await call(calls.storesByAccount, { id: accountId }, merchant)).map((one) => one.merchantsId)).toEqual([
    second,
  ]);
});

test("home counts stores and asks for what waits for their owner", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART", { name: "南屿家居" });
  await decline(desk, merchant, id, "截图看不清。");
  const { merchantsId: tied } = await bind(desk, merchant, "EBAY", { name: "nanyu_uk" });
  await approve(desk, merchant, tied);
  const { todos } = await call(homeEndpoints.home, {}, merchant);
  expect(todos).toContainEqual(
    expect.objectContaining({
      kind: "stores",
      title: "南屿家居 审核未通过",
      body: "截图看不清。改好后重新提交",
      action: { label: "去修改", path: `/multipleStores/storeDetails?id=${id}` },
    }),
  );
  expect(todos).toContainEqual(expect.objectContaining({ title: "nanyu_uk 还没有授权" }));
});

test("a shop applied for early is asked to be completed where that is done, not to be authorised", async () => {
  const early = await bind(desk, merchant, "AMAZON", { name: "南屿優選", applicationType: "PRE_APPLY", url: "" });
  await approve(desk, merchant, early.merchantsId);
  const { todos } = await call(homeEndpoints.home, {}, merchant);
  expect(todos.filter(({ kind }) => kind === "stores")).toEqual([
    expect.objectContaining({
      title: "南屿優選 还没有补全",
      action: { label: "补全店铺", path: `/bindshop/amazon?id=${early.merchantsId}` },
    }),
  ]);
});

test("a stranger with the id sees and changes nothing", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  const before = await detail(desk, merchant, id);
  const stranger = await certifiedMerchant(desk);
  const tries: [Endpoint, Record<string, unknown>][] = [
    [calls.store, { id }],
    [calls.authorisationDeadline, { id }],
    [calls.judgePlatformChange, { id }],
    [calls.removeStore, { id }],
    [calls.removeDhgateStore, { id }],
    [calls.removeStoreShort, { id }],
    [calls.renameStore, { merchantsId: id, name: "偷" }],
    [calls.renameDhgateStore, { id, name: "偷" }],
    [calls.remarkStores, { merchantsIds: [id], remark: "偷" }],
    [calls.hideStores, { merchantsIds: [id], hidden: true }],
    [calls.updateAffiliatedStores, { merchantsIds: [id], remark: "偷" }],
    [calls.modifyStore, { merchantsId: id, name: "偷" }],
    [calls.updateOther, { merchantsId: id, name: "偷" }],
    [calls.editStoreUrl, { merchantsId: id, url: "https://www.walmart.com/seller/1" }],
    [calls.supplementStore, { merchantsId: id, s2n: "偷" }],
    [calls.completeStore, { merchantsId: id }],
    [calls.changeStorePlatform, { merchantsId: id, platformCode: "COD" }],
    [calls.supplementOtherType, { merchantsId: id, otherPlatformType: "1", otherPlatformName: "偷" }],
  ];
  for (const [endpoint, input] of tries)
    await expect(call(endpoint, input, stranger), endpoint.path).rejects.toMatchObject({ reason: "not_found" });
  expect(await detail(desk, merchant, id)).toEqual(before);
});

test("calls with a platform in their name take that platform's stores only", async () => {
  const { merchantsId: ebay } = await bind(desk, merchant, "EBAY");
  const { merchantsId: dhgate } = await bind(desk, merchant, "DHGATE");
  const { merchantsId: lazada } = await bind(desk, merchant, "LAZADA");
  const wrong = { reason: "store.wrong_platform" };
  await expect(call(calls.renameDhgateStore, { id: ebay, name: "新名字" }, merchant)).rejects.toMatchObject(wrong);
  await expect(call(calls.removeDhgateStore, { id: ebay }, merchant)).rejects.toMatchObject(wrong);
  await call(calls.renameDhgateStore, { id: dhgate, name: "新名字" }, merchant);
  expect(await detail(desk, merchant, dhgate)).toMatchObject({ name: "新名字", platform: "DHgate" });
  await call(calls.removeDhgateStore, { id: dhgate }, merchant);

  const form = await goodForm(desk, merchant, "EBAY");
  const own = { reason: "store.own_binding" };
  await expect(call(calls.bindOther, { ...form, platformCode: "EBAY" }, merchant)).rejects.toMatchObject(own);
  await expect(call(calls.updateOther, { merchantsId: ebay, name: "改" }, merchant)).rejects.toMatchObject(own);

  const regional = await call(calls.shopManageRegional, {}, merchant);
  expect(regional.records.map(({ merchantsId }) => merchantsId)).toContain(lazada);
  expect(regional.records.map(({ platformCode }) => platformCode)).not.toContain("EBAY");
  for (const asked of [{ platform: "eBay" }, { filters: { platformCode: ["EBAY"] } }])
    await expect(call(calls.shopManageRegional, asked, merchant)).rejects.toMatchObject({
      reason: "store.not_regional",
    });
  const all = await call(calls.shopManageRegional, { filters: { platformCode: [] } }, merchant);
  expect(all.records.map(({ platformCode }) => platformCode)).not.toContain("EBAY");
});

test.each(["LAZADA", "lazada", "Lazada"])(
  "?platform=%s names the platform by code, route or shown name",
  async (platform) => {
    const { merchantsId } = await bind(desk, merchant, "LAZADA");
    for (const endpoint of [calls.shopManage, calls.shopManageRegional])
      expect((await call(endpoint, { platform }, merchant)).records.map((one) => one.merchantsId)).toContain(
        merchantsId,
      );
    expect((await call(calls.storesByPlatform, { platform }, merchant)).map((one) => one.merchantsId)).toContain(
      merchantsId,
    );
    await expect(call(calls.shopManage, { platform: "没有的平台" }, merchant)).rejects.toMatchObject({
      reason: "input.invalid",
    });
  },
);

test("a store is described alike on every platform, and keys by their last four", async () => {
  const attach = await uploadPicture(desk, merchant);
  const extras = { s2n: "nanyu", channel: "paypal", hasMerchant: "1", attach };
  const keys = { accessKey: "access-key-1234", secretKey: "secret-key-5678", refreshToken: "refresh-token-9abc" };
  const { merchantsId } = await bind(desk, merchant, "VINTED", { ...extras, ...keys });
  const described = {
    ...extras,
    platform: "Vinted",
    platformCode: "VINTED",
    foreignBankAccount: null,
    state: "pending",
  };
  expect(await detail(desk, merchant, merchantsId)).toMatchObject({
    ...described,
    accessKey: "1234",
    secretKey: "5678",
    refreshToken: "9abc",
  });
  const { records } = await call(calls.stores, { filters: { platformCode: ["VINTED"] } }, merchant);
  expect(records[0]).toMatchObject(described);
  const { merchantsId: plain } = await bind(desk, merchant, "TIKTOK");
  expect(await detail(desk, merchant, plain)).toMatchObject({
    hasMerchant: "1",
    channel: "platform",
    s2n: "",
    attach: "",
    accessKey: "",
  });
});
