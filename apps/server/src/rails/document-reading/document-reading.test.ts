import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSignedService, type SignedService } from "../signed-service-fixture.ts";
import { createDocumentReading } from "./index.ts";

let answer: { status?: number; text: string };
let service: SignedService;
beforeAll(async () => {
  service = await startSignedService(() => answer);
});
afterAll(() => service.close());

const warn = vi.fn<(about: { err: Error }, words: string) => void>();
const around = { railMode: async () => "normal" as const, log: { warn: warn as never } };
const connect = (config = service.config) =>
  createDocumentReading({ mode: "production", documentReading: config }, around);
const licence = (config = service.config) => connect(config).read("businessLicense", new Uint8Array([1, 2, 3]));

test("the document goes out signed, and what was read comes back by the form's names", async () => {
  answer = { text: '{"fields":{"companyName":"深圳市南屿科技有限公司","rcNo":"91350100M000100Y43"}}' };
  expect(await licence()).toEqual({
    result: "read",
    fields: { companyName: "深圳市南屿科技有限公司", rcNo: "91350100M000100Y43" },
  });
  expect(service.heard.at(-1)).toEqual({ document: "businessLicense", file: "AQID" });
  answer = { text: '{"fields":{}}' };
  expect(await licence()).toEqual({ result: "unreadable", reason: "没有读出文字，请手动填写" });
});

test("without a sensible answer people type by hand, and no word of the document is logged", async () => {
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`field${n}`, "x"]));
  const odd = [
    { status: 503, text: "" },
    { text: "南屿 as text" },
    { text: JSON.stringify({ fields: many }) },
    { text: JSON.stringify({ fields: { companyName: ["南屿"] } }) },
    { text: JSON.stringify({ fields: { companyName: "x".repeat(300_000) } }) },
  ];
  for (const one of odd) {
    answer = one;
    expect(await licence()).toEqual({ result: "unreadable", reason: "识别服务暂时不可用，请手动填写" });
  }
  expect(await licence({ ...service.config, key: "another" })).toMatchObject({ result: "unreadable" });
  expect(warn).toHaveBeenCalledTimes(odd.length + 1);
  expect(warn.mock.calls.map(([{ err }]) => err.message).join(" ")).not.toContain("南屿");
});

test("a house without a reader still works", async () => {
  const none = createDocumentReading({ mode: "production", documentReading: undefined }, around);
  expect(await none.read("other", new Uint8Array())).toMatchObject({ result: "unreadable" });
});
