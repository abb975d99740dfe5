import { ALL_ENDPOINTS, fullPath, storeEndpoints as calls, type Endpoint, type Endpoints } from "@coralhub/contract";
import { PLATFORMS, SECRET_FIELDS } from "@coralhub/domain";
import { startTestServer, type TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { bind, certifiedMerchant, decline, detail, type Desk } from "./stores-fixture.ts";

/** What nobody may ever read again, one mark per platform and field. */
const MARK = "Zq7secretmark";
const lines: string[] = [];
let desk: Desk;
let merchant: TestMerchant;
const stores = new Map<string, string>();

beforeAll(async () => {
  const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } });
  const server = await startTestServer({ log });
  const admin = { token: await server.operatorToken("admin") };
  await server.call(calls.setSimulatedStoreReviewer, { on: false, delaySeconds: 0 }, admin);
  desk = { server, admin, reviewer: { token: await server.operatorToken("reviewer") } };
  merchant = await certifiedMerchant(desk);
  for (const { code, fields } of PLATFORMS) {
    const secret = SECRET_FIELDS.filter((name) => fields.includes(name));
    if (secret.length === 0) continue;
    const version = fields.includes("version") ? { version: "2026-10" } : {};
    const marks = Object.fromEntries(secret.map((name) => [name, `${MARK}-${code}-${name}-tail`]));
    const { merchantsId } = await bind(desk, merchant, code, { ...version, ...marks });
    stores.set(code, merchantsId);
  }
});
afterAll(() => desk.server.close());

async function ask(endpoint: Endpoint, token: string, input: Record<string, unknown>): Promise<string> {
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
  const hasBody = endpoint.method !== "GET";
  const response = await fetch(desk.server.url + path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": crypto.randomUUID(),
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(input) }),
  });
  return response.text();
}

test("every platform with keys was bound with marked ones", () => {
  expect([...stores.keys()]).toEqual(
    expect.arrayContaining(["SHOPIFY", "COUPANG", "QOO10", "BIGCOMMERCE", "THREECART"]),
  );
});

test("the owner sees the last four characters and nothing else", async () => {
  for (const id of stores.values()) {
    const found = await detail(desk, merchant, id);
    expect(found.secrets.length).toBeGreaterThan(0);
    for (const { field, lastFour } of found.secrets) {
      expect(lastFour).toBe("tail");
      expect(found.answers).not.toHaveProperty(field);
    }
    expect(JSON.stringify(found)).not.toContain(MARK);
  }
});

test(
  "no call of the table answers with one, neither to the owner nor to an operator",
  { timeout: 60_000 },
  async () => {
    const tables = Object.entries<Endpoints>(ALL_ENDPOINTS);
    const admin = await desk.server.operatorToken("admin");
    let asked = 0;
    for (const [, endpoints] of tables)
      for (const endpoint of Object.values(endpoints)) {
        const ours = endpoint.access === "merchant" || endpoint.access === "certified";
        const theirs = endpoint.access.startsWith("operator");
        const isRead = endpoint.method === "GET" || /list|export|manage/i.test(endpoint.path);
        if ((!ours && !theirs) || !isRead || endpoint.reply === "events") continue;
        // Removing them would prove nothing about the rest.
        if (/remove|logout|updateDh/.test(endpoint.path)) continue;
        for (const id of stores.values()) {
          const input = { id, merchantsId: id, merchantId: merchant.userId, storeId: id };
          const answer = await ask(endpoint, ours ? merchant.token : admin, endpoint.path.includes("{") ? input : {});
          expect(answer, endpoint.path).not.toContain(MARK);
          asked++;
          if (!endpoint.path.includes("{")) break;
        }
      }
    expect(asked).toBeGreaterThan(100);
  },
);

test("refusals and corrections do not say them back, and a correction without them keeps them", async () => {
  const id = stores.get("COUPANG")!;
  const answer = await ask(calls.updateCoupang, merchant.token, {
    merchantsId: id,
    accessKey: `${MARK} has spaces`,
    url: "https://nowhere.example",
  });
  expect(answer).toContain("accessKey");
  expect(answer).not.toContain(MARK);
  await decline(desk, merchant, id, "请核对供应商编号");
  await desk.server.call(calls.updateCoupang, { merchantsId: id, name: "改名" }, merchant);
  expect((await detail(desk, merchant, id)).secrets.map(({ lastFour }) => lastFour)).toEqual(["tail", "tail"]);
});

test("sealed in the table, bound to their row, gone with their store", async () => {
  const { query } = desk.server.database;
  const rows = await query<{ text: string }>("select encode(sealed, 'escape') as text from store_secret");
  expect(rows.length).toBeGreaterThan(5);
  for (const { text } of rows) expect(text).not.toContain(MARK);
  const everywhere = await query<{ n: number }>(
    `select count(*)::int as n from store where to_jsonb(store)::text like '%' || $1 || '%'`,
    [MARK],
  );
  expect(everywhere[0]).toEqual({ n: 0 });
  const id = stores.get("QOO10")!;
  await desk.server.call(calls.removeStore, { id }, merchant);
  expect(await query("select field from store_secret where store_id = $1", [id])).toEqual([]);
});

test("no log line holds one, at the most talkative level", () => {
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => line.includes(MARK))).toEqual([]);
});
