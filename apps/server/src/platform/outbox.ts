import { sql } from "kysely";
import { bytesAsText, type BulkRow } from "./bulk-row.ts";
import type { Clock } from "./clock.ts";
import type { Database, Db, Tx } from "./db.ts";
import type { Ids } from "./ids.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { payloadContext } from "./outbox-claims.ts";
import { createOutboxWorker, OUTBOX_TOPIC } from "./outbox-worker.ts";
import type { Secrets } from "./secrets.ts";

/** An intent to tell the outside world something. `reference` is deterministic and known before the first call. */
export type OutboxEntry = { topic: string; reference: string; merchantId: string | null; payload: object };
/** `unknown` is never `failed`: the entry is asked about again before it is sent again. */
export type DeliveryOutcome =
  | { result: "delivered" }
  | { result: "retry"; reason: string; afterSeconds?: number }
  | { result: "refused"; reason: string };
export type OutboxHandler = (entry: OutboxEntry & { id: string; attempt: number }) => Promise<DeliveryOutcome>;

/** An entry that needs a person: refused by the other side, or tried in vain many times (and still being tried). */
export type TroubledEntry = {
  id: string;
  topic: string;
  reference: string;
  merchantId: string | null;
  state: "waiting" | "refused";
  attempts: number;
  lastProblem: string;
  createdAt: Date;
  dueAt: Date;
};

export type Outbox = {
  /** Known references are left as they are: the same intent twice is one intent. */
  enqueue(tx: Tx, entry: OutboxEntry): Promise<void>;
  /** The same for a coalesced transaction. */
  rowOf(entry: OutboxEntry): BulkRow;
  /** After such a transaction has committed: somebody delivers it at once. */
  wake(topic: string): void;
  /** One handler per topic, named before the start. A handler that throws is tried again. */
  register(topic: string, handler: OutboxHandler): void;
  /** Newest first. */
  troubled(limit: number): Promise<TroubledEntry[]>;
  /** An operator's decision to try a troubled entry again now. False if there is no such entry. */
  tryAgain(tx: Tx, topic: string, reference: string): Promise<boolean>;
  /** Deletes what was delivered so long ago that nobody sends it again by the same reference; run by a job. */
  sweep(): Promise<number>;
  /** Delivers everything that is due and returns how many; the worker does this by itself, tests ask for it. */
  deliverDue(): Promise<number>;
};
export type OutboxService = Outbox & { start(): void; stop(): Promise<void> };

const TROUBLED_ATTEMPTS = 8;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Few enough that the rows they lock are free again in no time. */
const SWEPT_AT_ONCE = 5_000;
const INSERT_MANY = `insert into outbox (topic, reference, id, owner_id, payload, due_at, created_at)
  select topic, reference, id, owner_id, payload, at, at
    from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::bytea[], $6::timestamptz[])
      as u (topic, reference, id, owner_id, payload, at)
  on conflict (topic, reference) do nothing`;

export type OutboxDependencies = {
  database: Pick<Database, "db">;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  live: Live;
  log: Log;
};

export function createOutbox(dependencies: OutboxDependencies): OutboxService {
  const { database, clock, ids, secrets, live } = dependencies;
  const handlers = new Map<string, OutboxHandler>();
  const worker = createOutboxWorker(dependencies, handlers);
  const wake = (tx: Tx | Db, topic: string) => live.tell(tx, OUTBOX_TOPIC, { event: "ready", data: topic });
  return {
    async enqueue(tx, { topic, reference, merchantId, payload }) {
      const sealed = secrets.seal(JSON.stringify(payload), payloadContext(topic, reference));
      const now = clock.now();
      const { numAffectedRows } = await sql`
        insert into outbox (topic, reference, id, owner_id, payload, due_at, created_at)
        values (${topic}, ${reference}, ${ids.next()}, ${merchantId}, ${sealed}, ${now}, ${now})
        on conflict (topic, reference) do nothing`.execute(tx);
      if (numAffectedRows === 1n) wake(tx, topic);
    },
    rowOf({ topic, reference, merchantId, payload }) {
      const sealed = secrets.seal(JSON.stringify(payload), payloadContext(topic, reference));
      const now = clock.now().toISOString();
      return { statement: INSERT_MANY, values: [topic, reference, ids.next(), merchantId, bytesAsText(sealed), now] };
    },
    wake: (topic) => wake(database.db, topic),
    register(topic, handler) {
      if (handlers.has(topic)) throw new Error(`two handlers for outbox topic ${topic}`);
      handlers.set(topic, handler);
    },
    troubled: (limit) => troubled(database.db, limit),
    async tryAgain(tx, topic, reference) {
      const { numAffectedRows } = await sql`
        update outbox set state = 'waiting', due_at = ${clock.now()}, finished_at = null
        where topic = ${topic} and reference = ${reference} and state <> 'delivered'
          and (lease_ends_at is null or lease_ends_at < ${clock.now()})`.execute(tx);
      if (numAffectedRows !== 1n) return false;
      wake(tx, topic);
      return true;
    },
    sweep: () => sweep(database.db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)),
    deliverDue: worker.deliverDue,
    start: worker.start,
    stop: worker.stop,
  };
}

/** What waits or was refused stays, however old: it still needs somebody. */
async function sweep(db: Db, before: Date): Promise<number> {
  for (let swept = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from outbox where (topic, reference) in (
        select topic, reference from outbox where state = 'delivered' and finished_at < ${before}
        order by finished_at limit ${SWEPT_AT_ONCE} for update skip locked
      )`.execute(db);
    swept += Number(numAffectedRows ?? 0n);
    if (Number(numAffectedRows ?? 0n) < SWEPT_AT_ONCE) return swept;
  }
}

async function troubled(db: Db, limit: number): Promise<TroubledEntry[]> {
  const { rows } = await sql<TroubledEntry>`
    select id, topic, reference, owner_id as "merchantId", state, attempts, coalesce(last_problem, '') as "lastProblem",
      created_at as "createdAt", due_at as "dueAt"
    from outbox
    where state = 'refused' or (state = 'waiting' and attempts > 0 and attempts >= ${TROUBLED_ATTEMPTS})
    order by created_at desc limit ${limit}`.execute(db);
  return rows;
}
