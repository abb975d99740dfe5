import { connectionEndpoints, storeEndpoints as calls } from "@coralhub/contract";
import { SANDBOX_REFUSED_KEY } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anyText, approve, bind, certifiedMerchant, detail, startDesk, until, type Desk } from "./stores-fixture.ts";

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
const authorised = (id: string) =>
  until(`authorisation of ${id}`, async () => {
    const store = await detail(desk, merchant, id);
    return store.authorisation === "authorised" ? store : undefined;
  });
const bad = `${SANDBOX_REFUSED_KEY}-this-key`;

test("keys the platform does not accept bind nothing", async () => {
  await expect(bind(desk, merchant, "COUPANG", { secretKey: bad })).rejects.toMatchObject({
    reason: "connection.keys_refused",
    fields: { accessKey: anyText, secretKey: anyText },
  });
  expect((await call(calls.stores, {}, merchant)).total).toBe(0);
  await expect(bind(desk, merchant, "COUPANG", { secretKey: bad, name: "" })).rejects.toMatchObject({
    reason: "store.incomplete",
    fields: { name: anyText },
  });
});

test("good keys tie the store right away, and new ones renew the tie without a review", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "COUPANG");
  await authorised(id);
  await approve(desk, merchant, id);
  const before = await detail(desk, merchant, id);

  const vendorId = before.answers.vendorId!;
  const keys = { vendorId, accessKey: "fresh-access-key-0001", secretKey: "fresh-secret-key-9zz9" };
  await expect(
    call(calls.authoriseByKeys, { merchantsId: id, ...keys, secretKey: bad }, merchant),
  ).rejects.toMatchObject({
    reason: "connection.keys_refused",
  });
  await expect(call(calls.authoriseByKeys, { merchantsId: id, vendorId: "X" }, merchant)).rejects.toMatchObject({
    reason: "store.incomplete",
    fields: { vendorId: anyText, accessKey: anyText, secretKey: anyText },
  });
  expect((await detail(desk, merchant, id)).secrets).toEqual(before.secrets);

  // Another account's keys would make it another shop's money, past every reviewer.
  await expect(
    call(calls.authoriseByKeys, { merchantsId: id, ...keys, vendorId: "A00099999" }, merchant),
  ).rejects.toMatchObject({ reason: "connection.other_account" });

  await call(calls.authoriseByKeys, { merchantsId: id, ...keys }, merchant);
  const after = await authorised(id);
  expect(after).toMatchObject({ state: "bound", version: before.version, answers: { vendorId } });
  expect(after.secrets).toContainEqual({ field: "secretKey", lastFour: "9zz9" });
  await until("the platform heard of the new keys", async () => {
    const { account } = await call(connectionEndpoints.checkAuthorisation, { merchantsId: id }, merchant);
    return account ?? undefined;
  });
});

test("platforms without keys ask for none, and a stranger renews nobody's", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  const keys = { merchantsId: id, apiKey: "some-api-key-0001" };
  await expect(call(calls.authoriseByKeys, keys, merchant)).rejects.toMatchObject({ reason: "store.field_unasked" });
  const { merchantsId: tied } = await bind(desk, merchant, "COUPANG");
  const stranger = await certifiedMerchant(desk);
  await expect(call(calls.authoriseByKeys, { ...keys, merchantsId: tied }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });
  const { merchantsId: either } = await bind(desk, merchant, "SHOPIFY");
  await expect(call(calls.authoriseByKeys, { merchantsId: either }, merchant)).rejects.toMatchObject({
    fields: { apiKey: anyText },
  });
});

test("another address is another shop: what tied the old one is let go, and the keys are tried there", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "THREECART");
  await authorised(id);
  const tied = async () => (await detail(desk, merchant, id)).history.filter(({ what }) => what.startsWith("完成"));
  expect(await tied()).toHaveLength(1);
  await call(calls.editStoreUrl, { merchantsId: id, url: "https://other-3dcart-shop.example.com" }, merchant);
  await until("tied anew", async () => ((await tied()).length === 2 ? true : undefined));
  expect((await detail(desk, merchant, id)).authorisation).toBe("authorised");
});
