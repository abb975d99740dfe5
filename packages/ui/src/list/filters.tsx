import type { Filter, ListSpec } from "@coralhub/contract";
import { Checkbox, Input } from "antd";
import dayjs from "dayjs";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { DayRangePicker } from "../calendar/day-pickers.tsx";
import { ChevronDown, Close, Search } from "../icons.tsx";
import { useOpen } from "../use-open.ts";
import { beijingDay, addDays } from "../values/time-text.ts";
import { chipsOf, filterEntries, textProblem, type DateRange, type FilterValue } from "./list-state.ts";
import type { ListController } from "./use-list.ts";

type FilterProps<F extends Filter, V extends FilterValue> = {
  filter: F;
  value: V | undefined;
  onChange: (value: V | undefined) => void;
};
type Choice = Extract<Filter, { kind: "choice" }>;
type Range = Extract<Filter, { kind: "dateRange" }>;
type Text = Extract<Filter, { kind: "text" }>;

const DEBOUNCE_MS = 500;

/** Asks when typing has rested, and at once on Enter; follows the address when it changes elsewhere. */
export function TextFilter({ filter, value = "", onChange }: FilterProps<Text, string>) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const problem = textProblem(filter, text);
  const [rested, setRested] = useState(true);
  const apply = (next: string) => {
    setRested(true);
    if (textProblem(filter, next) === undefined && next.trim() !== value) onChange(next.trim() || undefined);
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  // Only typing starts the wait; a new address must not ask again.
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const said = rested ? problem : undefined;
  return (
    <span className="filter-field">
      <Input
        size="small"
        className="filter-text"
        prefix={<Search size={16} />}
        placeholder={filter.label}
        aria-label={filter.label}
        aria-invalid={said ? true : undefined}
        status={said ? "error" : ""}
        allowClear
        maxLength={100}
        value={text}
        onChange={(event) => {
          setRested(false);
          setText(event.target.value);
        }}
        onPressEnter={() => apply(text)}
      />
      {said && (
        <span role="alert" className="filter-problem">
          {said}
        </span>
      )}
    </span>
  );
}

export function RangeFilter({ filter, value, onChange }: FilterProps<Range, DateRange>) {
  const today = beijingDay();
  const preset = (label: string, days: number) => ({
    label,
    value: [dayjs(addDays(today, -days)), dayjs(today)] as [dayjs.Dayjs, dayjs.Dayjs],
  });
  return (
    <DayRangePicker
      size="small"
      className="filter-range"
      allowEmpty={[true, true]}
      placeholder={[`${filter.label}起`, "止"]}
      aria-label={filter.label}
      presets={[preset("今天", 0), preset("近 7 天", 6), preset("近 30 天", 29), preset("近 90 天", 89)]}
      value={[value?.begin ? dayjs(value.begin) : null, value?.end ? dayjs(value.end) : null]}
      onChange={(range) => {
        const [begin, end] = (range ?? []).map((day) => day?.format("YYYY-MM-DD"));
        onChange(begin || end ? { begin, end } : undefined);
      }}
    />
  );
}

export function ChoiceFilter({ filter, value = [], onChange }: FilterProps<Choice, string[]>) {
  const { open, setOpen, close, root, button } = useOpen();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    <div className="menu" ref={root} role="presentation" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={`small-button ${value.length > 0 ? "filter-on" : ""}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {filter.label}
        {value.length > 0 && <span>{value.length}</span>}
        <ChevronDown size={16} />
      </button>
      {open && (
        <div id={id} className="menu-list menu-start filter-choices" role="group" aria-label={filter.label}>
          <ChoiceBoxes filter={filter} value={value} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

export function ChoiceBoxes({ filter, value = [], onChange }: FilterProps<Choice, string[]>) {
  return (
    <Checkbox.Group
      options={filter.options.map((option) => ({ ...option }))}
      value={value}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
    />
  );
}

/** The row of filters, 32 high. The filter that the tabs speak for is left out. */
export function FilterRow({ spec, list, without }: { spec: ListSpec; list: ListController; without?: string }) {
  return filterEntries(spec)
    .filter(([key]) => key !== without)
    .map(([key, filter]) => {
      const value = list.state.filters[key];
      const onChange = (next: FilterValue | undefined) => list.setFilter(key, next);
      if (filter.kind === "text")
        return <TextFilter key={key} filter={filter} value={value as string} onChange={onChange} />;
      if (filter.kind === "dateRange")
        return <RangeFilter key={key} filter={filter} value={value as DateRange} onChange={onChange} />;
      return <ChoiceFilter key={key} filter={filter} value={value as string[]} onChange={onChange} />;
    });
}

/** What is applied, each removable; nothing applied draws nothing. */
export function FilterChips({ spec, list, without }: { spec: ListSpec; list: ListController; without?: string }) {
  const chips = chipsOf(spec, list.state.filters).filter(({ key }) => key !== without);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="已用的筛选">
      {chips.map(({ key, label, without: rest }) => (
        <li key={label} className="chip">
          {label}
          <button type="button" aria-label={`去掉 ${label}`} onClick={() => list.setFilter(key, rest)}>
            <Close size={14} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="text-button" onClick={() => list.setFilters({})}>
          清除筛选
        </button>
      </li>
    </ul>
  );
}
