import { looksLikeCardNumber, type Lifecycle } from "@coralhub/domain";
import { z } from "zod";
import { DAY_WRITTEN_AS, isReckonedWith } from "./wire-time.ts";

export const PAGE_SIZES = [10, 20, 50, 100] as const;
/** Counting stops here: the page says "10000+" and paging goes on by cursor. */
export const COUNT_CAP = 10_000;

export type FilterOption = { value: string; label: string };
export type Filter =
  | { kind: "choice"; label: string; options: readonly FilterOption[] }
  | { kind: "dateRange"; label: string }
  | { kind: "text"; label: string; match: "exact" | "contains"; rule?: TextRule };
/** What may be looked for by a text, and what is said of anything else: it goes neither into the address nor to the server. */
export type TextRule = { holds: (text: string) => boolean; problem: string };

export const filter = {
  state: <S extends string>(label: string, lifecycle: Lifecycle<S>): Filter => ({
    kind: "choice",
    label,
    options: Object.entries<{ label: string }>(lifecycle.states).map(([value, state]) => ({
      value,
      label: state.label,
    })),
  }),
  choice: (label: string, options: readonly FilterOption[]): Filter => ({ kind: "choice", label, options }),
  dateRange: (label: string): Filter => ({ kind: "dateRange", label }),
  text: (label: string, match: "exact" | "contains" = "contains", rule?: TextRule): Filter => ({
    kind: "text",
    label,
    match,
    ...(rule && { rule }),
  }),
  /** By the last four digits of a card and nothing longer: whoever has the whole number writes it down nowhere. */
  lastFour: (label: string): Filter =>
    filter.text(label, "exact", {
      holds: (text) => /^\d{4}$/.test(text),
      problem: "请填写 4 位尾号，不要填写完整卡号",
    }),
  /** By words in which no card number belongs. */
  cardWords: (label: string, match: "exact" | "contains" = "contains"): Filter =>
    filter.text(label, match, {
      holds: (text) => !looksLikeCardNumber(text),
      problem: "请不要填写卡号，尾号 4 位就够",
    }),
};

/** How a cell is drawn and exported; the row's value decides the content. */
export type Column = {
  header: string;
  as?: "text" | "money" | "time" | "code" | "state";
  lifecycle?: Lifecycle;
  /** The words for a code: the page and the file show them, whatever else the value is. */
  options?: readonly FilterOption[];
};

/**
 * One list: what a row is, which columns it shows and exports (in this order), how it can be filtered and sorted.
 * The page, the count, the export and the filters of the call all come from this table.
 */
export type ListSpec<R extends z.ZodObject = z.ZodObject> = {
  title: string;
  row: R;
  columns: { [K in keyof z.output<R> & string]?: Column };
  filters: { [K in keyof z.output<R> & string]?: Filter };
  /** Columns the list may be ordered by; the first is the default, newest or largest first. */
  sort: readonly [keyof z.output<R> & string, ...(keyof z.output<R> & string)[]];
};
export const defineList = <R extends z.ZodObject>(spec: ListSpec<R>): ListSpec<R> => spec;

export const dayOrTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, DAY_WRITTEN_AS)
  .refine(isReckonedWith, DAY_WRITTEN_AS);
const filterShape = (f: Filter) => {
  switch (f.kind) {
    case "choice":
      return z.array(z.enum(f.options.map((o) => o.value) as [string, ...string[]])).max(f.options.length);
    case "dateRange":
      return z.object({ begin: dayOrTime.optional(), end: dayOrTime.optional() });
    case "text": {
      const { rule } = f;
      const text = z.string().trim().max(100);
      return rule ? text.refine((value) => value === "" || rule.holds(value), rule.problem) : text;
    }
  }
};

/** The input of a list call: paging plus exactly the filters its table names. */
export function listInput<R extends z.ZodObject>(spec: ListSpec<R>) {
  const filters = Object.fromEntries(
    Object.entries<Filter | undefined>(spec.filters).flatMap(([key, f]) =>
      f ? [[key, filterShape(f).optional()]] : [],
    ),
  );
  return z.object({
    pageNo: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().pipe(z.literal(PAGE_SIZES)).default(10),
    cursor: z.string().max(512).optional(),
    // Typed as text: a page that works for any list must be able to call any list.
    sort: z.enum(spec.sort as readonly [string, ...string[]]).optional(),
    order: z.enum(["asc", "desc"]).default("desc"),
    filters: z.object(filters).default({}),
  });
}

/** The answer of a list call. `total` stops at COUNT_CAP; `nextCursor` is absent on the last page. */
export const listOutput = <R extends z.ZodObject>(spec: ListSpec<R>) =>
  z.object({
    records: z.array(spec.row),
    total: z.number().int(),
    pageNo: z.number().int(),
    pageSize: z.number().int(),
    nextCursor: z.string().optional(),
  });
export type ListInput = z.output<ReturnType<typeof listInput>>;
export type ListOutput<Row> = { records: Row[]; total: number; pageNo: number; pageSize: number; nextCursor?: string };
