import type { Column, ListOutput, ListSpec } from "@coralhub/contract";
import type { Currency } from "@coralhub/domain";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { ListController } from "./use-list.ts";

export type RowOf<R extends z.ZodObject> = z.output<R>;

export type ListTabs = {
  /** The filter that the tabs set. */
  filter: string;
  /** Count by option; a tab without a count shows none. */
  counts?: Readonly<Record<string, number>>;
  total?: number;
  /** Tabs that stand for several states; by default every option is a tab. */
  items?: readonly { label: string; values: readonly string[] }[];
};
export type SummaryItem = { currency: Currency; amount: string; note?: ReactNode };
export type ListFailure = { message: ReactNode; reference?: string };

export type ListPageProps<R extends z.ZodObject> = {
  spec: ListSpec<R>;
  list: ListController;
  rowKey: (row: RowOf<R>) => string;
  /** The answer; the old one stays while a new one is fetched. */
  data: ListOutput<RowOf<R>> | undefined;
  fetching?: boolean;
  error?: ListFailure;
  onRetry?: () => void;
  /** Stands instead of the table: a `RefusedState`. */
  refused?: ReactNode;
  /** 笔, 家, 条 */
  unit?: string;
  title?: ReactNode;
  intro?: ReactNode;
  /** Beside the title: a switch between two lists. */
  aside?: ReactNode;
  /** At the right of the title: one coral button or none. */
  actions?: ReactNode;
  tabs?: ListTabs;
  /** Between title and filters: what the list is part of, when that has figures of its own. */
  lead?: ReactNode;
  /** What stands above the rows is still coming: the rows wait for it the first time, so that nothing moves. */
  leadComing?: boolean;
  summary?: readonly SummaryItem[];
  /** Columns the page draws itself. */
  cells?: { [K in keyof RowOf<R>]?: (row: RowOf<R>) => ReactNode };
  /** Which columns, in this order; all of the list's by default. Only these can be left out on smaller windows. */
  columns?: readonly (keyof RowOf<R> & string)[];
  /** Columns that go into the drawer below 1280. */
  roomyColumns?: readonly (keyof RowOf<R> & string)[];
  /** The tile before a phone's row; the one in a `NameCell` is for the table. */
  tile?: (row: RowOf<R>) => ReactNode;
  /** Who or what a phone's row is about, said behind its time. */
  phoneNote?: (row: RowOf<R>) => string;
  /** What a phone's row says at its end instead of the first state of the table. */
  phoneState?: (row: RowOf<R>) => ReactNode;
  /** At most two text actions. */
  rowActions?: (row: RowOf<R>) => ReactNode;
  selection?: {
    /** 「合计 USD 12,300.00」 */
    total?: (rows: RowOf<R>[]) => ReactNode;
    actions: (rows: RowOf<R>[], clear: () => void) => ReactNode;
  };
  drawer?: {
    title: (row: RowOf<R>) => ReactNode;
    body: (row: RowOf<R>) => ReactNode;
    footer?: (row: RowOf<R>) => ReactNode;
    /** The open row when it is not on this page of the list. */
    row?: RowOf<R>;
  };
  /** What the one export button does, or the files it offers. */
  onExport?: (() => void) | readonly ExportChoice[];
  exporting?: boolean;
  /** What the list is for and how its first row comes to be. */
  empty: { title: ReactNode; text?: ReactNode; action?: ReactNode };
  /** 44 px rows, for the console. */
  dense?: boolean;
};

export type ExportChoice = { label: string; onSelect: () => void };

export type ShownColumn = { key: string; column: Column; roomy: boolean };

export function shownColumns<R extends z.ZodObject>(props: ListPageProps<R>): ShownColumn[] {
  const all = props.spec.columns as Record<string, Column | undefined>;
  const keys = props.columns ?? Object.keys(all);
  return keys.flatMap((key) => {
    const column = all[key];
    return column ? [{ key, column, roomy: props.roomyColumns?.includes(key) ?? false }] : [];
  });
}
