import { REVEAL_SECONDS } from "@coralhub/domain";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeBackCopies } from "./take-back-copies.ts";

const frame = {} as MessageEventSource;
let page: EventTarget;
let clipboard: string;
let focused: boolean;
const say = (data: unknown, source: unknown = frame) =>
  page.dispatchEvent(Object.assign(new Event("message"), { data, source }));
/** What waits for nothing but the clipboard's answer. */
const answered = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  clipboard = "4931930000000000";
  focused = true;
  vi.stubGlobal("window", page);
  const writeText = (text: string) => {
    if (!focused) return Promise.reject(new Error("Document is not focused"));
    clipboard = text;
    return Promise.resolve();
  };
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was copied is taken back when the frame goes, and nothing where nothing was copied", async () => {
  takeBackCopies(() => frame)();
  await answered();
  expect(clipboard).not.toBe("");
  const stop = takeBackCopies(() => frame);
  say("copied", {});
  say("something else");
  stop();
  await answered();
  expect(clipboard).not.toBe("");
  const stopAgain = takeBackCopies(() => frame);
  say("copied");
  stopAgain();
  await answered();
  expect(clipboard).toBe("");
});

test("it is taken back after the minute, too, and on the next focus where the browser refused", async () => {
  takeBackCopies(() => frame);
  say("copied");
  focused = false;
  await vi.advanceTimersByTimeAsync(REVEAL_SECONDS * 1000);
  expect(clipboard).not.toBe("");
  focused = true;
  page.dispatchEvent(new Event("focus"));
  await answered();
  expect(clipboard).toBe("");
});
