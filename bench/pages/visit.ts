import type { Browser, BrowserContext } from "@playwright/test";
import { watchRequests } from "../../tools/demo-studio.ts";

/** Slow 4G as browsers' own tools define it, and a phone four times slower than this machine. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
export const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1500;
const LONGEST_MS = 60_000;

/** Runs in the page: when its largest element was painted. */
const LARGEST_PAINT = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
  observer.observe({ type: "largest-contentful-paint", buffered: true });
})`;

type Visit = { lcpMs: number; scriptBytes: number };

/** A first visit on a phone: when its largest element stood there, and how much script came. */
export async function visitOnPhone(
  browser: Browser,
  url: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await prepare(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType.includes("javascript")) scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  const { quiet } = watchRequests(page, { quietMs: SETTLE_MS, longestMs: LONGEST_MS });
  await page.goto(url);
  await quiet();
  const lcpMs = await page.evaluate<number>(LARGEST_PAINT);
  await context.close();
  return { lcpMs, scriptBytes };
}
