/**
 * `npm run pictures [page]` photographs every page of the route table for a demo merchant and an operator, wide and
 * narrow, light and dark, into `pictures/` with a contact sheet (`pictures/index.html`). A word chooses the pages whose
 * key or path contains it. `BASE_URL` takes a server that runs already; otherwise one is started with a fresh demo world.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "@playwright/test";
import { CONSOLE, CONSOLE_ROUTES, PORTAL, PORTAL_ROUTES } from "@coralhub/domain";
import { freePort } from "@coralhub/server/platform/free-port";
import { CHROMIUM } from "./chromium.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "pictures");
const PASSWORD = "Coral#2026";
const MERCHANT = "13800000001";
const OPERATOR = "admin@coralhub.test";
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

async function startServer(): Promise<{ base: string; stop(): void }> {
  const given = process.env["BASE_URL"];
  if (given) return { base: given, stop: () => undefined };
  const port = String(await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), "coralhub-pictures-"));
  const server: ChildProcess = spawn(process.execPath, ["apps/server/src/main.ts"], {
    cwd: ROOT,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = () => {
    server.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
    server.kill();
  };
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return { base, stop };
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  stop();
  throw new Error("the server did not become ready");
}

type SignedIn = { data: { token: string; userId?: string } };
async function signIn(base: string, path: string, body: Record<string, string>): Promise<SignedIn["data"]> {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as SignedIn;
  if (!data?.token) throw new Error(`${path} did not sign in: ${answer.status}`);
  return data;
}

async function remember(context: BrowserContext, kept: Record<string, string>): Promise<void> {
  await context.addInitScript(`
    if (!location.pathname.endsWith("/login"))
      for (const [key, text] of Object.entries(${JSON.stringify(kept)})) sessionStorage.setItem(key, text);`);
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

async function show(page: Page, url: string): Promise<void> {
  const { quiet, end } = watchRequests(page);
  await page.goto(url);
  // On a busy machine the line is quiet while the page is still being read; a page without a heading is taken as it is.
  await page
    .getByRole("heading")
    .first()
    .waitFor({ timeout: LONGEST_MS })
    .catch(() => undefined);
  await quiet();
  end();
}

const QUIET_MS = 250;
const LONGEST_MS = 10_000;

/** Waits until nothing but the live line is under way; Playwright's own "networkidle" would wait for that line too. */
function watchRequests(page: Page): { quiet(): Promise<void>; end(): void } {
  const open = new Set<Request>();
  let changedAt = Date.now();
  const begin = (request: Request) => {
    if (request.headers()["accept"] === "text/event-stream") return;
    open.add(request);
    changedAt = Date.now();
  };
  const finish = (request: Request) => {
    if (open.delete(request)) changedAt = Date.now();
  };
  page.on("request", begin).on("requestfinished", finish).on("requestfailed", finish);
  return {
    async quiet() {
      const until = Date.now() + LONGEST_MS;
      while ((open.size > 0 || Date.now() - changedAt < QUIET_MS) && Date.now() < until) await page.waitForTimeout(50);
      await page
        .locator(".bone")
        .first()
        .waitFor({ state: "detached", timeout: 5000 })
        .catch(() => undefined);
    },
    end: () => void page.off("request", begin).off("requestfinished", finish).off("requestfailed", finish),
  };
}

type Shot = { app: string; key: string; title: string; look: string; file: string };

async function photograph(
  browser: Browser,
  app: string,
  base: string,
  kept: Record<string, string>,
  subjects: Subject[],
) {
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

async function openWindow(browser: Browser, look: Look, kept: Record<string, string>): Promise<BrowserContext> {
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

type Kept = Record<string, string>;
type Studio = { browser: Browser; base: string; kept: { portal: Kept; console: Kept } };

/** A server, a browser, and what a signed-in page remembers of each of the two. */
async function withSignedIn(work: (studio: Studio) => Promise<void>): Promise<void> {
  const { base, stop } = await startServer();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const merchant = await signIn(base, "/api/login", { username: MERCHANT, password: PASSWORD });
    const operator = await signIn(base, "/ops/api/login", { email: OPERATOR, password: PASSWORD });
    const user = JSON.stringify({ userId: merchant.userId ?? "", mobile: MERCHANT, userSource: 1 });
    const kept = { portal: { token: merchant.token, user }, console: { "operator.token": operator.token } };
    await work({ browser, base, kept });
  } finally {
    await browser.close();
    stop();
  }
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
