import { sql } from "kysely";
import { bytesAsText, type BulkRow } from "./bulk-row.ts";
import type { Clock } from "./clock.ts";
import { countUpTo } from "./count-up-to.ts";
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
  /** It may not go now, for a reason of ours: a desk shows it, and it is looked at again by itself. */
  | { result: "held"; reason: string }
  | { result: "refused"; reason: string };
/** `released`: two people have let it go in spite of what held it back. */
export type OutboxHandler = (
  entry: OutboxEntry & { id: string; attempt: number; released: boolean },
) => Promise<DeliveryOutcome>;

export type HeldEntry = OutboxEntry & { reason: string; since: Date; dueAt: Date };

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
  /** Several of one topic with one statement. */
  enqueueMany(tx: Tx, topic: string, entries: readonly Omit<OutboxEntry, "topic">[]): Promise<void>;
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
  /** What is held back of these topics, longest first. */
  held(topics: readonly string[], limit: number): Promise<HeldEntry[]>;
  countHeld(topics: readonly string[]): Promise<number>;
  /**
   * References of what still waits here, for whatever reason, and of what was held back or tried in vain and went only since that
   * moment: the other side may not have heard of it yet.
   */
  unheardReferences(since: Date): Promise<Set<string>>;
  /** Held back until the transaction ends; undefined if it is not. */
  lockHeld(
    tx: Tx,
    topic: string,
    reference: string,
  ): Promise<{ merchantId: string | null; reason: string } | undefined>;
  /** Lets a held entry go: it is tried at once. False if it is not held. */
  release(tx: Tx, topic: string, reference: string): Promise<boolean>;
  /**
   * The intents of one payment that wait still: nobody begins with one of them until the transaction ends. `sending`: somebody is
   * at it this moment.
   */
  lockWaiting(tx: Tx, topic: string, prefix: string): Promise<{ reference: string; sending: boolean }[]>;
  /** How many of these intents the other side has not taken yet: they wait, are held back or were refused. */
  countUndelivered(within: Db, topic: string, references: readonly string[]): Promise<number>;
  /** Deletes what was delivered so long ago that nobody sends it again by the same reference; run by a job. */
  sweep(): Promise<number>;
  /** Delivers everything that is due and returns how many; the worker does this by itself, tests ask for it (`atOnce`: 1, one after the other). */
  deliverDue(atOnce?: number): Promise<number>;
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
  async function enqueueMany(tx: Tx, topic: string, entries: readonly Omit<OutboxEntry, "topic">[]): Promise<void> {
    if (entries.length === 0) return;
    const now = clock.now();
    const all = <K extends "reference" | "merchantId">(name: K) => entries.map((entry) => entry[name]);
    const sealed = entries.map(({ reference, payload }) =>
      secrets.seal(JSON.stringify(payload), payloadContext(topic, reference)),
    );
    const { numAffectedRows } = await sql`
      insert into outbox (topic, reference, id, owner_id, payload, due_at, created_at)
      select ${topic}::text, u.reference, u.id, u.owner_id, u.payload, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${all("reference")}::text[], ${entries.map(() => ids.next())}::uuid[], ${all("merchantId")}::uuid[],
        ${sealed}::bytea[]) as u (reference, id, owner_id, payload)
      on conflict (topic, reference) do nothing`.execute(tx);
    if (numAffectedRows) wake(tx, topic);
  }
  return {
    enqueue: (tx, { topic, ...entry }) => enqueueMany(tx, topic, [entry]),
    enqueueMany,
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
    ...heldBack(dependencies, wake),
    sweep: () => sweep(database.db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)),
    deliverDue: worker.deliverDue,
    start: worker.start,
    stop: worker.stop,
  };
}

type HeldBack = Pick<
  Outbox,
  "held" | "countHeld" | "unheardReferences" | "lockHeld" | "release" | "lockWaiting" | "countUndelivered"
>;
/** What may not go now, and what nobody has begun with. */
function heldBack({ database, clock, secrets }: OutboxDependencies, wake: (tx: Tx, topic: string) => void): HeldBack {
  return {
    held: (topics, limit) => held({ db: database.db, secrets }, topics, limit),
    countHeld: (topics) =>
      countUpTo(database.db, sql`select 1 from outbox where held_since is not null and topic = any(${topics}::text[])`),
    async unheardReferences(since) {
      const { rows } = await sql<{ reference: string }>`
        select reference from outbox where state = 'waiting'
        union select reference from outbox where state = 'delivered' and finished_at > ${since} and attempts > 1
        union select reference from outbox where held_looks > 0 and (finished_at is null or finished_at > ${since})`.execute(
        database.db,
      );
      return new Set(rows.map(({ reference }) => reference));
    },
    async lockHeld(tx, topic, reference) {
      const { rows } = await sql<{ merchantId: string | null; reason: string }>`
        select owner_id as "merchantId", coalesce(last_problem, '') as reason from outbox
        where topic = ${topic} and reference = ${reference} and held_since is not null for update`.execute(tx);
      return rows[0];
    },
    async release(tx, topic, reference) {
      const { numAffectedRows } = await sql`
        update outbox set released_at = ${clock.now()}, due_at = ${clock.now()}
        where topic = ${topic} and reference = ${reference} and held_since is not null`.execute(tx);
      if (numAffectedRows !== 1n) return false;
      wake(tx, topic);
      return true;
    },
    async lockWaiting(tx, topic, prefix) {
      const { rows } = await sql<{ reference: string; sending: boolean }>`
        select reference, coalesce(lease_ends_at >= ${clock.now()}, false) as sending from outbox
        where topic = ${topic} and starts_with(reference, ${prefix}) and state = 'waiting' for update`.execute(tx);
      return rows;
    },
    async countUndelivered(within, topic, references) {
      if (references.length === 0) return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from outbox
        where topic = ${topic} and reference = any(${references}::text[]) and state <> 'delivered'`.execute(within);
      return rows[0]!.count;
    },
  };
}

async function held({ db, secrets }: { db: Db; secrets: Secrets }, topics: readonly string[], limit: number) {
  const { rows } = await sql<Omit<HeldEntry, "payload"> & { payload: Buffer }>`
    select topic, reference, owner_id as "merchantId", payload, coalesce(last_problem, '') as reason, held_since as since,
      due_at as "dueAt"
    from outbox where held_since is not null and topic = any(${topics}::text[])
    order by held_since, topic, reference limit ${limit}`.execute(db);
  return rows.map(({ payload, ...entry }): HeldEntry => {
    const opened = secrets.openText(payload, payloadContext(entry.topic, entry.reference));
    return { ...entry, payload: JSON.parse(opened) as object };
  });
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
    where state = 'refused' or (state = 'waiting' and held_since is null and attempts > 0
      and attempts - held_looks >= ${TROUBLED_ATTEMPTS})
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
