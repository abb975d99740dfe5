import { createHash } from "node:crypto";
import {
  orderDeskEndpoints as office,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, incomeOf, openAccount, payIn } from "../income/income-fixture.ts";
import { analyseUpload } from "./analyse-upload.ts";
import { amazonNumber, ended, fileOf, ordersDeps, quotaOf, template, upload } from "./orders-fixture.ts";
import { OLD_LINE } from "./read-sheet.ts";
import { FILE_PURPOSE } from "./receive-upload.ts";
import { insertUpload } from "./uploads-store.ts";

const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  merchant = await certified(desk);
});

let counter = 0;
const day = () => new Date(desk.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
const row = (amount: string, number = amazonNumber(++counter), goods = "手机壳") => [
  number,
  day(),
  "USD",
  amount,
  goods,
  "US",
  "",
];
async function passAll(id: string): Promise<void> {
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
}
/** A hundred orders that people have passed, of ten thousand dollars: from now on most pass by themselves. */
async function becomeProven(amount = "100.00"): Promise<void> {
  const id = await upload(desk, merchant, fileOf(template(Array.from({ length: 100 }, () => row(amount)))));
  await ended(desk, merchant, id);
  await passAll(id);
}

/** A file that waits to be read: nobody has been sent to it yet. */
async function delivered(file: File): Promise<string> {
  const { database, files, ids, clock } = desk.app.platform;
  const received = await files.receive({
    ownerId: merchant.userId,
    purpose: FILE_PURPOSE,
    kind: "sheet",
    fileName: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  });
  const id = ids.next();
  await database.transaction(async (tx) => {
    const { id: fileId, fileName } = await files.record(tx, received);
    const where = { platform: "AMAZON", storeId: null, currency: null, url: "", corrects: null } as const;
    const what = { way: "file", sheet: "template", fileId, fileHash: received.sha256, fileName } as const;
    await insertUpload(tx, { merchantId: merchant.userId, id, ...where, ...what }, clock.now());
  });
  return id;
}
/** Reads it; after the first piece something happens. */
async function readWhile(id: string, happens: () => Promise<void>): Promise<void> {
  const { database } = desk.app.platform;
  let pieces = 0;
  const deps = ordersDeps(desk, {
    database: {
      ...database,
      async transaction(work) {
        const done = await database.transaction(work);
        if (++pieces === 1) await happens();
        return done;
      },
    },
  });
  await analyseUpload(deps, { merchantId: merchant.userId, id });
}
const previewOf = async (uploadId: string) =>
  (await desk.call(calls.orderPreview, { uploadId, pageSize: 100 }, merchant)).records;

test("a file that is cancelled while it is read stops, and leaves neither orders nor quota behind", async () => {
  await becomeProven();
  const before = await quotaOf(desk, merchant);
  expect(before).toMatchObject({ available: usd("10000.00") });
  const file = fileOf(template([row("-3"), ...Array.from({ length: 1_050 }, () => row("1.00"))]));
  const id = await delivered(file);
  await readWhile(id, async () => {
    // Most of the first piece have passed and granted; one in ten waits for a person.
    expect((await quotaOf(desk, merchant))!.available.minor).toBeGreaterThan(10_000_00n + 700_00n);
    expect(await previewOf(id)).toHaveLength(100);
    expect(await desk.call(gateway.cancelAnalysis, { id }, merchant)).toEqual({ id, state: "cancelled" });
  });
  expect(await desk.call(calls.uploadRecord, { id }, merchant)).toMatchObject({
    state: "cancelled",
    rowsTotal: 1_051,
    rowsDone: 1_000,
    rowsPassed: 0,
    rowsWaiting: 0,
    rowsFailed: 0,
    granted: [],
    findings: [],
  });
  expect(await previewOf(id)).toEqual([]);
  expect(await quotaOf(desk, merchant)).toEqual(before);
  expect(await desk.call(office.orderCaseRows, { merchantId: merchant.userId, id }, desk.reviewer)).toEqual([]);
  // Its numbers are free, and so is the file itself.
  const again = await upload(desk, merchant, file);
  const { rowsFailed, rowsPassed, rowsWaiting } = await ended(desk, merchant, again);
  expect([rowsFailed, rowsPassed + rowsWaiting]).toEqual([1, 1_050]);
  // What was shown to pass unseen before is seen now: other orders may stand under these numbers.
  expect(rowsWaiting).toBeGreaterThanOrEqual(999);
  expect(await bookProblems(desk)).toEqual([]);
}, 180_000);

test("a file that says what no table takes is damaged, and leaves nothing of its beginning behind", async () => {
  const number = amazonNumber(++counter);
  const id = await delivered(fileOf(template([row("7.00", number)])));
  await readWhile(id, () => Promise.reject(Object.assign(new Error("no such value"), { code: "22P05" })));
  expect(await desk.call(calls.uploadRecord, { id }, merchant)).toMatchObject({
    state: "failed",
    problem: "damaged",
    rowsWaiting: 0,
  });
  const again = await upload(desk, merchant, fileOf(template([row("7.01", number)])));
  expect(await ended(desk, merchant, again)).toMatchObject({ state: "waiting", rowsWaiting: 1 });
});

test("a proven merchant neither computes which orders are looked at, nor brings one in a file that a person refused", async () => {
  await becomeProven();
  const guessed = (number: string) => createHash("sha256").update(number).digest().readUInt32BE() % 10 === 0;
  const numbers: string[] = [];
  while (numbers.length < 40) {
    const number = amazonNumber(++counter);
    if (guessed(number)) numbers.push(number);
  }
  const sampled = await upload(desk, merchant, fileOf(template(numbers.map((number) => row("1.00", number)))));
  expect((await ended(desk, merchant, sampled)).rowsPassed).toBeGreaterThan(0);
  const given = { orderNumber: amazonNumber(++counter), orderedAt: day(), currency: "USD", goods: "手机壳" };
  const typed = { platformCode: "AMAZON", rows: [{ ...given, amount: "4000.00" }], papers: [] };
  const { id } = await desk.call(calls.typeOrders, typed, merchant);
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  const no = { ...ref, orderIds, decision: "fail", reason: "notFound" } as const;
  await desk.call(office.decideOrders, no, desk.reviewer);
  const file = fileOf(template([row("4000.00", given.orderNumber)]));
  const again = await upload(desk, merchant, file, { corrects: id });
  expect(await ended(desk, merchant, again)).toMatchObject({ state: "waiting", rowsPassed: 0, rowsWaiting: 1 });
}, 180_000);

test("who is proven is judged by the worth of what people passed, and a refusal that was mended still counts", async () => {
  const again = async (count: number, amount: string) => {
    const id = await upload(desk, merchant, fileOf(template(Array.from({ length: count }, () => row(amount)))));
    const { rowsPassed, rowsWaiting } = await ended(desk, merchant, id);
    const { record } = await desk.call(office.orderCase, { merchantId: merchant.userId, id }, desk.reviewer);
    return { id, seen: rowsWaiting, unseen: rowsPassed, record };
  };
  await becomeProven("1.00");
  const record = { passed: 100, failed: 0, passedWorth: usd("100.00"), failedWorth: usd("0.00"), proven: false };
  expect(await again(60, "1.00")).toMatchObject({ seen: 60, unseen: 0, record });
  await becomeProven();
  const proven = { passed: 200, passedWorth: usd("10100.00"), proven: true };
  const ordinary = await again(60, "2.00");
  expect(ordinary).toMatchObject({ record: proven });
  expect(ordinary.unseen).toBeGreaterThan(0);
  // Fifty dollars each on the average: what is more than ten times that is another trade.
  expect(await again(60, "520.00")).toMatchObject({ seen: 60, unseen: 0, record: proven });
  const rows = Array.from({ length: 2 }, () => ({
    orderNumber: amazonNumber(++counter),
    orderedAt: day(),
    currency: "USD",
    amount: "300.00",
    goods: "手机壳",
  }));
  const { id } = await desk.call(calls.typeOrders, { platformCode: "AMAZON", rows, papers: [] }, merchant);
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "fail", reason: "notFound" }, desk.reviewer);
  const mended = { platformCode: "AMAZON", rows, papers: [], corrects: id };
  await desk.call(calls.typeOrders, mended, merchant);
  expect(await desk.call(calls.uploadRecord, { id }, merchant)).toMatchObject({ state: "passed", rowsFailed: 0 });
  // Two of two hundred, but six hundred dollars of eleven thousand.
  expect(await again(60, "2.00")).toMatchObject({ seen: 60, unseen: 0, record: { failed: 2, proven: false } });
  // A thousand rows that people decided about before, and that were changed since, do not wash the refusals out.
  await desk.database.query(
    `insert into trade_order (merchant_id, id, upload_id, line, platform, currency, given, findings, state, decided_by,
       decided_name, decided_at, created_at, changed_at)
     select merchant_id, gen_random_uuid(), upload_id, 10000 + n, platform, currency, '{}', '{}', 'failed', decided_by,
       decided_name, decided_at - interval '1 day', created_at, changed_at + interval '1 day'
     from trade_order, generate_series(1, 1000) n where id = $1`,
    [orderIds[0]],
  );
  expect(await again(1, "2.00")).toMatchObject({ seen: 1, unseen: 0, record: { failed: 2, proven: false } });
}, 180_000);

test("a file whose orders stand behind an income already is not cancelled; it is read to its end", async () => {
  await becomeProven();
  const account = await openAccount(desk, merchant, {});
  const { reference } = await payIn(desk, account.number, "1.00");
  const incomeId = (await incomeOf(desk, merchant, reference)).id;
  const id = await delivered(fileOf(template(Array.from({ length: 1_100 }, () => row("1.00")))));
  await readWhile(id, async () => {
    const passed = (await previewOf(id)).find(({ state }) => state === "passed")!;
    await desk.call(gateway.bindOrders, { incomeId, orderIds: [passed.id], reason: "结算单" }, merchant);
    await expect(desk.call(gateway.cancelAnalysis, { id }, merchant)).rejects.toMatchObject({ code: 23019 });
  });
  expect(await desk.call(calls.uploadRecord, { id }, merchant)).toMatchObject({ rowsDone: 1_100, rowsFailed: 0 });
}, 180_000);

test("refused rows are mended and uploaded again: each grants once, and the first file passes when none is left", async () => {
  const [amount, goods] = [row("-3"), row("20.00", amazonNumber(++counter), "")];
  const good = row("10.00");
  const first = await upload(desk, merchant, fileOf(template([good, amount, goods])));
  await ended(desk, merchant, first);
  await passAll(first);
  expect(await desk.call(calls.uploadRecord, { id: first }, merchant)).toMatchObject({
    state: "partlyPassed",
    rowsPassed: 1,
    rowsFailed: 2,
  });
  // One is mended, one still wrong, one was fine before.
  const mended = fileOf(template([row("5.00", amount[0]), goods, good]));
  const second = await upload(desk, merchant, mended, { corrects: first });
  const report = await ended(desk, merchant, second);
  expect(report).toMatchObject({ corrects: first, state: "waiting", rowsWaiting: 1, rowsFailed: 2 });
  expect(report.findings.map(({ finding }) => finding).toSorted()).toEqual(["duplicateEarlier", "goodsMissing"]);
  expect(await desk.call(calls.uploadRecord, { id: first }, merchant)).toMatchObject({
    state: "partlyPassed",
    rowsPassed: 1,
    rowsFailed: 1,
  });
  const left = (await previewOf(first)).map(({ orderNumber }) => String(orderNumber));
  expect(new Set(left)).toEqual(new Set([good[0], goods[0]]));
  await passAll(second);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("15.00") });
  await expect(upload(desk, merchant, mended, { corrects: first })).rejects.toMatchObject({ code: 23003 });
  const third = await upload(desk, merchant, fileOf(template([row("20.00", goods[0])])), { corrects: first });
  await ended(desk, merchant, third);
  expect(await desk.call(calls.uploadRecord, { id: first }, merchant)).toMatchObject({
    state: "passed",
    rowsPassed: 1,
    rowsFailed: 0,
  });
  await passAll(third);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("35.00") });
  const more = fileOf(template([row("1.00")]));
  await expect(upload(desk, merchant, more, { corrects: first })).rejects.toMatchObject({ code: 23010 });
  const stranger = await certified(desk);
  await expect(upload(desk, stranger, more, { corrects: second })).rejects.toMatchObject({ reason: "not_found" });
  expect(await bookProblems(desk)).toEqual([]);
}, 180_000);

test("typed orders that were refused are typed again as a correction of the same delivery", async () => {
  const given = { orderNumber: amazonNumber(++counter), orderedAt: day(), currency: "USD", goods: "手机壳" };
  const type = (amount: string, corrects?: string, who = merchant) =>
    desk.call(
      calls.typeOrders,
      { platformCode: "AMAZON", rows: [{ ...given, amount }], papers: [], ...(corrects && { corrects }) },
      who,
    );
  const first = await type("-3");
  expect(first.state).toBe("failed");
  await expect(type("8.00", first.id, await certified(desk))).rejects.toMatchObject({ reason: "not_found" });
  const second = await type("8.00", first.id);
  expect(await desk.call(calls.uploadRecord, { id: second.id }, merchant)).toMatchObject({ corrects: first.id });
  expect(await desk.call(calls.uploadRecord, { id: first.id }, merchant)).toMatchObject({
    state: "passed",
    rowsFailed: 0,
  });
  await expect(type("8.00", first.id)).rejects.toMatchObject({ code: 23010 });
  await passAll(second.id);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("8.00") });
});

test("an order of trade without a platform is one, typed for the shop or for none; two shops have their own", async () => {
  const [shop, other] = [
    await openAccount(desk, merchant, { platform: "OFFLINE" }),
    await openAccount(desk, merchant, { platform: "OFFLINE" }),
  ];
  const contract = fileOf(template([row("10.00")]), "contract.csv");
  const { fileId } = await desk.call(gateway.uploadMetadata, { file: contract, kind: "sheet" }, merchant);
  const papers = [{ fileId, kind: "contract" as const }];
  let amount = 10;
  const bring = async (orderNumber: string, merchantsId?: string) => {
    // Of one day and one amount they would be one sale.
    const rows = [{ orderNumber, orderedAt: day(), currency: "USD", amount: `${++amount}.00`, goods: "杯子" }];
    const request = { platformCode: "OFFLINE", rows, papers, ...(merchantsId && { merchantsId }) };
    const { id } = await desk.call(calls.typeOrders, request, merchant);
    return (await desk.call(calls.uploadRecord, { id }, merchant)).findings.map(({ finding }) => finding);
  };
  expect(await bring("#2001")).toEqual([]);
  expect(await bring("#2001", shop.storeId)).toEqual(["duplicateEarlier"]);
  expect(await bring("#2002", shop.storeId)).toEqual([]);
  expect(await bring("#2002")).toEqual(["duplicateEarlier"]);
  expect(await bring("#2002", other.storeId)).toEqual([]);
});

test("offline trade comes with its papers: a file of it is refused, however it is brought", async () => {
  const missing = { reason: "order.papers_missing" };
  const file = fileOf(template([row("10.00", "INV-1")]));
  await expect(upload(desk, merchant, file, { platformCode: "OFFLINE" })).rejects.toMatchObject(missing);
  const { fileId } = await desk.call(gateway.uploadMetadata, { file, kind: "sheet" }, merchant);
  const request = { fileId, platformCode: "OFFLINE", excelType: "template" } as const;
  await expect(desk.call(gateway.applyAnalysis, request, merchant)).rejects.toMatchObject(missing);
  const rows = [{ orderNumber: "INV-1", orderedAt: day(), currency: "USD", amount: "10.00", goods: "杯子" }];
  const typed = (kind: "logistics" | "contract") =>
    desk.call(calls.typeOrders, { platformCode: "OFFLINE", rows, papers: [{ fileId, kind }] }, merchant);
  await expect(typed("logistics")).rejects.toMatchObject(missing);
  expect((await typed("contract")).state).toBe("waiting");
});

test("an amount typed with a comma is asked for again, and one of a file that writes it so is mended as it stands", async () => {
  const given = { orderNumber: amazonNumber(++counter), orderedAt: day(), currency: "USD", goods: "手机壳" };
  const request = { platformCode: "AMAZON", rows: [{ ...given, amount: "99,90" }], papers: [] };
  const { id: typed } = await desk.call(calls.typeOrders, request, merchant);
  expect(await previewOf(typed)).toMatchObject([{ state: "failed", findings: ["amountMalformed"], amount: null }]);
  const rows = [row('"99,90"', amazonNumber(++counter), ""), row('"1.234,50"')];
  const id = await upload(desk, merchant, fileOf(template(rows)));
  await ended(desk, merchant, id);
  const refused = (await previewOf(id)).find(({ state }) => state === "failed")!;
  await desk.call(calls.repairOrder, { id: refused.id, given: { goods: "手机壳" } }, merchant);
  await passAll(id);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("1334.40") });
});

test("a file whose orders were all refused has passed once all of them came again without a fault", async () => {
  const [amount, goods] = [row("-3"), row("20.00", amazonNumber(++counter), "")];
  const first = await upload(desk, merchant, fileOf(template([amount, goods])));
  expect(await ended(desk, merchant, first)).toMatchObject({ state: "failed", rowsFailed: 2 });
  const correct = async (...rows: string[][]) => {
    const id = await upload(desk, merchant, fileOf(template(rows)), { corrects: first });
    await ended(desk, merchant, id);
    return desk.call(calls.uploadRecord, { id: first }, merchant);
  };
  expect(await correct(row("5.00", amount[0]))).toMatchObject({ state: "failed", rowsFailed: 1 });
  expect(await correct(row("20.00", goods[0]))).toMatchObject({ state: "passed", rowsPassed: 0, rowsFailed: 0 });
});

test("an order whose number was wrong is known again by its line in the file of refused ones", async () => {
  const first = await upload(desk, merchant, fileOf(template([row("10.00"), row("5.00", ""), row("6.00", "12")])));
  await ended(desk, merchant, first);
  await passAll(first);
  const refused = (await previewOf(first)).filter(({ state }) => state === "failed");
  expect(refused.map(({ findings }) => findings.join()).toSorted()).toEqual(["orderNumberMissing", "orderNumberShape"]);
  const [header, ...lines] = template(refused.map(({ amount }) => row(String(Number(amount!.minor) / 100)))).split(
    "\n",
  );
  const sheet = [`${header},${OLD_LINE}`, ...lines.map((line, at) => `${line},${refused[at]!.line}`)].join("\n");
  const second = await upload(desk, merchant, fileOf(sheet), { corrects: first });
  await ended(desk, merchant, second);
  await passAll(second);
  expect(await desk.call(calls.uploadRecord, { id: first }, merchant)).toMatchObject({
    state: "passed",
    rowsFailed: 0,
  });
  expect(await previewOf(first)).toHaveLength(1);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("21.00") });
});

test("a file of several encodings says what it is and what to do", async () => {
  const mixed = new Uint8Array([...Buffer.from(template([row("10.00")])), 0x0a, 0xb1, 0xad, 0xff, 0x0a]);
  expect(await ended(desk, merchant, await upload(desk, merchant, fileOf(mixed)))).toMatchObject({
    state: "failed",
    problem: "encoding",
    problemText: "文件里混有不同的编码，请另存为 UTF-8 编码的 CSV 或 XLSX 后上传",
  });
});
