import { useCallback, useSyncExternalStore } from "react";
import { breakpoint } from "./theme.ts";

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The phone's layout: two-line rows, sheets, bottom bar. */
export const useNarrow = () => useMediaQuery(`(max-width: ${breakpoint.narrow - 1}px)`);
