import {
  developerEndpoints as dev,
  identityEndpoints as identity,
  OPEN_OPERATIONS as OPERATIONS_BY_NAME,
  payoutBankEndpoints,
  walletEndpointTable,
} from "@coralhub/contract";
import { API_SCOPES, type ApiScope } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { execFile } from "node:child_process";
import { generateKeyPair } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand, type Surroundings } from "./cli/commands.ts";
import { z } from "zod";
import { packSdk } from "../../../tools/pack-sdk.ts";
import { readSamples, SAMPLES_FILE, type Sample } from "../../../apps/server/src/http/open-samples.ts";
import { callEvery } from "./call-every-fixture.ts";
import { BROKEN, NOBODY, PIXEL } from "./sample-world-fixture.ts";
import { createCoralHub, verifyWebhook, type CoralHub, type OperationName } from "./index.ts";

const MAIN = join(import.meta.dirname, "cli/main.ts");
let server: TestServer;
let home: string;
let closing = false;
let delivering: Promise<void>;
/** One round after the other, and the last one ends before the server does. A round that fails is tried again, as the server's own. */
async function deliver(): Promise<void> {
  while (!closing) {
    await server.app.platform.outbox.deliverDue().catch(() => undefined);
    await setTimeout(200);
  }
}
beforeAll(async () => {
  // What a program is told of a fault is little: the log says the rest.
  server = await startTestServer({ config: { logLevel: "error" } });
  await server.app.loadDemoWorld();
  // The bank takes its seconds in the sandbox; a test need not.
  const token = await server.operatorToken("admin");
  await server.call(
    payoutBankEndpoints.setPayoutBankSettings,
    { bank: "clearing", plan: "pay", delaySeconds: 0 },
    { token },
  );
  delivering = deliver();
  home = await mkdtemp(join(tmpdir(), "coralhub-cli-"));
}, 180_000);
afterAll(async () => {
  closing = true;
  await delivering;
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const environment = () => ({ PATH: process.env["PATH"], HOME: home, CORALHUB_URL: server.url });
/** Words as a shell splits them; the lines of the page use nothing but double quotes. */
const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), (match) => match[1] ?? match[2]!);
const coralhub = (line: string): Promise<{ said: string; failed: boolean }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...wordsOf(line)], { env: environment() }, (error, out, problems) =>
      resolve({ said: out + problems, failed: error !== null }),
    );
  });

test("the newcomer's commands lead from a fresh sandbox to a settled payout", async () => {
  const page = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
  const commands = /```sh\n([\s\S]*?)```/.exec(page)![1]!.trim().split("\n");
  expect(commands.length).toBeLessThanOrEqual(6);
  const said: string[] = [];
  for (const command of commands) {
    const [, words] = /^npx coralhub (.+)$/.exec(command)!;
    const answer = await coralhub(words!);
    expect(answer.failed, `${command}\n${answer.said}`).toBe(false);
    said.push(answer.said);
  }
  expect(said[3]).toContain("✓ completed");
  expect(said[4]).toMatch(/withdrawal +\S+ +completed +120\.00 USD/);
}, 120_000);

/** The demo's seller, who has everything, signed in and proven. */
async function provenSeller(): Promise<{ token: string }> {
  const mobile = "13800000001";
  const { token: entered } = await server.call(identity.login, { username: mobile, password: "Coral#2026" });
  await server.call(identity.sendStepUpCode, {}, { token: entered });
  const verifyCode = await server.codeSentTo(`+86${mobile}`);
  const { token } = await server.call(identity.stepUp, { verifyCode }, { token: entered });
  return { token };
}
let seller: Promise<{ token: string }> | undefined;
const signedIn = () => (seller ??= provenSeller());
const everything = Object.keys(API_SCOPES) as ApiScope[];

/** What the other demo merchant would tell on the phone. */
async function somebodysWallet(): Promise<{ number: string; name: string; mobile: string }> {
  const mobile = "13800000004";
  const who = { username: mobile, password: "Coral#2026" };
  const { token } = await server.call(identity.login, who);
  const { number, holderName } = await server.call(walletEndpointTable.walletOverview, {}, { token });
  return { number, name: holderName!, mobile };
}

type Exchange = { operation: string; request: Sample["request"]; status: number; answer: unknown };
/** What the seller's program has asked, and what it was answered. */
const heard: Omit<Exchange, "operation">[] = [];
/** A program of its own with every permission; what goes over the line is heard. */
async function sellersProgram(hear: (path: string, exchange: Omit<Exchange, "operation">) => void): Promise<CoralHub> {
  const { appId } = await server.call(
    dev.applyApp,
    { appProduct: "ERP 自动付款", scopes: everything },
    await signedIn(),
  );
  const { token } = await server.call(dev.applyToken, { appId }, await signedIn());
  const listening = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const path = url.slice(server.url.length);
    const sent = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : null;
    const body = sent?.startsWith("{") ? sent : sent && "（multipart/form-data）";
    const answer: unknown = isJson ? await response.clone().json() : null;
    hear(path, { request: { method: init.method!, path, body }, status: response.status, answer });
    return response;
  };
  return createCoralHub({ baseUrl: server.url, appId, credentials: { token }, fetch: listening });
}

/** Enough to see what it looks like. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]));
};

/** Another that signs with a key of its own making. */
async function sellersKey(): Promise<{ appId: string; privateKey: string }> {
  const pair = await promisify(generateKeyPair)("ed25519");
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const { appId } = await server.call(dev.applyApp, { appProduct: "打包程序", scopes: everything }, await signedIn());
  await server.call(dev.applyCert, { appId, certName: "ed25519", publicKey }, await signedIn());
  return { appId, privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/**
 * What a sample cannot be shown of: it takes an operator's question, an unclaimed income, a reviewed seller, another
 * merchant's step, a big customer or a disputed payment first.
 */
const SHOWN_REFUSED: readonly OperationName[] = [
  ...(["removeStore", "reapplyAccount", "payAccountCharge", "changeOwnPayee", "disableOwnPayee"] as const),
  ...(["linkShopifySettlement", "linkEbaySettlement", "linkDhgateSettlement"] as const),
  ...(["linkBigcommerceSettlement", "linkThreeCartSettlement"] as const),
  ...(["previewPooling", "confirmPooling", "getPooling", "replaceCard"] as const),
  ...(["disputeCardPayment", "addDisputeEvidence", "answerCardDispute", "withdrawCardDispute"] as const),
  ...(["acceptEscrow", "declineEscrow", "deliverEscrow", "disputeEscrow"] as const),
  ...(["fundEscrow", "releaseEscrow", "refundEscrow"] as const),
  ...(["answerEnquiry", "claimIncome"] as const),
  ...(["compareSellerWays", "quoteSeller", "createSeller", "cancelSeller"] as const),
];
/** What may be over, taken or not there yet by the time it is asked for: the world goes on meanwhile. */
const MAY_REFUSE: readonly OperationName[] = [
  ...SHOWN_REFUSED,
  ...(["bindShopifyStore", "bindEbayStore", "bindAmazonStore", "bindOtherStore"] as const),
  ...(["supplementIncome", "returnIncome", "linkOrders", "unlinkOrders", "repairOrder"] as const),
  ...(["changeSupplierPayee", "changeServicePayee", "disablePayee"] as const),
  ...(["cancelWithdrawal", "cancelSupplier", "cancelService"] as const),
  ...(["compareSupplierWays", "quoteSupplier", "createSupplier"] as const),
  ...(["compareServiceWays", "quoteService", "createService"] as const),
  ...(["repairPayBatchRow", "settlePayBatchRows", "choosePayBatchAccounts", "quotePayBatch"] as const),
  ...(["confirmPayBatch", "cancelPayBatch", "cancelPayBatchRow"] as const),
  ...(["repairWithdrawalBatchRow", "settleWithdrawalBatchRows", "chooseWithdrawalBatchAccounts"] as const),
  ...(["quoteWithdrawalBatch", "confirmWithdrawalBatch"] as const),
  ...(["cancelWithdrawalBatch", "cancelWithdrawalBatchRow"] as const),
  ...(["getTransfer", "checkWalletPayee", "createTransfer", "confirmTransfer", "cancelTransfer"] as const),
  ...(["cancelStandingOrder", "getCard", "createCards", "suspendCard", "resumeCard", "closeCard"] as const),
  ...(["setCardControls", "loadCard", "unloadCard", "getCardPayment", "attachCardReceipt"] as const),
  ...(["getDeposit", "quoteDeposit", "createDeposit"] as const),
  ...(["changeRemittance", "getSeries", "createSeries", "confirmSeries", "pauseSeries", "resumeSeries"] as const),
  ...(["endSeries", "cancelSeries", "hideStores", "moveStores", "addRelatedParty", "createPayeeLink"] as const),
  ...(["setWalletAccounts", "createSweep", "removeSweep", "getTransferReceipt", "createWalletPayout"] as const),
  ...(["createOfflineTransfer", "getOfflineTransfer", "cancelOfflineTransfer"] as const),
  ...(["getDepositInterest", "getDepositCertificate", "getDepositStatement", "updateCard"] as const),
  ...(["saveCardGroup", "removeCardGroup", "createCardWithdrawal", "confirmCardWithdrawal"] as const),
  ...(["cancelCardWithdrawal", "getLoan", "getLoanContract", "repayLoan", "setLoanIncomeShare"] as const),
  ...(["getEscrow", "createEscrow", "cancelEscrow", "addEscrowEvidence"] as const),
  ...(["getTaxRefund", "createTaxRefund", "correctTaxRefund", "cancelTaxRefund"] as const),
  ...(["setMaturityInstruction", "getBreakTerms", "breakDeposit"] as const),
];

/** Nobody exchanges from Saturday to Monday. */
const WEEKEND = "fx.market_closed";

test("every operation of the OpenAPI file is called through the SDK and answers as its table says", async () => {
  const file = (await (await fetch(`${server.url}/docs/open.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, { required: string[] }>; securitySchemes: object };
  };
  const described = Object.values(file.paths).flatMap((methods) => Object.values(methods));
  expect(file.components.schemas["OpenRefusal"]!.required).toEqual(expect.arrayContaining(["message", "doc"]));
  expect(Object.keys(file.components.securitySchemes)).toEqual(["open", "openCertificate", "openToken"]);
  const postman = await (await fetch(`${server.url}/docs/postman.json`)).text();
  expect(postman).toContain('{"mode":"formdata","formdata":[{"key":"file","type":"file"}');
  const { item } = JSON.parse(postman) as {
    item: {
      name: string;
      request: { url: { path: string[]; variable: { key: string }[]; query: { key: string }[] } };
    }[];
  };
  const urlOf = (name: string) => item.find((one) => one.name.endsWith(`（${name}）`))!.request.url;
  expect(urlOf("listPayouts").query.map(({ key }) => key)).toEqual(expect.arrayContaining(["pageNo", "pageSize"]));
  expect(urlOf("getPayout")).toMatchObject({ path: ["open", "v1", "payouts", ":id"], variable: [{ key: "id" }] });
  const samples: Record<string, Sample> = {};
  const program = await sellersProgram((_path, exchange) => void heard.push(exchange));
  const outcomes = await callEvery(program, await somebodysWallet(), (name) => {
    const { answer, ...exchange } = heard.at(-1)!;
    samples[name] = { ...exchange, answer: cut(answer) };
  });
  if (process.env["WRITE_SAMPLES"]) await writeFile(SAMPLES_FILE, `${JSON.stringify(samples, null, 1)}\n`);
  expect(new Set(outcomes.keys())).toEqual(new Set(described.map(({ operationId }) => operationId.split(".")[1])));
  const surprising = [...outcomes].flatMap(([name, outcome]) =>
    "refused" in outcome && outcome.refused !== WEEKEND && (BROKEN.test(outcome.refused) || !MAY_REFUSE.includes(name))
      ? [`${name}: ${outcome.refused}`]
      : [],
  );
  expect(surprising).toEqual([]);
  for (const [name, outcome] of outcomes) {
    if ("refused" in outcome || OPERATIONS_BY_NAME[name]!.endpoint.reply === "file") continue;
    expect(
      z.safeDecode(OPERATIONS_BY_NAME[name]!.endpoint.output, outcome.answer as never).error,
      name,
    ).toBeUndefined();
  }
}, 240_000);

/** What a thing names; the ids of requests begin with the server's own and are nobody's. */
const idsIn = (thing: unknown): string[] =>
  JSON.stringify(thing)
    .replaceAll(/requestId[\\"]+:[\\"]+[^"\\]+/g, "")
    .match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
const isEmpty = (text: string): boolean => text.includes('"data":[]');
/** What was sent, once more: a file by a file. */
function bodyAgain(body: string | null): { body?: string | FormData; headers?: Record<string, string> } {
  if (body === null) return {};
  if (body.startsWith("{")) return { body, headers: { "content-type": "application/json" } };
  const form = new FormData();
  form.set("file", new File([Buffer.from(PIXEL, "base64")], "paper.png"));
  return { body: form };
}

test("asked by another merchant's program with the same ids, no operation shows or changes what is not its own", async () => {
  const asStranger = { "x-app-id": "APP-CORALDEMO", authorization: "Bearer coral_test_demo" };
  const naming = heard.filter(({ request }) => idsIn([request.path, request.body]).some((id) => id !== NOBODY));
  expect(naming.length).toBeGreaterThan(100);
  const sellers = new Set(heard.flatMap(({ answer }) => idsIn(answer)));
  const told: string[] = [];
  for (const [at, { request }] of naming.entries()) {
    const { method, path } = request;
    const { body, headers } = bodyAgain(request.body);
    const proof = { ...asStranger, ...headers, "x-request-id": `foreign-${at}` };
    const response = await fetch(server.url + path, { method, headers: proof, ...(body && { body }) });
    const text = await response.text();
    const sent = new Set(idsIn([path, request.body]));
    const shown = idsIn(text).filter((id) => sellers.has(id) && !sent.has(id));
    if ((response.ok && !isEmpty(text)) || response.status >= 500 || shown.length > 0)
      told.push(`${method} ${path} ${request.body ?? ""} ${response.status} ${text.slice(0, 300)}`);
  }
  expect(told).toEqual([]);
}, 120_000);

test("the samples of the documentation are such exchanges, and still what the tables say", () => {
  const samples = readSamples();
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(OPERATIONS_BY_NAME).toSorted());
  // Neither one that is refused by surprise, nor one named that answers by now.
  const refused = Object.keys(samples).filter((name) => samples[name]!.status !== 200);
  expect(refused.toSorted()).toEqual(SHOWN_REFUSED.toSorted());
  for (const [name, { request, status, answer }] of Object.entries(samples)) {
    const { endpoint } = OPERATIONS_BY_NAME[name]!;
    expect(request.method, name).toBe(endpoint.method);
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, "[^/?]+");
    expect(request.path, name).toMatch(new RegExp(`^/open/v1${pattern}(\\?.*)?$`));
    if (status === 200 && endpoint.reply !== "file") {
      const { data } = answer as { data: unknown };
      // Neither a field the table no longer has, nor one it has since.
      const read = z.safeDecode(endpoint.output, data);
      expect(read.error, name).toBeUndefined();
      expect(JSON.parse(JSON.stringify(z.encode(endpoint.output, read.data))), name).toEqual(data);
    }
  }
});

/** A program of somebody else's: no tool of ours, no TypeScript, nothing but what is in the package. */
const PROGRAM = `
import { createCoralHub, verifyWebhook, webhookHeaders } from "@coralhub/sdk";
const { CORALHUB_URL: baseUrl, CORALHUB_APP: appId, CORALHUB_KEY: privateKey } = process.env;
const coralhub = createCoralHub({ baseUrl, appId, credentials: { privateKey } });
const { status } = await coralhub.getCertification();
let incomes = 0;
for await (const income of coralhub.every("listIncomes", { pageSize: 10 })) if (income.amount.currency) incomes++;
const file = new File([Uint8Array.from(atob("${PIXEL}"), (sign) => sign.charCodeAt(0))], "paper.png");
const { fileId } = await coralhub.uploadPayeeFile({ file });
const refused = await coralhub.getPayout({ id: "00000000-0000-7000-8000-000000000000" }).catch((error) => error);
const secret = "whsec_" + btoa("a secret of the program's own");
const body = JSON.stringify({ type: "payout.completed" });
const timestamp = String(Math.floor(Date.now() / 1000));
const headers = await webhookHeaders(secret, { id: "msg_1", timestamp, body });
const { type } = await verifyWebhook(secret, { headers, body });
console.log(JSON.stringify({ status, incomes: incomes > 0, file: fileId.length, reason: refused.reason, type }));
`;

test("packed and installed, a plain Node program signs, pages, uploads and verifies with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coralhub-packed-"));
  const run = (tool: string, words: string[], env = {}) =>
    new Promise<string>((resolve, reject) => {
      const around = { cwd: folder, env: { PATH: process.env["PATH"], HOME: home, ...env } };
      execFile(tool, words, around, (error, out, problems) =>
        error ? reject(new Error(problems || out)) : resolve(out.trim()),
      );
    });
  const packed = await packSdk(folder);
  await mkdir(join(folder, "node_modules/@coralhub/sdk"), { recursive: true });
  await run("tar", ["xzf", packed, "--strip-components=1", "-C", "node_modules/@coralhub/sdk"]);
  await writeFile(join(folder, "program.mjs"), PROGRAM);
  const { appId, privateKey } = await sellersKey();
  const said = await run(process.execPath, ["program.mjs"], {
    CORALHUB_URL: server.url,
    CORALHUB_APP: appId,
    CORALHUB_KEY: privateKey,
  });
  expect(JSON.parse(said)).toEqual({
    status: 3,
    incomes: true,
    file: 36,
    reason: "not_found",
    type: "payout.completed",
  });
  expect(await run(process.execPath, ["node_modules/@coralhub/sdk/dist/cli/main.js"])).toContain("coralhub login");
  const manifest = JSON.parse(
    await readFile(join(folder, "node_modules/@coralhub/sdk/package.json"), "utf8"),
  ) as object;
  expect(manifest).not.toHaveProperty("dependencies");
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** In this process: what it says, line by line. */
async function run(words: string[], more: Partial<Surroundings> = {}): Promise<string[]> {
  const said: string[] = [];
  const around = {
    environment: environment(),
    signal: new AbortController().signal,
    say: (line: string) => void said.push(line),
  };
  await runCommand(words, { ...around, ...more });
  return said;
}

test("what is wrong is said, and nothing is kept of a login that does not work", async () => {
  const nobody = { environment: { ...environment(), HOME: join(home, "nobody") } };
  const problem = (...words: string[]) => run(words, nobody).then(String, String);
  expect(await problem("login", "--app", "APP-CORALDEMO", "--token", "coral_test_wrong")).toContain("没有通过验证");
  expect(await problem("list", "payouts")).toContain("请先运行 coralhub login");
  expect(await problem("pay", "withdrawal", "--amount", "much")).toContain("请先运行 coralhub login");
  expect(await problem("dance")).toContain("没有命令 dance");
  expect((await coralhub("call listPayouts {pageSize")).said).toContain("这里要写 JSON");
  expect(await problem("list", "--everything")).toContain("不认识 --everything");
});

type Came = { headers: Record<string, string | string[] | undefined>; body: string };
async function receiver(): Promise<{ came: Came[]; address: string; server: Server }> {
  const came: Came[] = [];
  const listening = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      came.push({ headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as { port: number };
  return { came, address: `http://127.0.0.1:${port}/hooks`, server: listening };
}

test("listening forwards what happens to a local port, signed like a webhook", async () => {
  await run(["login", "--app", "APP-CORALDEMO", "--token", "coral_test_demo"]);
  const { came, address, server: local } = await receiver();
  const secret = `whsec_${Buffer.from("a secret of the test's own making").toString("base64")}`;
  const stop = new AbortController();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const listening = run(["listen", "--forward", address, "--secret", secret, "--full"], { signal: stop.signal, say });
  await expect.poll(() => said[0]).toContain(address);
  try {
    const [triggered] = await run(["trigger", "payout.completed"]);
    const [eventId] = /[\w-]+$/.exec(triggered!)!;
    // What the demo's own payments tell meanwhile is forwarded as well.
    const told = () => came.find(({ body }) => body.includes(eventId));
    await expect.poll(told).toBeDefined();
    const event = await verifyWebhook(secret, told()!);
    expect(event).toMatchObject({ type: "payout.completed", data: { eventId, path: null, object: null } });
    expect(came.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)).toEqual(
      came.map((_, at) => at + 1),
    );
    const forged = told()!.body.replace("completed", "failed");
    await expect(verifyWebhook(secret, { ...told()!, body: forged })).rejects.toThrow("not signed with this secret");
  } finally {
    stop.abort();
    await listening;
    local.close();
  }
});
