import type { ListSpec } from "@coralhub/contract";
import { filterEntries } from "./list-state.ts";
import type { ListTabs } from "./list-types.ts";
import { totalText } from "./pager.tsx";
import type { ListController } from "./use-list.ts";

type Tab = { label: string; values: readonly string[]; count?: number };

/** 全部, then each state (or group of states) with its count. */
export function tabsOf(tabs: ListTabs, spec: ListSpec): Tab[] {
  const filter = filterEntries(spec).find(([key]) => key === tabs.filter)?.[1];
  const options = filter?.kind === "choice" ? filter.options : [];
  const items = tabs.items ?? options.map(({ value, label }) => ({ label, values: [value] }));
  const countOf = (values: readonly string[]) => {
    const counts = values.map((value) => tabs.counts?.[value]);
    return counts.some((count) => count === undefined)
      ? undefined
      : counts.reduce<number>((sum, count) => sum + count!, 0);
  };
  return [
    { label: "全部", values: [], count: tabs.total },
    ...items.map((item) => ({ ...item, count: countOf(item.values) })),
  ];
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

export function ListTabBar({ tabs, spec, list }: { tabs: ListTabs; spec: ListSpec; list: ListController }) {
  const chosen = (list.state.filters[tabs.filter] ?? []) as string[];
  return (
    <div className="tab-bar" role="group" aria-label="按状态看">
      {tabsOf(tabs, spec).map(({ label, values, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={same(values, chosen)}
          onClick={() => list.setFilter(tabs.filter, values.length > 0 ? [...values] : undefined)}
        >
          {label}
          {count !== undefined && <span>{totalText(count)}</span>}
        </button>
      ))}
    </div>
  );
}
