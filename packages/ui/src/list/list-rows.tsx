import { Checkbox } from "antd";
import type { ReactNode } from "react";
import type { z } from "zod";
import { RowsSkeleton } from "../feedback/skeletons.tsx";
import { momentText, weekday } from "../values/time-text.ts";
import { cellContent, type Row } from "./cell.tsx";
import { shownColumns, type ListPageProps, type RowOf, type ShownColumn } from "./list-types.ts";
import type { Selection } from "./use-selection.ts";

/** The four places of a phone's row, found by what the columns are. */
function places(columns: ShownColumn[], cells: object = {}) {
  const first = (as: string) => columns.find(({ column }) => column.as === as);
  // A number that stands first and that the page draws as a name (a merchant's) says what the row is about.
  const named = columns.slice(0, 1).find(({ column, key }) => column.as === "code" && key in cells);
  const what = named ?? columns.find(({ column }) => (column.as ?? "text") === "text") ?? columns[0];
  return { what, when: first("time"), amount: first("money"), state: first("state") };
}

/** Rows of one day stand under its date when the list is in order of time. */
function byDay<T>(rows: readonly T[], key: string | undefined): [day: string, rows: T[]][] {
  if (!key) return [["", [...rows]]];
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const day = momentText(((row as Row)[key] as Date | string | null) ?? "").slice(0, 10);
    groups.set(day, [...(groups.get(day) ?? []), row]);
  }
  return [...groups];
}

type ListRowsProps<R extends z.ZodObject> = {
  page: ListPageProps<R>;
  /** While rows are being chosen: a row that is pressed is chosen then, and does not open. */
  selection: Selection<RowOf<R>> | undefined;
  instead: ReactNode;
};

/** Below 768: left what and when, right amount and state. */
export function ListRows<R extends z.ZodObject>({ page, selection, instead }: ListRowsProps<R>) {
  if (instead) return <div className="list-instead">{instead}</div>;
  if (!page.data) return <RowsSkeleton rows={5} />;
  const columns = shownColumns(page);
  const { when } = places(columns);
  const grouped = when && page.list.state.sort === when.key;
  return byDay(page.data.records, grouped ? when.key : undefined).map(([day, rows]) => (
    <div key={day}>
      {day && (
        <h2 className="list-day">
          {day.slice(5)} {weekday(day)}
        </h2>
      )}
      <ul>
        {rows.map((row) => (
          <li key={page.rowKey(row)}>
            <PhoneRow row={row} page={page} columns={columns} selection={selection} clockOnly={Boolean(day)} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

type PhoneRowProps<R extends z.ZodObject> = {
  row: RowOf<R>;
  page: ListPageProps<R>;
  columns: ShownColumn[];
  selection: Selection<RowOf<R>> | undefined;
  clockOnly: boolean;
};

function PhoneRow<R extends z.ZodObject>({ row, page, columns, selection, clockOnly }: PhoneRowProps<R>) {
  const { what, when, amount, state } = places(columns, page.cells);
  const draw = (shown: ShownColumn | undefined) =>
    shown && (page.cells?.[shown.key as keyof RowOf<R>]?.(row) ?? cellContent(shown.column, shown.key, row));
  const clock = when && momentText(((row as Row)[when.key] as Date | string | null) ?? "").slice(11, 16);
  const note = page.phoneNote?.(row);
  const content = (
    <>
      {page.tile?.(row)}
      <span className="phone-row-what">
        <span className="phone-row-main">{draw(what)}</span>
        <span className="phone-row-second">
          {clockOnly ? clock : draw(when)}
          {note && ` · ${note}`}
        </span>
      </span>
      <span className="phone-row-end">
        <span className="phone-row-main">{draw(amount)}</span>
        <span className="phone-row-second">{page.phoneState?.(row) ?? draw(state)}</span>
      </span>
    </>
  );
  if (selection) {
    const key = page.rowKey(row);
    return (
      <Checkbox
        className="phone-row phone-row-choice"
        checked={selection.has(key)}
        onChange={(event) => selection.set(key, event.target.checked)}
      >
        {content}
      </Checkbox>
    );
  }
  if (!page.drawer) return <div className="phone-row">{content}</div>;
  return (
    <button type="button" className="phone-row" onClick={() => page.list.setOpen(page.rowKey(row))}>
      {content}
    </button>
  );
}
