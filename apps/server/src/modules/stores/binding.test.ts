import { ALL_ENDPOINTS, storeEndpoints as calls, type StoreForm } from "@coralhub/contract";
import { normalShopAddress, STORE_LIMITS } from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestMerchant } from "@coralhub/testkit";
import {
  anyText,
  approve,
  bind,
  catalogue,
  certifiedMerchant,
  containing,
  decline,
  detail,
  goodForm,
  startDesk,
  uncommitted,
  until,
  waiting as waitingForLocks,
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

const OWN_CALLS = [
  ["SHOPIFY", calls.bindShopify, calls.updateShopify],
  ["BIGCOMMERCE", calls.bindBigCommerce, calls.updateBigCommerce],
  ["COUPANG", calls.bindCoupang, calls.updateCoupang],
  ["EBAY", calls.bindEbay, calls.updateEbay],
  ["THREECART", calls.bindThreeCart, calls.updateThreeCart],
  ["AMAZON", calls.applyAmazon, calls.modifyAmazon],
] as const;
test.each(OWN_CALLS)("%s has calls of its own for binding and correcting", async (code, create, update) => {
  const { merchantsId: id } = await call(create, await goodForm(desk, merchant, code), merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ platformCode: code, state: "pending" });
  await call(update, { merchantsId: id, name: "改过的名字" }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ name: "改过的名字", version: 2 });
  const { merchantsId: other } = await bind(desk, merchant, "WALMART");
  await expect(call(update, { merchantsId: other, name: "别的平台" }, merchant)).rejects.toMatchObject({
    reason: "store.wrong_platform",
  });
});

test("shoplazza addresses are put together from their halves", async () => {
  const { url: _url, ...form } = await goodForm(desk, merchant, "SHOPLAZZA");
  const halves = { subdomain: "Nanyu-Home", host: "myshoplaza.com" };
  const { merchantsId: id } = await call(calls.bindShoplazza, { ...form, ...halves }, merchant);
  expect((await detail(desk, merchant, id)).url).toBe("https://nanyu-home.myshoplaza.com");
  await call(calls.updateShoplazza, { merchantsId: id, subdomain: "nanyu-two", host: "myshoplaza.com" }, merchant);
  expect((await detail(desk, merchant, id)).url).toBe("https://nanyu-two.myshoplaza.com");
  await expect(
    call(calls.bindShoplazza, { ...form, subdomain: "nanyu", host: "evil.example" }, merchant),
  ).rejects.toMatchObject({ fields: { url: containing("Shoplazza") } });
});

test("what is missing or wrong is said at once, by field; nothing is written", async () => {
  await expect(
    call(
      calls.bindOther,
      { platformCode: "WALMART", url: "https://evil.example", attach: crypto.randomUUID() },
      merchant,
    ),
  ).rejects.toMatchObject({
    reason: "store.incomplete",
    fields: {
      name: "请填写店铺名称",
      url: containing("Walmart"),
      attach: "找不到上传的材料，请重新上传",
      expectCurrency: "请选择收款币种",
    },
  });
  expect(await call(calls.stores, {}, merchant)).toMatchObject({ total: 0 });
  const inside: StoreForm = { url: "http://127.0.0.1/shop" };
  await expect(bind(desk, merchant, "OTHER", inside)).rejects.toMatchObject({ fields: { url: anyText } });
});

test("evidence is a file of one's own", async () => {
  const stranger = await certifiedMerchant(desk);
  const attach = await uploadPicture(desk, stranger);
  await expect(bind(desk, merchant, "WALMART", { attach })).rejects.toMatchObject({
    fields: { attach: anyText },
  });
  await expect(call(calls.storeFile, { id: attach }, merchant)).rejects.toMatchObject({ reason: "not_found" });
});

test("holder names of the Hong Kong accounts are upper case, others as typed", async () => {
  const name = { expectAccountName: "Shenzhen Nanyu Co., Ltd" };
  const holder = async (code: string, expectCurrency: string) => {
    const { merchantsId } = await bind(desk, merchant, code, { ...name, expectCurrency });
    return (await detail(desk, merchant, merchantsId)).expectAccountName;
  };
  expect(await holder("AMAZON", "HK-USD")).toBe("SHENZHEN NANYU CO., LTD");
  expect(await holder("AMAZON", "HKD")).toBe("SHENZHEN NANYU CO., LTD");
  expect(await holder("AMAZON", "HK-JPY")).toBe("SHENZHEN NANYU CO., LTD");
  expect(await holder("AMAZON", "USD")).toBe(name.expectAccountName);
});

test("an address is bound once, however it is spelt and whoever asks, also at the same moment", async () => {
  const { merchantsId: first } = await bind(desk, merchant, "SHOPIFY", { url: "https://One-Shop.myshopify.com" });
  const stranger = await certifiedMerchant(desk);
  for (const url of [
    "http://one-shop.myshopify.com/",
    "ONE-SHOP.myshopify.com",
    "https://www.one-shop.myshopify.com//",
    "https://one-shop.myshopify.com/collections/all?page=2",
  ])
    await expect(bind(desk, stranger, "SHOPIFY", { url })).rejects.toMatchObject({
      reason: "store.url_taken",
      fields: { url: anyText },
    });
  for (const url of ["one-shop.myshopify.com", "one-shop.myshopify.com/products/cup"])
    expect(await call(calls.storeUrlExists, { url }, stranger)).toEqual({ exists: true });
  expect(await call(calls.judgeStoreUrl, { url: "one-shop.myshopify.com/" }, stranger)).toEqual({
    url: "https://one-shop.myshopify.com",
    valid: true,
    platformCode: "SHOPIFY",
    exists: true,
    message: "这个店铺链接已经绑定过，请核对",
  });
  await call(calls.removeStore, { id: first }, merchant);
  expect(await call(calls.storeUrlExists, { url: "one-shop.myshopify.com" }, stranger)).toEqual({ exists: false });

  const race = await Promise.allSettled(
    [merchant, stranger, merchant, stranger].map((who) =>
      bind(desk, who, "SHOPIFY", { url: "https://raced-shop.myshopify.com" }),
    ),
  );
  expect(race.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("so many may wait at once, and the page is told beforehand", async () => {
  const before = await call(calls.applyLimit, { platformCode: "COD" }, merchant);
  expect(before).toMatchObject({ allowed: true, reason: "", pending: { used: 0, limit: STORE_LIMITS.pending } });
  const form = await goodForm(desk, merchant, "COD");
  const outcomes = await Promise.allSettled(
    Array.from({ length: STORE_LIMITS.pending + 4 }, (_, n) =>
      call(calls.bindOther, { ...form, name: `店 ${n}`, platformCode: "COD" }, merchant),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(STORE_LIMITS.pending);
  const after = await call(calls.applyLimit, { platformCode: "COD" }, merchant);
  expect(after).toMatchObject({ allowed: false, reason: containing("等待审核"), stores: { used: 20 } });
});

test("a platform is changed while no account hangs on it, and only among those that allow it", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  const judged = await call(calls.judgePlatformChange, { id }, merchant);
  expect(judged.allowed).toBe(true);
  expect(judged.platforms.map(({ platformCode }) => platformCode)).not.toContain("AMAZON");
  const target = { merchantsId: id, platformCode: "OTHER" };
  const extra = { otherPlatformType: "1", otherPlatformName: "OnBuy", accountUse: "goods" };
  await call(calls.changeStorePlatform, { ...target, ...extra, url: "https://onbuy.example.com/nanyu" }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ platformCode: "OTHER", state: "pending", version: 2 });
  await expect(call(calls.changeStorePlatform, { ...target, platformCode: "AMAZON" }, merchant)).rejects.toMatchObject({
    reason: "store.platform_fixed",
  });
  await approve(desk, merchant, id);
  expect(await call(calls.judgePlatformChange, { id }, merchant)).toMatchObject({
    allowed: false,
    reason: containing("已有收款账户"),
  });
  // Waiting for review again, it keeps its account, and with it its platform.
  await call(calls.editStoreUrl, { merchantsId: id, url: "https://onbuy.example.com/nanyu-2" }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ state: "pending", mayBecome: [] });
  await expect(call(calls.changeStorePlatform, { ...target, platformCode: "WALMART" }, merchant)).rejects.toMatchObject(
    { reason: "store.platform_fixed" },
  );
  const { merchantsId: tied } = await bind(desk, merchant, "EBAY");
  expect((await call(calls.judgePlatformChange, { id: tied }, merchant)).reason).toContain("eBay");
});

test("the type of another platform is supplemented; what was answered is not changed by supplementing", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "OTHER");
  await call(
    calls.supplementOtherType,
    { merchantsId: id, otherPlatformType: "2", otherPlatformName: "OnBuy" },
    merchant,
  );
  expect((await detail(desk, merchant, id)).answers).toMatchObject({
    otherPlatformType: "2",
    otherPlatformName: "OnBuy",
  });
  await expect(
    call(calls.supplementOtherType, { merchantsId: id, otherPlatformType: "77", otherPlatformName: "OnBuy" }, merchant),
  ).rejects.toMatchObject({ fields: { otherPlatformType: anyText } });
  await expect(
    call(calls.supplementStore, { merchantsId: id, otherPlatformName: "Fruugo" }, merchant),
  ).rejects.toMatchObject({ reason: "store.already_answered" });
  await expect(call(calls.supplementStore, { merchantsId: id }, merchant)).rejects.toMatchObject({
    reason: "store.nothing_to_supplement",
  });
  // A store that was bound before pictures were asked for is not held up by the one it lacks.
  await desk.server.database.query("update store set fields = fields - 'attach' where id = $1", [id]);
  await call(calls.editStoreUrl, { merchantsId: id, url: "https://onbuy.example.com/older" }, merchant);
  await call(
    calls.supplementOtherType,
    { merchantsId: id, otherPlatformType: "1", otherPlatformName: "OnBuy" },
    merchant,
  );
  expect((await detail(desk, merchant, id)).answers).toMatchObject({ otherPlatformType: "1" });
  await expect(call(calls.updateOther, { merchantsId: id, name: "改" }, merchant)).rejects.toMatchObject({
    fields: { attach: anyText },
  });
  const types = await call(calls.otherPlatformTypes, {}, merchant);
  expect(types).toContainEqual({ value: "2", label: "独立站" });
});

test("several stores under one account, all or none", async () => {
  const { merchantsId: first } = await bind(desk, merchant, "WALMART", { expectCurrency: "USD" });
  await approve(desk, merchant, first);
  const { foreignBankAccountId } = await detail(desk, merchant, first);
  const accountId = foreignBankAccountId!;
  const form = async (code: string, changes: StoreForm = {}) => {
    const { expectCurrency: _c, expectAccountName: _n, ...rest } = await goodForm(desk, merchant, code, changes);
    return { ...rest, platformCode: code };
  };
  await expect(
    call(
      calls.addAffiliatedStores,
      {
        foreignBankAccountId: accountId,
        stores: [await form("ETSY"), await form("ETSY", { url: "https://nowhere.example" })],
      },
      merchant,
    ),
  ).rejects.toMatchObject({ fields: { "stores.1.url": anyText } });
  expect((await call(calls.stores, {}, merchant)).total).toBe(1);

  const { receipts } = await call(
    calls.addAffiliatedStores,
    { foreignBankAccountId: accountId, stores: [await form("ETSY"), await form("EBAY")] },
    merchant,
  );
  for (const { merchantsId } of receipts) await approve(desk, merchant, merchantsId);
  const stores = await call(calls.storesByAccount, { id: accountId }, merchant);
  expect(stores.map(({ platformCode }) => platformCode).toSorted()).toEqual(["EBAY", "ETSY", "WALMART"]);
  expect(await detail(desk, merchant, first)).toMatchObject({ account: { sharedWith: 2 }, siblings: [{}, {}] });

  await expect(
    call(calls.addAffiliatedStores, { foreignBankAccountId: accountId, stores: [await form("LEBONCOIN")] }, merchant),
  ).rejects.toMatchObject({ reason: "store.account_currency" });
  const stranger = await certifiedMerchant(desk);
  await expect(
    call(calls.addAffiliatedStores, { foreignBankAccountId: accountId, stores: [await form("ETSY")] }, stranger),
  ).rejects.toMatchObject({ reason: "store.account_unusable" });
});

test("an account that one platform has to itself takes no store of another, however it is put there", async () => {
  const [reserved, other] = [await bind(desk, merchant, "WALMART"), await bind(desk, merchant, "ETSY")];
  for (const { merchantsId } of [reserved, other]) await approve(desk, merchant, merchantsId);
  const accountId = (await detail(desk, merchant, reserved.merchantsId)).foreignBankAccountId!;
  const named = { expectCurrency: undefined, expectAccountName: undefined, foreignBankAccountId: accountId };
  const waiting = await bind(desk, merchant, "ETSY", { ...named, name: "先填好的" });
  await desk.server.database.query("update receiving_account set platform = 'AMAZON' where id = $1", [accountId]);
  const move = { merchantsIds: [other.merchantsId], foreignBankAccountId: accountId };
  const refused = { reason: "store.account_reserved" };
  await expect(call(calls.updateAffiliatedStores, move, merchant)).rejects.toMatchObject(refused);
  await expect(bind(desk, merchant, "ETSY", named)).rejects.toMatchObject(refused);
  await expect(approve(desk, merchant, waiting.merchantsId)).rejects.toMatchObject(refused);
  // The sandbox's reviewer cannot either: it says so to the merchant, instead of trying for good.
  const { server, admin } = desk;
  const reviewerIs = (on: boolean) => call(calls.setSimulatedStoreReviewer, { on, delaySeconds: 0 }, admin);
  await reviewerIs(true);
  const { jobs, database } = server.app.platform;
  const look = { merchantId: merchant.userId, id: waiting.merchantsId, version: 1 };
  const [row] = await server.database.query<{ version: number }>("select version from store where id = $1", [look.id]);
  await database.transaction((tx) => jobs.send(tx, "stores.simulate-review", { ...look, version: row!.version }));
  const declined = await until("the reviewer has declined it", async () => {
    const store = await detail(desk, merchant, look.id);
    return store.state === "declined" ? store : undefined;
  });
  await reviewerIs(false);
  expect(declined.declineReason).toContain("Amazon");
});

test("many at once: account, remark and visibility", async () => {
  const ids: string[] = [];
  for (const code of ["WALMART", "ETSY"]) {
    const { merchantsId } = await bind(desk, merchant, code, { expectCurrency: "USD" });
    await approve(desk, merchant, merchantsId);
    ids.push(merchantsId);
  }
  const target = (await detail(desk, merchant, ids[0]!)).foreignBankAccountId!;
  const batch = { merchantsIds: ids, foreignBankAccountId: target, remark: "双十一", hidden: true };
  await call(calls.updateAffiliatedStores, batch, merchant);
  for (const id of ids)
    expect(await detail(desk, merchant, id)).toMatchObject({
      remark: "双十一",
      hidden: "yes",
      foreignBankAccountId: target,
    });
  await call(calls.hideStores, { merchantsIds: ids, hidden: false }, merchant);
  await call(calls.remarkStores, { merchantsIds: ids, remark: "" }, merchant);
  expect(await detail(desk, merchant, ids[1]!)).toMatchObject({ remark: "", hidden: "no" });

  const { merchantsId: waiting } = await bind(desk, merchant, "WALMART");
  await expect(
    call(calls.updateAffiliatedStores, { merchantsIds: [waiting], foreignBankAccountId: target }, merchant),
  ).rejects.toMatchObject({ reason: "store.not_bound" });
  await expect(
    call(calls.hideStores, { merchantsIds: [waiting, crypto.randomUUID()], hidden: true }, merchant),
  ).rejects.toMatchObject({ reason: "not_found" });
  expect((await detail(desk, merchant, waiting)).hidden).toBe("no");
});

test("who is not certified looks, and binds nothing", async () => {
  const fresh = await desk.server.registerMerchant();
  expect(await call(calls.stores, {}, fresh)).toMatchObject({ total: 0 });
  await expect(bind(desk, fresh, "COD")).rejects.toMatchObject({ code: 10403 });
});

test("a declined store may be handed in again as it is; a waiting one only with something new", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART");
  await expect(call(calls.modifyStore, { merchantsId: id }, merchant)).rejects.toMatchObject({
    reason: "store.nothing_changed",
  });
  await decline(desk, merchant, id, "店铺暂时打不开");
  await call(calls.modifyStore, { merchantsId: id }, merchant);
  expect((await detail(desk, merchant, id)).state).toBe("pending");
});

test("the catalogue's lists name every platform", async () => {
  const types = await call(calls.shopTypes, {}, merchant);
  const codes = types.flatMap(({ platforms }) => platforms.map(({ platformCode }) => platformCode));
  expect(codes).toContain("AMAZON");
  const tied = await call(calls.protocolPlatforms, {}, merchant);
  for (const { platformCode, never } of tied) {
    expect(["oauth", "keys", "either"]).toContain(catalogue(platformCode).connect.by);
    expect(never.length).toBeGreaterThan(0);
  }
  const reads = (code: string) => tied.find(({ platformCode }) => platformCode === code)?.reads;
  expect(reads("AMAZON")).toEqual(["订单", "结算单和打款记录", "店铺名称和编号"]);
  expect(reads("DHGATE")).toEqual(["订单", "店铺名称和编号"]);
  expect(Object.keys(ALL_ENDPOINTS)).toContain("stores");
});

// A sheet is read in a thread of its own, which has to start first.
const SLOWLY = { timeout: 60_000 };
test(
  "a sheet of shops is read row by row: what is right is handed in, pictures are added by line, the rest says what is wrong",
  SLOWLY,
  async () => {
    const header = ["平台", "店铺名", "站点", "卖家ID", "店铺链接", "币种", "主要产品", "年销售额", "备注"];
    const rows = [
      [
        "亚马逊",
        "Nanyu 导入 DE",
        "德国",
        "A1IMPORT",
        "https://amazon.de/sp?seller=A1IMPORT",
        "EUR",
        "灯具",
        "120000",
        "欧洲主店",
      ],
      ["Walmart", "Nanyu 导入 W", "US", "W1IMPORT", "https://walmart.com/seller/import-1", "USD", "", "", ""],
      [
        "亚马逊",
        "Nanyu 又一次",
        "德国",
        "A1IMPORT",
        "https://www.amazon.de/sp?seller=A1IMPORT",
        "EUR",
        "灯具",
        "1",
        "",
      ],
      ["没有的平台", "Nanyu ?", "", "", "", "", "", "", ""],
    ];
    const text = [header, ...rows].map((row) => row.join(",")).join("\n");
    const file = new File([text], "店铺.csv", { type: "text/csv" });
    const defaults = { tradeCategory: "101", predictMonthlyIncome: "2", expectAccountName: "NANYU TECHNOLOGY LTD" };
    const { fileId, rows: checked } = await call(calls.checkStoreSheet, { file, ...defaults }, merchant);
    expect(checked.map(({ line, problems }) => [line, problems.map(({ field }) => field)])).toEqual([
      [2, []],
      [3, ["attach"]],
      [4, ["url"]],
      [5, ["platform"]],
    ]);
    const papers = [{ line: 3, fileIds: [await uploadPicture(desk, merchant)] }];
    const wanted = { fileId, ...defaults, papers, lines: [2, 3, 4, 5] };
    // While another sheet of theirs is handed in this one does not queue for it, whichever server that is.
    const key = { ...merchant, idempotencyKey: crypto.randomUUID() };
    const lock = "select pg_advisory_xact_lock(hashtextextended('store-import:' || $1, 0))";
    const finish = await uncommitted(desk, lock, [merchant.userId]);
    await expect(call(calls.importStores, wanted, key)).rejects.toMatchObject({ reason: "store.import_running" });
    await finish();
    const done = await call(calls.importStores, wanted, key);
    expect(await call(calls.importStores, wanted, key)).toEqual(done);
    expect(done.saved).toBe(2);
    expect(done.rows.map(({ problem }) => problem)).toEqual([
      "",
      "",
      "店铺地址：和第 2 行的店铺地址相同",
      "平台：没有这个平台，请按「绑定店铺」里的名称填写",
    ]);
    expect(await detail(desk, merchant, done.rows[0]!.id!)).toMatchObject({
      platformCode: "AMAZON",
      country: "DE",
      state: "pending",
      remark: "欧洲主店",
    });
    // Those that may wait for review, and for the others one answer.
    const more = Array.from({ length: STORE_LIMITS.pending }, (_, at) =>
      rows[0]!.map((cell) => cell.replace("A1IMPORT", `A1MORE${at}`)).join(","),
    );
    const many = new File([[header.join(","), ...more].join("\n")], "更多.csv", { type: "text/csv" });
    const { fileId: next } = await call(calls.checkStoreSheet, { file: many, ...defaults }, merchant);
    const all = { ...wanted, fileId: next, papers: [], lines: more.map((_, at) => at + 2) };
    // Somebody else binds the first one's address in the middle: that row hears it, and the others stay.
    const claim = "insert into store_url (url, owner_id, store_id) values ($1, gen_random_uuid(), gen_random_uuid())";
    const commit = await uncommitted(desk, claim, [normalShopAddress("https://amazon.de/sp?seller=A1MORE0")]);
    const filling = call(calls.importStores, all, merchant);
    await waitingForLocks(desk, 1);
    await commit();
    const full = await filling;
    expect(full.saved).toBe(STORE_LIMITS.pending - 2);
    expect(full.rows[0]!.problem).toBe("这个店铺链接已经绑定过，请核对");
    expect(full.rows.at(-1)!.problem).toBe(`已有 ${STORE_LIMITS.pending} 家店铺等待审核，请等审核出结果后再提交`);
    const stranger = await certifiedMerchant(desk);
    await expect(call(calls.importStores, wanted, stranger)).rejects.toMatchObject({ reason: "not_found" });
  },
);
