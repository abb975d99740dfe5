import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { ProcessMark } from "./process-table.ts";

/** What outlives a start: where the server listens, its password, and the processes that use it now. */
export type State = { port: number; password: string; users: ProcessMark[] };

const fileOf = (base: string) => join(base, "state.json");

export const readState = (base: string): State => JSON.parse(readFileSync(fileOf(base), "utf8")) as State;

export async function readOrMakeState(base: string): Promise<State> {
  if (existsSync(fileOf(base))) return readState(base);
  return { port: await freePort(), password: randomBytes(24).toString("base64url"), users: [] };
}

export function writeState(base: string, state: State): void {
  const half = `${fileOf(base)}.new`;
  writeFileSync(half, JSON.stringify(state), { mode: 0o600 });
  renameSync(half, fileOf(base));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}
