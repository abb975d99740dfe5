import type { ListInput, ListSpec } from "@coralhub/contract";
import { useMemo } from "react";
import { readListState, toListInput, writeListState, type FilterValue, type ListState } from "./list-state.ts";

/** How the list reads and changes the address; each app gives its router's way. */
export type UrlState = { search: string; setSearch: (search: string, how: { replace: boolean }) => void };

export type ListController = {
  state: ListState;
  /** Give this to the call; it changes only when the call would. */
  input: ListInput;
  setFilter: (key: string, value: FilterValue | undefined) => void;
  setFilters: (filters: ListState["filters"]) => void;
  setPage: (pageNo: number, cursor?: string) => void;
  setPageSize: (pageSize: ListState["pageSize"]) => void;
  setSort: (sort: string, order: "asc" | "desc") => void;
  setOpen: (key: string | undefined) => void;
};

export function useList<S extends ListSpec>(spec: S, url: UrlState): ListController {
  const { search, setSearch } = url;
  const state = useMemo(() => readListState(spec, search), [spec, search]);
  // Opening a drawer changes the address but not the question asked.
  const question = JSON.stringify(toListInput(state));
  const input = useMemo(() => JSON.parse(question) as ListInput, [question]);
  return useMemo(() => {
    const go = (next: Partial<ListState>, replace = false) =>
      setSearch(writeListState(spec, { ...state, ...next }, search), { replace });
    /** Another question starts at its first page. */
    const ask = (next: Partial<ListState>, replace = false) =>
      go({ pageNo: 1, cursor: undefined, open: undefined, ...next }, replace);
    return {
      state,
      input,
      setFilter: (key, value) => {
        const { [key]: _old, ...rest } = state.filters;
        ask({ filters: value === undefined ? rest : { ...rest, [key]: value } }, typeof value === "string");
      },
      setFilters: (filters) => ask({ filters }),
      setPage: (pageNo, cursor) => go({ pageNo, cursor, open: undefined }),
      setPageSize: (pageSize) => ask({ pageSize }),
      setSort: (sort, order) => ask({ sort, order }),
      setOpen: (open) => go({ open }),
    };
  }, [spec, search, setSearch, state, input]);
}
