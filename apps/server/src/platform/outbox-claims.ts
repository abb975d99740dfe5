import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import { createCoalescer } from "./coalescer.ts";
import type { Db } from "./db.ts";
import type { DeliveryOutcome } from "./outbox.ts";

export type Claimed = {
  id: string;
  topic: string;
  reference: string;
  merchantId: string | null;
  payload: Buffer;
  attempt: number;
  /** How many of the attempts found it held back. */
  heldLooks: number;
  released: boolean;
};

const LEASE_MS = 60_000;
/** A held entry is looked at every minute at first; what is frozen for days asks the other side less often. */
const heldSeconds = (looks: number): number => (looks < 10 ? 60 : 600);
const BACKOFF_SECONDS = [2, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** One worker's hold on entries: nobody else touches a claimed entry until its lease has run out. */
export function createOutboxClaims({ db, clock, holder }: { db: Db; clock: Clock; holder: string }) {
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const settle = createCoalescer<Settled, null>({
    name: "outbox",
    async work(batch) {
      await writeSettled(db, holder, batch, clock.now());
      return batch.map(() => null);
    },
    // Written twice it says the same.
    aloneAfterFailure: true,
  });
  return {
    async claim(topics: string[], most: number): Promise<Claimed[]> {
      const now = clock.now();
      const { rows } = await sql<Claimed>`
        update outbox o set leased_by = ${holder}, lease_ends_at = ${after(LEASE_MS)}, attempts = o.attempts + 1
        from (
          select topic, reference from outbox
          where state = 'waiting' and due_at <= ${now} and (lease_ends_at is null or lease_ends_at < ${now})
            and topic = any(${topics}::text[])
          order by due_at, id limit ${most} for update skip locked
        ) due
        where o.topic = due.topic and o.reference = due.reference
        returning o.id, o.topic, o.reference, o.owner_id as "merchantId", o.payload, o.attempts as attempt,
          o.held_looks as "heldLooks", o.released_at is not null as released`.execute(db);
      return rows;
    },
    /** What became of it; outcomes of the same moment are written together. */
    settle: (entry: Claimed, outcome: DeliveryOutcome): Promise<null> => settle(settledOf(entry, outcome, clock.now())),
    async renew({ topic, reference, attempt }: Claimed): Promise<void> {
      await sql`
        update outbox set lease_ends_at = ${after(LEASE_MS)}
        where topic = ${topic} and reference = ${reference} and leased_by = ${holder} and attempts = ${attempt}`.execute(
        db,
      );
    },
  };
}

type Settled = Pick<Claimed, "topic" | "reference" | "attempt"> & {
  state: string;
  dueAt: Date;
  held: boolean;
  problem: string | null;
};
function settledOf({ topic, reference, attempt, heldLooks }: Claimed, outcome: DeliveryOutcome, now: Date): Settled {
  const held = outcome.result === "held";
  const waiting = held || outcome.result === "retry";
  const backoff = BACKOFF_SECONDS[Math.min(attempt - heldLooks, BACKOFF_SECONDS.length) - 1]!;
  const seconds = held ? heldSeconds(heldLooks) : waiting ? (outcome.afterSeconds ?? backoff) : 0;
  return {
    topic,
    reference,
    attempt,
    state: waiting ? "waiting" : outcome.result,
    dueAt: new Date(now.getTime() + seconds * 1000),
    held,
    problem: "reason" in outcome ? outcome.reason.slice(0, 500) : null,
  };
}

/** Only while the lease is ours: a slow handler must not overwrite what its successor found out. */
async function writeSettled(db: Db, holder: string, settled: readonly Settled[], now: Date): Promise<void> {
  const all = <K extends keyof Settled>(name: K) => settled.map((one) => one[name]);
  await sql`
    update outbox o set state = u.state, leased_by = null, lease_ends_at = null, due_at = u.due_at,
      finished_at = case when u.state <> 'waiting' then ${now}::timestamptz end,
      held_looks = o.held_looks + u.held::int,
      held_since = case when u.held then coalesce(o.held_since, ${now}::timestamptz) end,
      last_problem = u.problem
    from unnest(${all("topic")}::text[], ${all("reference")}::text[], ${all("attempt")}::int[], ${all("state")}::text[],
      ${all("dueAt")}::timestamptz[], ${all("held")}::boolean[], ${all("problem")}::text[])
      as u (topic, reference, attempt, state, due_at, held, problem)
    where o.topic = u.topic and o.reference = u.reference and o.leased_by = ${holder} and o.attempts = u.attempt`.execute(
    db,
  );
}

export const payloadContext = (topic: string, reference: string): string => `outbox:${topic}:${reference}`;
