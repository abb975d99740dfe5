import type { Browser, BrowserContext } from "@playwright/test";
import { watchRequests } from "../../tools/demo-studio.ts";

/** Slow 4G as browsers' own tools define it, and a phone four times slower than this machine. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
export const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1500;
const LONGEST_MS = 60_000;

/**
 * Runs in the page from its beginning: when its largest element was painted and which that was (it may be gone later),
 * and when the first piece of what the server answered stood on the screen.
 */
const watchPaints = (answered: string) => `{
  const paints = (window.paints = { lcpMs: 0, largest: "", answerMs: 0 });
  new PerformanceObserver((list) => {
    const { startTime, element } = list.getEntries().at(-1);
    paints.lcpMs = startTime;
    paints.largest = element ? element.tagName + " " + element.className + ": " + element.textContent.slice(0, 40) : "gone";
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const afterPaint = (work) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = work;
    port2.postMessage(null);
  });
  new MutationObserver((_changes, observer) => {
    if (![...document.querySelectorAll(${JSON.stringify(answered)})].some((part) => part.checkVisibility())) return;
    observer.disconnect();
    afterPaint(() => (paints.answerMs = performance.now()));
  }).observe(document, { childList: true, subtree: true });
}`;

type Paints = { lcpMs: number; largest: string; answerMs: number };
type Visit = Paints & { scriptBytes: number };
type Looking = { prepare?: (context: BrowserContext) => Promise<void>; answered?: string };

/** A first visit on a phone: when its largest element stood there, and how much script came. */
export async function visitOnPhone(
  browser: Browser,
  url: string,
  { prepare, answered = "main" }: Looking = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await prepare?.(context);
  await context.addInitScript(watchPaints(answered));
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
  const paints = await page.evaluate<Paints>("window.paints");
  await context.close();
  return { ...paints, scriptBytes };
}
