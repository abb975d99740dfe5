import { useMemo, useState } from "react";

export type Selection<T> = {
  rows: T[];
  all: boolean;
  has: (key: string) => boolean;
  set: (key: string, selected: boolean) => void;
  setAll: (selected: boolean) => void;
  clear: () => void;
};

/** Which rows of this page are chosen; rows that are gone from the page are no longer chosen. */
export function useSelection<T>(records: readonly T[] | undefined, rowKey: (row: T) => string): Selection<T> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const rows = (records ?? []).filter((row) => keys.has(rowKey(row)));
    return {
      rows,
      all: rows.length > 0 && rows.length === records?.length,
      has: (key) => keys.has(key),
      set: (key, selected) => {
        const next = new Set(keys);
        if (selected) next.add(key);
        else next.delete(key);
        setKeys(next);
      },
      setAll: (selected) => setKeys(new Set(selected ? (records ?? []).map(rowKey) : [])),
      clear: () => setKeys(new Set()),
    };
  }, [keys, records, rowKey]);
}
