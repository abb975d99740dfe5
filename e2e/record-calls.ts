import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Response, TestInfo } from "@playwright/test";

/** Where `npm run docs:journeys` finds what the journeys asked for. */
const RECORD = join(import.meta.dirname, "../.cache/journey-calls.jsonl");

let asked: Set<string> | undefined;
/** A refusal proves nothing of a call. Also told by whoever answers in the server's place (a line that breaks). */
export function noteCall(method: string, url: string, status: number): void {
  const { pathname } = new URL(url);
  if (status < 400 && /^\/(?:api|gateway)\//.test(pathname)) asked?.add(`${method} ${pathname}`);
}

/**
 * What every window of a journey asked the server for and was given. Kept only when asked for (RECORD_CALLS=1), and only of
 * journeys that passed.
 */
export async function recordCalls(browser: Browser, journey: TestInfo, live: () => Promise<void>): Promise<void> {
  const heard = (asked = new Set<string>());
  const listen = (response: Response) => noteCall(response.request().method(), response.url(), response.status());
  const open = (context: BrowserContext) => void context.on("response", listen);
  for (const context of browser.contexts()) open(context);
  browser.on("context", open);
  await live();
  browser.off("context", open);
  for (const context of browser.contexts()) context.off("response", listen);
  if (journey.status !== journey.expectedStatus || heard.size === 0) return;
  const file = journey.titlePath[0]!.split("/").at(-1);
  mkdirSync(join(RECORD, ".."), { recursive: true });
  appendFileSync(RECORD, `${JSON.stringify({ file, title: journey.title, asked: [...heard] })}\n`);
}
