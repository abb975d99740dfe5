import { rmSync } from "node:fs";
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../../tools/chromium.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { buildTwin, PORTAL_DIST } from "../pages/build-twin.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "../pages/visit.ts";
import { serveCompressed } from "./serve-compressed.ts";

async function run({ rounds, log }: Parameters<Bench["run"]>[0]) {
  const work = await buildTwin(import.meta.dirname);
  const ours = await serveCompressed(PORTAL_DIST, "login.html");
  const antd = await serveCompressed(work, "index.html");
  const browser = await chromium.launch(CHROMIUM);
  try {
    const bytes = { ours: 0, antd: 0 };
    const measure = (name: keyof typeof bytes, url: string) => async () => {
      const { lcpMs, scriptBytes } = await visitOnPhone(browser, url);
      bytes[name] = scriptBytes;
      return lcpMs;
    };
    const lcp = await interleave(rounds, { ours: measure("ours", ours.url), antd: measure("antd", antd.url) });
    log(`slow 4G, ${CPU_SLOWDOWN}x slower CPU, ${rounds} interleaved rounds`);
    return {
      "login.gz.kb": rounded(bytes.ours / 1024, 1),
      "login.antd.gz.kb": rounded(bytes.antd / 1024, 1),
      "login.gz.ratio": rounded(bytes.ours / bytes.antd),
      "login.lcp.ms": rounded(median(lcp.ours), 0),
      "login.antd.lcp.ms": rounded(median(lcp.antd), 0),
      "login.lcp.ratio": rounded(medianRatio(lcp.ours, lcp.antd)),
    };
  } finally {
    await browser.close();
    await ours.close();
    await antd.close();
    rmSync(work, { recursive: true, force: true });
  }
}

export const loginBench: Bench = {
  name: "login",
  about: "the prerendered sign-in page against the same form in antd: script size and largest contentful paint",
  run,
};
