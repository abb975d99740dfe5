import type { Db } from "./db.ts";
import type { Live } from "./live.ts";

const LOOKED_TOPIC = "platform.outbox.looked";

type Looked = { by: string; topics: string[] };
type Dependencies = {
  db: Db;
  live: Pick<Live, "tell" | "subscribe" | "connected">;
  /** This process. */
  own: string;
  topics(): string[];
  /** For how long another's look spares one's own. */
  sparedMs: number;
  now?(): number;
};

/**
 * One process looks for all: whoever has found nothing more that is due says so, and whoever hears it leaves his own next
 * look out. One that has its hands full says nothing, so that the others look for themselves; so do those who deliver a
 * topic the other does not know, and those who hear nothing.
 */
export function takeTurns({ db, live, own, topics, sparedMs, now = () => performance.now() }: Dependencies) {
  let heardAt = -Infinity;
  const stop = live.subscribe(LOOKED_TOPIC, ({ data }) => {
    const { by, topics: looked } = data as Looked;
    if (by !== own && topics().every((topic) => looked.includes(topic))) heardAt = now();
  });
  return {
    anotherLooked: (): boolean => live.connected() && now() - heardAt < sparedMs,
    nothingMore(): void {
      const looked: Looked = { by: own, topics: topics() };
      live.tell(db, LOOKED_TOPIC, { event: "looked", data: looked });
    },
    stop,
  };
}
