import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
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
