import { createTestClock } from "@coralhub/testkit";
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readReference } from "./connectors/ecb-reference.ts";
import { createFxRates } from "./index.ts";

const KEY = "a key both sides know";
let server: Server;
let url: string;
let reply: { text: string; signature?: string; status?: number };
beforeAll(async () => {
  server = createServer((_request, response) => {
    const signature = reply.signature ?? `sha256=${createHmac("sha256", KEY).update(reply.text).digest("hex")}`;
    response.writeHead(reply.status ?? 200, { "x-signature": signature }).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

const clock = createTestClock("2026-11-16T12:00:00+08:00");
beforeEach(() => clock.set("2026-11-16T12:00:00+08:00"));
const deps = { clock, railMode: async () => "normal" as const };
const feed = () => createFxRates({ mode: "production", fxFeed: { url, key: KEY } }, deps);
const board = (at: string, CNY = "7.1034") =>
  JSON.stringify({ at, source: "desk", perDollar: { CNY, EUR: "0.9200", XXX: "1" } });
const refused = (reason: string): unknown => expect.objectContaining({ reason });

test("a signed board makes rates, crosses included; what it does not know is not made up", async () => {
  reply = { text: board("2026-11-16T03:59:58Z") };
  const rates = feed();
  expect(await rates.rate("USD", "CNY")).toMatchObject({ mid: "7.1034", source: "desk" });
  expect((await rates.rate("EUR", "CNY")).mid).toBe("7.721086957");
  await expect(rates.rate("USD", "JPY")).rejects.toEqual(refused("fx.rate_unavailable"));
});

test.each([
  ["a wrong signature", { text: board("2026-11-16T03:59:58Z"), signature: "sha256=00" }],
  ["no signature", { text: board("2026-11-16T03:59:58Z"), signature: "" }],
  ["a failure", { text: "", status: 500 }],
  ["something else", { text: '{"rates": {}}' }],
  ["a rate that is none", { text: board("2026-11-16T03:59:58Z", "-7") }],
  ["rates of tomorrow", { text: board("2026-11-17T03:59:58Z") }],
])("%s is no rate", async (_what, odd) => {
  reply = odd;
  await expect(feed().rate("USD", "CNY")).rejects.toEqual(refused("fx.rate_unavailable"));
});

test("an older board played again does not undo a newer one", async () => {
  const rates = feed();
  reply = { text: board("2026-11-16T03:59:58Z", "7.2000") };
  expect((await rates.rate("USD", "CNY")).mid).toBe("7.2");
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  reply = { text: board("2026-11-16T03:59:00Z", "7.0000") };
  expect((await rates.rate("USD", "CNY")).mid).toBe("7.2");
});

const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube>
<Cube time="2026-11-13"><Cube currency="USD" rate="1.1600"/><Cube currency="JPY" rate="174.50"/><Cube currency="CNY" rate="8.2360"/></Cube>
<Cube time="2026-11-12"><Cube currency="USD" rate="1.1500"/><Cube currency="CNY" rate="8.1650"/></Cube>
</Cube></gesmes:Envelope>`;

test("the central bank's file serves equivalents and the past, never a quote", async () => {
  const [newest, older] = readReference(ECB);
  expect(newest).toMatchObject({ source: "ECB", perDollar: { CNY: "7.1", USD: "1" } });
  expect(older!.at.toISOString()).toBe("2026-11-12T15:00:00.000Z");
  reply = { text: ECB };
  const rates = createFxRates({ mode: "production", ecbRatesUrl: url }, deps);
  await expect(rates.rate("USD", "CNY")).rejects.toEqual(refused("fx.rate_unavailable"));
  expect(await rates.reference("USD", "CNY")).toMatchObject({ mid: "7.1", source: "ECB" });
  const moments = [new Date("2026-11-13T08:30:00Z"), new Date("2026-11-01T08:30:00Z")];
  expect(await rates.past(moments)).toMatchObject([{ at: moments[0], perDollar: { CNY: "7.1" } }]);
  // A file that nobody writes any more says nothing of what came after it.
  const later = [new Date("2026-11-20T08:30:00Z"), new Date("2026-11-21T08:30:00Z")];
  expect(await rates.past(later)).toMatchObject([{ at: later[0] }]);
});
