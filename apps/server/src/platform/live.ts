import type { LiveEvent } from "@coralhub/contract";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "./db.ts";
import type { Log } from "./log.ts";

/** Tells every process (and through it every open page) that something changed. Delivered on commit. */
export type Live = {
  /** The event must be small (an id and what happened): PostgreSQL carries less than 8000 bytes. */
  publish(tx: Tx | Db, topic: string, event: LiveEvent): Promise<void>;
  subscribe(topic: string, listener: (event: LiveEvent) => void): () => void;
  /** False while the listening connection is down: whoever caches must not trust its cache then. */
  connected(): boolean;
  /** Called after every (re)connect: events may have been missed before it. */
  onConnect(listener: () => void): () => void;
};
export type LiveBus = Live & { start(): Promise<void>; stop(): Promise<void> };

const CHANNEL = "coralhub_live";
const MOST_BYTES = 7_900;
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;
const RECONNECT_MS = [50, 200, 500, 1_000, 2_000];

type Listener = (event: LiveEvent) => void;

export function createLive(options: { url: string; log: Log }): LiveBus {
  const listeners = new Map<string, Set<Listener>>();
  const connectListeners = new Set<() => void>();
  const connection = createListener({
    ...options,
    onConnect: () => connectListeners.forEach((listener) => listener()),
    onPayload(payload) {
      const { topic, event, data } = JSON.parse(payload) as { topic: string } & LiveEvent;
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener({ event, data });
        } catch (error) {
          options.log.error({ err: error, topic }, "live listener failed");
        }
      }
    },
  });
  return {
    async publish(tx, topic, event) {
      const payload = JSON.stringify({ topic, ...event });
      const bytes = Buffer.byteLength(payload);
      if (bytes > MOST_BYTES)
        throw new Error(`live event on ${topic} has ${bytes} bytes: publish an id and let the page ask`);
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx);
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
    connected: connection.connected,
    start: connection.start,
    stop: connection.stop,
  };
}

type ListenerOptions = { url: string; log: Log; onConnect(): void; onPayload(payload: string): void };

/** One session that only listens; it is replaced whenever it breaks or falls silent. */
function createListener({ url, log, onConnect, onPayload }: ListenerOptions) {
  let client: pg.Client | undefined;
  let stopped = true;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: "coralhub live",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    fresh.on("error", (error) => lose(fresh, error));
    fresh.on("end", () => lose(fresh, undefined));
    fresh.on("notification", ({ payload }) => payload && onPayload(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      void fresh.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return void (await fresh.end());
    client = fresh;
    failures = 0;
    schedule(beat, HEARTBEAT_MS);
    onConnect();
  }

  async function beat(): Promise<void> {
    const current = client;
    if (!current) return;
    try {
      await current.query("select 1");
      if (client === current) schedule(beat, HEARTBEAT_MS);
    } catch (error) {
      lose(current, error);
    }
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return;
    client = undefined;
    log.warn({ err: error }, "live connection lost; reconnecting");
    void lost.end().catch(() => undefined);
    reconnect();
  }

  function reconnect(): void {
    if (stopped) return;
    schedule(
      () => {
        connect().catch((error: unknown) => {
          log.warn({ err: error }, "live connection could not be made");
          reconnect();
        });
      },
      RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)]!,
    );
  }

  function schedule(work: () => void, afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, afterMs);
    timer.unref();
  }

  return {
    connected: () => client !== undefined,
    async start() {
      stopped = false;
      await connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
}
