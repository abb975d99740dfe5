import type { UrlState } from "@coralhub/ui";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

/** Lists keep their filters, page and open row in the address. */
export function useUrlState(): UrlState {
  const { history } = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Makes the page follow; the words are read from the address itself, because the router takes long numbers for figures.
  useRouterState({ select: (state) => state.location.searchStr });
  const { search } = history.location;
  return useMemo(
    () => ({
      search,
      setSearch: (next, { replace }) => history[replace ? "replace" : "push"](next ? `${path}?${next}` : path),
    }),
    [history, path, search],
  );
}
