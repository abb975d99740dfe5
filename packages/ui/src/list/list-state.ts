import { PAGE_SIZES, type Filter, type ListInput, type ListSpec } from "@coralhub/contract";

export type DateRange = { begin?: string; end?: string };
export type FilterValue = string[] | DateRange | string;

/** What a list shows now. It lives in the address, so that a reload, a link and the back button keep it. */
export type ListState = {
  filters: Record<string, FilterValue>;
  pageNo: number;
  pageSize: (typeof PAGE_SIZES)[number];
  cursor?: string;
  sort: string;
  order: "asc" | "desc";
  /** Key of the row whose drawer is open. */
  open?: string;
};

const OWN = { page: "page", size: "size", sort: "sort", cursor: "cursor", open: "open" } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const filterEntries = (spec: Pick<ListSpec, "filters">): [string, Filter][] =>
  Object.entries<Filter | undefined>(spec.filters).flatMap(([key, filter]) => (filter ? [[key, filter]] : []));

/** Why a text cannot be looked for; undefined where it can, or where there is none. */
export const textProblem = (filter: Filter, text: string): string | undefined =>
  filter.kind === "text" && filter.rule && text.trim() !== "" && !filter.rule.holds(text.trim())
    ? filter.rule.problem
    : undefined;

function readFilter(filter: Filter, text: string): FilterValue | undefined {
  switch (filter.kind) {
    case "choice": {
      const known = new Set(filter.options.map(({ value }) => value));
      const chosen = text.split(",").filter((value) => known.has(value));
      return chosen.length > 0 ? chosen : undefined;
    }
    case "dateRange": {
      const [begin, end] = text.split("~").map((day) => (DAY.test(day) ? day : undefined));
      return begin || end ? { begin, end } : undefined;
    }
    case "text": {
      const words = text.trim().slice(0, 100);
      return words === "" || textProblem(filter, words) ? undefined : words;
    }
  }
}

function writeFilter(value: FilterValue): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(",");
  return `${value.begin ?? ""}~${value.end ?? ""}`;
}

/** Reads an address; what it does not understand is left out rather than refused. */
export function readListState(spec: ListSpec, search: string): ListState {
  const params = new URLSearchParams(search);
  const filters: Record<string, FilterValue> = {};
  for (const [key, filter] of filterEntries(spec)) {
    const text = params.get(key);
    const value = text === null ? undefined : readFilter(filter, text);
    if (value !== undefined) filters[key] = value;
  }
  const page = Number(params.get(OWN.page));
  const size = PAGE_SIZES.find((candidate) => String(candidate) === params.get(OWN.size));
  const sort = params.get(OWN.sort) ?? "";
  const column = spec.sort.find((candidate) => candidate === sort.replace(/^-/, ""));
  return {
    filters,
    pageNo: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: size ?? PAGE_SIZES[0],
    cursor: params.get(OWN.cursor) ?? undefined,
    sort: column ?? spec.sort[0],
    order: column && !sort.startsWith("-") ? "asc" : "desc",
    open: params.get(OWN.open) ?? undefined,
  };
}

/** Writes only what differs from the default; parameters of others in the address stay as they are. */
export function writeListState(spec: ListSpec, state: ListState, search = ""): string {
  const params = new URLSearchParams(search);
  for (const key of [...Object.values(OWN), ...filterEntries(spec).map(([name]) => name)]) params.delete(key);
  for (const [key, value] of Object.entries(state.filters)) params.set(key, writeFilter(value));
  if (state.sort !== spec.sort[0] || state.order !== "desc") {
    params.set(OWN.sort, `${state.order === "desc" ? "-" : ""}${state.sort}`);
  }
  if (state.pageSize !== PAGE_SIZES[0]) params.set(OWN.size, String(state.pageSize));
  if (state.pageNo > 1) params.set(OWN.page, String(state.pageNo));
  if (state.cursor) params.set(OWN.cursor, state.cursor);
  if (state.open) params.set(OWN.open, state.open);
  return params.toString();
}

/** The input of the list's call. */
export const toListInput = ({ filters, pageNo, pageSize, cursor, sort, order }: ListState): ListInput => ({
  filters,
  pageNo,
  pageSize,
  cursor,
  sort,
  order,
});

/** One applied filter as words: 「平台：Qoo10」; each choice is a chip of its own. */
export type Chip = { key: string; label: string; without: FilterValue | undefined };

export function chipsOf(spec: ListSpec, filters: ListState["filters"]): Chip[] {
  return filterEntries(spec).flatMap(([key, filter]): Chip[] => {
    const value = filters[key];
    if (value === undefined) return [];
    if (filter.kind === "choice" && Array.isArray(value)) {
      return value.map((one) => {
        const rest = value.filter((other) => other !== one);
        const label = filter.options.find((option) => option.value === one)?.label ?? one;
        return { key, label: `${filter.label}：${label}`, without: rest.length > 0 ? rest : undefined };
      });
    }
    if (typeof value === "string") return [{ key, label: `${filter.label}：${value}`, without: undefined }];
    const { begin, end } = value as DateRange;
    const range = begin && end ? `${begin} 至 ${end}` : begin ? `${begin} 起` : `截至 ${end}`;
    return [{ key, label: `${filter.label}：${range}`, without: undefined }];
  });
}
