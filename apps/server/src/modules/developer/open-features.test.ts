import {
  certificationEndpoints as certification,
  developerEndpoints as dev,
  operationsEndpoints,
} from "@coralhub/contract";
import { signedText, toShanghaiDay } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { connect } from "node:net";
import { createHash, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certified, until, type Desk } from "../income/income-fixture.ts";
import { readyMerchant, startPayouts } from "../payouts/payouts-fixture.ts";
import { callOpen, program, signedRequest, type OpenRequest, type Program } from "./developer-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
let source: { id: string };
let app: Program;
beforeAll(async () => {
  desk = await startPayouts();
  ({ merchant, source } = await readyMerchant(desk, "5000.00"));
  app = await program(desk, merchant);
});
afterAll(() => desk.close());

/** The smallest picture there is. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
type Answer = Record<string, unknown> & { id: string };
const open = async (path: string, body?: object, more: Partial<OpenRequest> & { by?: Program } = {}) => {
  const { by = app, ...rest } = more;
  const answer = await callOpen(desk, by, { method: body ? "POST" : "GET", path, ...(body && { body }), ...rest });
  return { ...answer, data: answer.data as Answer };
};
const request = () => ({ accountId: source.id, amount: { currency: "USD", amount: "130.00" } });

describe("words of a program's own", () => {
  test("given with a payment they come back wherever it is read, are changed one by one, and are nobody else's", async () => {
    const metadata = { order: "PO-42", note: "双十一" };
    const { data: made, status } = await open("/payouts/withdrawal", { ...request(), metadata });
    expect(status).toBe(200);
    expect((await open(`/payouts/${made.id}`)).data["metadata"]).toEqual(metadata);
    const { records } = (await open("/payouts?pageSize=10")).data as unknown as { records: Answer[] };
    expect(records.find(({ id }) => id === made.id)!["metadata"]).toEqual(metadata);
    const change = (given: object, by = app) => open(`/metadata/payout/${made.id}`, { metadata: given }, { by });
    expect((await change({ note: "", batch: "W47" })).data["metadata"]).toEqual({ order: "PO-42", batch: "W47" });
    const stranger = await program(desk, await certified(desk));
    expect((await change({ note: "x" }, stranger)).status).toBe(404);
    const blind = await program(desk, merchant, { scopes: ["metadata:write"] });
    expect((await change({ note: "x" }, blind)).code).toBe(26002);
  });

  test("twenty at most, of forty and five hundred characters", async () => {
    const entries = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_none, at) => [`k${at + from}`, "v"]));
    const { data: made } = await open("/payouts/withdrawal", { ...request(), metadata: entries(20) });
    const change = async (given: object) => (await open(`/metadata/payout/${made.id}`, { metadata: given })).code;
    expect(await change(entries(1, 20))).toBe(26006);
    expect(await change({ k0: "", more: "x".repeat(500) })).toBe(200);
    expect(await change(entries(21))).toBe(400);
    expect(await change({ ["n".repeat(41)]: "v" })).toBe(400);
    expect(await change({ k1: "x".repeat(501) })).toBe(400);
    expect((await open("/payouts/withdrawal", { ...request(), metadata: entries(21) })).code).toBe(400);
  });
});

test("a request id belongs to one app and one content: neither another body nor another app gets its answer", async () => {
  const requestId = "wd-20261116-77";
  const make = (amount: string, by = app) =>
    open("/payouts/withdrawal", { ...request(), amount: { currency: "USD", amount } }, { requestId, by });
  const first = await make("131.00");
  expect(first.status, JSON.stringify(first)).toBe(200);
  expect((await make("131.00")).data).toEqual(first.data);
  expect(await make("132.00")).toMatchObject({ status: 409, reason: "idempotency.reused" });
  const other = await make("132.00", await program(desk, merchant));
  expect(other.status, JSON.stringify(other)).toBe(200);
  expect(other.data.id).not.toBe(first.data.id);
});

test("bombs of brackets and bodies without end are refused, and an app's list of odd addresses is not saved", async () => {
  const deep = { body: `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, code: 402 };
  const huge = { body: JSON.stringify({ a: "x".repeat(3_000_000) }), code: 413 };
  const { token } = await desk.call(dev.applyToken, { appId: app.appId }, merchant);
  const proof = { "x-app-id": app.appId, authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const { body, code } of [deep, huge]) {
    const headers = { ...proof, "x-request-id": `bomb-of-${body.length}` };
    const answer = await fetch(`${desk.url}/open/v1/payouts/withdrawal`, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ code });
  }
  for (const odd of ["010.0.0.1", "1.2.3.4::"]) {
    const edit = desk.call(dev.editApp, { appId: app.appId, ipWhitelist: [odd] }, merchant);
    await expect(edit, odd).rejects.toMatchObject({ reason: "input.invalid" });
  }
});

test("related objects come in the same answer, to whom may read them", async () => {
  const { data: made } = await open("/payouts/withdrawal", request());
  const { data } = await open(`/payouts/${made.id}?expand=payee`);
  const { payee } = data["expanded"] as { payee: Answer };
  expect(payee.id).toBe(data["beneficiaryId"]);
  const page = (await open("/payouts?pageSize=10&expand=payee")).data as unknown as { records: Answer[] };
  expect(page.records.every(({ expanded }) => (expanded as { payee: unknown }).payee !== null)).toBe(true);
  expect((await open(`/payouts/${made.id}`)).data).not.toHaveProperty("expanded");
  expect((await open(`/payouts/${made.id}?expand=everything`)).code).toBe(400);
  const narrow = await program(desk, merchant, { scopes: ["payouts:read"] });
  expect((await open(`/payouts/${made.id}?expand=payee`, undefined, { by: narrow })).code).toBe(26002);
});

test("what will go says since when, until when and what instead; the version is the one asked for", async () => {
  const { data: batch } = await open("/batches/withdrawal", { text: "收款人名称\t金额\t币种\n本公司\t120.00\tUSD" });
  const { headers, status } = await open(`/batch-rows?id=${batch.id}`, undefined, {
    headers: { "x-api-version": "2026-11-16" },
  });
  expect(status).toBe(200);
  expect(headers.get("deprecation")).toMatch(/^@\d+$/);
  expect(new Date(headers.get("sunset")!).getTime()).toBeGreaterThan(Date.parse("2027-11-01"));
  expect(headers.get("link")).toContain("#getBatchRows");
  expect(headers.get("x-api-version")).toBe("2026-11-16");
  const { headers: plain } = await open(`/batches/${batch.id}/rows`);
  expect(plain.get("deprecation")).toBeNull();
});

test("a payee added by a program rests like any other, and its papers are signed byte for byte", async () => {
  const form = new FormData();
  form.set("file", new File([Buffer.from(PIXEL, "base64")], "合同.png", { type: "image/png" }));
  const made = new Response(form);
  const body = Buffer.from(await made.arrayBuffer());
  const parts = {
    appId: app.appId,
    method: "POST",
    path: "/open/v1/payees/files",
    bodyHash: createHash("sha256").update(body).digest("hex"),
    timestamp: String(Math.floor(desk.clock.now().getTime() / 1000)),
    nonce: randomBytes(16).toString("hex"),
    requestId: "",
  };
  const headers = {
    "content-type": made.headers.get("content-type")!,
    "x-app-id": app.appId,
    "x-timestamp": parts.timestamp,
    "x-nonce": parts.nonce,
    "x-signature": sign(null, Buffer.from(signedText(parts)), app.key).toString("base64"),
    "content-digest": `sha-256=:${createHash("sha256").update(body).digest("base64")}:`,
  };
  const send = (bytes: Buffer) =>
    fetch(desk.url + parts.path, { method: "POST", headers, body: new Uint8Array(bytes) }).then((r) => r.json());
  expect(await send(Buffer.from(body.toString("latin1").replace("IHDR", "IHDX"), "latin1"))).toMatchObject({
    code: 26001,
  });
  const { "content-digest": _digest, ...unannounced } = headers;
  const silent = await fetch(desk.url + parts.path, {
    method: "POST",
    headers: unannounced,
    body: new Uint8Array(body),
  });
  expect(silent.status).toBe(401);
  parts.nonce = randomBytes(16).toString("hex");
  headers["x-nonce"] = parts.nonce;
  headers["x-signature"] = sign(null, Buffer.from(signedText(parts)), app.key).toString("base64");
  const taken = (await send(body)) as { code: number; data: { id: string } };
  expect(taken, JSON.stringify(taken)).toMatchObject({ code: 200 });

  const forms = (await open("/bank-forms?country=US")).data as unknown as { forms: { route: string }[] };
  expect(forms.forms.length).toBeGreaterThan(0);
  const supplier = {
    supplierName: "Harbor Packaging LLC",
    bankAccount: "000123456789",
    bankCurrency: "USD",
    bankName: "JPMorgan Chase Bank",
    clearCode: "021000021",
    bankAccountType: "checking",
    supplierCountryCode: "US",
    supplierCity: "New York",
    companyAddress: "383 Madison Avenue, New York",
    bankAccountHolder: "Harbor Packaging LLC",
    metadata: { erp: "SUP-9" },
  };
  const added = await open("/payees/supplier", supplier);
  expect(added.status, JSON.stringify(added)).toBe(200);
  const { data: payee } = await open(`/payees/${added.data.id}`);
  expect(payee["metadata"]).toEqual({ erp: "SUP-9" });
  // A first payment to it waits for its rest, by whoever it was added.
  const pay = await open("/payouts/supplier", { ...request(), beneficiaryId: added.data.id, category: 1 });
  expect(pay.status).not.toBe(500);
  expect((await open(`/payees/${added.data.id}/disable`, {})).status).toBe(200);
  const reader = await program(desk, merchant, { scopes: ["payees:read"] });
  expect((await open("/payees/supplier", supplier, { by: reader })).code).toBe(26002);
});

test("a call under way while its app is changed is in the log all the same", async () => {
  const who = await program(desk, merchant, { scopes: ["stores:read"] });
  const calls = Array.from({ length: 6 }, () => open("/stores", undefined, { by: who }));
  await desk.call(dev.editApp, { appId: who.appId, appProduct: "改名" }, merchant);
  const answered = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
  expect(answered).toBe(6);
  await until(async () => {
    const { records } = await desk.call(dev.requests, { filters: { appId: who.appId } }, merchant);
    return records.length === 6 ? true : undefined;
  });
});

test("a request is not sent once more for whom money may not move any longer", async () => {
  const other = await readyMerchant(desk, "500.00");
  const who = await program(desk, other.merchant);
  const wire = signedRequest(who, { method: "GET", path: "/stores" }, desk.clock.now().getTime());
  expect((await fetch(desk.url + wire.path, { headers: wire.headers })).status).toBe(200);
  const row = await until(async () => {
    const { records } = await desk.call(dev.requests, { filters: { appId: who.appId } }, other.merchant);
    return records[0];
  });
  const replay = () => desk.call(dev.replayRequest, { id: row.id }, other.merchant);
  expect((await replay()).status).toBe(200);
  const { userId: merchantId } = other.merchant;
  await desk.call(certification.freezeMerchant, { merchantId, reason: "付款方投诉，核实中" }, desk.reviewer);
  await expect(replay()).rejects.toMatchObject({ reason: "access.not_certified" });
});

test("a stranger's file is refused before a byte of it is read", async () => {
  const { hostname, port } = new URL(desk.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const said = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));
  // A whole file is announced, and none of it sent: who waits for it would wait for ever.
  socket.write(
    `POST /open/v1/payees/files HTTP/1.1\r\nhost: ${hostname}\r\nx-app-id: APP-NOBODY\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: 10000000\r\n\r\n`,
  );
  expect(await said).toContain("401");
  socket.destroy();
});

test("an escrow between two programs: funded only by whom may pay, once for one request, and released", async () => {
  const other = await certified(desk);
  const name = "打样工厂";
  for (const { userId } of [other, merchant])
    await desk.database.query(
      "update certification set subject_name = coalesce(subject_name, $2) where merchant_id = $1",
      [userId, name],
    );
  const theirs = await program(desk, other);
  // The wallet is released step by step; without it there is nothing to pay from.
  const released = { flag: "multiCurrencyWallet", mode: "on", percentage: 0, reason: "试用" } as const;
  await desk.call(operationsEndpoints.changeFlag, { ...released, merchantIds: [] }, desk.admin);
  const funded = await open("/wallet/fund", { accountId: source.id, amount: { currency: "USD", amount: "300.00" } });
  expect(funded.status, JSON.stringify(funded)).toBe(200);
  const { data: made, status } = await open("/escrows", {
    role: "buyer",
    otherMobile: other.mobile,
    otherName: name,
    subject: "首批打样",
    conditions: "样品验收合格后放款",
    amount: { currency: "USD", amount: "120.00" },
    deliverBy: toShanghaiDay(new Date(desk.clock.now().getTime() + 30 * 86_400_000)),
  });
  expect(status).toBe(200);
  const at = `/escrows/${made.id}`;
  expect((await open(`${at}/accept`, {}, { by: app })).status).toBe(403);
  expect((await open(`${at}/accept`, {}, { by: await program(desk, await certified(desk)) })).status).toBe(404);
  expect((await open(`${at}/accept`, {}, { by: theirs })).data["state"]).toBe("agreed");
  const careful = await program(desk, merchant, { scopes: ["escrow:read", "escrow:write", "payouts:prepare"] });
  expect((await open(`${at}/fund`, {}, { by: careful })).code).toBe(26002);
  const requestId = "fund-escrow-0001";
  const [first, again] = [await open(`${at}/fund`, {}, { requestId }), await open(`${at}/fund`, {}, { requestId })];
  expect(first.data?.["state"], JSON.stringify(first)).toBe("funded");
  expect(again.data).toEqual(first.data);
  expect((await open(`${at}/release`, { amount: { currency: "USD", amount: "20.00" } })).status).toBe(200);
  expect((await open(`${at}/refund`, {}, { by: theirs })).data["state"]).toBe("refunded");
  expect((await open(`${at}/release`, {})).status).toBe(409);
  expect((await open(at, undefined, { by: theirs })).data).toMatchObject({ state: "refunded" });
});
