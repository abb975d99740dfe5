import {
  useMatch,
  useRouter,
  useRouterState,
  type AnyRoute,
  type Router,
  type RouterHistory,
} from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { UrlState } from "../list/use-list.ts";

/** Each browser names its own routes; what the two have in common is asked for here. */
type AnyBrowserRouter = Router<AnyRoute, "never", boolean, RouterHistory>;

/**
 * Lists keep their filters, page and open row in the address. While the next page is still fetched the address is that
 * page's already: the one on the screen keeps what it was asked for, instead of showing other rows for a moment.
 */
export function useUrlState(): UrlState {
  const { history, basepath } = useRouter<AnyBrowserRouter>();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Makes the page follow; the words are read from the address itself, because the router takes long numbers for figures.
  useRouterState({ select: (state) => state.location.searchStr });
  const asked = history.location.search;
  const [kept, keep] = useState({ page, path, search: asked });
  const isLeaving = page !== path && page === kept.page && path !== kept.path;
  const now = isLeaving ? kept : { page, path, search: asked };
  if (now.page !== kept.page || now.path !== kept.path || now.search !== kept.search) keep(now);
  const here = basepath === "/" ? now.path : basepath + now.path;
  const { search } = now;
  return useMemo(
    () => ({
      search,
      setSearch: (next, { replace }) => history[replace ? "replace" : "push"](next ? `${here}?${next}` : here),
    }),
    [history, here, search],
  );
}

type Words = Readonly<Record<string, string | undefined>>;

/** The words a page keeps in the address besides a list's: a step, a choice. One without a value leaves the address. */
export function useUrlWords(): [URLSearchParams, (patch: Words, how?: { replace: boolean }) => void] {
  const { search, setSearch } = useUrlState();
  const words = useMemo(() => new URLSearchParams(search), [search]);
  const change = (patch: Words, how = { replace: false }) => {
    const next = new URLSearchParams(words);
    for (const [name, value] of Object.entries(patch)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next.toString(), how);
  };
  return [words, change];
}
