import type { Endpoint } from "@coralhub/contract";
import { performance } from "node:perf_hooks";
import type { Precedence } from "../platform/precedence.ts";

/**
 * Places are of four kinds, and none waits for another's: what moves or changes something, reading, reports, and uploads,
 * which spend most of their time in the inspection of their files.
 */
export type Urgency = "write" | "read" | "report" | "upload";
export const urgencyOf = ({ idempotent, reply, access, method, body }: Door): Urgency => {
  if (body === "multipart") return "upload";
  return idempotent || (access === "public" && method !== "GET") ? "write" : reply === "file" ? "report" : "read";
};
/** Sign-ins change something too, and have limits of their own: who reads must not keep others out. */
type Door = Pick<Endpoint, "idempotent" | "reply" | "access" | "method" | "body">;

/** One call at the door. `gone`: nobody waits for its answer any more. */
export type Caller = { who: string; gone(): boolean; enter(leave: () => void): void; refuse(): void };
type Waiting = Caller & { until: number };
export type AdmissionLimits = Record<Urgency, number> & { waitMs: number; uploadWaitMs: number; queue: number };

/**
 * As many calls are at work as the database can carry; the next ones wait a moment, and are refused before their callers
 * lose patience. Writes that are coalesced share a connection, so many more of them may be under way than reads.
 */
export const admissionLimits = (poolSize: number): AdmissionLimits => ({
  write: Math.max(64, poolSize * 24),
  read: poolSize * 2,
  report: Math.max(1, Math.round(poolSize * 0.4)),
  upload: Math.max(4, poolSize),
  waitMs: 800,
  // A page sends several papers at once, and each is looked at: people wait for that, as they wait for their line.
  uploadWaitMs: 10_000,
  queue: poolSize * 20,
});

const SWEEP_MS = 100;
const ORDER = ["write", "read", "report", "upload"] as const satisfies readonly Urgency[];
/** Of each kind's places, so much at most is one caller's. */
const SHARE = { write: 0.75, read: 0.75, report: 0.75, upload: 0.5 } as const satisfies Record<Urgency, number>;
/** Bodies of one caller that are still arriving; those of uploads are large. */
const MOST_ARRIVING = { upload: 20, other: 200 } as const;

export type Admission = {
  ask(urgency: Urgency, caller: Caller): void;
  /** Whether this caller would be refused if it asked now: so little is done for whoever is turned away. */
  hasNoRoom(urgency: Urgency, who: () => string): boolean;
  /** A body holds no place while it arrives, only a share of its sender's: undefined where that is used up. */
  arrive(urgency: Urgency, who: string): (() => void) | undefined;
  waiting(): number;
  stop(): void;
};

/** How many of something each caller has. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (who: string): number => counts.get(who) ?? 0,
    add(who: string): void {
      counts.set(who, this.of(who) + 1);
    },
    take(who: string): void {
      if (this.of(who) > 1) counts.set(who, this.of(who) - 1);
      else counts.delete(who);
    },
  };
}

/** Bodies on their way, counted by their sender. */
function createArrivals(): Admission["arrive"] {
  const arriving = createTally();
  return (urgency, who) => {
    const kind = urgency === "upload" ? "upload" : "other";
    const key = `${kind}:${who}`;
    if (arriving.of(key) >= MOST_ARRIVING[kind]) return undefined;
    arriving.add(key);
    let left = false;
    return () => {
      if (!left) arriving.take(key);
      left = true;
    };
  };
}

/** Whoever is let in may leave at once, which lets in the next: that goes on after the work, and not within it. */
function notWithinItself(work: (urgency: Urgency) => void): (urgency: Urgency) => void {
  const [working, again] = [new Set<Urgency>(), new Set<Urgency>()];
  return (urgency) => {
    if (working.has(urgency)) return void again.add(urgency);
    working.add(urgency);
    try {
      do {
        again.delete(urgency);
        work(urgency);
      } while (again.has(urgency));
    } finally {
      working.delete(urgency);
    }
  };
}

type Tallies = Record<Urgency, ReturnType<typeof createTally>>;
/** Whoever has hung up or waited too long is told to come again. */
function sweep(queues: Record<Urgency, Waiting[]>, queued: Tallies): void {
  const now = performance.now();
  for (const urgency of ORDER) {
    if (queues[urgency].length === 0) continue;
    const [stay, leave]: [Waiting[], Waiting[]] = [[], []];
    for (const caller of queues[urgency]) (caller.until <= now || caller.gone() ? leave : stay).push(caller);
    queues[urgency] = stay;
    for (const caller of leave) {
      queued[urgency].take(caller.who);
      caller.refuse();
    }
  }
}

export function createAdmission(limits: AdmissionLimits, precedence?: Pick<Precedence, "moneyMoves">): Admission {
  const atWork: Record<Urgency, number> = { write: 0, read: 0, report: 0, upload: 0 };
  const held = { write: createTally(), read: createTally(), report: createTally(), upload: createTally() };
  const queues: Record<Urgency, Waiting[]> = { write: [], read: [], report: [], upload: [] };
  const queued = { write: createTally(), read: createTally(), report: createTally(), upload: createTally() };
  const waiting = () => ORDER.reduce((sum, urgency) => sum + queues[urgency].length, 0);
  const shareOf = (urgency: Urgency): number => Math.max(1, Math.floor(limits[urgency] * SHARE[urgency]));
  const mayEnter = (urgency: Urgency, who: string): boolean =>
    atWork[urgency] < limits[urgency] && held[urgency].of(who) < shareOf(urgency);
  /**
   * A quarter of the places at most is one caller's, and never more than are left: whoever floods us waits for nobody but
   * themselves, and several who flood leave room for whoever has not asked yet.
   */
  const mayWait = (urgency: Urgency, who: string): boolean => {
    const free = limits.queue - queues[urgency].length;
    return free > 0 && queued[urgency].of(who) < Math.max(4, Math.min(limits.queue / 4, free));
  };

  const enter = (urgency: Urgency, caller: Caller) => {
    atWork[urgency]++;
    held[urgency].add(caller.who);
    if (urgency === "write") precedence?.moneyMoves();
    let left = false;
    caller.enter(() => {
      if (left) return;
      left = true;
      atWork[urgency]--;
      held[urgency].take(caller.who);
      letIn(urgency);
    });
  };
  /** The longest waiting first who has not its share already; whoever has hung up, or waited too long, never reaches the database. */
  const letIn = notWithinItself((urgency) => {
    const queue = queues[urgency];
    for (let at = 0; at < queue.length && atWork[urgency] < limits[urgency];) {
      if (!mayEnter(urgency, queue[at]!.who)) at++;
      else {
        const [next] = queue.splice(at, 1) as [Waiting];
        queued[urgency].take(next.who);
        if (next.gone() || next.until <= performance.now()) next.refuse();
        else enter(urgency, next);
      }
    }
  });
  const timer = setInterval(() => sweep(queues, queued), SWEEP_MS);
  timer.unref();

  return {
    ask(urgency, caller) {
      // Where a place is free, those who wait have their share already.
      if (mayEnter(urgency, caller.who)) return enter(urgency, caller);
      if (!mayWait(urgency, caller.who)) return caller.refuse();
      const waitMs = urgency === "upload" ? limits.uploadWaitMs : limits.waitMs;
      queued[urgency].add(caller.who);
      queues[urgency].push({ ...caller, until: performance.now() + waitMs });
    },
    hasNoRoom(urgency, who) {
      // While so few are at work nobody can have used up a share: most calls are asked no further.
      if (atWork[urgency] < shareOf(urgency)) return false;
      const caller = who();
      return !mayEnter(urgency, caller) && !mayWait(urgency, caller);
    },
    arrive: createArrivals(),
    waiting,
    stop: () => clearInterval(timer),
  };
}
