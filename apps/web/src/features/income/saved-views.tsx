import type { ListController } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../platform/query.ts";
import { SavedViews as Views } from "../../platform/saved-views.tsx";
import { calls, formCalls, viewsQuery, type Selection } from "./income-calls.ts";
import { filtersOf } from "./income-filters.ts";

/** The views of the income list: its filters and what goes beside them. */
export function SavedViews({ list, selection }: { list: ListController; selection: Selection }) {
  const { data: views = [] } = useQuery(viewsQuery);
  return (
    <Views
      list={list}
      placeholder="本月亚马逊美元"
      views={views.map(({ id, name, selection: kept }) => ({ id, name, filters: filtersOf(kept) }))}
      save={(name) => formCalls.saveView({ name, selection: { ...selection, filters: selection.filters ?? {} } })}
      remove={(id) => calls.deleteView({ id })}
      refresh={() => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })}
    />
  );
}
