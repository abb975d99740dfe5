import type { Filter, ListSpec } from "@coralhub/contract";
import { Button, Drawer, Input } from "antd";
import { useState } from "react";
import { Filter as FilterIcon } from "../icons.tsx";
import { ChoiceBoxes } from "./filters.tsx";
import { filterEntries, textProblem, type DateRange, type FilterValue, type ListState } from "./list-state.ts";
import type { ListController } from "./use-list.ts";

type FilterSheetProps = { spec: ListSpec; list: ListController; without: string | undefined };

/** The phone's filters: one button, one sheet, applied together. The filter that the tabs speak for is left out. */
export function FilterSheet({ spec, list, without }: FilterSheetProps) {
  const [draft, setDraft] = useState<ListState["filters"]>();
  const open = draft !== undefined;
  const finish = (filters: ListState["filters"]) => {
    list.setFilters(filters);
    setDraft(undefined);
  };
  return (
    <>
      <button
        type="button"
        className="small-button filter-open"
        aria-expanded={open}
        onClick={() => setDraft(list.state.filters)}
      >
        <FilterIcon size={16} />
        筛选
      </button>
      <Drawer
        open={open}
        onClose={() => setDraft(undefined)}
        placement="bottom"
        size="large"
        title="筛选"
        closable={{ placement: "end" }}
        footer={
          <div className="sheet-actions">
            <Button size="large" onClick={() => finish({})}>
              清除筛选
            </Button>
            <Button size="large" type="primary" disabled={isWrong(spec, draft)} onClick={() => finish(draft ?? {})}>
              查看结果
            </Button>
          </div>
        }
      >
        <div className="sheet-filters">
          {filterEntries(spec)
            .filter(([key]) => key !== without)
            .map(([key, filter]) => (
              <SheetFilter
                key={key}
                filter={filter}
                value={draft?.[key]}
                onChange={(value) => {
                  const { [key]: _old, ...rest } = draft ?? {};
                  setDraft(value === undefined ? rest : { ...rest, [key]: value });
                }}
              />
            ))}
        </div>
      </Drawer>
    </>
  );
}

const isWrong = (spec: ListSpec, draft: ListState["filters"] = {}): boolean =>
  filterEntries(spec).some(([key, filter]) => problemOf(filter, draft[key]) !== undefined);
const problemOf = (filter: Filter, value: FilterValue | undefined): string | undefined =>
  typeof value === "string" ? textProblem(filter, value) : undefined;

type SheetFilterProps = {
  filter: Filter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
};

function SheetFilter({ filter, value, onChange }: SheetFilterProps) {
  const range = (value ?? {}) as DateRange;
  const problem = problemOf(filter, value);
  const setRange = (part: DateRange) => {
    const next = { ...range, ...part };
    onChange(next.begin || next.end ? next : undefined);
  };
  return (
    <fieldset className="sheet-filter">
      <legend className="type-label">{filter.label}</legend>
      {filter.kind === "choice" && <ChoiceBoxes filter={filter} value={value as string[]} onChange={onChange} />}
      {filter.kind === "text" && (
        <Input
          size="large"
          aria-label={filter.label}
          aria-invalid={problem ? true : undefined}
          status={problem ? "error" : ""}
          value={(value as string) ?? ""}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
      {problem && (
        <span role="alert" className="filter-problem">
          {problem}
        </span>
      )}
      {filter.kind === "dateRange" && (
        <div className="sheet-range">
          <Input
            type="date"
            size="large"
            aria-label={`${filter.label}，从`}
            value={range.begin ?? ""}
            onChange={(event) => setRange({ begin: event.target.value || undefined })}
          />
          <span>至</span>
          <Input
            type="date"
            size="large"
            aria-label={`${filter.label}，到`}
            value={range.end ?? ""}
            onChange={(event) => setRange({ end: event.target.value || undefined })}
          />
        </div>
      )}
    </fieldset>
  );
}
