import { ALL_ENDPOINTS, fullPath, type Endpoint, type Endpoints } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session, Who } from "./platform/sessions.ts";
import { badRequests, type BadRequest } from "./http/bad-requests.ts";

/** Every call of the table is sent what nobody should send: it must refuse clearly, quickly, in Chinese, and never fail. */
const CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
/** All calls share this time, whatever the table grows to; some hash passwords and are slow by design. */
const BUDGET_MS = Math.max(90, 40_000 / CALLS.length);
const AT_ONCE = 6;

type Realm = "merchant" | "operator";
let server: TestServer;
let person: Session;
let operatorId: string;
beforeAll(async () => {
  server = await startTestServer({ config: { logLevel: "silent" } });
  const merchant = await server.registerMerchant();
  person = (await server.app.platform.sessions.find("merchant", merchant.token))!;
  operatorId = await subjectOf("operator", await server.operatorToken("admin"));
});
afterAll(() => server.close());

async function subjectOf(realm: Realm, token: string): Promise<string> {
  return (await server.app.platform.sessions.find(realm, token))!.subjectId;
}

/** Kept while it is good: some calls end the session they came with. */
const kept = new Map<Realm, string>();
async function goodToken({ access }: Endpoint): Promise<string | undefined> {
  if (access === "public") return undefined;
  const { database, sessions } = server.app.platform;
  const realm: Realm = access.startsWith("operator") ? "operator" : "merchant";
  const known = kept.get(realm);
  if (known && (await sessions.find(realm, known))) return known;
  const device = { address: "10.8.0.1", userAgent: "fuzz" };
  const who: Who =
    realm === "operator"
      ? { realm, subjectId: operatorId }
      : { realm, subjectId: person.subjectId, ownerId: person.ownerId!, subjectName: null };
  const { token } = await database.transaction((tx) => sessions.open(tx, { ...who, ...device }));
  kept.set(realm, token);
  return token;
}

let sent = 0;
async function send(endpoint: Endpoint, { path, query, body, contentType }: BadRequest) {
  sent++;
  const token = await goodToken(endpoint);
  const headers: Record<string, string> = {
    "x-forwarded-for": `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    "idempotency-key": `bad-input-${sent}`,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(contentType && { "content-type": contentType }),
  };
  const url = server.url + fullPath(endpoint).replaceAll(/\{\w+\}/g, path) + query;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 10_000);
  const response = await fetch(url, { method: endpoint.method, headers, body, signal: stop.signal });
  // An accepted stream has said all it needs to say.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isStream ? "" : await response.text();
  stop.abort();
  clearTimeout(timer);
  return { status: response.status, text };
}

const LEAKS =
  /\bat .+\.[jt]s:\d+|node_modules|Error:|postgres|syntax error|Invalid (input|option|string)|[Ee]xpected |Required|Too (big|small)|Unrecognized/;

function complaintAbout(request: BadRequest, { status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return `answered ${status}: ${text}`;
  if (status === 200) return request.mustFail ? "was accepted" : undefined;
  if (LEAKS.test(text)) return `leaks: ${text}`;
  const { msg, fields = {} } = JSON.parse(text) as { msg: string; fields?: Record<string, string> };
  const words = [msg, ...Object.values(fields)];
  return words.every((word) => /\p{Script=Han}/u.test(word)) ? undefined : `is not in Chinese: ${text}`;
}

test.each(CALLS)("$name", async ({ endpoint }) => {
  const waiting = badRequests(endpoint);
  const complaints: string[] = [];
  const until = performance.now() + BUDGET_MS;
  const work = async () => {
    for (let request = waiting.shift(); request && performance.now() < until; request = waiting.shift()) {
      const complaint = complaintAbout(request, await send(endpoint, request));
      if (complaint) complaints.push(`${request.what} ${complaint}`);
    }
  };
  // Exports are few at a time by their own limit.
  await Promise.all(Array.from({ length: endpoint.reply === "file" ? 1 : AT_ONCE }, work));
  expect(complaints).toEqual([]);
});
