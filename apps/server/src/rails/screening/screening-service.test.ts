import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSignedService, type SignedService } from "../signed-service-fixture.ts";
import { createScreening } from "./index.ts";

let answer: { status?: number; text: string } | undefined;
let service: SignedService;
beforeAll(async () => {
  service = await startSignedService(() => answer);
});
afterAll(() => service.close());

const around = { railMode: async () => "normal" as const };
const connect = (screening = service.config) => createScreening({ mode: "production", screening }, around);
const subjects = { names: ["秦朔风", "Qin Shuofeng"], countries: ["CN"] };
const hit = { listed: "Qin Shuofeng", list: "制裁名单", matched: "秦朔风", score: 96, reason: "名称相似度 96%" };

test("names and countries go out signed, and what resembles comes back", async () => {
  answer = { text: JSON.stringify({ hits: [hit] }) };
  expect(connect().connected).toBe(true);
  expect(await connect().screen(subjects)).toEqual([hit]);
  expect(service.heard).toEqual([subjects]);
  answer = { text: '{"hits":[]}' };
  expect(await connect().screen(subjects)).toEqual([]);
});

test("nothing is asked about nobody", async () => {
  const before = service.heard.length;
  expect(await connect().screen({ names: [], countries: [] })).toEqual([]);
  expect(service.heard).toHaveLength(before);
});

test.each([
  ["a failure", { status: 500, text: "" }],
  ["no JSON", { text: "秦朔风 is fine" }],
  ["no list of hits", { text: '{"result":"clear"}' }],
  ["a score beyond the scale", { text: JSON.stringify({ hits: [{ ...hit, score: 101 }] }) }],
  ["a hit without its list", { text: JSON.stringify({ hits: [{ ...hit, list: "" }] }) }],
])("%s is no clearance, and is told without the person", async (_what, odd) => {
  answer = odd;
  const failure = await connect()
    .screen(subjects)
    .then(() => undefined)
    .catch((error: unknown) => error as Error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure) + String(failure?.cause)).not.toContain("秦朔风");
});

test("a wrong key, a closed door and an endless wait are no clearance", async () => {
  await expect(connect({ ...service.config, key: "another" }).screen(subjects)).rejects.toThrow("answered 403");
  await expect(connect({ url: "http://127.0.0.1:1/", key: "k" }).screen(subjects)).rejects.toThrow("fetch failed");
  answer = undefined;
  vi.spyOn(AbortSignal, "timeout").mockImplementationOnce((ms) => {
    expect(ms).toBe(15_000);
    return AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  });
  await expect(connect().screen(subjects)).rejects.toThrow("too late");
});

test("without a service production clears nobody by itself", () => {
  expect(createScreening({ mode: "production", screening: undefined }, around).connected).toBe(false);
});
