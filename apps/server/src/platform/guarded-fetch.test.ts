import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AddressRefused, createAddressCheck, createGuardedFetch } from "./guarded-fetch.ts";
import { isPublicAddress } from "./public-address.ts";

const guarded = createGuardedFetch();
const local = createGuardedFetch({ permitLoopback: true });
let server: Server;
let base: string;
let hits = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    hits++;
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/redirect") return void response.writeHead(302, { location: "https://example.com/" }).end();
  if (request.url === "/slow") await sleep(2_000);
  // Whoever gave up waiting is gone, and so is the rest of the request.
  if (response.destroyed) return;
  if (request.url === "/endless") {
    for (; !response.destroyed; await sleep(1)) response.write("x".repeat(8_192));
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response
    .writeHead(201, { "x-seen": String(request.headers["x-signature"] ?? "") })
    .end(`${request.method} ${Buffer.concat(chunks).toString()}`);
}

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "not a url",
  "https://user:password@example.com/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://0.0.0.0/",
  "https://10.1.2.3/",
  "https://172.31.255.255/",
  "https://192.168.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://100.64.0.1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:8.8.8.8]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://localhost/",
])("%s is refused before anything is sent", async (url) => {
  await expect(guarded(url)).rejects.toBeInstanceOf(AddressRefused);
});

test("public addresses are public", () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "223.5.5.5", "2606:4700:4700::1111", "2400:3200::1"])
    expect(isPublicAddress(address), address).toBe(true);
  expect(isPublicAddress("example.com")).toBe(false);
});

test("a call carries method, headers and body, and brings back status, headers and body", async () => {
  const answer = await local(`${base}/hook`, { method: "POST", headers: { "x-signature": "s" }, body: "珊瑚" });
  expect(answer).toMatchObject({ status: 201, headers: { "x-seen": "s" } });
  expect(answer.body.toString()).toBe("POST 珊瑚");
});

test("even in tests only this machine is reachable without https", async () => {
  await expect(local("http://192.0.2.1/")).rejects.toBeInstanceOf(AddressRefused);
  await expect(local("https://10.0.0.1/")).rejects.toBeInstanceOf(AddressRefused);
  const before = hits;
  await expect(guarded(base)).rejects.toBeInstanceOf(AddressRefused);
  expect(hits).toBe(before);
});

test("no redirects, no endless answers, no endless waiting", async () => {
  await expect(local(`${base}/redirect`)).rejects.toThrow(/redirects/);
  await expect(local(`${base}/endless`, { maxBytes: 100_000 })).rejects.toThrow(/larger than 100000/);
  await expect(local(`${base}/slow`, { timeoutMs: 100 })).rejects.toThrow(/abort|timeout/i);
});

test("a name that changes its mind after it was looked at is not followed inside", async () => {
  const answers = [["8.8.8.8"], ["127.0.0.1"], ["8.8.8.8", "10.0.0.1"]];
  const lookup = async () => (answers.shift() ?? []).map((address) => ({ address }));
  const name = "https://hooks.example.com/";
  await createAddressCheck({ lookup })(name);
  const before = hits;
  await expect(createGuardedFetch({ lookup })(name, { method: "POST" })).rejects.toBeInstanceOf(AddressRefused);
  await expect(createGuardedFetch({ lookup })(name, { method: "POST" })).rejects.toBeInstanceOf(AddressRefused);
  expect([answers, hits]).toEqual([[], before]);
});
