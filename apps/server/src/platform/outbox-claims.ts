import { sql } from "kysely";
import type { Clock } from "./clock.ts";
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
  return {
    async claim(topics: string[], most: number): Promise<Claimed[]> {
      const now = clock.now();
      const { rows } = await sql<Claimed>`
        update outbox o set leased_by = ${holder}, lease_ends_at = ${after(LEASE_MS)}, attempts = o.attempts + 1
        from (
          select topic, reference from outbox
          where state = 'waiting' and due_at <= ${now} and (lease_ends_at is null or lease_ends_at < ${now})
            and topic = any(${topics}::text[])
          order by due_at limit ${most} for update skip locked
        ) due
        where o.topic = due.topic and o.reference = due.reference
        returning o.id, o.topic, o.reference, o.owner_id as "merchantId", o.payload, o.attempts as attempt,
          o.held_looks as "heldLooks", o.released_at is not null as released`.execute(db);
      return rows;
    },
    /** Only while the lease is ours: a slow handler must not overwrite what its successor found out. */
    async settle({ topic, reference, attempt, heldLooks }: Claimed, outcome: DeliveryOutcome): Promise<void> {
      const held = outcome.result === "held";
      const waiting = held || outcome.result === "retry";
      const backoff = BACKOFF_SECONDS[Math.min(attempt - heldLooks, BACKOFF_SECONDS.length) - 1]!;
      const seconds = held ? heldSeconds(heldLooks) : waiting ? (outcome.afterSeconds ?? backoff) : 0;
      await sql`
        update outbox set state = ${waiting ? "waiting" : outcome.result}, leased_by = null, lease_ends_at = null,
          due_at = ${after(seconds * 1000)}, finished_at = ${waiting ? null : clock.now()},
          held_looks = held_looks + ${held ? 1 : 0},
          held_since = case when ${held}::boolean then coalesce(held_since, ${clock.now()}) end,
          last_problem = ${"reason" in outcome ? outcome.reason.slice(0, 500) : null}
        where topic = ${topic} and reference = ${reference} and leased_by = ${holder} and attempts = ${attempt}`.execute(
        db,
      );
    },
    async renew({ topic, reference, attempt }: Claimed): Promise<void> {
      await sql`
        update outbox set lease_ends_at = ${after(LEASE_MS)}
        where topic = ${topic} and reference = ${reference} and leased_by = ${holder} and attempts = ${attempt}`.execute(
        db,
      );
    },
  };
}

export const payloadContext = (topic: string, reference: string): string => `outbox:${topic}:${reference}`;
