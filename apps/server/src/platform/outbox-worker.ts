import { setTimeout as sleep } from "node:timers/promises";
import { createOutboxClaims, payloadContext, type Claimed } from "./outbox-claims.ts";
import type { DeliveryOutcome, OutboxDependencies, OutboxHandler } from "./outbox.ts";
import { takeTurns } from "./outbox-turns.ts";

export const OUTBOX_TOPIC = "platform.outbox";
const CONCURRENCY = 24;
const RENEW_MS = 20_000;
/** How long a free place waits for others, so that one look fills several. */
const GATHER_MS = 25;
/** The floor under NOTIFY: a missed wake-up or an expired lease is found this soon, or one turn later where whoever looked for all has died. */
const POLL_MS = 3_000;
/** A little less, so that whoever looks next does not wait for a look that was meant for the same moment. */
const SPARED_MS = POLL_MS - 500;

/**
 * Claims entries with a lease and delivers them. Any number of processes may do so; one that dies leaves its lease
 * to run out, and the entry is tried again by another. Its handler then asks before it sends, by the same reference.
 */
export function createOutboxWorker(dependencies: OutboxDependencies, handlers: Map<string, OutboxHandler>) {
  const { live, log, database, ids } = dependencies;
  const own = ids.next();
  const topics = () => [...handlers.keys()];
  const turns = takeTurns({ db: database.db, live, own, topics, sparedMs: SPARED_MS });
  // Only looks by the clock are told of: those that news brought are of one entry.
  let tells = false;
  const pass = createPass(dependencies, handlers, () => {
    if (tells) turns.nothingMore();
    tells = false;
  });
  let running: Promise<number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const unsubscribers: (() => void)[] = [];

  /** One pass at a time; a wake-up during a pass makes it look again. */
  function deliverDue(atOnce = CONCURRENCY): Promise<number> {
    if (running) pass.lookAgain();
    running ??= pass.run(atOnce).finally(() => (running = undefined));
    return running;
  }

  function look(): void {
    if (pass.isClosing()) return;
    lookLater();
    deliverDue().catch((error: unknown) => log.warn({ err: error }, "outbox could not be read"));
  }
  function lookLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (turns.anotherLooked()) return lookLater();
      tells = true;
      look();
    }, POLL_MS);
    timer.unref();
  }

  return {
    deliverDue,
    start(): void {
      unsubscribers.push(live.subscribe(OUTBOX_TOPIC, look), live.onConnect(look));
      look();
    },
    /** Lets what is being delivered finish; nothing new is begun. */
    async stop(): Promise<void> {
      pass.close();
      tells = false;
      clearTimeout(timer);
      turns.stop();
      for (const unsubscribe of unsubscribers) unsubscribe();
      await running?.catch(() => undefined);
    },
  };
}

/** A look for each place that becomes free would cost as much as what it finds: a few of them are filled at once. */
async function gather(active: ReadonlySet<Promise<void>>, atOnce: number): Promise<void> {
  if (active.size <= atOnce / 2) return;
  let passed = false;
  const patience = sleep(GATHER_MS).then(() => void (passed = true));
  while (!passed && active.size > atOnce / 2) await Promise.race([...active, patience]);
}

/** Keeps so many deliveries going until nothing is due; a slow one does not hold up the others. */
function createPass(
  { database, clock, ids, secrets, log }: OutboxDependencies,
  handlers: Map<string, OutboxHandler>,
  nothingMore: () => void,
) {
  const claims = createOutboxClaims({ db: database.db, clock, holder: ids.next() });
  let wakeUp = Promise.withResolvers<void>();
  let closing = false;

  async function attempt({ payload, ...entry }: Claimed): Promise<DeliveryOutcome> {
    try {
      const opened = JSON.parse(secrets.openText(payload, payloadContext(entry.topic, entry.reference))) as object;
      return await handlers.get(entry.topic)!({ ...entry, payload: opened });
    } catch (error) {
      log.error({ err: error, topic: entry.topic, reference: entry.reference }, "outbox handler failed");
      return { result: "retry", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async function deliver(entry: Claimed): Promise<void> {
    const { topic, reference } = entry;
    const renewal = setInterval(() => {
      claims
        .renew(entry)
        .catch((error: unknown) => log.warn({ err: error, topic, reference }, "outbox lease not renewed"));
    }, RENEW_MS);
    try {
      await claims.settle(entry, await attempt(entry));
    } catch (error) {
      // The outcome could not be written: the lease runs out and the entry is asked about again.
      log.error({ err: error, topic, reference }, "outbox outcome not recorded");
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    async run(atOnce: number): Promise<number> {
      const active = new Set<Promise<void>>();
      let begun = 0;
      while (handlers.size > 0) {
        await gather(active, atOnce);
        wakeUp = Promise.withResolvers();
        const free = closing ? 0 : atOnce - active.size;
        const batch = free > 0 ? await claims.claim([...handlers.keys()], free) : [];
        if (batch.length < free) nothingMore();
        for (const entry of batch) {
          const delivery = deliver(entry).finally(() => active.delete(delivery));
          active.add(delivery);
        }
        begun += batch.length;
        if (active.size === 0) break;
        if (batch.length === 0 || active.size === atOnce) await Promise.race([...active, wakeUp.promise]);
      }
      return begun;
    },
    lookAgain: () => wakeUp.resolve(),
    isClosing: () => closing,
    close: () => void (closing = true),
  };
}
