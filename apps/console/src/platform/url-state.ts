import type { Address } from "@coralhub/domain";
import type { UrlState } from "@coralhub/ui";
import { useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { go } from "./navigation.ts";

/** Lists keep their filters, page and open row in the address. */
export function useUrlState(): UrlState {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  return useMemo(
    () => ({ search, setSearch: (next, { replace }) => go((next ? `${path}?${next}` : path) as Address, { replace }) }),
    [path, search],
  );
}
