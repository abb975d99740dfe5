import type { LiveEvent } from "@coralhub/contract";
import { sql } from "kysely";
import { afterCommit, type Db, type Tx } from "./db.ts";
import { LiveConnection } from "./live-connection.ts";
import type { Log } from "./log.ts";

/** Tells every process (and through it every open page) that something changed. Delivered on commit. */
export type Live = {
  /** The event must be small (an id and what happened): PostgreSQL carries less than 8000 bytes. */
  publish(tx: Tx | Db, topic: string, event: LiveEvent): Promise<void>;
  /**
   * The same for what many transactions tell and nobody must rely on (a page looks again, a worker wakes): sent after the
   * commit, what is said twice at the same moment once, and all that concerns one topic in one notice. A notice inside a
   * transaction makes every commit of the database wait for the others.
   */
  tell(tx: Tx | Db, topic: string, event: LiveEvent): void;
  subscribe(topic: string, listener: (event: LiveEvent) => void): () => void;
  /** False while the listening connection is down: whoever caches must not trust its cache then. */
  connected(): boolean;
  /** Connected, and the connection has answered a moment ago: what was told until then has been heard. For what must not be missed. */
  hears(): boolean;
  /** Called after every (re)connect: events may have been missed before it. */
  onConnect(listener: () => void): () => void;
};
export type LiveBus = Live & { start(): Promise<void>; stop(): Promise<void> };

/** What concerns one merchant's open pages. */
export const merchantTopic = (merchantId: string): string => `merchant:${merchantId}`;

const CHANNEL = "coralhub_live";
const MOST_BYTES = 7_900;
/** A connection can die without a word: what rests on it is believed for so long after its last answer. */
const HEARS_MS = 5_000;

type Listener = (event: LiveEvent) => void;

/** Several events of a topic go as one: the first, and `more`, which a process of an older version passes over. */
type Notice = { topic: string } & LiveEvent & { more?: LiveEvent[] };

/** One statement for all that has been said while the last one was on its way, one notice for each topic. */
function createNotifier({ db, log }: { db: Db; log: Log }) {
  const said = new Map<string, Map<string, LiveEvent>>();
  let sending: Promise<void> | undefined;
  async function send(): Promise<void> {
    // After the current turn of the event loop: what commits together is told together.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    while (said.size > 0) {
      const payloads = [...said].flatMap(([topic, events]) => noticesOf(topic, [...events.values()]));
      said.clear();
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error, events: payloads.length }, "live events were not sent"));
    }
    sending = undefined;
  }
  return {
    add(topic: string, event: LiveEvent): void {
      const events = said.get(topic) ?? new Map<string, LiveEvent>();
      said.set(topic, events.set(JSON.stringify(event), event));
      sending ??= send();
    },
    idle: () => sending ?? Promise.resolve(),
  };
}

/** As few as their size allows. */
function noticesOf(topic: string, events: readonly LiveEvent[]): string[] {
  const [first, ...more] = events;
  const whole = JSON.stringify({ topic, ...first, ...(more.length > 0 && { more }) });
  if (more.length === 0 || Buffer.byteLength(whole) <= MOST_BYTES) return [whole];
  const half = events.length >> 1;
  return [...noticesOf(topic, events.slice(0, half)), ...noticesOf(topic, events.slice(half))];
}

export function createLive(options: { url: string; db: Db; log: Log }): LiveBus {
  const notifier = createNotifier(options);
  const listeners = new Map<string, Set<Listener>>();
  const connectListeners = new Set<() => void>();
  const connection = new LiveConnection({
    ...options,
    channel: CHANNEL,
    onConnect: () => connectListeners.forEach((listener) => listener()),
    onPayload(payload) {
      const { topic, event, data, more = [] } = JSON.parse(payload) as Notice;
      for (const one of [{ event, data }, ...more]) {
        for (const listener of listeners.get(topic) ?? []) {
          try {
            listener(one);
          } catch (error) {
            options.log.error({ err: error, topic }, "live listener failed");
          }
        }
      }
    },
  });
  return {
    async publish(tx, topic, event) {
      await sql`select pg_notify(${CHANNEL}, ${payloadOf(topic, event)})`.execute(tx);
    },
    tell(tx, topic, event) {
      // Refused here, where it is said, and not after the commit.
      payloadOf(topic, event);
      afterCommit(tx, () => notifier.add(topic, event));
    },
    subscribe(topic, listener) {
      const own: Listener = (event) => listener(event);
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(own));
      return () => {
        all.delete(own);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
      };
    },
    onConnect(listener) {
      const own = () => listener();
      connectListeners.add(own);
      return () => connectListeners.delete(own);
    },
    connected: () => connection.isConnected(),
    hears: () => connection.answeredWithin(HEARS_MS),
    start: () => connection.start(),
    async stop() {
      await notifier.idle();
      await connection.stop();
    },
  };
}

function payloadOf(topic: string, event: LiveEvent): string {
  const payload = JSON.stringify({ topic, ...event });
  const bytes = Buffer.byteLength(payload);
  if (bytes > MOST_BYTES)
    throw new Error(`live event on ${topic} has ${bytes} bytes: publish an id and let the page ask`);
  return payload;
}
