import {
  accountEndpoints,
  incomeEndpoints,
  operationsEndpoints,
  receivingBankEndpoints,
  storeEndpoints as calls,
} from "@coralhub/contract";
import { parseMoney, STORE_LIMITS } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  accountNumberOf,
  anyText,
  approve,
  bind,
  certifiedMerchant,
  containing,
  detail,
  startDesk,
  uncommitted,
  until,
  uploadPicture,
  waiting,
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
const query = (text: string, values: unknown[]) => desk.server.database.query(text, values);

async function boundStore(code = "WALMART"): Promise<{ id: string; accountId: string }> {
  const { merchantsId: id } = await bind(desk, merchant, code, { expectCurrency: "USD" });
  await approve(desk, merchant, id);
  return { id, accountId: (await detail(desk, merchant, id)).foreignBankAccountId! };
}
const freeze = async (id: string) => {
  const key = { merchantId: merchant.userId, id };
  await call(accountEndpoints.freezeReceivingAccount, { ...key, reason: "例行核查" }, desk.reviewer);
};

test.each([
  ["one platform", "platform", "COD", "store.limit_platform"],
  ["all platforms", "total", "WALMART", "store.limit_total"],
] as const)("so many stores on %s and no more", async (_what, kind, planted, reason) => {
  const { accountId } = await boundStore("ETSY");
  const plant = (count: number) =>
    query(
      `insert into store (merchant_id, id, platform, name, state, account_option, holder_name, receiving_account_id, submitted_at,
         due_at, created_at, bound_at)
       select $1, gen_random_uuid(), case when $4 = 'total' then 'P' || n % 90 else $3 end, '店 ' || n, 'bound', 'USD', 'NANYU', $2, now(), now(), now(), now()
       from generate_series(1, $5::int) n`,
      [merchant.userId, accountId, planted, kind, count],
    );
  const { total } = await call(calls.stores, {}, merchant);
  await plant(STORE_LIMITS[kind] - 1 - (kind === "total" ? total : 0));
  const { merchantsId } = await bind(desk, merchant, "COD");
  await expect(bind(desk, merchant, "COD")).rejects.toMatchObject({ reason });
  await call(calls.removeStore, { id: merchantsId }, merchant);
  await bind(desk, merchant, "COD");
});

test("an address that was left is free for others", async () => {
  const left = `https://left-shop-${process.pid}.myshopify.com`;
  const { merchantsId: id } = await bind(desk, merchant, "SHOPIFY", { url: left });
  const moved = `https://new-shop-${process.pid}.myshopify.com`;
  await call(calls.editStoreUrl, { merchantsId: id, url: moved }, merchant);
  const stranger = await certifiedMerchant(desk);
  await expect(bind(desk, stranger, "SHOPIFY", { url: moved })).rejects.toMatchObject({ reason: "store.url_taken" });
  await bind(desk, stranger, "SHOPIFY", { url: left });
});

test("keys of the old platform go with it", async () => {
  const secret = { refreshToken: "a-refresh-token-of-the-old-platform" };
  const { merchantsId: id } = await bind(desk, merchant, "ALIEXPRESS", secret);
  expect((await detail(desk, merchant, id)).secrets).toEqual([{ field: "refreshToken", lastFour: "form" }]);
  const extra = { otherPlatformType: "1", otherPlatformName: "OnBuy", accountUse: "goods" };
  const attach = await uploadPicture(desk, merchant);
  const form = { ...extra, attach, url: "https://onbuy.example.com/moved", expectCurrency: "USD" };
  await call(calls.changeStorePlatform, { merchantsId: id, platformCode: "OTHER", ...form }, merchant);
  expect(await query("select field from store_secret where store_id = $1", [id])).toEqual([]);
});

test("of a short secret fewer letters are shown than four, of a very short one none", async () => {
  for (const [password, lastFour] of [
    ["abc-123", "23"],
    ["pw", ""],
  ] as const) {
    const { merchantsId: id } = await bind(desk, merchant, "QOO10", { password });
    expect((await detail(desk, merchant, id)).secrets).toContainEqual({ field: "password", lastFour });
  }
});

test("a key that was copied to another store opens nowhere", async () => {
  const { merchantsId: from } = await bind(desk, merchant, "COUPANG");
  const { merchantsId: to } = await bind(desk, merchant, "COUPANG");
  await query(
    `update store_secret s set sealed = f.sealed from store_secret f
     where s.store_id = $2 and f.store_id = $1 and f.field = s.field`,
    [from, to],
  );
  await expect(call(calls.updateCoupang, { merchantsId: to, name: "改名" }, merchant)).rejects.toMatchObject({
    reason: "server.failed",
  });
  await call(calls.updateCoupang, { merchantsId: from, name: "改名" }, merchant);
});

test("evidence is handed in as evidence, and at most five files of it", async () => {
  const picture = await uploadPicture(desk, merchant);
  await query("update file set purpose = 'income' where id = $1", [picture]);
  await expect(bind(desk, merchant, "WALMART", { attach: picture })).rejects.toMatchObject({
    fields: { attach: anyText },
  });
  const files = await Promise.all(Array.from({ length: 6 }, () => uploadPicture(desk, merchant)));
  await expect(bind(desk, merchant, "WALMART", { attach: files.join(",") })).rejects.toMatchObject({
    fields: { attach: containing("5") },
  });
  await bind(desk, merchant, "WALMART", { attach: files.slice(1).join(",") });
});

test("a reviewer's look at a document is recorded", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  const ref = { merchantId: merchant.userId, id };
  const { files } = await call(calls.storeCase, ref, desk.reviewer);
  const { fileId } = files[0]!;
  expect((await call(calls.storeDocument, { ...ref, fileId }, desk.reviewer)).blob.size).toBeGreaterThan(0);
  const { records } = await call(operationsEndpoints.auditRows, {}, desk.admin);
  expect(records[0]).toMatchObject({ action: "store.document_read", subject: `store:${merchant.userId}:${id}` });
});

test("no store is put on an account that is frozen, neither when it is named nor when it is approved", async () => {
  const { accountId } = await boundStore();
  await accountNumberOf(
    desk,
    merchant,
    (await call(calls.storesByAccount, { id: accountId }, merchant))[0]!.merchantsId,
  );
  const { merchantsId: waiting } = await bind(desk, merchant, "WALMART", { foreignBankAccountId: accountId });
  const { merchantsId: second } = await bind(desk, merchant, "WALMART", { foreignBankAccountId: accountId });
  await approve(desk, merchant, second);
  const { timeline } = await call(accountEndpoints.receivingAccount, { id: accountId }, merchant);
  const { name } = await detail(desk, merchant, second);
  expect(timeline.at(-1)).toMatchObject({ action: "attach", note: name });
  await freeze(accountId);
  await expect(approve(desk, merchant, waiting)).rejects.toMatchObject({ reason: "account.not_open" });
  expect((await detail(desk, merchant, waiting)).state).toBe("pending");
  await expect(bind(desk, merchant, "WALMART", { foreignBankAccountId: accountId })).rejects.toMatchObject({
    reason: "store.account_unusable",
  });
});

test("what is settled with the account is not answered anew while the store is looked at again", async () => {
  const { id } = await boundStore();
  await call(calls.editStoreUrl, { merchantsId: id, url: "https://www.walmart.com/seller/99123" }, merchant);
  const { expectCurrency, expectAccountName } = await detail(desk, merchant, id);
  await expect(
    call(
      calls.modifyStore,
      { merchantsId: id, expectCurrency: "HK-USD", expectAccountName: "SOMEBODY ELSE" },
      merchant,
    ),
  ).rejects.toMatchObject({ reason: "store.nothing_changed" });
  expect(await detail(desk, merchant, id)).toMatchObject({ expectCurrency, expectAccountName });
});

test("a held payment keeps its own store, also where others are on the account", async () => {
  const { id, accountId } = await boundStore();
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const { merchantsId: other } = await bind(desk, merchant, "ETSY", { foreignBankAccountId: accountId });
  await approve(desk, merchant, other);
  const payment = { accountNumber, amount: parseMoney("600000.00", "USD"), payer: "WALMART INC" };
  await call(receivingBankEndpoints.payIn, payment, desk.admin);
  await expect(call(calls.removeStore, { id }, merchant)).rejects.toMatchObject({
    reason: "store.in_use",
    message: containing("1 笔收款还在处理"),
  });
  await call(calls.removeStore, { id: other }, merchant);
});

test("a freeze that is under way is waited for: nothing is credited past it", async () => {
  const { id, accountId } = await boundStore();
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const frozen = "update receiving_account set state = 'frozen', reason = '核查' where id = $1";
  const commit = await uncommitted(desk, frozen, [accountId]);
  const payment = { accountNumber, amount: parseMoney("33.00", "USD"), payer: "WALMART INC" };
  const paying = call(receivingBankEndpoints.payIn, payment, desk.admin);
  await waiting(desk, 1);
  await commit();
  await paying;
  const { records } = await call(incomeEndpoints.abnormalIncomes, {}, merchant);
  expect(records).toMatchObject([{ hold: "frozenAccount", state: "abnormal" }]);
});

test("a simulated reviewer that was switched off decides nothing it had planned", async () => {
  const set = (on: boolean) => call(calls.setSimulatedStoreReviewer, { on, delaySeconds: on ? 1 : 0 }, desk.admin);
  await set(true);
  const { merchantsId: id } = await bind(desk, merchant, "WALMART", { name: "好店" });
  await set(false);
  await until("the planned look", async () => {
    const open = await query(
      "select from pgboss.job where name = 'stores.simulate-review' and state not in ('completed', 'failed')",
      [],
    );
    return open.length === 0 ? true : undefined;
  });
  expect((await detail(desk, merchant, id)).state).toBe("pending");
});
