import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { build } from "vite";
import { CHROMIUM } from "../../tools/chromium.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { serveCompressed } from "../login/serve-compressed.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "./visit.ts";

const ROOT = join(import.meta.dirname, "../..");
const DRAW = "act-draw.html";
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

/** What a first visit of each page asks for, in KB; the heaviest counts. */
async function weigh(browser: Browser, log: (words: string) => void): Promise<number> {
  let heaviest = 0;
  for (const page of PAGES) {
    const served = await serveCompressed(join(ROOT, "apps/web/dist"), `${page}.html`);
    const { scriptBytes } = await visitOnPhone(browser, served.url);
    await served.close();
    log(`${page}: ${rounded(scriptBytes / 1024, 1)} KB of script`);
    heaviest = Math.max(heaviest, scriptBytes);
  }
  return rounded(heaviest / 1024, 1);
}

async function run({ rounds, log }: Parameters<Bench["run"]>[0]) {
  const work = mkdtempSync(join(tmpdir(), "bench-pages-"));
  execFileSync("npm", ["run", "build", "-w", "@coralhub/web"], { cwd: ROOT, stdio: "ignore" });
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "warn",
    base: "./",
    build: { outDir: work, emptyOutDir: true },
  });
  const ours = await serveCompressed(join(ROOT, "apps/web/dist"), DRAW);
  const antd = await serveCompressed(work, "index.html");
  const browser = await chromium.launch(CHROMIUM);
  try {
    let antdBytes = 0;
    const lcp = await interleave(rounds, {
      ours: async () => (await visitOnPhone(browser, ours.url)).lcpMs,
      antd: async () => {
        const { lcpMs, scriptBytes } = await visitOnPhone(browser, antd.url);
        antdBytes = scriptBytes;
        return lcpMs;
      },
    });
    log(`slow 4G, ${CPU_SLOWDOWN}x slower CPU, ${rounds} interleaved rounds`);
    return {
      "pages.gz.kb": await weigh(browser, log),
      "pages.antd.gz.kb": rounded(antdBytes / 1024, 1),
      "pages.lcp.ms": rounded(median(lcp.ours), 0),
      "pages.antd.lcp.ms": rounded(median(lcp.antd), 0),
      "pages.lcp.ratio": rounded(medianRatio(lcp.ours, lcp.antd)),
    };
  } finally {
    await browser.close();
    await ours.close();
    await antd.close();
    rmSync(work, { recursive: true, force: true });
  }
}

export const pagesBench: Bench = {
  name: "pages",
  about:
    "marketing pages: the script of the heaviest of all, and /actDraw against the same page in antd by largest contentful paint",
  run,
};
