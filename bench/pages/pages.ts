import { rmSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";
import { CHROMIUM } from "../../tools/chromium.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { buildTwin, PORTAL_DIST } from "./build-twin.ts";
import { serveCompressed } from "../login/serve-compressed.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "./visit.ts";

/** Every marketing page, by the file it is built into. */
const PAGES = [
  "ganen",
  "act-treasure",
  "sunrise",
  "find-friends",
  "act-draw",
  "act-fu",
  "five-one",
  "tax-refund",
  "easy-loan",
] as const;

type Page = (typeof PAGES)[number];
type Measured = { page: Page; kb: number; antdKb: number; lcp: number; antdLcp: number; ratio: number };

/** A page against its twin: when the largest element stood there, and how much script a first visit asked for. */
async function measure(browser: Browser, page: Page, antdUrl: string, rounds: number): Promise<Measured> {
  const ours = await serveCompressed(PORTAL_DIST, `${page}.html`);
  const bytes = { ours: 0, antd: 0 };
  const look = async (whose: keyof typeof bytes, url: string) => {
    const { lcpMs, scriptBytes } = await visitOnPhone(browser, url);
    bytes[whose] = scriptBytes;
    return lcpMs;
  };
  const lcp = await interleave(rounds, {
    ours: () => look("ours", ours.url),
    antd: () => look("antd", `${antdUrl}?page=${page}`),
  });
  await ours.close();
  return {
    page,
    kb: rounded(bytes.ours / 1024, 1),
    antdKb: rounded(bytes.antd / 1024, 1),
    lcp: rounded(median(lcp.ours), 0),
    antdLcp: rounded(median(lcp.antd), 0),
    ratio: rounded(medianRatio(lcp.ours, lcp.antd)),
  };
}

async function run({ rounds, log }: Parameters<Bench["run"]>[0]) {
  const work = await buildTwin(import.meta.dirname);
  const antd = await serveCompressed(work, "index.html");
  const browser = await chromium.launch(CHROMIUM);
  try {
    log(`slow 4G, ${CPU_SLOWDOWN}x slower CPU, ${rounds} interleaved rounds`);
    const measured: Measured[] = [];
    for (const page of PAGES) {
      const one = await measure(browser, page, antd.url, rounds);
      measured.push(one);
      log(`${page}: ${one.kb} KB of script, ${one.lcp} ms; in antd ${one.antdKb} KB, ${one.antdLcp} ms: ${one.ratio}`);
    }
    const login = await serveCompressed(PORTAL_DIST, "login.html");
    const { scriptBytes } = await visitOnPhone(browser, login.url);
    await login.close();
    const worst = measured.reduce((one, other) => (other.ratio > one.ratio ? other : one));
    return {
      "pages.gz.kb": Math.max(...measured.map(({ kb }) => kb)),
      "pages.login.gz.kb": rounded(scriptBytes / 1024, 1),
      "pages.antd.gz.kb": Math.max(...measured.map(({ antdKb }) => antdKb)),
      "pages.lcp.ms": worst.lcp,
      "pages.antd.lcp.ms": worst.antdLcp,
      "pages.lcp.ratio": worst.ratio,
    };
  } finally {
    await browser.close();
    await antd.close();
    rmSync(work, { recursive: true, force: true });
  }
}

export const pagesBench: Bench = {
  name: "pages",
  about:
    "all nine marketing pages, each against the same page in antd by largest contentful paint: the worst of them counts, and the heaviest script",
  run,
};
