import { readFileSync, readlinkSync } from "node:fs";

/** A process that may since have ended: its start time tells it from a later one with the same number. */
export type ProcessMark = { pid: number; startedAt: string };

/** Fields after the command's name, which itself may contain anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** A zombie counts as ended: in a container there may be nobody to collect it. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== "Z" && state !== "X";
}

export const markOf = (pid: number): ProcessMark => ({ pid, startedAt: statOf(pid)?.[19] ?? "" });

export const isSameProcess = (mark: ProcessMark): boolean =>
  isAlive(mark.pid) && markOf(mark.pid).startedAt === mark.startedAt;

/** Where the process works; PostgreSQL always works in its data folder. */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
