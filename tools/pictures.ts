/**
 * `npm run pictures [page]` photographs every page of the route table for a demo merchant and an operator, wide and
 * narrow, light and dark, into `pictures/` with a contact sheet (`pictures/index.html`). A word chooses the pages whose
 * key or path contains it. `BASE_URL` takes a server that runs already; otherwise one is started with a fresh demo world.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { CONSOLE, CONSOLE_ROUTES, PORTAL, PORTAL_ROUTES } from "@coralhub/domain";
import { remember, watchRequests, withSignedIn, type Kept } from "./demo-studio.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "pictures");
const LOOKS = [
  { name: "1440-light", width: 1440, height: 900, scheme: "light" },
  { name: "1440-dark", width: 1440, height: 900, scheme: "dark" },
  { name: "390-light", width: 390, height: 844, scheme: "light" },
  { name: "390-dark", width: 390, height: 844, scheme: "dark" },
] as const;
type Look = (typeof LOOKS)[number];

/** One page to photograph. Where it needs to know which one, the first link to it on `foundOn` says so. */
type Subject = { key: string; title: string; path: string; foundOn?: string };

const hasPlace = (path: string): boolean => path.includes("$");
/** Pages that show one of many, and the list that has them. */
const LISTS: Readonly<Record<string, string>> = { account: PORTAL.accounts.path, store: PORTAL.stores.path };

function portalSubjects(): Subject[] {
  const platforms = PORTAL_ROUTES.filter(({ key }) => key === "bindPlatform").slice(1);
  return PORTAL_ROUTES.filter((row) => !row.redirect && !platforms.includes(row)).map(({ key, title, path }) => ({
    key,
    title,
    path,
    ...(LISTS[key] && { foundOn: LISTS[key] }),
  }));
}

function consoleSubjects(): Subject[] {
  return CONSOLE_ROUTES.filter(({ key }) => key !== "start").map(({ key, title, path, under }) => ({
    key,
    title,
    path,
    ...(hasPlace(path) && under && { foundOn: CONSOLE[under as keyof typeof CONSOLE].path }),
  }));
}

/** The address of the first of many, from the list that links to it. */
async function addressOn(page: Page, base: string, subject: Subject): Promise<string | undefined> {
  if (!subject.foundOn) return subject.path;
  await show(page, base + subject.foundOn);
  const wanted = new RegExp(`^${subject.path.replaceAll(/\$\w+/g, "[^/?]+")}(\\?.+)?$`);
  const place = new URL(base).pathname.replace(/\/$/, "");
  for (const link of await page.locator("a[href]").all()) {
    const path = (await link.getAttribute("href"))!.replace(place, "");
    if (wanted.test(path)) return path;
  }
  return undefined;
}

const LONGEST_MS = 10_000;

async function show(page: Page, url: string): Promise<void> {
  const { quiet, end } = watchRequests(page, { quietMs: 250, longestMs: LONGEST_MS });
  await page.goto(url);
  // On a busy machine the line is quiet while the page is still being read; a page without a heading is taken as it is.
  await page
    .getByRole("heading")
    .first()
    .waitFor({ timeout: LONGEST_MS })
    .catch(() => undefined);
  await quiet();
  end();
  await page
    .locator(".bone")
    .first()
    .waitFor({ state: "detached", timeout: 5000 })
    .catch(() => undefined);
}

type Shot = { app: string; key: string; title: string; look: string; file: string };

async function photograph(browser: Browser, app: string, base: string, kept: Kept, subjects: Subject[]) {
  const shots: Shot[] = [];
  const missing: string[] = [];
  const found = new Map<string, string | undefined>();
  for (const look of LOOKS) {
    const context = await openWindow(browser, look, kept);
    const page = await context.newPage();
    for (const subject of subjects) {
      if (!found.has(subject.key + subject.path)) {
        found.set(subject.key + subject.path, await addressOn(page, base, subject));
      }
      const address = found.get(subject.key + subject.path);
      if (address === undefined) {
        missing.push(subject.key);
        continue;
      }
      await show(page, base + address);
      const file = `${app}-${subject.key}-${look.name}.png`;
      await page.screenshot({ path: join(FOLDER, file), fullPage: true });
      shots.push({ app, key: subject.key, title: subject.title, look: look.name, file });
    }
    await context.close();
    console.log(`${app} ${look.name}: ${subjects.length} pages`);
  }
  return { shots, missing: [...new Set(missing)] };
}

async function openWindow(browser: Browser, look: Look, kept: Kept): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: "reduce",
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
  });
  await remember(context, kept);
  return context;
}

function contactSheet(shots: readonly Shot[]): string {
  const pages = Map.groupBy(shots, ({ app, key }) => `${app} ${key}`);
  const rows = [...pages].map(([name, own]) => {
    const pictures = own.map(
      ({ look, file }) =>
        `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${look}</figcaption></figure>`,
    );
    return `<section><h2>${own[0]!.title} <small>${name}</small></h2><div>${pictures.join("")}</div></section>`;
  });
  const style =
    "body{font:14px system-ui;margin:24px}div{display:flex;gap:16px;align-items:flex-start}figure{margin:0}" +
    "img{height:360px;max-width:480px;object-fit:cover;object-position:top;border:1px solid #ccc}small{color:#777}";
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>页面一览</title><style>${style}</style>${rows.join("")}</html>`;
}

async function main(word: string): Promise<void> {
  const chosen = ({ key, path }: Subject): boolean => `${key} ${path}`.toLowerCase().includes(word.toLowerCase());
  const [portal, desks] = [portalSubjects().filter(chosen), consoleSubjects().filter(chosen)];
  if (portal.length + desks.length === 0) throw new Error(`no page is called ${word}`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await withSignedIn(async ({ browser, base, kept }) => {
    const taken = [
      await photograph(browser, "portal", base, kept.portal, portal),
      await photograph(browser, "console", `${base}/ops`, kept.console, desks),
    ];
    writeFileSync(join(FOLDER, "index.html"), contactSheet(taken.flatMap(({ shots }) => shots)));
    for (const key of taken.flatMap(({ missing }) => missing)) console.log(`${key}: the demo world has none to show`);
    console.log(`pictures/index.html shows ${taken.reduce((sum, { shots }) => sum + shots.length, 0)} pictures`);
  });
}

/** The pages the README shows, as the two of them see them. */
const README = {
  portal: {
    home: PORTAL.home.path,
    income: PORTAL.income.path,
    withdrawal: PORTAL.withdraw.path,
    wallet: PORTAL.wallet.path,
  },
  console: { console: `${CONSOLE.storeDesk.path}?state=bound` },
} as const;

async function photographReadme(): Promise<void> {
  const folder = join(ROOT, "docs/pictures");
  await withSignedIn(async ({ browser, base, kept }) => {
    for (const app of ["portal", "console"] as const) {
      const context = await openWindow(browser, LOOKS[0], kept[app]);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(README[app])) {
        await show(page, `${base}${app === "console" ? "/ops" : ""}${path}`);
        await page.screenshot({ path: join(folder, `${name}.png`) });
      }
      await context.close();
    }
  });
}

const word = process.argv[2] ?? "";
await (word === "--readme" ? photographReadme() : main(word));
