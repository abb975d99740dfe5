import { EVERY_TOPIC } from "@coralhub/domain";
import type { DeveloperDeps } from "./deps.ts";
import {
  claimEvents,
  insertDeliveries,
  listListeners,
  listUnspread,
  markSpread,
  takeSequence,
  type Listener,
  type NewDelivery,
  type NewEvent,
} from "./deliveries-store.ts";

/** The thing an event tells of, as the open API shows it; null where it shows none. */
export type DescribeSubject = (event: NewEvent) => Promise<{ path: string; object: unknown } | null>;

const AT_ONCE = 200;
const isFor = (listener: Listener, event: NewEvent): boolean =>
  listener.merchantId === event.merchantId && (listener.topic === EVERY_TOPIC || listener.topic === event.topic);

/** The same for every listener but for what a full one carries besides. */
const bodyOf = (event: NewEvent, told: { path: string; object: unknown } | null, full: boolean, sequence: number) =>
  JSON.stringify({
    type: event.topic,
    timestamp: event.at.toISOString(),
    sequence,
    data: {
      eventId: event.id,
      id: event.subjectId,
      path: told?.path ?? null,
      ...(event.subject === "test" && { test: true }),
      ...(full && { object: told?.object ?? null }),
    },
  });

/** Gives what has happened to every webhook that wants it. What is read is read before the transaction begins. */
export async function spreadEvents(deps: DeveloperDeps, describe: DescribeSubject): Promise<number> {
  const { db } = deps.database;
  const events = await listUnspread(db, AT_ONCE);
  if (events.length === 0) return 0;
  const listeners = await listListeners(db, [...new Set(events.map(({ merchantId }) => merchantId))]);
  const told = new Map<string, Awaited<ReturnType<DescribeSubject>>>();
  for (const event of events) {
    if (listeners.some((listener) => isFor(listener, event))) told.set(event.id, await tellOf(deps, describe, event));
  }
  await deps.database.transaction(async (tx) => {
    const claimed = await claimEvents(tx, events);
    const at = deps.wallClock.now();
    const rows: NewDelivery[] = [];
    for (const listener of listeners.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const theirs = claimed.filter((event) => isFor(listener, event));
      if (theirs.length === 0) continue;
      const last = await takeSequence(tx, listener, theirs.length);
      theirs.forEach((event, place) => {
        const sequence = last - theirs.length + place + 1;
        const body = bodyOf(event, told.get(event.id) ?? null, listener.type === "full", sequence);
        const { merchantId, id: webhook } = listener;
        rows.push({ merchantId, id: deps.ids.next(), webhook, event: event.id, topic: event.topic, sequence, body });
      });
    }
    if (rows.length > 0) await insertDeliveries(tx, rows, at);
    if (claimed.length > 0) await markSpread(tx, claimed, at);
  });
  return events.length;
}

/** A thing that cannot be shown does not stop the news of it. */
async function tellOf(deps: DeveloperDeps, describe: DescribeSubject, event: NewEvent) {
  try {
    return await describe(event);
  } catch (error) {
    deps.log.warn(
      { err: error, topic: event.topic, subjectId: event.subjectId },
      "an event was told without its object",
    );
    return null;
  }
}
