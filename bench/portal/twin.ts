import { readFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Request } from "@playwright/test";

export type TwinCall = { method: string; path: string; headers: Record<string, string>; body: string | null };
/** What the page in antd is handed: it asks for the same and shows it under the same words. */
export type Twin = { title: string; menu: string[]; calls: TwinCall[] };

const SENT = ["authorization", "content-type", "system-type"];

/** What a page asks the server for until its content stands, without the live line, and what it is called. */
export async function learnTwin(context: BrowserContext, url: string): Promise<Twin> {
  const page = await context.newPage();
  const calls: TwinCall[] = [];
  const note = (request: Request) => {
    const headers = request.headers();
    if (request.resourceType() !== "fetch" || headers["accept"] === "text/event-stream") return;
    const { pathname, search } = new URL(request.url());
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => SENT.includes(name)));
    calls.push({ method: request.method(), path: pathname + search, headers: kept, body: request.postData() });
  };
  page.on("request", note);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator(".waiting, [aria-busy=true]").first().waitFor({ state: "detached" });
  page.off("request", note);
  const title = await page.getByRole("heading", { level: 1 }).first().innerText();
  const menu = await page.locator("nav a").allInnerTexts();
  await page.close();
  return { title, menu: [...new Set(menu.map((words) => words.trim()))].filter(Boolean), calls };
}

/** The built twin, gzipped; whatever is not its own file is answered by the product, so both have the same server. */
export async function serveTwin(folder: string, product: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(product);
  const server = createServer((asked, response) => {
    const path = new URL(asked.url!, "http://localhost").pathname;
    const isPage = path === "/";
    if (!isPage && !path.startsWith("/assets/")) {
      const { method, headers, url } = asked;
      const passed = forward({ hostname, port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(passed);
      return;
    }
    const file = isPage ? "index.html" : path;
    const type = isPage ? "text/html; charset=utf-8" : file.endsWith(".css") ? "text/css" : "text/javascript";
    readFile(join(folder, file)).then(
      (content) =>
        response
          .writeHead(200, { "content-type": type, "content-encoding": "gzip" })
          .end(gzipSync(content, { level: 9 })),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
