import { rmSync } from "node:fs";
import type { Browser, BrowserContext } from "@playwright/test";
import { addressOf } from "@coralhub/domain";
import { remember, withSignedIn, type Kept } from "../../tools/demo-studio.ts";
import { interleave, median, medianRatio, rounded, type Bench, type Figures } from "../harness.ts";
import { buildTwin } from "../pages/build-twin.ts";
import { CPU_SLOWDOWN, visitOnPhone } from "../pages/visit.ts";
import { learnTwin, serveTwin } from "./twin.ts";

const PAGES = { home: addressOf("home"), income: addressOf("income"), stores: addressOf("stores") } as const;

/** What the server answered, as each side shows it: a balance or a row. */
const OURS = ".band-total .money, .phone-row, .list-table tbody .name-cell";
const ANTD = ".ant-table-row, .ant-descriptions-item-content";

type Look = { browser: Browser; base: string; kept: Kept; antd: string; rounds: number; log: (line: string) => void };

/** A cold visit by somebody signed in, against the same answers shown by antd. */
async function measure(name: keyof typeof PAGES, { browser, base, kept, antd, rounds, log }: Look): Promise<Figures> {
  const teacher = await browser.newContext();
  await remember(teacher, kept);
  const twin = await learnTwin(teacher, base + PAGES[name]);
  await teacher.close();
  const hand = `window.TWIN = ${JSON.stringify(twin)};`;
  const bytes = { ours: 0, antd: 0 };
  const answer = { ours: [] as number[], antd: [] as number[] };
  const look = async (
    whose: "ours" | "antd",
    url: string,
    answered: string,
    how: (to: BrowserContext) => Promise<unknown>,
  ) => {
    const prepare = async (context: BrowserContext) => void (await how(context));
    const visit = await visitOnPhone(browser, url, { prepare, answered });
    bytes[whose] = visit.scriptBytes;
    answer[whose].push(visit.answerMs);
    log(`${name}, ${whose}: the largest at ${rounded(visit.lcpMs, 0)} ms is ${visit.largest}`);
    return visit.lcpMs;
  };
  const lcp = await interleave(rounds, {
    ours: () => look("ours", base + PAGES[name], OURS, (context) => remember(context, kept)),
    antd: () => look("antd", antd, ANTD, (context) => context.addInitScript(hand)),
  });
  return {
    [`page.${name}.gz.kb`]: rounded(bytes.ours / 1024, 1),
    [`page.${name}.antd.gz.kb`]: rounded(bytes.antd / 1024, 1),
    [`page.${name}.lcp.ms`]: rounded(median(lcp.ours), 0),
    [`page.${name}.antd.lcp.ms`]: rounded(median(lcp.antd), 0),
    [`page.${name}.lcp.ratio`]: rounded(medianRatio(lcp.ours, lcp.antd)),
    [`page.${name}.answer.ms`]: rounded(median(answer.ours), 0),
    [`page.${name}.antd.answer.ms`]: rounded(median(answer.antd), 0),
    [`page.${name}.answer.ratio`]: rounded(medianRatio(answer.ours, answer.antd)),
  };
}

async function run({ rounds, log }: Parameters<Bench["run"]>[0]): Promise<Figures> {
  const work = await buildTwin(import.meta.dirname);
  const figures: Figures = {};
  await withSignedIn(async ({ browser, base, kept }) => {
    const antd = await serveTwin(work, base);
    log(`slow 4G, ${CPU_SLOWDOWN}x slower CPU, ${rounds} interleaved rounds`);
    for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[])
      Object.assign(figures, await measure(name, { browser, base, kept: kept.portal, antd: antd.url, rounds, log }));
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
