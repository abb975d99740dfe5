import { afterEach, expect, test, vi } from "vitest";
import { fetchOnce } from "./early-answers.ts";

const answerOf = async (response: Promise<Response>) => (await response).text();
const GET = { method: "GET" };

function stage(early: Record<string, Promise<Response | undefined>>) {
  vi.stubGlobal("earlyAnswers", early);
  vi.stubGlobal("fetch", async (url: string) => new Response(`asked ${url}`));
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what the document asked for is taken once, then asked for", async () => {
  stage({ "/api/home": Promise.resolve(new Response("early")) });
  expect(await answerOf(fetchOnce("/api/home", GET))).toBe("early");
  expect(await answerOf(fetchOnce("/api/home", GET))).toBe("asked /api/home");
});

test("a line that broke early is asked again, so that its failure is told", async () => {
  stage({ "/api/home": Promise.resolve(undefined) });
  expect(await answerOf(fetchOnce("/api/home", GET))).toBe("asked /api/home");
});

test("nothing but a question is taken, and nothing old", async () => {
  stage({ "/api/home": Promise.resolve(new Response("early")) });
  expect(await answerOf(fetchOnce("/api/home", { method: "POST" }))).toBe("asked /api/home");
  vi.spyOn(performance, "now").mockReturnValue(31_000);
  expect(await answerOf(fetchOnce("/api/home", GET))).toBe("asked /api/home");
});

test("who has left meanwhile gets nothing", async () => {
  stage({ "/api/home": Promise.resolve(new Response("early")) });
  await expect(fetchOnce("/api/home", { ...GET, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
});
