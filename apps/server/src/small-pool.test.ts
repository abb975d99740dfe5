import { ALL_ENDPOINTS, fullPath, REFUSALS, type Endpoint, type Endpoints } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { DEMO_PROGRAM } from "./demo/developer/plant-program.ts";
import { DEMO_MERCHANTS } from "./demo/merchants.ts";
import { asText, plausibleInput } from "./http/bad-requests.ts";
import { createLog } from "./platform/log.ts";
import type { Who } from "./platform/sessions.ts";

/** Every call of the table, with ids that exist: whoever needs two connections at once is found, whoever added it. */
const CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
const STREAMS = CALLS.filter(({ endpoint }) => endpoint.reply === "events");
/** These end or lock what the others use. */
const LAST = /logout|signOut|close|end.*Session|disable/i;
const ENDING = /session|logout|sign|password|device|passkey|totp|factor|step|close/i;
const inOrder = CALLS.toSorted((one, two) => Number(LAST.test(one.name)) - Number(LAST.test(two.name)));

const fieldsOf = ({ input }: Endpoint): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : []);
const isId = (field: string): boolean => /^(ids?|.*Ids?)$/.test(field);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

type Heard = { problems: string[] };
async function startSmall(poolSize: number): Promise<{ server: TestServer; heard: Heard }> {
  const heard: Heard = { problems: [] };
  const log = createLog({ level: "warn", destination: { write: (line) => void heard.problems.push(line) } });
  const server = await startTestServer({ config: { poolSize, workers: false }, log });
  await server.app.loadDemoWorld();
  // A program that may ask as often as this test does.
  await server.database.query("update open_app set calls_per_minute = 100000 where app_id = $1", [DEMO_PROGRAM.appId]);
  heard.problems = [];
  return { server, heard };
}

function caller(server: TestServer) {
  let sent = 0;
  const { database, sessions } = server.app.platform;
  const whoIs = async (realm: "merchant" | "operator", id: string): Promise<Who> => {
    if (realm === "operator") return { realm, subjectId: id };
    const [person] = await server.database.query<{ id: string }>(
      "select person_id as id from merchant_user where merchant_id = $1",
      [id],
    );
    return { realm, subjectId: person!.id, ownerId: id, subjectName: null };
  };
  const open = async (realm: "merchant" | "operator", id: string): Promise<string> => {
    const who = await whoIs(realm, id);
    return (await database.transaction((tx) => sessions.open(tx, { ...who, address: "10.8.0.1", userAgent: "x" })))
      .token;
  };
  /** Kept for the next request, unless the call may end it. */
  const known = new Map<string, string>();
  const token = async (endpoint: Endpoint, merchantId: string): Promise<string | undefined> => {
    if (endpoint.access === "public") return undefined;
    if (endpoint.access === "open") return DEMO_PROGRAM.token;
    const realm = endpoint.access.startsWith("operator") ? "operator" : "merchant";
    const subjectId = realm === "operator" ? await operatorId : merchantId;
    if (endpoint.method !== "GET" && ENDING.test(endpoint.path)) return open(realm, subjectId);
    const kept = known.get(subjectId) ?? (await open(realm, subjectId));
    known.set(subjectId, kept);
    return (await sessions.find(realm, kept)) ? kept : open(realm, subjectId);
  };
  const operatorId = server.database
    .query<{ id: string }>("select id from operator where 'admin' = any(roles) limit 1")
    .then(([row]) => row!.id);
  return {
    /** A stream is read until something has been said, and left: at once, or when `leave` says so. */
    async ask(
      endpoint: Endpoint,
      merchantId: string,
      input: Record<string, unknown>,
      leave: Promise<unknown> = Promise.resolve(),
    ) {
      sent++;
      const bearer = await token(endpoint, merchantId);
      const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => asText(input[name] ?? "1"));
      const hasBody = (endpoint.method === "POST" || endpoint.method === "PUT") && endpoint.body !== "multipart";
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, asText(value)]),
      );
      const form = new FormData();
      for (const [name, value] of Object.entries(input)) form.set(name, asText(value));
      form.set("file", new File(["a,b\n1,2\n"], "a.csv"));
      const response = await fetch(server.url + path + (hasBody || endpoint.body ? "" : `?${query.toString()}`), {
        method: endpoint.method,
        headers: {
          "idempotency-key": `small-pool-${sent}`,
          ...(endpoint.access === "open" && { "x-app-id": DEMO_PROGRAM.appId, "x-request-id": `small-pool-${sent}` }),
          "x-forwarded-for": `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(hasBody && { "content-type": "application/json" }),
        },
        ...(hasBody && { body: JSON.stringify(input) }),
        ...(endpoint.body === "multipart" && { body: form }),
        ...(endpoint.reply !== "events" && { signal: AbortSignal.timeout(20_000) }),
      });
      const text = endpoint.reply === "events" ? await firstEvent(response, leave) : await response.text();
      // Whoever is turned away at the gate has shown nothing about the call.
      if (endpoint.access === "open") expect(text, endpoint.path).not.toContain(NOT_KNOWN);
      return { status: response.status, text };
    },
  };
}

async function firstEvent({ ok, body }: Response, leave: Promise<unknown>): Promise<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    text += step.value;
    if (text.includes("event: ")) break;
  }
  if (ok) expect(text).toContain("event: ");
  void leave.then(() => reader.cancel().catch(() => undefined));
  return text;
}

/** Ids of this merchant by the call that told them, and inputs that name them. */
async function idsOf(ask: ReturnType<typeof caller>["ask"], merchantId: string): Promise<string[]> {
  const seen = new Set<string>();
  for (const { endpoint } of CALLS) {
    const reading =
      fieldsOf(endpoint).includes("pageNo") || (endpoint.method === "GET" && fieldsOf(endpoint).length === 0);
    if (!reading || endpoint.access === "public" || endpoint.reply) continue;
    for (const id of (await ask(endpoint, merchantId, {})).text.match(UUID) ?? []) seen.add(id);
  }
  return [...seen];
}

function inputsFor(endpoint: Endpoint, ids: readonly string[], most: number): Record<string, unknown>[] {
  const named = fieldsOf(endpoint).filter(isId);
  if (named.length === 0) return [plausibleInput(endpoint), {}];
  const step = Math.max(1, Math.floor(ids.length / most));
  return ids
    .filter((_, place) => place % step === 0)
    .map((id) => ({
      ...plausibleInput(endpoint),
      ...Object.fromEntries(named.map((field) => [field, field.endsWith("s") ? [id] : id])),
    }));
}

const merchantId = DEMO_MERCHANTS[0].merchantId;
/** The gate's answer to a program it does not know. */
const NOT_KNOWN = `"code":${REFUSALS["open.refused"].code}`;
const WAITED = /timeout exceeded when trying to connect|second database connection|SecondConnection/;

test(
  "fault 13: one merchant can stop everyone, but no call asks for a second connection inside its transaction",
  { timeout: 1_200_000 },
  async () => {
    const { server, heard } = await startSmall(1);
    const { ask } = caller(server);
    const ids = await idsOf(ask, merchantId);
    expect(ids.length).toBeGreaterThan(20);
    const failed: string[] = [];
    for (const { name, endpoint } of inOrder) {
      for (const input of inputsFor(endpoint, ids, 3)) {
        const { status, text } = await ask(endpoint, merchantId, input);
        if (status >= 500) failed.push(`${name} answered ${status}: ${text.slice(0, 200)}`);
      }
    }
    expect(failed).toEqual([]);
    expect(heard.problems.filter((line) => WAITED.test(line))).toEqual([]);
    await server.close();
  },
);

test(
  "fault 13: twenty at once on two connections are answered or refused, and nobody waits in vain",
  { timeout: 1_200_000 },
  async () => {
    const { server, heard } = await startSmall(2);
    const { ask } = caller(server);
    const ids = await idsOf(ask, merchantId);
    const other = DEMO_MERCHANTS[1].merchantId;
    let slowest = 0;
    let over = false;
    const neighbour = (async () => {
      while (!over) {
        const begun = performance.now();
        const { status } = await ask(ALL_ENDPOINTS.messages.unreadCount, other, {});
        expect([200, 503]).toContain(status);
        slowest = Math.max(slowest, performance.now() - begun);
        await sleep(50);
      }
    })();
    const failed: string[] = [];
    expect(STREAMS.length).toBeGreaterThan(0);
    // Twenty pages stay open all the while, and hear of everything that happens.
    const end = Promise.withResolvers<void>();
    const open = await Promise.all(
      STREAMS.flatMap(({ endpoint }) => Array.from({ length: 20 }, () => ask(endpoint, merchantId, {}, end.promise))),
    );
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    for (const { name, endpoint } of inOrder) {
      const inputs = inputsFor(endpoint, ids, 20);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) => ask(endpoint, merchantId, inputs[place % inputs.length]!)),
      );
      for (const { status, text } of answers)
        if (status >= 500 && status !== 503) failed.push(`${name} answered ${status}: ${text.slice(0, 200)}`);
    }
    over = true;
    end.resolve();
    await neighbour;
    expect(failed).toEqual([]);
    expect(heard.problems.filter((line) => WAITED.test(line))).toEqual([]);
    expect(slowest).toBeLessThan(5_000);
    await server.close();
  },
);
