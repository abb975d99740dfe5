import type { Address } from "@coralhub/domain";
import type { UrlState } from "@coralhub/ui";
import { useMatch, useRouterState } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { go } from "./navigation.ts";

/**
 * Lists keep their filters, page and open row in the address. While the next page is still fetched the address is that
 * page's already: the one on the screen keeps what it was asked for, instead of showing other rows for a moment.
 */
export function useUrlState(): UrlState {
  const shown = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const asked = useRouterState({ select: (state) => state.location.searchStr });
  const [kept, keep] = useState(asked);
  const search = shown === path ? asked : kept;
  if (search !== kept) keep(search);
  return useMemo(
    () => ({ search, setSearch: (next, { replace }) => go((next ? `${path}?${next}` : path) as Address, { replace }) }),
    [path, search],
  );
}
