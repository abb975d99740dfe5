import { endpoint, listInput, defineList, filter, money, Refusal } from "@coralhub/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileInput, type Inputs } from "./input.ts";
import { parseJsonBody } from "./json-body.ts";

const row = z.object({ name: z.string(), createdAt: z.string() });
const list = defineList({
  title: "名单",
  row,
  columns: {},
  filters: { name: filter.text("名称") },
  sort: ["createdAt"],
});
const read = (input: z.ZodType, { body = {}, ...inputs }: Partial<Inputs> & { body?: unknown }, form?: "multipart") =>
  compileInput(
    endpoint({
      method: "POST",
      path: "/x/{id}",
      title: "",
      family: "portal",
      access: "public",
      input,
      output: z.null(),
      body: form,
    }),
  )({ query: {}, params: {}, ...inputs }, body).value;
const refusal = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("not refused");
};

test("the body wins over the query, the path over both", () => {
  const input = z.object({ id: z.string(), a: z.string(), b: z.string() });
  const value = read(input, { query: { id: "q", a: "q", b: "q" }, body: { id: "b", b: "b" }, params: { id: "p" } });
  expect(value).toEqual({ id: "p", a: "q", b: "b" });
});

test("query text is read as what the schema expects: numbers, booleans, lists, objects and nested codecs", () => {
  const input = z.object({
    id: z.number(),
    on: z.boolean().optional(),
    kind: z.literal([1, 2]).default(1),
    tags: z.array(z.string()),
    price: money,
    text: z.string(),
  });
  const value = read(input, {
    query: { on: "true", kind: "2", tags: "a", price: '{"currency":"USD","amount":"1.50"}', text: "007" },
    params: { id: "7" },
  });
  expect(value).toMatchObject({ id: 7, on: true, kind: 2, tags: ["a"], text: "007", price: { currency: "USD" } });
  expect(read(listInput(list), { query: { pageNo: "2", filters: '{"name":"甲"}' } })).toMatchObject({
    pageNo: 2,
    filters: { name: "甲" },
  });
});

test("a wrong field is named in Chinese, the nested one by its path", () => {
  const input = z.object({
    mobile: z.string().min(1),
    age: z.number().min(18),
    mail: z.email(),
    inner: z.object({ n: z.int() }),
  });
  const { fields, reason } = refusal(() => read(input, { body: { age: 3, mail: "x", inner: { n: 1.5 } } }));
  expect(reason).toBe("input.invalid");
  expect(fields).toEqual({
    mobile: "请填写此项",
    age: "不能小于 18",
    mail: "请输入正确的邮箱地址",
    "inner.n": "请填写整数",
  });
});

test.each([
  ["NUL", '{"a":"\\u0000"}'],
  ["NUL in a name", '{"\\u0000":1}'],
  ["a lone surrogate", '{"a":"\\ud800"}'],
  ["__proto__", '{"__proto__":{"admin":true}}'],
  ["an escaped __proto__", '{"a":[{"__pr\\u006fto__":{"admin":true}}]}'],
  ["constructor", '{"a":{"constructor":{"prototype":{}}}}'],
  ["prototype", '{"a":[{"prototype":{}}]}'],
  ["depth", `{"a":${"[".repeat(24)}${"]".repeat(24)}}`],
  ["a bomb of brackets", "[".repeat(500_000)],
  ["a list", "[1]"],
  ["a bare value", "1"],
  ["half a document", '{"a":'],
])("a body with %s is unreadable", (_what, text) => {
  expect(refusal(() => parseJsonBody(Buffer.from(text))).reason).toBe("input.unreadable");
});

test("what only looks poisoned or deep is read: names inside texts, escapes of harmless characters, long lists", () => {
  const harmless = {
    a: "\u4e2d __proto__",
    note: "constructor",
    deep: [[[]]],
    long: Array.from({ length: 60 }, () => [1]),
  };
  expect(parseJsonBody(Buffer.from(JSON.stringify(harmless).replace("中", "\\u4e2d")))).toEqual(harmless);
  const deepest = `{"a":${"[".repeat(23)}${"]".repeat(23)}}`;
  expect(JSON.stringify(parseJsonBody(Buffer.from(deepest)))).toBe(deepest);
});

test("bytes that are not UTF-8 are unreadable, an empty body is an empty object", () => {
  expect(refusal(() => parseJsonBody(Buffer.from([0x7b, 0xff, 0x7d]))).reason).toBe("input.unreadable");
  expect(parseJsonBody(Buffer.alloc(0))).toEqual({});
});

test("query and path are as clean as a body", () => {
  const input = z.object({ a: z.string(), deep: z.object({}).optional() });
  for (const query of [
    { a: "\0" },
    { a: "x", deep: '{"__proto__":1}' },
    { a: "x", deep: `${"[".repeat(60)}${"]".repeat(60)}` },
  ]) {
    expect(refusal(() => read(input, { query })).row.status).toBe(400);
  }
});
