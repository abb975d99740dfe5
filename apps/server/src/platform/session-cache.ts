import type { Clock } from "./clock.ts";
import { createRecentEntries } from "./recent-entries.ts";

/** Shorter than the time after which the moment of last use is written: whoever writes it elsewhere is seen before. */
const LIFE_MS = 50_000;
const MOST_ENTRIES = 50_000;

type Entry<T> = { value: T; until: number };

/**
 * Remembers sessions for most of a minute. `trusted` says whether news of ended sessions surely reaches this process;
 * while it does not, every look-up asks the database.
 */
export function createSessionCache<T extends object>(clock: Clock, trusted: () => boolean) {
  const entries = createRecentEntries<Entry<T>>(MOST_ENTRIES);
  /** Ids that may be ending in an open transaction of this process: not remembered until that is surely over. */
  const banned = new Map<string, number>();
  let generation = 0;
  const now = () => clock.now().getTime();

  function mayKeep(id: string): boolean {
    const until = banned.get(id);
    if (until === undefined) return trusted();
    if (until > now()) return false;
    banned.delete(id);
    return trusted();
  }

  function keep(id: string, value: T): void {
    entries.set(id, { value, until: now() + LIFE_MS });
  }

  const remembered = (id: string): T | undefined => {
    const entry = entries.get(id);
    return entry && entry.until > now() && trusted() ? entry.value : undefined;
  };

  return {
    /** What is remembered and still true, without asking anyone. */
    remembered,
    async get(id: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
      const known = remembered(id);
      if (known) return known;
      entries.delete(id);
      const before = generation;
      const value = await read();
      // News that came while we read may be about this very row: the answer is used, but not remembered.
      if (value && before === generation && mayKeep(id)) keep(id, value);
      return value;
    },
    /** The change has been committed: what is read from now on is true again. */
    drop(id: string): void {
      generation++;
      banned.delete(id);
      entries.delete(id);
    },
    ban(id: string): void {
      generation++;
      entries.delete(id);
      const at = now();
      // The oldest stand first: a walk through all of them for each would take seconds where thousands end at once.
      for (const [other, until] of banned) {
        if (until > at) break;
        banned.delete(other);
      }
      banned.delete(id);
      banned.set(id, at + 2 * 60_000);
    },
    clear(): void {
      generation++;
      entries.clear();
    },
  };
}
