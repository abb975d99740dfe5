export type RecentEntries<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
};

/**
 * The latest entries, in two halves: when the younger is full, the older is dropped whole. A Map that loses its oldest entry
 * for each new one is walked from its beginning every time, over all those it has lost.
 */
export function createRecentEntries<V>(most: number): RecentEntries<V> {
  let younger = new Map<string, V>();
  let older = new Map<string, V>();
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      older.delete(key);
      if (younger.size >= most / 2 && !younger.has(key)) {
        older = younger;
        younger = new Map();
      }
      younger.set(key, value);
    },
    delete(key) {
      younger.delete(key);
      older.delete(key);
    },
    clear() {
      younger.clear();
      older.clear();
    },
  };
}
