import { EVERY_TOPIC } from "@coralhub/domain";
import type { DeveloperDeps } from "./deps.ts";
import {
  claimEvents,
  insertDeliveries,
  listListeners,
  listUnspread,
  markSpread,
  takeSequences,
  type Listener,
  type NewDelivery,
  type NewEvent,
} from "./deliveries-store.ts";
import { mayUse } from "./scopes.ts";

/** The thing an event tells of, as the open API shows it to whom may read it; null where it shows none. */
type ToldSubject = { path: string; object: unknown; scope: string };
export type DescribeSubject = (event: NewEvent) => Promise<ToldSubject | null>;

const AT_ONCE = 200;
const isFor = (listener: Listener, event: NewEvent): boolean =>
  listener.merchantId === event.merchantId && (listener.topic === EVERY_TOPIC || listener.topic === event.topic);

/** A full notice carries no more than the app could read by itself. */
const objectFor = ({ scopes }: Listener, told: ToldSubject | null): unknown =>
  told && mayUse({ scopes: new Set(scopes) }, told.scope) ? told.object : null;

/** The same for every listener but for what a full one carries besides. */
const bodyOf = (event: NewEvent, told: ToldSubject | null, listener: Listener, sequence: number) =>
  JSON.stringify({
    type: event.topic,
    timestamp: event.at.toISOString(),
    sequence,
    data: {
      eventId: event.id,
      id: event.subjectId,
      path: told?.path ?? null,
      ...(event.subject === "test" && { test: true }),
      ...(listener.type === "full" && { object: objectFor(listener, told) }),
    },
  });

/** Gives what has happened to every webhook that wants it. What is read is read before the transaction begins. */
export async function spreadEvents(deps: DeveloperDeps, describe: DescribeSubject): Promise<number> {
  const { db } = deps.database;
  const events = await listUnspread(db, AT_ONCE);
  if (events.length === 0) return 0;
  const listeners = await listListeners(db, [...new Set(events.map(({ merchantId }) => merchantId))]);
  const told = new Map<string, ToldSubject | null>();
  for (const event of events) {
    if (listeners.some((listener) => isFor(listener, event))) told.set(event.id, await tellOf(deps, describe, event));
  }
  await deps.database.transaction(async (tx) => {
    const claimed = await claimEvents(tx, events);
    const at = deps.wallClock.now();
    const rows: NewDelivery[] = [];
    const takers = listeners
      .map((listener) => ({ listener, theirs: claimed.filter((event) => isFor(listener, event)) }))
      .filter(({ theirs }) => theirs.length > 0);
    const lasts = await takeSequences(
      tx,
      takers.map(({ listener: { merchantId, id }, theirs }) => ({ merchantId, id, count: theirs.length })),
    );
    for (const { listener, theirs } of takers) {
      const last = lasts.get(listener.id);
      // Removed a moment ago.
      if (last === undefined) continue;
      theirs.forEach((event, place) => {
        const sequence = last - theirs.length + place + 1;
        const body = bodyOf(event, told.get(event.id) ?? null, listener, sequence);
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
