/** A server with a fresh demo world and a browser that is signed in there: for pictures of its pages and for benchmarks. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "@playwright/test";
import { freePort } from "@coralhub/server/platform/free-port";
import { CHROMIUM } from "./chromium.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PASSWORD = "Coral#2026";
const MERCHANT = "13800000001";
const OPERATOR = "admin@coralhub.test";

async function startServer(): Promise<{ base: string; stop(): void }> {
  const given = process.env["BASE_URL"];
  if (given) return { base: given, stop: () => undefined };
  const port = String(await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), "coralhub-demo-"));
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

/** Whoever opens a page here is signed in. */
export async function remember(context: BrowserContext, kept: Record<string, string>): Promise<void> {
  await context.addInitScript(`
    if (!location.pathname.endsWith("/login"))
      for (const [key, text] of Object.entries(${JSON.stringify(kept)})) sessionStorage.setItem(key, text);`);
}

export type Kept = Record<string, string>;
type Studio = { browser: Browser; base: string; kept: { portal: Kept; console: Kept } };

/** A server, a browser, and what a signed-in page remembers of each of the two. */
export async function withSignedIn(work: (studio: Studio) => Promise<void>): Promise<void> {
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

/** Waits until nothing but the live line is under way; Playwright's own "networkidle" would wait for that line too. */
export function watchRequests(
  page: Page,
  { quietMs, longestMs }: { quietMs: number; longestMs: number },
): { quiet(): Promise<void>; end(): void } {
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
      const until = Date.now() + longestMs;
      while ((open.size > 0 || Date.now() - changedAt < quietMs) && Date.now() < until) await page.waitForTimeout(50);
    },
    end: () => void page.off("request", begin).off("requestfinished", finish).off("requestfailed", finish),
  };
}
