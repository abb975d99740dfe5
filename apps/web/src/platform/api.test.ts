import { endpoint, fileReply, nothing } from "@coralhub/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { connect } from "./api.ts";
import { flagsQuery } from "./flags.ts";
import { queryClient } from "./query.ts";

const base = { title: "试", access: "merchant" } as const;
const table = {
  pay: endpoint({
    ...base,
    method: "POST",
    path: "/guest/outside/pay",
    family: "gateway",
    idempotent: true,
    input: z.object({ n: z.number() }),
    output: z.null(),
  }),
  read: endpoint({ ...base, method: "GET", path: "/read", family: "portal", input: nothing, output: z.null() }),
  file: endpoint({
    ...base,
    method: "GET",
    path: "/file",
    family: "portal",
    reply: "file",
    input: nothing,
    output: fileReply,
  }),
};

type Sent = { url: string; headers: Headers };
let sent: Sent[];
let left: string[];
let respond: (url: string) => Response | Promise<Response>;
const said: string[] = [];
vi.mock("@coralhub/ui/light", () => ({ toast: { failed: (text: string) => said.push(text), done: () => undefined } }));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  left = [];
  said.length = 0;
  queryClient.clear();
  const store = new Map([["token", "t0ken"]]);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.stubGlobal("location", {
    hostname: "localhost",
    pathname: "/nav/alterPhone",
    search: "?x=1",
    assign: (to: string) => left.push(to),
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, headers: init.headers as Headers });
    return respond(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const refusal = (code: number | string, msg: string, status = 400) =>
  Response.json({ code, msg, data: null }, { status });

test("every call carries the token; gateway calls their system type and a key", async () => {
  respond = () => Response.json({ code: "10000", msg: "", data: null });
  await connect(table).pay({ n: 1 });
  expect(sent[0]!.url).toBe("/gateway/guest/outside/pay");
  expect(sent[0]!.headers.get("authorization")).toBe("Bearer t0ken");
  expect(sent[0]!.headers.get("system-type")).toBe("WEB");
  expect(sent[0]!.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
});

test("a retry after a broken line keeps its key; after an answer the next attempt has a new one", async () => {
  const { pay } = connect(table);
  respond = () => Promise.reject(new TypeError("offline"));
  await expect(pay({ n: 1 })).rejects.toThrow("请求失败，请重试");
  respond = () => Response.json({ code: "10000", msg: "", data: null });
  await pay({ n: 1 });
  await pay({ n: 1 });
  const [first, second, third] = sent.map(({ headers }) => headers.get("idempotency-key"));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(said).toEqual(["请求失败，请重试"]);
});

test("600 says so, leaves for the login page at once and once only, and rejects", async () => {
  respond = () => refusal(600, "登录已过期，请重新登录", 401);
  const { read } = connect(table);
  await expect(Promise.all([read({}), read({})])).rejects.toMatchObject({ code: 600 });
  expect(said.at(0)).toBe("登录已过期，请重新登录");
  expect(left).toEqual(["/login?redirect=1"]);
  expect(sessionStorage.getItem("returnTo")).toBe("/nav/alterPhone?x=1");
});

test("a file that does not come is called that", async () => {
  respond = () => refusal(404, "没有", 404);
  await expect(connect(table).file({})).rejects.toMatchObject({ code: 404 });
  expect(said).toEqual(["获取文件失败"]);
});

test("a refused tab check shows the server's words, a refused gray flag nothing; both count as off", async () => {
  respond = (url) =>
    url.includes("multiCurrency") ? refusal("10403", "暂未开放，请联系客服", 403) : refusal("500", "坏了", 500);
  expect(await queryClient.query(flagsQuery)).toEqual({ multiCurrencyWallet: false, personalFinance: false });
  expect(said).toEqual(["暂未开放，请联系客服"]);
});
