import { sql } from "kysely";
import {
  payloadContext,
  OUTBOX_TOPIC,
  type DeliveryOutcome,
  type OutboxDependencies,
  type OutboxHandler,
} from "./outbox.ts";

const CONCURRENCY = 8;
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
/** The floor under NOTIFY: a missed wake-up or an expired lease is found this soon. */
const POLL_MS = 3_000;
const BACKOFF_SECONDS = [2, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

type Claimed = {
  id: string;
  topic: string;
  reference: string;
  merchantId: string | null;
  payload: Buffer;
  attempt: number;
};

/**
 * Claims entries with a lease and delivers them. Any number of processes may do so; one that dies leaves its lease
 * to run out, and the entry is tried again by another. Its handler then asks before it sends, by the same reference.
 */
export function createOutboxWorker(dependencies: OutboxDependencies, handlers: Map<string, OutboxHandler>) {
  const {
    database: { db },
    clock,
    ids,
    secrets,
    live,
    log,
  } = dependencies;
  const self = ids.next();
  let running: Promise<number> | undefined;
  let wakeUp = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  const unsubscribers: (() => void)[] = [];
  const after = (ms: number) => new Date(clock.now().getTime() + ms);

  async function claim(most: number): Promise<Claimed[]> {
    const now = clock.now();
    const { rows } = await sql<Claimed>`
      update outbox o set leased_by = ${self}, lease_ends_at = ${after(LEASE_MS)}, attempts = o.attempts + 1
      from (
        select topic, reference from outbox
        where state = 'waiting' and due_at <= ${now} and (lease_ends_at is null or lease_ends_at < ${now})
          and topic = any(${[...handlers.keys()]}::text[])
        order by due_at limit ${most} for update skip locked
      ) due
      where o.topic = due.topic and o.reference = due.reference
      returning o.id, o.topic, o.reference, o.owner_id as "merchantId", o.payload, o.attempts as attempt`.execute(db);
    return rows;
  }

  async function deliver(entry: Claimed): Promise<void> {
    const renewal = setInterval(() => void renew(entry), RENEW_MS);
    try {
      await settle(entry, await attempt(entry));
    } catch (error) {
      // The outcome could not be written: the lease runs out and the entry is asked about again.
      log.error({ err: error, topic: entry.topic, reference: entry.reference }, "outbox outcome not recorded");
    } finally {
      clearInterval(renewal);
    }
  }

  async function attempt({ payload, ...entry }: Claimed): Promise<DeliveryOutcome> {
    try {
      const opened = JSON.parse(secrets.openText(payload, payloadContext(entry.topic, entry.reference))) as object;
      return await handlers.get(entry.topic)!({ ...entry, payload: opened });
    } catch (error) {
      log.error({ err: error, topic: entry.topic, reference: entry.reference }, "outbox handler failed");
      return { result: "retry", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Only while the lease is ours: a slow handler must not overwrite what its successor found out. */
  async function settle({ topic, reference, attempt: number }: Claimed, outcome: DeliveryOutcome): Promise<void> {
    const waiting = outcome.result === "retry";
    const seconds = waiting
      ? (outcome.afterSeconds ?? BACKOFF_SECONDS[Math.min(number, BACKOFF_SECONDS.length) - 1]!)
      : 0;
    await sql`
      update outbox set state = ${waiting ? "waiting" : outcome.result}, leased_by = null, lease_ends_at = null,
        due_at = ${after(seconds * 1000)}, finished_at = ${waiting ? null : clock.now()},
        last_problem = ${"reason" in outcome ? outcome.reason.slice(0, 500) : null}
      where topic = ${topic} and reference = ${reference} and leased_by = ${self} and attempts = ${number}`.execute(db);
  }

  async function renew({ topic, reference, attempt: number }: Claimed): Promise<void> {
    await sql`
      update outbox set lease_ends_at = ${after(LEASE_MS)}
      where topic = ${topic} and reference = ${reference} and leased_by = ${self} and attempts = ${number}`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error, topic, reference }, "outbox lease not renewed"));
  }

  /** Keeps up to CONCURRENCY deliveries going until nothing is due; a slow one does not hold up the others. */
  async function drain(): Promise<number> {
    const active = new Set<Promise<void>>();
    let begun = 0;
    while (handlers.size > 0) {
      wakeUp = Promise.withResolvers();
      const free = closing ? 0 : CONCURRENCY - active.size;
      const batch = free > 0 ? await claim(free) : [];
      for (const entry of batch) {
        const delivery = deliver(entry).finally(() => active.delete(delivery));
        active.add(delivery);
      }
      begun += batch.length;
      if (active.size === 0) break;
      if (batch.length === 0 || active.size === CONCURRENCY) await Promise.race([...active, wakeUp.promise]);
    }
    return begun;
  }

  /** One pass at a time; a wake-up during a pass makes it look again. */
  function deliverDue(): Promise<number> {
    if (running) wakeUp.resolve();
    running ??= drain().finally(() => (running = undefined));
    return running;
  }

  function look(): void {
    if (closing) return;
    clearTimeout(timer);
    timer = setTimeout(look, POLL_MS);
    timer.unref();
    deliverDue().catch((error: unknown) => log.warn({ err: error }, "outbox could not be read"));
  }

  return {
    deliverDue,
    start(): void {
      unsubscribers.push(live.subscribe(OUTBOX_TOPIC, look), live.onConnect(look));
      look();
    },
    /** Lets what is being delivered finish; nothing new is begun. */
    async stop(): Promise<void> {
      closing = true;
      clearTimeout(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
      await running?.catch(() => undefined);
    },
  };
}
