import { sql } from "kysely";
import type { Db } from "./db.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";

const TOPIC = "platform.jobs.due";
const LOOK_MS = 3_000;
/** A little less, so that whoever looks next does not wait for a look that was meant for the same moment. */
const HEARD_MS = LOOK_MS - 500;

type Dependencies = {
  db: Db;
  live: Live;
  log: Log;
  names: readonly string[];
  /** These have something to do now. */
  wake(names: readonly string[]): void;
};

/**
 * New jobs come with news; those planned for a moment, and those that are tried again, are found by looking. One statement
 * looks for all queues, and one process for all of them: whoever hears that another has looked leaves his own look out.
 */
export function watchDueJobs({ db, live, log, names, wake }: Dependencies): { stop(): void } {
  let heardAt = -Infinity;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const unsubscribe = live.subscribe(TOPIC, ({ data }) => {
    heardAt = performance.now();
    wake(data as string[]);
  });

  async function look(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select distinct name from pgboss.job
       where state < 'active' and start_after <= now() and name = any(${names}::text[])`.execute(db);
    const due = rows.map(({ name }) => name);
    // Also where nobody hears.
    if (due.length > 0) wake(due);
    live.tell(db, TOPIC, { event: "looked", data: due });
  }
  async function next(): Promise<void> {
    const others = live.connected() && performance.now() - heardAt < HEARD_MS;
    if (!others) await look().catch((error: unknown) => log.warn({ err: error }, "job queue could not be read"));
    if (stopped) return;
    timer = setTimeout(() => void next(), LOOK_MS);
    timer.unref();
  }
  void next();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
