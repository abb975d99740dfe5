import {
  connectionEndpoints,
  orderDeskEndpoints as desk,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
  sandboxOrderEndpoints as market,
} from "@coralhub/contract";
import { formatMoney, parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { certified, incomeOf, openAccount, payIn, startDesk, until, type Desk } from "../income/income-fixture.ts";
import { agreeFor } from "../stores/connections/consent-fixture.ts";
import type { OrdersDeps } from "./deps.ts";
import { matchMerchant } from "./match-orders.ts";
import { amazonNumber, ended, fileOf, quotaOf, template, upload } from "./orders-fixture.ts";
import { claimNumbers } from "./rows-store.ts";

let server: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startDesk();
});
afterAll(() => server.close());
beforeEach(async () => {
  merchant = await certified(server);
});

let counter = 0;
const today = () => new Date(server.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
const good = (amount = "35.90", serial = "") => [
  amazonNumber(++counter),
  `${today()} 09:30:00`,
  "USD",
  amount,
  "手机壳",
  "US",
  serial,
];
const openRows = async (id: string) => {
  const rows = await server.call(desk.orderCaseRows, { merchantId: merchant.userId, id, open: "yes" }, server.reviewer);
  return rows.map((row) => row.id);
};
async function passAll(id: string): Promise<void> {
  const orderIds = await openRows(id);
  await server.call(
    desk.decideOrders,
    { merchantId: merchant.userId, id, orderIds, decision: "pass" },
    server.reviewer,
  );
}

test("a new merchant's file waits for a person, grants once, and tells failed rows apart", async () => {
  const twice = good();
  const id = await upload(
    server,
    merchant,
    fileOf(
      template([
        good("1000.00"),
        twice,
        [...twice],
        ["", `${today()}`, "USD", "5", "杯子", "US", ""],
        [amazonNumber(999_999), "2099-01-01", "XXX", "-3", "", "Nowhere", ""],
      ]),
    ),
  );
  const waiting = await ended(server, merchant, id);
  expect(waiting).toMatchObject({ state: "waiting", rowsTotal: 5, rowsWaiting: 2, rowsFailed: 3 });
  expect(waiting.findings.map(({ finding }) => finding).toSorted()).toEqual(
    [
      "amountRange",
      "countryUnknown",
      "currencyUnknown",
      "dateFuture",
      "duplicateInFile",
      "goodsMissing",
      "orderNumberMissing",
    ].toSorted(),
  );
  await server.call(desk.beginReview, { merchantId: merchant.userId, id }, server.reviewer);
  const logged = "select from audit_log where action = 'order.begun' and subject = $1";
  expect(await server.database.query(logged, [id])).toHaveLength(1);
  await passAll(id);
  const done = await ended(server, merchant, id);
  expect(done).toMatchObject({ state: "partlyPassed", rowsPassed: 2, rowsFailed: 3 });
  expect(await server.call(calls.failureReport, { id }, merchant)).toMatchObject({
    verdict: "partial",
    passed: 2,
    failed: 3,
  });
  expect(await quotaOf(server, merchant)).toMatchObject({ available: parseMoney("1035.90", "USD") });
  const preview = await server.call(calls.orderPreview, { uploadId: id, filters: { state: ["failed"] } }, merchant);
  const broken = preview.records.find(({ findings }) => findings.includes("orderNumberMissing"))!;
  await expect(
    server.call(calls.repairOrder, { id: broken.id, given: { orderNumber: "12" } }, merchant),
  ).rejects.toMatchObject({ code: 23009 });
  const mended = await server.call(
    calls.repairOrder,
    { id: broken.id, given: { orderNumber: amazonNumber(++counter) } },
    merchant,
  );
  expect(mended.state).toBe("waiting");
});

test("GBK, local numbers and dates, formulas, what is no sheet, and the same file again", async () => {
  const gbk = Buffer.from([
    0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0xcf, 0xc2, 0xb5, 0xa5, 0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0xb1, 0xd2, 0xd6,
    0xd6, 0x2c, 0xb6, 0xa9, 0xb5, 0xa5, 0xbd, 0xf0, 0xb6, 0xee, 0x2c, 0xc9, 0xcc, 0xc6, 0xb7, 0xc3, 0xfb, 0xb3, 0xc6,
  ]);
  const [year, month, day] = today().split("-");
  const line = `\n${amazonNumber(++counter)},${day}.${month}.${year},USD,"1.234,56",cup\n${amazonNumber(++counter)},${day}.${month}.${year},USD,"=1+1",cup`;
  const file = fileOf(Buffer.concat([gbk, Buffer.from(line)]));
  const id = await upload(server, merchant, file);
  const done = await ended(server, merchant, id);
  expect(done).toMatchObject({ state: "waiting", rowsWaiting: 1, rowsFailed: 1 });
  const { records } = await server.call(calls.searchOrders, { filters: { state: ["waiting"] } }, merchant);
  expect(records[0]!.amount).toEqual(parseMoney("1234.56", "USD"));
  await expect(upload(server, merchant, file)).rejects.toMatchObject({ code: 23003 });
  await expect(upload(server, merchant, fileOf("MZ\u0000\u0001", "orders.xlsx"))).rejects.toMatchObject({
    code: 10422,
  });
  const other = await upload(server, merchant, fileOf("a,b,c\n1,2,3"), { excelType: "amazonSettlement" });
  expect(await ended(server, merchant, other)).toMatchObject({ state: "failed", problem: "header" });
  await expect(upload(server, merchant, fileOf(template([good()])), { excelType: "ebayOrders" })).rejects.toMatchObject(
    { code: 23002 },
  );
});

test("one order is one order: of another merchant, fifty times at once, and after a person's no it is free again", async () => {
  const row = good("10.00");
  const ids = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const input = {
        platformCode: "AMAZON",
        rows: [{ orderNumber: row[0]!, orderedAt: row[1]!, currency: "USD", amount: "10.00", goods: `杯子 ${at}` }],
        papers: [],
      };
      return (await server.call(calls.typeOrders, input, merchant)).id;
    }),
  );
  // One after the other: fifty readings at once may be told to come again.
  const states = [];
  for (const id of ids) states.push(await server.call(calls.uploadRecord, { id }, merchant));
  expect(states.filter(({ state }) => state === "waiting")).toHaveLength(1);
  const winner = states.find(({ state }) => state === "waiting")!.id;
  const stranger = await certified(server);
  const theirs = await upload(server, stranger, fileOf(template([row])));
  expect((await ended(server, stranger, theirs)).findings).toMatchObject([{ finding: "duplicateElsewhere", count: 1 }]);
  const orderIds = await openRows(winner);
  const no = { merchantId: merchant.userId, id: winner, orderIds, decision: "fail", reason: "notFound" } as const;
  // While it is still read nobody ends it.
  const stands = (state: string) =>
    server.database.query("update order_upload set state = $2 where id = $1", [winner, state]);
  await stands("analysing");
  await expect(server.call(desk.decideOrders, no, server.reviewer)).rejects.toMatchObject({ reason: "state.changed" });
  await stands("waiting");
  await server.call(desk.decideOrders, no, server.reviewer);
  expect(await server.call(calls.failureReport, { id: winner }, merchant)).toMatchObject({
    verdict: "fail",
    reasons: [{ reason: "notFound", count: 1 }],
  });
  const again = await upload(server, merchant, fileOf(template([row])), { corrects: winner });
  await ended(server, merchant, again);
  await passAll(again);
  expect(await quotaOf(server, merchant)).toMatchObject({ available: parseMoney("10.00", "USD") });
});

test("one order written in several ways is one order, in one file and in its later pieces", async () => {
  const row = good("10.00");
  const number = row[0]!;
  const again = (written: string) => [written, ...row.slice(1)];
  const wide = number.replaceAll(/./g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0));
  const others = Array.from({ length: 1_000 }, () => good("1.00"));
  const written = [again(`'${number}`), again(`${number}\u200b`), again(wide), ...others, again(`\u00a0${number}`)];
  const id = await upload(server, merchant, fileOf(template([row, ...written])));
  const done = await ended(server, merchant, id);
  expect(done).toMatchObject({ rowsTotal: 1_005, rowsWaiting: 1_001, rowsFailed: 4 });
  expect(done.findings).toMatchObject([{ finding: "duplicateInFile", count: 4 }]);
  const { database, ids } = server.app.platform;
  const [first, second] = [ids.next(), ids.next()];
  const where = { merchantId: merchant.userId, id, platform: "AMAZON", storeId: null, shopId: null };
  const free = amazonNumber(++counter);
  const claims = [first, second].map((orderId) => ({ id: orderId, orderNumber: free }));
  const taken = await database.transaction((tx) => claimNumbers(tx, where, claims));
  expect([...taken]).toEqual([[second, "duplicateInFile"]]);
  // Lines of one order add up, however each of them writes its number.
  const lines = [number, `'${number}`].map((cell) => `${cell},${today()}T09:30:00Z,USD,5.00,cup,US,Shipped`);
  const header = "amazon-order-id,purchase-date,currency,item-price,product-name,ship-country,order-status";
  const stranger = await certified(server);
  const report = fileOf([header, ...lines].join("\n"));
  const added = await upload(server, stranger, report, { excelType: "amazonOrders" });
  expect(await ended(server, stranger, added)).toMatchObject({ rowsTotal: 1, rowsFailed: 1 });
}, 180_000);

test("a long file shows its progress, is taken up again, and can be cancelled", async () => {
  const rows = Array.from({ length: 5_000 }, () => good("1.00"));
  const id = await upload(server, merchant, fileOf(template(rows)));
  const seen = await ended(server, merchant, id);
  expect(seen).toMatchObject({ state: "waiting", rowsTotal: 5_000, rowsDone: 5_000, rowsWaiting: 5_000 });
  // As if the process had gone after two pieces.
  await server.database.query(
    "update order_upload set state = 'analysing', rows_done = 2000, ended_at = null, seen_at = now() - interval '5 minutes' where id = $1",
    [id],
  );
  await server.database.query(
    "delete from order_claim c using trade_order o where o.upload_id = $1 and o.line > 2001 and c.order_id = o.id",
    [id],
  );
  await server.database.query("delete from trade_order where upload_id = $1 and line > 2001", [id]);
  await server.app.platform.database.transaction((tx) => server.app.platform.jobs.send(tx, "orders.resume", {}));
  expect(await ended(server, merchant, id)).toMatchObject({
    state: "waiting",
    rowsDone: 5_000,
    rowsWaiting: 5_000,
    rowsFailed: 0,
  });
  await server.database.query("update order_upload set state = 'analysing', seen_at = now() where id = $1", [id]);
  expect(await server.call(gateway.cancelAnalysis, { id }, merchant)).toEqual({ id, state: "cancelled" });
  await expect(server.call(gateway.cancelAnalysis, { id }, merchant)).rejects.toMatchObject({ code: 23005 });
}, 180_000);

test("orders stand behind one income: by settlement number, by a person, and never twice", async () => {
  const account = await openAccount(server, merchant, {});
  const { reference } = await payIn(server, account.number, "900.00", { remittance: "AMAZON SETTLE 1234567890" });
  const id = await upload(
    server,
    merchant,
    fileOf(template([good("600.00", "1234567890"), good("400.00", "1234567890"), good("50.00")])),
    { merchantsId: account.storeId },
  );
  await ended(server, merchant, id);
  await passAll(id);
  const fund = await until(async () => {
    const { records } = await server.call(calls.orderFunds, {}, merchant);
    return records.find((row) => row.reference === reference && row.orders === 2);
  });
  expect(fund).toMatchObject({ matched: parseMoney("1000.00", "USD"), missing: parseMoney("0.00", "USD") });
  const detail = await server.call(gateway.vaOrder, { id: fund.id }, merchant);
  expect(detail.bound[0]).toMatchObject({ ground: "serial", confidence: 98 });
  const orderIds = detail.bound.map((row) => row.id);
  const again = { incomeId: fund.id, orderIds, reason: "再次关联" };
  await expect(server.call(gateway.bindOrders, again, merchant)).rejects.toMatchObject({ code: 23013 });
  await server.call(gateway.unbindOrders, { ...again, reason: "关联错了" }, merchant);
  expect(await server.call(gateway.bindOrders, again, merchant)).toEqual({ orders: 2 });
});

test("orders that are dropped just now are bound neither by the matcher nor by their settlement", async () => {
  const { userId: merchantId } = merchant;
  const account = await openAccount(server, merchant, { platform: "EBAY" });
  const { reference } = await payIn(server, account.number, "100.00", { remittance: "EBAY SETTLE-900177" });
  const incomeId = (await incomeOf(server, merchant, reference)).id;
  const row = { orderedAt: `${today()} 09:30:00`, currency: "USD", goods: "杯子", country: "US", amount: "100.00" };
  const rows = [{ ...row, orderNumber: "12-34567-90017", serial: "SETTLE-900177" }];
  const request = { platformCode: "EBAY", merchantsId: account.storeId, rows, papers: [] };
  const { id } = await server.call(calls.typeOrders, request, merchant);
  await passAll(id);
  const bound = async () => (await server.call(gateway.vaOrder, { id: incomeId }, merchant)).bound;
  const [own] = await until(async () => ((await bound()).length > 0 ? bound() : undefined));
  const cancelling = new pg.Client({ connectionString: server.database.url });
  await cancelling.connect();
  let ends = 0;
  let both: Promise<unknown[]>;
  try {
    await cancelling.query("begin");
    await cancelling.query("update trade_order set state = 'replaced', granted_minor = 0 where id = $1", [own!.id]);
    const freed = { incomeId, orderIds: [own!.id], reason: "关联错了" };
    await server.call(gateway.unbindOrders, freed, merchant);
    const { platform } = server.app;
    const settled = <T>(work: Promise<T>) => work.catch((error: unknown) => error).finally(() => (ends += 1));
    both = Promise.all([
      settled(server.call(calls.ebayBindSerial, { incomeId, serial: "SETTLE-900177" }, merchant)),
      settled(matchMerchant(platform as unknown as OrdersDeps, merchantId)),
    ]);
    await until(async () => {
      const waiting = await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and (query like '%trade_order%for update%' or query like '%hashtextextended%')`,
      );
      return waiting.length + ends >= 2 ? true : undefined;
    });
    await cancelling.query("commit");
  } finally {
    await cancelling.end();
  }
  expect((await both)[0]).toMatchObject({ reason: "order.serial_unknown" });
  expect(await bound()).toEqual([]);
});

test("quota: a refund before use is taken from what is free, and nothing is owed", async () => {
  const usd = (text: string) => parseMoney(text, "USD");
  const prove = (amount: string) =>
    server.call(market.proveTrade, { merchantId: merchant.userId, amount: usd(amount) }, server.admin);
  await prove("100.00");
  const { records } = await server.call(calls.searchOrders, {}, merchant);
  const refund = (amount: string) =>
    server.call(
      market.refundOrder,
      { merchantId: merchant.userId, orderId: records[0]!.id, amount: usd(amount) },
      server.admin,
    );
  expect(await refund("30.00")).toEqual({ taken: usd("30.00"), owed: usd("0.00") });
  expect(await quotaOf(server, merchant)).toMatchObject({ available: usd("70.00"), debt: usd("0.00") });
});

test("templates, rejected rows, the original and papers come back as files, to nobody else", async () => {
  const text = template([["", today(), "USD", "1", "杯", "US", ""]]);
  const id = await upload(server, merchant, fileOf(text));
  await ended(server, merchant, id);
  const stranger = await certified(server);
  const bytesOf = async (file: Promise<{ blob: Blob }>) => Buffer.from(await (await file).blob.arrayBuffer());
  const original = await bytesOf(server.call(gateway.analysisDocument, { id }, merchant));
  expect(original.toString()).toBe(text);
  const [rejected, blank] = [
    await server.call(calls.rejectedRows, { id }, merchant),
    await server.call(gateway.analysisTemplate, {}, merchant),
  ];
  expect([rejected.fileName, blank.fileName]).toEqual(["orders-未通过.xlsx", "订单模板.xlsx"]);
  for (const { blob } of [rejected, blank]) {
    expect(
      Buffer.from(await blob.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  }
  for (const call of [calls.rejectedRows, gateway.analysisDocument, gateway.analysisStatus, gateway.analysisSnapshot]) {
    await expect(server.call(call, { id }, stranger)).rejects.toMatchObject({ reason: "not_found" });
  }

  const file = fileOf(template([good("12.00"), good("13.00")]), "十一月.csv");
  const kept = await server.call(gateway.uploadMetadata, { file, kind: "sheet" }, merchant);
  const { fileId } = kept;
  expect(kept).toMatchObject({ fileName: "十一月.csv", sizeBytes: file.size });
  const again = await bytesOf(server.call(gateway.downloadMetadata, { fileId }, merchant));
  expect(again.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  const request = { fileId, platformCode: "AMAZON", excelType: "template" } as const;
  await expect(server.call(gateway.downloadMetadata, { fileId }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });
  await expect(server.call(gateway.applyAnalysis, request, stranger)).rejects.toMatchObject({ reason: "not_found" });
  const applied = await server.call(gateway.applyAnalysis, request, merchant);
  expect(applied.state).toBe("analysing");
  await ended(server, merchant, applied.id);
  expect(await server.call(gateway.analysisStatus, { id: applied.id }, merchant)).toEqual({
    id: applied.id,
    state: "waiting",
    rowsTotal: 2,
    rowsDone: 2,
    percent: 100,
    problemText: null,
  });
  const { rows, rowsWaiting } = await server.call(gateway.analysisSnapshot, { id: applied.id }, merchant);
  expect([rowsWaiting, rows.map(({ amount }) => formatMoney(amount!)).toSorted()]).toEqual([2, ["12.00", "13.00"]]);
  const { records } = await server.call(gateway.analysisHistory, {}, merchant);
  expect(records.map((row) => row.id).toSorted()).toEqual([id, applied.id].toSorted());
  expect(records).toEqual((await server.call(calls.uploadRecords, {}, merchant)).records);
  expect((await server.call(gateway.analysisHistory, {}, stranger)).records).toEqual([]);
});

test("which platforms want orders, with the merchant's own stores; a file goes to its store by either name", async () => {
  const { storeId } = await openAccount(server, merchant, {});
  const platforms = await server.call(calls.orderPlatforms, {}, merchant);
  expect(platforms[0]).toMatchObject({ platformCode: "AMAZON", stores: [{ id: storeId, connected: false }] });
  expect(platforms[0]!.sheets.map(({ excelType }) => excelType)).toContain("amazonSettlement");
  expect(platforms.every(({ needsOrders, ways }) => needsOrders && ways.includes("typed"))).toBe(true);
  const stranger = await certified(server);
  expect((await server.call(calls.orderPlatforms, {}, stranger)).flatMap(({ stores }) => stores)).toEqual([]);
  const request = { excelType: "template", merchantsId: storeId } as const;
  const first = fileOf(template([good("21.00")]));
  const direct = await server.call(calls.uploadOrders, { ...request, file: first, platformCode: "AMAZON" }, merchant);
  const second = fileOf(template([good("22.00")]));
  await expect(server.call(calls.analyseFile, { ...request, file: second }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });
  const analysed = await server.call(calls.analyseFile, { ...request, file: second }, merchant);
  for (const { id, state } of [direct, analysed]) {
    expect(state).toBe("analysing");
    await ended(server, merchant, id);
    const { rows } = await server.call(gateway.analysisSnapshot, { id }, merchant);
    expect(rows).toMatchObject([{ platform: "AMAZON", storeId, state: "waiting" }]);
  }
});

const OWN = [
  { platform: "BIGCOMMERCE", list: calls.bigcommerceOrders, bindSerial: calls.bigcommerceBindSerial, number: "1001" },
  { platform: "THREECART", list: calls.threeCartOrders, bindSerial: calls.threeCartBindSerial, number: "1001" },
  { platform: "DHGATE", list: calls.dhgateOrders, bindSerial: calls.dhgateBindSerial, number: "4300001001" },
  { platform: "SHOPIFY", list: calls.shopifyOrders, bindSerial: calls.shopifyBindSerial, number: "1001" },
  { platform: "EBAY", list: calls.ebayOrders, bindSerial: calls.ebayBindSerial, number: "12-34567-01001" },
] as const;

test("five platforms list their own orders, and bind a settlement of theirs to their own income, once", async () => {
  const stranger = await certified(server);
  const funds: { incomeId: string; serial: string }[] = [];
  for (const { platform, list, bindSerial, number } of OWN) {
    const account = await openAccount(server, merchant, { platform });
    const { reference } = await payIn(server, account.number, "900.00");
    const serial = `PO-${platform}`;
    const row = { orderedAt: `${today()} 09:30:00`, currency: "USD", goods: "杯子", country: "US", serial };
    const rows = [
      { ...row, orderNumber: number, amount: "100.00" },
      { ...row, orderNumber: number.replace(/1$/, "2"), amount: "150.00" },
    ];
    const { id } = await server.call(
      calls.typeOrders,
      { platformCode: platform, merchantsId: account.storeId, rows, papers: [] },
      merchant,
    );
    const fund = { incomeId: (await incomeOf(server, merchant, reference)).id, serial };
    // Nothing has passed yet.
    await expect(server.call(bindSerial, fund, merchant)).rejects.toMatchObject({ reason: "order.serial_unknown" });
    await passAll(id);
    const { records } = await server.call(list, {}, merchant);
    expect(records.map((order) => `${order.platform} ${order.orderNumber}`).toSorted()).toEqual(
      rows.map(({ orderNumber }) => `${platform} ${orderNumber}`),
    );
    expect((await server.call(list, {}, stranger)).records).toEqual([]);
    await expect(server.call(bindSerial, fund, stranger)).rejects.toMatchObject({ reason: "not_found" });
    for (const { incomeId } of funds) {
      await expect(server.call(bindSerial, { incomeId, serial }, merchant)).rejects.toMatchObject({
        reason: "not_found",
      });
    }
    expect(await server.call(bindSerial, fund, merchant)).toEqual({ orders: 2, matched: parseMoney("250.00", "USD") });
    await expect(server.call(bindSerial, fund, merchant)).rejects.toMatchObject({ reason: "order.serial_unknown" });
    const { bound } = await server.call(gateway.vaOrder, { id: fund.incomeId }, merchant);
    expect(bound).toMatchObject([{ ground: "serial" }, { ground: "serial" }]);
    funds.push(fund);
  }
});

test("a connected store is read by itself: orders pass without a person, and reading again brings nothing twice", async () => {
  const account = await openAccount(server, merchant, { platform: "EBAY" });
  await expect(server.call(calls.syncOrders, { merchantsId: account.storeId }, merchant)).rejects.toMatchObject({
    code: 23011,
  });
  const answer = await agreeFor({ server }, merchant, account.storeId);
  await server.call(connectionEndpoints.finishAuthorisation, answer, merchant);
  await server.call(calls.syncOrders, { merchantsId: account.storeId }, merchant);
  const first = await until(async () => {
    const { records } = await server.call(calls.ebayOrders, { pageSize: 100 }, merchant);
    const [upload] = (await server.call(calls.uploadRecords, {}, merchant)).records;
    return upload?.state === "passed" ? { total: records.length, upload } : undefined;
  });
  expect(first.upload).toMatchObject({ way: "store", rowsFailed: 0 });
  await server.call(calls.syncOrders, { merchantsId: account.storeId }, merchant);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await server.call(calls.uploadRecords, {}, merchant)).total).toBe(1);
});
