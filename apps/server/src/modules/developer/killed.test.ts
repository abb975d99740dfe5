import { developerEndpoints as dev } from "@coralhub/contract";
import { createTestDatabase, temporaryFolder, type TestDatabase } from "@coralhub/testkit";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified, startDesk, type Desk } from "../income/income-fixture.ts";
import { createMortalServer, type MortalServer } from "../payouts/kill-server-fixture.ts";
import { program, sendOpen, signedRequest, type Program } from "./developer-fixture.ts";

const EVENTS = 150;
const CALLERS = 6;
const KILLED_AT = [20, 65, 110];
const TOPICS = ["payout.completed", "card.opened", "card.frozen"] as const;

type Told = { id: string; type: string; sequence: number; event: string };
let database: TestDatabase;
let desk: Desk;
let app: Program;
let server: MortalServer;
let receiver: Server;
const told = new Map<string, Told[]>();
let turned = 0;

/** Takes its time, and turns every seventh away: what was under way when the server died is never only one thing. */
async function openReceiver(): Promise<string> {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const isRefused = ++turned % 7 === 0;
      setTimeout(() => {
        response.writeHead(isRefused ? 503 : 200).end();
        if (isRefused) return;
        const { type, sequence, data } = JSON.parse(body) as {
          type: string;
          sequence: number;
          data: { eventId: string };
        };
        const id = String(request.headers["webhook-id"]);
        told.set(request.url!, [...(told.get(request.url!) ?? []), { id, type, sequence, event: data.eventId }]);
      }, turned % 40);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(receiver.address() as { port: number }).port}`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await startDesk({ database });
  const merchant = await certified(desk);
  app = await program(desk, merchant);
  const base = await openReceiver();
  for (const webhookTopic of ["*", ...TOPICS]) {
    const webhookAddress = `${base}/${webhookTopic}`;
    await desk.call(dev.applyWebhook, { id: app.appId, webhookTopic, webhookAddress, webhookType: "thin" }, merchant);
  }
  await database.query("update open_app set calls_per_minute = 10000");
  // From here on the processes below are the only ones.
  await desk.app.close();
  server = createMortalServer({ database, secretKey: desk.config.secretKeys[0], dataDir: temporaryFolder() });
});
afterAll(async () => {
  server.end();
  receiver.close();
  await database.drop();
});

let made = 0;
/** Asks until somebody answers. What nobody heard an answer to may have happened all the same: the database says what has. */
async function makeEvents(): Promise<void> {
  while (made < EVENTS) {
    const request = { method: "POST", path: "/events/test", body: { topic: TOPICS[made % TOPICS.length]! } } as const;
    const url = server.url();
    const answer = url && (await sendOpen({ url }, signedRequest(app, request)).catch(() => undefined));
    if (answer && answer.status === 200) made++;
    else await sleep(30);
  }
}

test(
  "events while the server is killed in the middle of telling them: each arrives at least once, none is lost",
  { timeout: 240_000 },
  async () => {
    await server.start();
    const killing = (async () => {
      for (const begun of KILLED_AT) {
        while (made < begun) await sleep(10);
        await server.kill("update open_delivery set lease_ends_at = now() - interval '1 second'");
        await server.start();
      }
    })();
    await Promise.all([killing, ...Array.from({ length: CALLERS }, makeEvents)]);
    const waiting = () =>
      database.query(
        "select from open_delivery where delivered_at is null union all select from open_event where spread_at is null",
      );
    while ((await waiting()).length > 0) {
      // The minutes between two attempts pass at once.
      await database.query("update open_delivery set due_at = now() where due_at > now()");
      await database.query("select pg_notify('coralhub_live', $1)", [
        JSON.stringify({ topic: "open-events", event: "ready", data: null }),
      ]);
      await sleep(100);
    }

    const events = await database.query<{ id: string; topic: string }>("select id, topic from open_event");
    expect(events.length).toBeGreaterThanOrEqual(EVENTS);
    for (const [path, heard] of told) {
      const wanted = events.filter(({ topic }) => path === "/*" || path === `/${topic}`);
      expect(new Set(heard.map(({ event }) => event)), path).toEqual(new Set(wanted.map(({ id }) => id)));
      // The same notice again carries the same name and number, so that whoever hears it twice knows.
      const names = new Map(heard.map(({ id, event }) => [event, id]));
      expect(heard.every(({ id, event }) => names.get(event) === id)).toBe(true);
      const numbers = [...new Set(heard.map(({ sequence }) => sequence))].toSorted((a, b) => a - b);
      expect(numbers).toEqual(wanted.map((_, place) => place + 1));
    }
    expect(told.size).toBe(TOPICS.length + 1);
  },
);
