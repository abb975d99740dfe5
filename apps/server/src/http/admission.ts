import type { Endpoint } from "@coralhub/contract";
import { performance } from "node:perf_hooks";

/** What is let in first where not everything can be: what moves or changes something, then reading, then reports. */
export type Urgency = "write" | "read" | "report";
export const urgencyOf = ({ idempotent, reply, access, method }: Door): Urgency =>
  idempotent || (access === "public" && method !== "GET") ? "write" : reply === "file" ? "report" : "read";
/** Sign-ins change something too, and have limits of their own: who reads must not keep others out. */
type Door = Pick<Endpoint, "idempotent" | "reply" | "access" | "method">;

/** One call at the door. `gone`: nobody waits for its answer any more. */
export type Caller = { who: string; gone(): boolean; enter(leave: () => void): void; refuse(): void };
export type AdmissionLimits = Record<Urgency, number> & { waitMs: number; queue: number };

/**
 * As many calls are at work as the database can carry; the next ones wait a moment, and are refused before their callers
 * lose patience. Writes that are coalesced share a connection, so many more of them may be under way than reads.
 */
export const admissionLimits = (poolSize: number): AdmissionLimits => ({
  write: Math.max(64, poolSize * 24),
  read: poolSize * 2,
  report: Math.max(1, Math.round(poolSize * 0.4)),
  waitMs: 800,
  queue: poolSize * 20,
});

const SWEEP_MS = 100;
const ORDER = ["write", "read", "report"] as const satisfies readonly Urgency[];

export type Admission = { ask(urgency: Urgency, caller: Caller): void; waiting(): number; stop(): void };

export function createAdmission(limits: AdmissionLimits): Admission {
  const atWork: Record<Urgency, number> = { write: 0, read: 0, report: 0 };
  const queues: Record<Urgency, (Caller & { until: number })[]> = { write: [], read: [], report: [] };
  const waiting = () => ORDER.reduce((sum, urgency) => sum + queues[urgency].length, 0);

  const enter = (urgency: Urgency, caller: Caller) => {
    atWork[urgency]++;
    let left = false;
    caller.enter(() => {
      if (left) return;
      left = true;
      atWork[urgency]--;
      letIn(urgency);
    });
  };
  /** The longest waiting first; whoever has hung up, or waited too long, never reaches the database. */
  const letIn = (urgency: Urgency) => {
    const queue = queues[urgency];
    while (queue.length > 0 && atWork[urgency] < limits[urgency]) {
      const next = queue.shift()!;
      if (next.gone()) continue;
      if (next.until <= performance.now()) next.refuse();
      else enter(urgency, next);
    }
  };
  const sweep = () => {
    const now = performance.now();
    for (const urgency of ORDER) {
      const queue = queues[urgency];
      while (queue[0] && (queue[0].until <= now || queue[0].gone())) queue.shift()!.refuse();
    }
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  return {
    ask(urgency, caller) {
      const queue = queues[urgency];
      if (queue.length === 0 && atWork[urgency] < limits[urgency]) return enter(urgency, caller);
      // A quarter of the places at most is one caller's: whoever floods us waits for nobody but themselves.
      const own = queue.filter(({ who }) => who === caller.who).length;
      if (waiting() >= limits.queue || own >= Math.max(4, limits.queue / 4)) return caller.refuse();
      queue.push({ ...caller, until: performance.now() + limits.waitMs });
    },
    waiting,
    stop: () => clearInterval(timer),
  };
}
