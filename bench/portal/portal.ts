import { rmSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { addressOf } from "@coralhub/domain";
import { remember, withSignedIn, type Kept } from "../../tools/demo-studio.ts";
import { interleave, median, medianRatio, rounded, type Bench, type Figures } from "../harness.ts";
import { buildTwin } from "../pages/build-twin.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "../pages/visit.ts";
import { learnTwin, serveTwin } from "./twin.ts";

const PAGES = { home: addressOf("home"), income: addressOf("income"), stores: addressOf("stores") } as const;

type Look = { browser: Browser; base: string; kept: Kept; antd: string; rounds: number };

/** A cold visit by somebody signed in, against the same answers shown by antd. */
async function measure(name: keyof typeof PAGES, { browser, base, kept, antd, rounds }: Look): Promise<Figures> {
  const teacher = await browser.newContext();
  await remember(teacher, kept);
  const twin = await learnTwin(teacher, base + PAGES[name]);
  await teacher.close();
  const hand = `window.TWIN = ${JSON.stringify(twin)};`;
  const bytes = { ours: 0, antd: 0 };
  const lcp = await interleave(rounds, {
    ours: async () => {
      const visit = await visitOnPhone(browser, base + PAGES[name], (context) => remember(context, kept));
      bytes.ours = visit.scriptBytes;
      return visit.lcpMs;
    },
    antd: async () => {
      const visit = await visitOnPhone(browser, antd, (context) => context.addInitScript(hand).then(() => undefined));
      bytes.antd = visit.scriptBytes;
      return visit.lcpMs;
    },
  });
  return {
    [`page.${name}.gz.kb`]: rounded(bytes.ours / 1024, 1),
    [`page.${name}.antd.gz.kb`]: rounded(bytes.antd / 1024, 1),
    [`page.${name}.lcp.ms`]: rounded(median(lcp.ours), 0),
    [`page.${name}.antd.lcp.ms`]: rounded(median(lcp.antd), 0),
    [`page.${name}.lcp.ratio`]: rounded(medianRatio(lcp.ours, lcp.antd)),
  };
}

async function run({ rounds, log }: Parameters<Bench["run"]>[0]): Promise<Figures> {
  const work = await buildTwin(import.meta.dirname);
  const figures: Figures = {};
  await withSignedIn(async ({ browser, base, kept }) => {
    const antd = await serveTwin(work, base);
    log(`slow 4G, ${CPU_SLOWDOWN}x slower CPU, ${rounds} interleaved rounds`);
    for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[])
      Object.assign(figures, await measure(name, { browser, base, kept: kept.portal, antd: antd.url, rounds }));
    await antd.close();
  });
  rmSync(work, { recursive: true, force: true });
  return figures;
}

export const portalBench: Bench = {
  name: "page",
  about: "cold home, income and stores pages of the demo merchant against the same answers in one antd bundle",
  run,
};
