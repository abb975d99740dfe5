import {
  ALL_ENDPOINTS,
  cardEndpoints as calls,
  fullPath,
  identityEndpoints,
  type Endpoint,
  type Endpoints,
} from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { signIssuerNotice } from "../../rails/card-issuer/connectors/signed-issuer.ts";
import { startSignedService, type SignedService } from "../../rails/signed-service-fixture.ts";
import { startDesk, until, type Desk } from "../income/income-fixture.ts";
import { cardMerchant, request } from "./cards-fixture.ts";

/** What may be read in the vault's frame and nowhere else. */
const NUMBER = "4931939182736455";
const CVV = "7391";
const TOKEN = "ct_canary_0123456789";
const lines: string[] = [];
let service: SignedService;
let answer = JSON.stringify({ cvv: CVV });
let desk: Desk;
let merchant: TestMerchant;
let cardId: string;

const notice = (content: object, key = service.config.key) =>
  signIssuerNotice(key, new Date(Math.floor(desk.clock.now().getTime() / 1000) * 1000), content);
const tell = (content: object) => desk.call(calls.cardIssuerNotice, notice(content), {});
const opening = (reference: string) => ({
  notice: "card.opened",
  reference,
  token: TOKEN,
  lastFour: NUMBER.slice(-4),
  number: NUMBER,
  expiry: "08/29",
});
const purchase = (kind: string, amount: string, networkId: string) => ({
  notice: "payment",
  id: `MSG-${kind}-${networkId}`,
  kind,
  token: TOKEN,
  networkId,
  amount: { currency: "USD", amount },
  original: { currency: "USD", amount },
  shop: { id: "SH-1", name: "FACEBK ADS", code: "7311", country: "US" },
  at: toShanghaiTime(desk.clock.now()),
});

beforeAll(async () => {
  service = await startSignedService(() => ({ text: answer }));
  const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } });
  desk = await startDesk({ log, config: { cardIssuer: service.config } });
  merchant = await cardMerchant(desk, "101.00");
  const { ids } = await desk.call(calls.applyForCards, { userCardDTO: [request()] }, merchant);
  cardId = ids[0]!;
  const reference = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return service.heard.find(({ instruction }) => instruction === "card.create")?.["reference"] as string | undefined;
  });
  await tell(opening(reference));
  await desk.call(calls.rechargeCard, { cardId, rechargeAmount: { currency: "USD", minor: 5_000n } }, merchant);
  await tell(purchase("authorisation", "12.00", "NET-1"));
  await tell(purchase("settlement", "12.00", "NET-1"));
  await tell(purchase("authorisation", "900.00", "NET-2"));
});
afterAll(async () => {
  await desk.close();
  service.close();
});

/** The number in clear, as bytes, or in base64; the CVV as a word of its own. */
const HIDDEN = [NUMBER, Buffer.from(NUMBER).toString("hex"), Buffer.from(NUMBER).toString("base64").slice(1, -4)];
const CVV_WORD = new RegExp(`(?<![\\w.:-])${CVV}(?![\\w.:-])`);
const leaks = (text: string): boolean => HIDDEN.some((form) => text.includes(form)) || CVV_WORD.test(text);

async function look(): Promise<string> {
  desk.clock.advance({ seconds: 61 });
  await desk.call(identityEndpoints.sendCardCode, {}, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { path } = await desk.call(calls.revealCard, { id: cardId, verifyCode }, merchant);
  return (await fetch(desk.url + path)).text();
}

test("the frame shows number and CVV; an issuer that answers nonsense is not quoted", async () => {
  const shown = await look();
  expect(shown).toContain(NUMBER);
  expect(shown).toContain(CVV);
  answer = JSON.stringify({ cvv: `not ${CVV}` });
  const problem = await look();
  expect(leaks(problem)).toBe(false);
  expect(problem).toContain("发卡方暂时没有答复");
  answer = JSON.stringify({ cvv: CVV });
});

test("what is refused does not quote them", async () => {
  const wrong = [
    notice({ ...opening("CD-unknown"), number: `${NUMBER}x` }),
    notice({ ...opening("CD-unknown"), cvv: CVV, expiry: NUMBER }),
    notice(opening("CD-unknown"), "another key"),
    { ...notice({}), payload: `{"number":"${NUMBER}","cvv":"${CVV}"` },
  ];
  for (const sent of wrong) {
    const reply = await fetch(desk.url + fullPath(calls.cardIssuerNotice), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
    const text = await reply.text();
    expect(text).toContain('"code"');
    expect(leaks(text), text).toBe(false);
  }
});

/** Every call that reads, with the card's own names wherever it asks for one. */
const READERS = (Object.values(ALL_ENDPOINTS) as Endpoints[])
  .flatMap((table) => Object.entries(table))
  .filter(
    ([, { method, path, access }]) =>
      access !== "public" && (method === "GET" || /(list|page|export|query|search|find|detail)/i.test(path)),
  );
async function ask(endpoint: Endpoint, token: string): Promise<string> {
  const known: Record<string, string> = { merchantId: merchant.userId, number: NUMBER };
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => known[name] ?? cardId);
  const input = { id: cardId, cardId, text: NUMBER, merchantId: merchant.userId, filters: {} };
  const isGet = endpoint.method === "GET";
  const query = isGet ? `?${new URLSearchParams({ id: cardId, cardId, text: NUMBER }).toString()}` : "";
  const reply = await fetch(desk.url + path + query, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": crypto.randomUUID(),
      ...(!isGet && { "content-type": "application/json" }),
    },
    ...(!isGet && { body: JSON.stringify(input) }),
  });
  return reply.text();
}

test("no list, export, detail, search or desk answers with them", { timeout: 120_000 }, async () => {
  let answered = 0;
  for (const [name, endpoint] of READERS) {
    const isOps = endpoint.access.startsWith("operator");
    const text = await ask(endpoint, isOps ? desk.admin.token : merchant.token);
    if (text.includes('"data"') || !text.startsWith("{")) answered += 1;
    expect(leaks(text.replaceAll(/"(traceId|requestId)":"[^"]*"/g, "")), name).toBe(false);
  }
  expect(answered).toBeGreaterThan(50);
  for (const page of ["/vcc", "/vcc/record", "/ops/cards", "/"]) {
    expect(leaks(await (await fetch(desk.url + page)).text()), page).toBe(false);
  }
});

test("nothing of the database is readable: every table as a dump would have it, every other role", async () => {
  const tables = await desk.database.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(100);
  for (const { name } of tables) {
    const found = await desk.database.query(
      `select 1 from ${name} t where t::text like any($1) or t::text ~ $2 limit 1`,
      [HIDDEN.map((form) => `%${form}%`), `(^|[^\\w.:-])${CVV}($|[^\\w.:-])`],
    );
    expect(found, name).toEqual([]);
  }
  const readers = await desk.database.query<{ role: string }>(
    `select r.rolname as role from pg_roles r
      where r.rolname not like 'pg\\_%' and not r.rolsuper
        and has_table_privilege(r.oid, 'card_vault.card_number', 'select')`,
  );
  expect(readers.map(({ role }) => role)).toEqual([expect.stringContaining("vault")]);
});

test("not a line of the log has them, at its most talkative", () => {
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter(leaks)).toEqual([]);
});
