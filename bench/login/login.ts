import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { CHROMIUM } from "../../tools/chromium.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "../pages/visit.ts";
import { serveCompressed } from "./serve-compressed.ts";

const ROOT = join(import.meta.dirname, "../..");
async function run({ rounds, log }: Parameters<Bench["run"]>[0]) {
  const work = mkdtempSync(join(tmpdir(), "bench-login-"));
  execFileSync("npm", ["run", "build", "-w", "@coralhub/web"], { cwd: ROOT, stdio: "ignore" });
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "warn",
    base: "./",
    build: { outDir: work, emptyOutDir: true },
  });
  const ours = await serveCompressed(join(ROOT, "apps/web/dist"), "login.html");
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
