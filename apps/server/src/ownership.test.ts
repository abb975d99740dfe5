import { ALL_ENDPOINTS, fullPath, type Endpoint, type Endpoints } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { asText, plausibleInput } from "./http/bad-requests.ts";

/** Two merchants, and every call of the table: what belongs to one is never seen or changed by the other. */
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

let server: TestServer;
let owner: TestMerchant;
let stranger: TestMerchant;
beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger] = [await server.registerMerchant(), await server.registerMerchant()];
});
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

async function everythingOf(merchant: TestMerchant): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const { name, endpoint } of MERCHANT_CALLS) {
    if (!isReading(endpoint) || name === "identity.logout") continue;
    seen.set(name, settled(await ask(endpoint, merchant.token, {})));
  }
  return seen;
}
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsIn = (seen: Map<string, string>): Set<string> =>
  new Set([...seen.values()].flatMap((text) => text.match(UUID) ?? []));

test("a stranger who knows every id of an owner sees and changes nothing of theirs", { timeout: 60_000 }, async () => {
  const before = await everythingOf(owner);
  const shared = idsIn(await everythingOf(stranger));
  const theirs = [...idsIn(before)].filter((id) => !shared.has(id));
  expect(theirs.length).toBeGreaterThan(2);

  const naming = MERCHANT_CALLS.filter(({ endpoint }) => fieldsOf(endpoint).some(isId));
  expect(naming.length).toBeGreaterThan(0);
  for (const { name, endpoint } of naming) {
    for (const id of theirs) {
      const input = plausibleInput(endpoint);
      for (const field of fieldsOf(endpoint).filter(isId)) input[field] = field.endsWith("s") ? [id] : id;
      const answer = await ask(endpoint, stranger.token, input);
      // The id they sent may come back; anything else of the owner's may not.
      const leaked = [owner.mobile, ...theirs.filter((other) => other !== id)].filter((mark) => answer.includes(mark));
      expect(leaked, `${name} with ${id}: ${answer}`).toEqual([]);
    }
  }
  expect(await everythingOf(owner)).toEqual(before);
});
