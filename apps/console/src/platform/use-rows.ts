import type { ListInput, ListSpec } from "@coralhub/contract";
import { useList, type UrlState } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { askedSearch } from "./asked-search.ts";
import { listFailure } from "./list-failure.ts";

/** A desk where others work too is read again every half minute. */
const DESK_EVERY_MS = 30_000;

/** The rows the address asks for, and everything else a list page needs to know of them; `waitingFirst` where a bare address shows what waits. */
export function useRows<Spec extends ListSpec, Answer>(
  spec: Spec,
  key: readonly unknown[],
  ask: (input: ListInput) => Promise<Answer>,
  { desk = false, waitingFirst = false }: { desk?: boolean; waitingFirst?: boolean } = {},
) {
  const url = useUrlState();
  const asked = useMemo<UrlState>(
    () => (waitingFirst ? { ...url, setSearch: (search, how) => url.setSearch(askedSearch(search), how) } : url),
    [url, waitingFirst],
  );
  const list = useList(spec, asked);
  const rows = useQuery({
    queryKey: [...key, list.input],
    queryFn: () => ask(list.input),
    placeholderData: keepPreviousData,
    ...(desk && { refetchInterval: DESK_EVERY_MS }),
  });
  return {
    spec,
    list,
    data: rows.data,
    fetching: rows.isFetching,
    ...(rows.error && { error: listFailure(rows.error) }),
    onRetry: () => void rows.refetch(),
  };
}
