import {
  messageEndpoints,
  operationsEndpoints,
  receivingBankEndpoints,
  storeEndpoints as calls,
} from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestMerchant } from "@coralhub/testkit";
import {
  accountNumberOf,
  anyText,
  approve,
  bind,
  certifiedMerchant,
  containing,
  decline,
  detail,
  goodForm,
  startDesk,
  until,
  uploadPicture,
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
const messages = async () =>
  (await call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records.map(({ body }) => body);
const latestMessage = async () => (await call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records[0]!;
const ref = (id: string) => ({ merchantId: merchant.userId, id });

test("handed in, declined with a reason, corrected, approved: state, history, messages and log agree", async () => {
  const { merchantsId: id, state } = await bind(desk, merchant, "WALMART");
  expect(state).toBe("pending");
  expect(await latestMessage()).toMatchObject({
    title: containing("已提交审核"),
    link: { label: "查看进度", path: `/multipleStores/storeDetails?id=${id}` },
  });

  await decline(desk, merchant, id, "店铺链接打不开，请核对后修改。");
  expect(await detail(desk, merchant, id)).toMatchObject({
    state: "declined",
    declineReason: "店铺链接打不开，请核对后修改。",
    needsAction: "yes",
    dueAt: null,
    account: null,
  });
  expect(await latestMessage()).toMatchObject({
    body: "店铺链接打不开，请核对后修改。修改后可以重新提交。",
    needsAction: true,
  });

  await call(calls.updateOther, { merchantsId: id, url: "https://www.walmart.com/seller/99001" }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ state: "pending", version: 2, declineReason: "" });
  await approve(desk, merchant, id);
  const bound = await detail(desk, merchant, id);
  expect(bound).toMatchObject({ state: "bound", needsAction: "no", account: { sharedWith: 0 } });
  expect(bound.boundAt).not.toBeNull();
  expect(bound.history.map(({ what, actor }) => [what, actor])).toEqual([
    ["提交绑定", "您"],
    ["审核未通过", "珊瑚汇"],
    ["修改后重新提交", "您"],
    ["审核通过", "珊瑚汇"],
  ]);
  expect(await messages()).toContainEqual(containing("正在申请收款账户"));

  const { records } = await call(operationsEndpoints.auditRows, {}, desk.admin);
  const mine = records.filter(({ subject }) => subject === `store:${merchant.userId}:${id}`);
  expect(mine.map(({ action }) => action)).toEqual([
    "store.approved",
    "store.viewed",
    "store.declined",
    "store.viewed",
  ]);
});

test("decided once, on what was seen: not twice, not by two, not over a newer version", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  const verdict = { ...ref(id), version: 1 };
  const outcomes = await Promise.allSettled([
    call(calls.approveStore, verdict, desk.reviewer),
    call(calls.declineStore, { ...verdict, reason: "看不清截图" }, desk.reviewer),
    call(calls.approveStore, verdict, desk.reviewer),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  const accounts = await desk.server.database.query(
    "select count(*)::int as n from receiving_account where merchant_id = $1",
    [merchant.userId],
  );
  expect(accounts[0]).toEqual({ n: (await detail(desk, merchant, id)).state === "bound" ? 1 : 0 });

  const { merchantsId: other } = await bind(desk, merchant, "WALMART");
  await call(calls.modifyStore, { merchantsId: other, url: "https://www.walmart.com/seller/99002" }, merchant);
  await expect(call(calls.approveStore, { ...ref(other), version: 1 }, desk.reviewer)).rejects.toMatchObject({
    reason: "state.changed",
  });
  await call(calls.approveStore, { ...ref(other), version: 2 }, desk.reviewer);
  expect((await detail(desk, merchant, other)).state).toBe("bound");
});

test("the reviewer sees answers, pictures and our notes; documents of other stores stay closed", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "OTHER");
  const found = await call(calls.storeCase, ref(id), desk.reviewer);
  expect(found).toMatchObject({ merchantName: "深圳市南屿科技有限公司", files: [{ fileName: "后台截图.png" }] });
  expect(found.notes).toEqual([expect.stringMatching(/没有固定网址/)]);
  const stranger = await uploadPicture(desk, merchant);
  await expect(call(calls.storeDocument, { ...ref(id), fileId: stranger }, desk.reviewer)).rejects.toMatchObject({
    reason: "not_found",
  });
  await expect(
    call(calls.storeCase, ref(id), { token: await desk.server.operatorToken("finance") }),
  ).rejects.toMatchObject({
    code: 403,
  });
});

test("the desk finds what waits, and counts it", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "RAKUTEN");
  const mine = { merchantId: merchant.userId };
  const { records } = await call(calls.storeReviews, { filters: { ...mine, state: ["pending"] } }, desk.reviewer);
  expect(records).toEqual([expect.objectContaining({ merchantsId: id, platformCode: "RAKUTEN", version: 1 })]);
  const counts = await call(calls.storeReviewStatistics, {}, desk.reviewer);
  expect(counts.waiting).toBe(counts.states.pending);
  await approve(desk, merchant, id);
  expect((await call(calls.storeReviewStatistics, {}, desk.reviewer)).waiting).toBe(counts.waiting - 1);
});

test("the sandbox's reviewer follows the rules its panel shows", async () => {
  const { server, admin } = desk;
  await server.call(calls.setSimulatedStoreReviewer, { on: true, delaySeconds: 0 }, admin);
  const panel = await server.call(calls.simulatedStoreReviewer, {}, admin);
  expect(panel).toMatchObject({ on: true, delaySeconds: 0 });
  expect(panel.rules).toHaveLength(4);
  const ids = await Promise.all(
    [
      { name: "好店" },
      { name: "请驳回" },
      { attach: await uploadPicture(desk, merchant, "reject.png") },
      { name: "人工看" },
    ].map(async (changes) => (await bind(desk, merchant, "WALMART", changes)).merchantsId),
  );
  await until("every look is over", async () => {
    const open = await server.database.query(
      "select from pgboss.job where name = 'stores.simulate-review' and state not in ('completed', 'failed')",
    );
    return open.length === 0 ? true : undefined;
  });
  const states = await Promise.all(ids.map(async (id) => (await detail(desk, merchant, id)).state));
  expect(states).toEqual(["bound", "declined", "declined", "pending"]);
  await server.call(calls.setSimulatedStoreReviewer, { on: false, delaySeconds: 0 }, admin);
});

test("a changed address of a bound store is looked at again, and its account stays", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART", { expectCurrency: "USD" });
  await approve(desk, merchant, id);
  const before = await detail(desk, merchant, id);
  await expect(call(calls.modifyStore, { merchantsId: id, sellerId: "OTHER1" }, merchant)).rejects.toMatchObject({
    reason: "store.bound",
  });
  await call(calls.editStoreUrl, { merchantsId: id, url: "www.walmart.com/seller/99003/" }, merchant);
  const waiting = await detail(desk, merchant, id);
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const payment = { accountNumber, amount: moneyOf("USD", 9_900n), payer: "WALMART INC" };
  await call(receivingBankEndpoints.payIn, payment, desk.admin);
  await until("credited while reviewed again", async () => (await detail(desk, merchant, id)).income[0]);
  expect(waiting).toMatchObject({ state: "pending", url: "https://walmart.com/seller/99003", version: 2 });
  await approve(desk, merchant, id);
  const after = await detail(desk, merchant, id);
  expect(after.foreignBankAccountId).toBe(before.foreignBankAccountId);
  expect(after.boundAt).toEqual(before.boundAt);
  expect(await messages()).toContainEqual(containing("收款账户不变"));
});

test("amazon: an account first, the shop later", async () => {
  const early = await goodForm(desk, merchant, "AMAZON", { applicationType: "PRE_APPLY" });
  delete early.url;
  delete early.sellerId;
  const { merchantsId: id } = await call(calls.applyAmazon, early, merchant);
  await approve(desk, merchant, id);
  expect(await detail(desk, merchant, id)).toMatchObject({
    state: "bound",
    url: "",
    answers: { applicationType: "PRE_APPLY" },
  });
  await expect(call(calls.completeStore, { merchantsId: id }, merchant)).rejects.toMatchObject({
    reason: "store.incomplete",
    fields: { url: anyText, sellerId: anyText },
  });
  const shop = { url: "https://www.amazon.com/sp?seller=A1LATER", sellerId: "A1LATER" };
  await call(calls.completeStore, { merchantsId: id, ...shop, amazonAnnualSales: "1000" }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({
    state: "pending",
    url: "https://amazon.com/sp?seller=A1LATER",
    answers: { applicationType: "STANDARD" },
  });
  await approve(desk, merchant, id);
  await expect(call(calls.completeStore, { merchantsId: id, ...shop }, merchant)).rejects.toMatchObject({
    reason: "store.not_waiting_completion",
  });
});

test("a shop said to be in the making is completed the same way on every platform", async () => {
  const early = await goodForm(desk, merchant, "TEMU", { hasMerchant: "0" });
  for (const name of ["url", "sellerId", "attach"] as const) delete early[name];
  const { merchantsId: id } = await call(calls.bindOther, { ...early, platformCode: "TEMU" }, merchant);
  await approve(desk, merchant, id);
  const shop = {
    url: "https://www.temu.com/mall-1.html",
    sellerId: "634418",
    attach: await uploadPicture(desk, merchant),
  };
  await call(calls.completeStore, { merchantsId: id, ...shop }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({
    state: "pending",
    url: "https://temu.com/mall-1.html",
    answers: { hasMerchant: "1", sellerId: "634418" },
  });
});
