import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Clock } from "../../platform/clock.ts";
import { createGuardedFetch, type NameLookup } from "../../platform/guarded-fetch.ts";
import { createMarketplaces, type Marketplaces, type Trade, type TradePages } from "./index.ts";

export type Asked = {
  method: string;
  path: string;
  /** As it was sent, without the question mark. */
  search: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
  form: Record<string, string>;
};
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown };
export type LocalPlatform = { url: string; asked: Asked[] };

export const NOW = new Date("2026-11-15T08:00:00.000Z");
export const clock: Clock = { now: () => NOW };

/** A platform on this machine: what it is asked is kept, what it answers is the test's. It goes away with the test. */
export async function startPlatform(answer: (asked: Asked) => Answer): Promise<LocalPlatform> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://platform");
      const body = Buffer.concat(chunks).toString("utf8");
      const call: Asked = {
        method: request.method ?? "",
        path: url.pathname,
        search: url.search.slice(1),
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
        form: Object.fromEntries(new URLSearchParams(body)),
      };
      asked.push(call);
      const { status = 200, headers = {}, body: said } = answer(call);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(said === undefined ? "" : JSON.stringify(said));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Sends again what a platform was asked, changed or not: as somebody would who had listened. */
export async function sendAgain(url: string, { method, path, search, headers, body }: Asked): Promise<unknown> {
  const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
  const reply = await fetch(`${url}${path}?${search}`, {
    method,
    headers: kept as Record<string, string>,
    ...(body !== "" && { body }),
  });
  return { status: reply.status, body: JSON.parse((await reply.text()) || "null") as unknown };
}

type Around = { guarded?: { lookup: NameLookup }; clock?: Clock; waits?: number[] };
/** Production's clients, spoken to from here: nothing of the sandbox is made, and nobody really waits. */
export const connected = (connect: Record<string, string>, around: Around = {}): Marketplaces =>
  createMarketplaces(
    { mode: "production", connect },
    {
      wallClock: around.clock ?? clock,
      clock,
      guardedFetch: createGuardedFetch(around.guarded ?? { permitLoopback: true }),
      sleep: async (ms) => around.waits?.push(ms),
      ids: { next: () => "" },
      random: { bytes: (count) => Buffer.alloc(count), below: () => 0 },
      database: { db: undefined as never },
      railMode: async () => "normal",
    },
  );

export const REQUEST = {
  state: "state-of-256-bits",
  verifier: "verifier-that-only-we-know-until-the-exchange",
  redirectUri: "https://pay.example.com/login",
  shopUrl: null,
  country: null,
  storeId: "0190a0b0-0000-7000-8000-000000000001",
  seller: null,
};
export const ANSWER = { ...REQUEST, code: "the-code", extra: {} as Record<string, string> };
export const PERIOD = { since: new Date("2026-11-01T00:00:00Z"), until: new Date("2026-11-15T00:00:00Z") };

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");
export const REFUSED: Answer = { status: 401, body: { error: "unauthorized" } };

export async function pagesOf(pages: TradePages | undefined): Promise<Trade[][]> {
  const read: Trade[][] = [];
  for await (const page of pages ?? []) read.push(page);
  return read;
}
