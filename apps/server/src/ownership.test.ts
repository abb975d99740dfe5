import { ALL_ENDPOINTS, fullPath, type Endpoint, type Endpoints } from "@coralhub/contract";
import { createTestClock, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { DEMO_PASSWORD } from "./demo/merchants.ts";
import { asText, plausibleInput } from "./http/bad-requests.ts";

/**
 * The two rich merchants of the demo world, and every call of the table: what belongs to one is never seen or changed by the
 * other. Both are certified and have everything open, so that nothing but ownership stands in the way.
 */
const MERCHANT_CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { access, reply }]) => (access === "merchant" || access === "certified") && reply !== "events")
    .map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
const fieldsOf = ({ input }: Endpoint): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : []);
const isId = (field: string): boolean => /^(ids?|.*Ids?)$/.test(field);
/** Reading without naming anything: pages of lists, and questions about oneself. */
const isReading = (endpoint: Endpoint): boolean =>
  fieldsOf(endpoint).includes("pageNo") || (endpoint.method === "GET" && fieldsOf(endpoint).length === 0);

const OWNER = "13800000001";
const STRANGER = "13800000004";
let server: TestServer;
let owner: string;
let stranger: string;
beforeAll(async () => {
  // It stands still: what the demo's merchants have under way goes on by itself.
  server = await startTestServer({ clock: createTestClock("2026-11-15T14:32:00+08:00") });
  await server.app.loadDemoWorld();
  const signIn = async (username: string) =>
    (await server.call(ALL_ENDPOINTS.identity.login, { username, password: DEMO_PASSWORD })).token;
  [owner, stranger] = [await signIn(OWNER), await signIn(STRANGER)];
}, 180_000);
afterAll(() => server.close());

let sent = 0;
async function ask(endpoint: Endpoint, token: string, input: Record<string, unknown>): Promise<string> {
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, asText(value)]),
  ).toString();
  const hasBody = endpoint.method === "POST" || endpoint.method === "PUT";
  const response = await fetch(server.url + path + (hasBody ? "" : `?${query}`), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": `ownership-${++sent}`,
      "x-forwarded-for": `10.66.${sent >> 8}.${sent & 255}`,
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(input) }),
  });
  expect(response.status).toBeLessThan(500);
  return response.text();
}

/** Moments of last use and ids of requests change by themselves. */
const settled = (text: string): string =>
  text.replaceAll(/"(requestId|lastSeenAt|lastActiveAt|now)":"[^"]*"/g, '"$1":""');

/** The seals go on with the days, the wheel is turned by a GET, and who signs out is gone. */
const OF_THEMSELVES = ["identity.logout", "ledger.sealedDays", "campaigns.doubleElevenLottery"];

async function everythingOf(token: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const { name, endpoint } of MERCHANT_CALLS) {
    if (!isReading(endpoint) || OF_THEMSELVES.includes(name)) continue;
    const answer = await ask(endpoint, token, {});
    // Papers are drawn anew each time; what stands in them is in the lists.
    if (answer.startsWith("{")) seen.set(name, settled(answer));
  }
  return seen;
}
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsIn = (seen: Map<string, string>): Set<string> =>
  new Set([...seen.values()].flatMap((text) => text.match(UUID) ?? []));

type Known = { id: string; module: string };
const moduleOf = (name: string): string => name.split(".")[0]!;

/** One id of each kind: of each list, the first that stands in a field of each name. */
function oneOfEachKind(seen: Map<string, string>, theirs: ReadonlySet<string>): Known[] {
  const kinds = new Map<string, Known>();
  const ids = new Set<string>();
  for (const [name, text] of seen) {
    for (const [, field, id] of text.matchAll(new RegExp(`"(\\w+)":"(${UUID.source})"`, "g"))) {
      const kind = `${name} ${field}`;
      if (!theirs.has(id!) || ids.has(id!) || kinds.has(kind)) continue;
      kinds.set(kind, { id: id!, module: moduleOf(name) });
      ids.add(id!);
    }
  }
  return [...kinds.values()];
}
/** A call is asked about everything of its own capability, and of the others about every so many, each time different ones. */
const OTHERS = 8;
const askedAbout = (known: readonly Known[], name: string, place: number): string[] =>
  known.filter(({ module }, at) => module === moduleOf(name) || at % OTHERS === place % OTHERS).map(({ id }) => id);

test("a stranger who knows an owner's id of every kind sees and changes nothing", { timeout: 240_000 }, async () => {
  // Some calls that name nothing open something the first time.
  await everythingOf(owner);
  const before = await everythingOf(owner);
  const shared = idsIn(await everythingOf(stranger));
  const theirs = new Set([...idsIn(before)].filter((id) => !shared.has(id)));
  const known = oneOfEachKind(before, theirs);
  expect(known.length).toBeGreaterThan(50);

  const naming = MERCHANT_CALLS.filter(({ endpoint }) => fieldsOf(endpoint).some(isId));
  expect(naming.length).toBeGreaterThan(0);
  for (const [place, { name, endpoint }] of naming.entries()) {
    for (const id of askedAbout(known, name, place)) {
      const input = plausibleInput(endpoint);
      for (const field of fieldsOf(endpoint).filter(isId)) input[field] = field.endsWith("s") ? [id] : id;
      const answer = await ask(endpoint, stranger, input);
      // The id they sent may come back; anything else of the owner's may not.
      const leaked = (answer.match(UUID) ?? []).filter((other) => other !== id && theirs.has(other));
      if (answer.includes(OWNER)) leaked.push(OWNER);
      expect(leaked, `${name} with ${id}: ${answer}`).toEqual([]);
    }
  }
  expect(await everythingOf(owner)).toEqual(before);
});
