import { expect, test } from "vitest";
import { z } from "zod";
import { CallFailed, CallRefused } from "./call-errors.ts";
import { createClient, type Transport } from "./client.ts";
import { endpoint, eventsReply, fileReply, money, nothing, uploadedFile } from "./endpoint.ts";

const base = { title: "试", access: "merchant" } as const;
const endpoints = {
  read: endpoint({
    ...base,
    method: "GET",
    path: "/thing/{id}",
    family: "portal",
    input: z.object({ id: z.string(), page: z.number().default(1) }),
    output: z.object({ total: money }),
  }),
  pay: endpoint({
    ...base,
    method: "POST",
    path: "/fee/outside/pay",
    family: "gateway",
    idempotent: true,
    input: z.object({ total: money }),
    output: z.null(),
  }),
  count: endpoint({ ...base, method: "GET", path: "/count", family: "count", input: nothing, output: z.number() }),
  send: endpoint({
    ...base,
    method: "POST",
    path: "/send",
    family: "portal",
    body: "multipart",
    input: z.object({ name: z.string().max(3), file: uploadedFile() }),
    output: z.null(),
  }),
  save: endpoint({
    ...base,
    method: "GET",
    path: "/save",
    family: "portal",
    reply: "file",
    input: nothing,
    output: fileReply,
  }),
  live: endpoint({
    ...base,
    method: "GET",
    path: "/live",
    family: "portal",
    reply: "events",
    input: nothing,
    output: eventsReply,
  }),
};

function clientAnswering(respond: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit & { headers: Headers } }[] = [];
  const seen: unknown[] = [];
  const transport: Transport = {
    fetch: async (url, init) => {
      sent.push({ url, init: init as RequestInit & { headers: Headers } });
      return respond();
    },
    origin: (family) => (family === "gateway" ? "https://gateway.test" : ""),
    token: () => "t0ken",
    systemType: "WEB",
    newKey: () => "key-1",
    onError: (error) => seen.push(error),
  };
  return { client: createClient(endpoints, transport), sent, seen };
}
const answer = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);

test("fills the path, leaves defaults to the server and decodes money", async () => {
  const { client, sent } = clientAnswering(
    answer({ code: 200, msg: "", data: { total: { currency: "USD", amount: "12.30" } } }),
  );
  const { total } = await client.read({ id: "a/b" });
  expect(sent[0]?.url).toBe("/api/thing/a%2Fb");
  expect(sent[0]?.init.headers.get("authorization")).toBe("Bearer t0ken");
  expect(total).toMatchObject({ currency: "USD" });
  await client.read({ id: "1", page: 2 });
  expect(sent[1]?.url).toBe("/api/thing/1?page=2");
  await client.pay({ total }).catch(() => undefined);
  expect(sent[2]?.init.body).toBe('{"total":{"currency":"USD","amount":"12.30"}}');
});

test("a gateway call carries its system type and a key, and a caller's key wins", async () => {
  const { client, sent } = clientAnswering(answer({ code: "10000", msg: "", data: null }));
  const total = { currency: "USD", minor: 100n } as never;
  await client.pay({ total }, { idempotencyKey: "mine" }).catch(() => undefined);
  expect(sent[0]?.url).toBe("https://gateway.test/gateway/fee/outside/pay");
  expect(sent[0]?.init.headers.get("system-type")).toBe("WEB");
  expect(sent[0]?.init.headers.get("idempotency-key")).toBe("mine");
});

test("understands each family's own success and nothing else", async () => {
  expect(await clientAnswering(answer({ errorCode: 200, data: 7 })).client.count({})).toBe(7);
  await expect(clientAnswering(answer({ errorCode: "200", data: 7 })).client.count({})).rejects.toBeInstanceOf(
    CallRefused,
  );
});

test("a refusal arrives typed and is announced once", async () => {
  const { client, seen } = clientAnswering(
    answer(
      { code: "12001", msg: "请重试", data: null, fields: { id: "不对" }, requestId: "R-1" },
      { status: 429, headers: { "retry-after": "9" } },
    ),
  );
  const refusal = await client.read({ id: "1" }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    name: "CallRefused",
    code: 12001,
    status: 429,
    message: "请重试",
    fields: { id: "不对" },
    requestId: "R-1",
    retryAfterSeconds: 9,
  });
  expect(seen).toEqual([refusal]);
});

test("a broken line and an answer outside the contract are failures, not refusals", async () => {
  const broken = clientAnswering(() => Promise.reject(new TypeError("offline")));
  await expect(broken.client.count({})).rejects.toMatchObject({ name: "CallFailed", kind: "network" });
  const wrong = clientAnswering(answer({ errorCode: 200, data: "seven" }));
  await expect(wrong.client.count({})).rejects.toMatchObject({ kind: "unreadable" });
  const html = clientAnswering(() => new Response("<html>", { status: 502 }));
  await expect(html.client.count({})).rejects.toBeInstanceOf(CallFailed);
});

test("sends a form, and refuses a bad field before it travels", async () => {
  const { client, sent } = clientAnswering(answer({ code: 200, msg: "", data: null }));
  await client.send({ name: "a", file: new File(["x"], "x.txt") });
  expect((sent[0]!.init.body as FormData).get("file")).toBeInstanceOf(File);
  await expect(client.send({ name: "long", file: new Blob([]) })).rejects.toMatchObject({
    reason: "input.invalid",
    fields: { name: "最多 3 个字符" },
  });
  expect(sent).toHaveLength(1);
});

test("a download keeps its Chinese name", async () => {
  const { client } = clientAnswering(
    () =>
      new Response("a,b", {
        headers: {
          "content-type": "text/csv",
          "content-disposition": `attachment; filename="x.csv"; filename*=UTF-8''${encodeURIComponent("收支.csv")}`,
        },
      }),
  );
  const file = await client.save({});
  expect(file.fileName).toBe("收支.csv");
  expect(await file.blob.text()).toBe("a,b");
});

test("a download tells each piece that arrives, and one that is given up is no failure of the line", async () => {
  const leave = new AbortController();
  const received: string[] = [];
  const { client } = clientAnswering(() => new Response(ReadableStream.from([Buffer.from("a,"), Buffer.from("b")])));
  const file = await client.save({}, { onReceived: (piece) => received.push(Buffer.from(piece).toString()) });
  expect([await file.blob.text(), received]).toEqual(["a,b", ["a,", "b"]]);
  const given = client.save({}, { signal: leave.signal, onReceived: () => leave.abort(new Error("given up")) });
  const broken = clientAnswering(
    () =>
      new Response(
        new ReadableStream({
          pull(to) {
            to.enqueue(Buffer.from("a"));
            leave.signal.throwIfAborted();
          },
        }),
      ),
  ).client.save({}, { signal: leave.signal, onReceived: () => leave.abort(new Error("given up")) });
  await given;
  await expect(broken).rejects.toThrow("given up");
});

test("reads server-sent events across chunk borders and skips heartbeats", async () => {
  const chunks = ["event: unre", 'ad\ndata: {"n":3}\n\n: ping\n\nda', "ta: 4\n\n"];
  const { client } = clientAnswering(
    () => new Response(ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)))),
  );
  const events = await client.live({});
  const received: unknown[] = [];
  for await (const event of events) received.push(event);
  expect(received).toEqual([
    { event: "unread", data: { n: 3 } },
    { event: "message", data: 4 },
  ]);
});
