import pg from "pg";
import type { Log } from "./log.ts";

const HEARTBEAT_MS = 2_000;
const TIMEOUT_MS = 5_000;
const RECONNECT_MS = [50, 200, 500, 1_000, 2_000];

type Options = { url: string; channel: string; log: Log; onConnect(): void; onPayload(payload: string): void };

/** One session that only listens; it is replaced whenever it breaks or falls silent. */
export class LiveConnection {
  readonly #options: Options;
  #client: pg.Client | undefined;
  #stopped = true;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the last question was sent that has been answered. */
  #askedAt = -Infinity;

  constructor(options: Options) {
    this.#options = options;
  }

  isConnected(): boolean {
    return this.#client !== undefined;
  }

  answeredWithin(ms: number): boolean {
    return this.#client !== undefined && performance.now() - this.#askedAt < ms;
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const current = this.#client;
    this.#client = undefined;
    await current?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "coralhub live",
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client, undefined));
    client.on("notification", ({ payload }) => payload && this.#options.onPayload(payload));
    let askedAt: number;
    try {
      await client.connect();
      askedAt = performance.now();
      await client.query(`listen ${this.#options.channel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stopped) return client.end();
    this.#client = client;
    this.#askedAt = askedAt;
    this.#failures = 0;
    this.#later(() => this.#beat(client), HEARTBEAT_MS);
    this.#options.onConnect();
  }

  /** A connection can die without a word (a router forgets it); only asking tells. */
  async #beat(client: pg.Client): Promise<void> {
    if (this.#client !== client) return;
    const askedAt = performance.now();
    try {
      await client.query("select 1");
      if (this.#client !== client) return;
      this.#askedAt = askedAt;
      this.#later(() => this.#beat(client), HEARTBEAT_MS);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#options.log.warn({ err: error }, "live connection lost; reconnecting");
    client.end().catch(() => undefined);
    this.#reconnect();
  }

  #reconnect(): void {
    const waitMs = RECONNECT_MS[Math.min(this.#failures++, RECONNECT_MS.length - 1)]!;
    this.#later(async () => {
      try {
        await this.#connect();
      } catch (error) {
        this.#options.log.warn({ err: error }, "live connection could not be made");
        this.#reconnect();
      }
    }, waitMs);
  }

  #later(work: () => Promise<void>, afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void work(), afterMs);
    this.#timer.unref();
  }
}
