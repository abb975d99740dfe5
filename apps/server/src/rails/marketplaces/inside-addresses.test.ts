import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connected, startPlatform } from "./platform-fixture.ts";

/** Names as anybody may register them, and where they lead. */
const NAMES: Record<string, string[]> = {
  "shop-at-home.example.com": ["127.0.0.1"],
  "metadata.example.com": ["169.254.169.254"],
  "one-good-one-bad.example.com": ["93.184.215.14", "127.0.0.1"],
  "six.example.com": ["::ffff:127.0.0.1"],
  localhost: ["127.0.0.1"],
};
const lookup = async (host: string) => (NAMES[host] ?? []).map((address) => ({ address }));

/** Something inside that would hear any call, whatever was said in it. */
let callers = 0;
const inside = createServer((socket) => {
  callers++;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => inside.listen(0, "127.0.0.1", done));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => inside.close(done)));

const INSIDE = [
  "127.1",
  "127.0.0.1",
  "[::ffff:7f00:1]",
  "[::ffff:127.0.0.1]",
  "[::1]",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "2130706433",
  "0",
  "169.254.169.254",
  "0xa9fea9fe",
  "10.0.0.8",
  ...Object.keys(NAMES),
];

test.each(INSIDE)("a shop at %s is never called", async (host) => {
  const market = connected({}, { guarded: { lookup } }).keys("shopifyPrivate");
  for (const shopUrl of [`https://${host}:${port}/`, `http://${host}:${port}/`, `${host}:${port}`])
    await expect(market.connect({ apiKey: "key", password: "pass" }, shopUrl), shopUrl).rejects.toMatchObject({
      trouble: "address",
    });
  expect(callers).toBe(0);
});

test("a shop that sends us elsewhere is not followed", async () => {
  const inner = await startPlatform(() => ({ body: { shop: { id: 1 } } }));
  for (const status of [301, 302, 303, 307, 308]) {
    const shop = await startPlatform(() => ({ status, headers: { location: inner.url } }));
    const market = connected({ CONNECT_SHOPIFY_PRIVATE_SHOP_URL: shop.url }).keys("shopifyPrivate");
    await expect(market.connect({ apiKey: "key", password: "pass" }, "https://shop.example")).rejects.toMatchObject({
      trouble: "address",
    });
    expect([shop.asked.length, inner.asked.length]).toEqual([1, 0]);
  }
});
