import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MERCHANT, startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

let database: TestDatabase;
let server: SampleServer;
let headers: { authorization: string };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSampleServer(database.config);
  headers = { authorization: `Bearer ${await server.token("merchant", MERCHANT)}` };
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function upload(form: FormData): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/api/upload`, { method: "POST", headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
function formOf(fields: Record<string, string | Blob | Blob[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (typeof part === "string") form.append(name, part);
      else form.append(name, part, `${name}.txt`);
    }
  }
  return form;
}
const bytes = (size: number) => new Blob([new Uint8Array(size).fill(97)]);

test("a form's fields and files arrive as the schema says", async () => {
  const { body } = await upload(formOf({ kind: "3", file: new Blob(["hello"]), more: [bytes(1), bytes(2)] }));
  expect(body.data).toEqual({ kind: 3, name: "file.txt", size: 5, head: "hell", more: 2 });
  const big = await upload(formOf({ kind: "3", file: bytes(10 * 1024 * 1024) }));
  expect(big.body.data).toMatchObject({ size: 10 * 1024 * 1024 });
});

test("forms beyond the limits are refused, and what lacks a file says so", async () => {
  expect(await upload(formOf({ kind: "3", file: bytes(10 * 1024 * 1024 + 1) }))).toMatchObject({ status: 413 });
  const many = Array.from({ length: 11 }, () => bytes(1));
  expect(await upload(formOf({ kind: "3", file: bytes(1), more: many }))).toMatchObject({ status: 413 });
  expect(await upload(formOf({ kind: "x".repeat(300_000), file: bytes(1) }))).toMatchObject({ status: 413 });
  expect(await upload(formOf({ kind: "3" }))).toMatchObject({ status: 400, body: { fields: { file: "请选择文件" } } });
  expect(await upload(formOf({ kind: "3", file: "not a file" }))).toMatchObject({ status: 400 });
});

const BOUNDARY = "multipart/form-data; boundary=x";
test.each([
  ["no boundary", "multipart/form-data", "--x--"],
  ["half a part", BOUNDARY, '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
  ["no end", BOUNDARY, '--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\n1'],
  ["only noise", BOUNDARY, "\0\x01\x02 nothing"],
  ["a poisoned name", BOUNDARY, '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ["nothing", BOUNDARY, ""],
  ["JSON", "application/json", '{"kind":1}'],
])("a form with %s is refused as unreadable or incomplete", async (_what, type, body) => {
  const response = await fetch(`${server.url}/api/upload`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body,
  });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { msg: string }).msg).toMatch(/\p{Script=Han}/u);
});

test("a sender that hangs up in the middle of a form leaves nothing running", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\ncontent-type: ${BOUNDARY}\r\ncontent-length: 100000\r\n\r\n`;
  socket.write(`${head}--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc`);
  await expect.poll(inFlight).toBe(1);
  socket.destroy();
  await expect.poll(inFlight).toBe(0);
});

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
};
/** Apart from the question itself. */
const inFlight = async () => (await metric("coralhub_http_in_flight")) - 1;

async function openStream(signal?: AbortSignal) {
  const response = await fetch(`${server.url}/api/live`, { headers, signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (part: string) => {
    while (!text.includes(part)) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
    return text;
  };
  return { response, until };
}

test("events stream as they happen and are not work under way; hanging up ends their source", async () => {
  const leaving = new AbortController();
  const { response, until } = await openStream(leaving.signal);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  await until("retry: ");
  server.state.emit({ event: "unread", data: { count: 3 } });
  expect(await until("count")).toContain('event: unread\ndata: {"count":3}\n\n');
  expect(await inFlight()).toBe(0);
  expect(await metric("coralhub_http_event_streams")).toBe(1);
  leaving.abort();
  await expect.poll(() => server.state.endedStreams).toBe(1);
  expect(await metric("coralhub_http_event_streams")).toBe(0);
});

test("a stream without sign-in is refused like any call", async () => {
  const response = await fetch(`${server.url}/api/live`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 600 });
});

test("closing lets running calls finish, ends streams cleanly and answers nobody new", async () => {
  const own = await startSampleServer(database.config);
  // As browsers do: a connection opened ahead that never asks for anything.
  const idle = connect(Number(new URL(own.url).port), "127.0.0.1");
  const token = await own.token("merchant", MERCHANT);
  const stream = await fetch(`${own.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  const streamEnd = stream.text();
  const running = fetch(`${own.url}/api/slow?ms=2000`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const closing = own.close();
  expect(((await (await running).json()) as { data: string }).data).toBe("done");
  expect(await streamEnd).toBe("retry: 2000\n\n");
  const begun = performance.now();
  await closing;
  expect(performance.now() - begun).toBeLessThan(5000);
  idle.destroy();
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow("fetch failed");
});
