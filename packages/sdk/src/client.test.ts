import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CoralHubError, createCoralHub, verifyWebhook, webhookHeaders, WebhookRefused } from "./index.ts";

type Sent = { url: string; method: string; headers: Record<string, string>; body: string };
/** A server that answers as it is told, and remembers what it was asked. */
function stage(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const body = init.body === undefined ? "" : new TextDecoder().decode(init.body as Uint8Array);
    sent.push({ url, method: init.method!, headers: init.headers as Record<string, string>, body });
    const next = answers.shift() ?? ok({});
    if (next instanceof Error) throw next;
    return next;
  };
  return { sent, answer };
}
const ok = (data: unknown) => Response.json({ code: 200, msg: "成功", data });
const refused = (status: number, headers: Record<string, string> = {}) =>
  Response.json(
    { code: 26003, msg: "请稍后", reason: "open.too_many", fields: {}, doc: "/docs/open#code-26003" },
    { status, headers },
  );
const token = { token: "coral_test_x" };
const at = { baseUrl: "http://server/", appId: "APP-TEST" };

test.for(["rsa", "ed25519"] as const)("%s: the signature is over everything that goes out", async (type) => {
  const pair = type === "rsa" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519");
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const { sent, answer } = stage();
  const client = createCoralHub({ ...at, credentials: { privateKey }, fetch: answer, now: () => 1_795_000_000_000 });
  await client.confirmPayout({ id: "a/b", quoteId: null }, { requestId: "po-2026-0001" });
  const { url, method, headers, body } = sent[0]!;
  expect([url, method, body]).toEqual(["http://server/open/v1/payouts/a%2Fb/confirm", "POST", '{"quoteId":null}']);
  const hash = createHash("sha256").update(body).digest("hex");
  const path = new URL(url).pathname;
  const text = ["coralhub-1", "APP-TEST", "POST", path, hash, "1795000000", headers["x-nonce"], "po-2026-0001"].join(
    "\n",
  );
  const algorithm = type === "rsa" ? "sha256" : null;
  const signature = Buffer.from(headers["x-signature"]!, "base64");
  expect(verify(algorithm, Buffer.from(text), createPublicKey(pair.privateKey), signature)).toBe(true);
});

test("a key of another kind is refused before anything is sent", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { sent, answer } = stage();
  const given = { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
  await expect(createCoralHub({ ...at, credentials: given, fetch: answer }).listStores()).rejects.toThrow(
    "RSA or Ed25519",
  );
  await expect(createCoralHub({ ...at, credentials: { privateKey: "x" }, fetch: answer }).listStores()).rejects.toThrow(
    "PKCS#8",
  );
  expect(sent).toEqual([]);
});

test("no answer and being told to wait are tried again under the same id; a refusal is not", async () => {
  const { sent, answer } = stage(new Error("reset"), refused(503), ok({ id: "p", state: "submitted" }));
  const client = createCoralHub({ ...at, credentials: token, fetch: answer });
  expect(await client.confirmPayout({ id: "p", quoteId: null })).toEqual({ id: "p", state: "submitted" });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ headers }) => headers["x-request-id"])).size).toBe(1);
  const no = stage(refused(409));
  const error = await createCoralHub({ ...at, credentials: token, fetch: no.answer })
    .getPayout({ id: "p" })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CoralHubError);
  expect(error).toMatchObject({ status: 409, code: 26003, reason: "open.too_many", doc: "/docs/open#code-26003" });
  expect(no.sent).toHaveLength(1);
  // Without an id nobody knows whether it was done: not sent again by itself.
  const quote = stage(new Error("reset"));
  const request = { accountId: "a", amount: { currency: "USD", amount: "1.00" } };
  await expect(
    createCoralHub({ ...at, credentials: token, fetch: quote.answer }).quoteWithdrawal(request),
  ).rejects.toThrow("reset");
  expect(quote.sent).toHaveLength(1);
});

test("a list is walked to its end, filters travelling as JSON", async () => {
  const { sent, answer } = stage(ok({ records: [1, 2], nextCursor: "c 1" }), ok({ records: [3] }));
  const client = createCoralHub({ ...at, credentials: token, fetch: answer, version: "2026-11-16" });
  const rows: unknown[] = [];
  for await (const row of client.every("listPayouts", { filters: { state: ["completed"] } })) rows.push(row);
  expect(rows).toEqual([1, 2, 3]);
  const queries = sent.map(({ url }) => new URL(url).searchParams);
  expect(queries.map((query) => query.get("filters"))).toEqual(['{"state":["completed"]}', '{"state":["completed"]}']);
  expect(queries[1]!.get("cursor")).toBe("c 1");
  expect(sent[0]!.headers).toMatchObject({ authorization: "Bearer coral_test_x", "x-api-version": "2026-11-16" });
});

test("a notice is taken with any of the secrets, and refused when altered, old or not ours", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const older = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
  const now = 1_795_000_000_000;
  const signed = { id: "msg_1", timestamp: String(now / 1000), body: '{"type":"payout.completed","data":{}}' };
  const headers = await webhookHeaders(secret, signed);
  const both = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` };
  const look = (given: object, secrets: string | string[] = secret) =>
    verifyWebhook(secrets, { headers: both, body: signed.body, ...given }, { now: () => now });
  expect((await look({})).type).toBe("payout.completed");
  expect((await look({ headers: new Headers(headers) }, [older, secret])).type).toBe("payout.completed");
  await expect(look({ body: signed.body.replace("completed", "failed") })).rejects.toThrow(WebhookRefused);
  await expect(look({ headers: {} })).rejects.toThrow(WebhookRefused);
  await expect(look({}, older)).rejects.toThrow(WebhookRefused);
  await expect(verifyWebhook(secret, { headers, body: signed.body }, { now: () => now + 301_000 })).rejects.toThrow(
    "too old",
  );
});

test("the client needs nothing of Node's and nobody's package", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/(\.test|-fixture)\.ts$/.test(file) && !file.startsWith("cli/"),
  );
  const foreign = files.flatMap((file) =>
    Array.from(
      readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/from "([^"]+)"/g),
      (match) => match[1]!,
    ).filter((from) => !from.startsWith(".")),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(foreign).toEqual([]);
});
