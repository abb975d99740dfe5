import type { Column } from "@coralhub/contract";
import { Checkbox } from "antd";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Bone } from "../feedback/skeletons.tsx";
import { ChevronDown, ChevronUp } from "../icons.tsx";
import { useSlow } from "../use-timing.ts";
import { alignsRight, cellContent, type Row } from "./cell.tsx";
import { shownColumns, type ListPageProps, type RowOf, type ShownColumn } from "./list-types.ts";
import type { Selection } from "./use-selection.ts";
import type { ListController } from "./use-list.ts";

type TableProps<R extends z.ZodObject> = {
  page: ListPageProps<R>;
  selection: Selection<RowOf<R>> | undefined;
  /** Empty, error: takes the place of the rows. */
  instead: ReactNode;
};

export function ListTable<R extends z.ZodObject>({ page, selection, instead }: TableProps<R>) {
  const columns = shownColumns(page);
  const extra = (selection ? 1 : 0) + (page.rowActions || page.drawer ? 1 : 0);
  const rows = page.data?.records;
  return (
    <table className={`list-table ${page.dense ? "list-dense" : ""}`}>
      <caption className="visually-hidden">{page.spec.title}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="list-check">
              <Checkbox
                aria-label="选中本页"
                checked={selection.all}
                indeterminate={!selection.all && selection.rows.length > 0}
                onChange={(event) => selection.setAll(event.target.checked)}
              />
            </th>
          )}
          {columns.map((shown) => (
            <Head key={shown.key} shown={shown} list={page.list} sortable={page.spec.sort.includes(shown.key)} />
          ))}
          {(page.rowActions || page.drawer) && (
            <th scope="col" className="right">
              <span className="visually-hidden">操作</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {!instead && !rows && <SkeletonRows columns={columns} extra={extra} dense={page.dense} />}
        {!instead &&
          rows?.map((row) => (
            <BodyRow key={page.rowKey(row)} row={row} page={page} columns={columns} selection={selection} />
          ))}
        {instead && (
          <tr className="list-instead">
            <td colSpan={columns.length + extra}>{instead}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Words of a fixed list are read at a glance as long as they stand in one line; long ones may take two. */
const SHORT_WORD = 6;
const isWord = ({ as, options }: Column): boolean =>
  as === undefined && options !== undefined && options.every(({ label }) => label.length <= SHORT_WORD);

const className = ({ column, roomy }: ShownColumn) =>
  [
    alignsRight(column) ? "right" : "",
    roomy ? "roomy" : "",
    `cell-${column.as ?? "text"}`,
    isWord(column) ? "cell-word" : "",
  ]
    .filter(Boolean)
    .join(" ");

function Head({ shown, list, sortable }: { shown: ShownColumn; list: ListController; sortable: boolean }) {
  const { sort, order } = list.state;
  const active = sort === shown.key;
  if (!sortable) {
    return (
      <th scope="col" className={className(shown)}>
        {shown.column.header}
      </th>
    );
  }
  const Sign = active && order === "asc" ? ChevronUp : ChevronDown;
  return (
    <th
      scope="col"
      className={className(shown)}
      aria-sort={active ? (order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={active ? "sort sort-active" : "sort"}
        onClick={() => list.setSort(shown.key, active && order === "desc" ? "asc" : "desc")}
      >
        {shown.column.header}
        <Sign size={14} />
      </button>
    </th>
  );
}

type BodyRowProps<R extends z.ZodObject> = {
  row: RowOf<R>;
  page: ListPageProps<R>;
  columns: ShownColumn[];
  selection: Selection<RowOf<R>> | undefined;
};

function BodyRow<R extends z.ZodObject>({ row, page, columns, selection }: BodyRowProps<R>) {
  const key = page.rowKey(row);
  const selected = selection?.has(key) ?? false;
  const open = page.list.state.open === key;
  const clickable = page.drawer !== undefined;
  return (
    <tr
      className={
        [selected || open ? "selected" : "", clickable ? "clickable" : ""].filter(Boolean).join(" ") || undefined
      }
      onClick={
        clickable
          ? (event) => !(event.target as Element).closest("a,button,input,label") && page.list.setOpen(key)
          : undefined
      }
    >
      {selection && (
        <td className="list-check">
          <Checkbox
            aria-label="选中这一行"
            checked={selected}
            onChange={(event) => selection.set(key, event.target.checked)}
          />
        </td>
      )}
      {columns.map((shown) => (
        <td key={shown.key} className={className(shown)}>
          {page.cells?.[shown.key as keyof RowOf<R>]?.(row) ?? cellContent(shown.column, shown.key, row as Row)}
        </td>
      ))}
      {(page.rowActions || page.drawer) && (
        <td className="right list-actions">
          {page.rowActions?.(row)}
          {page.drawer && (
            <button type="button" className="text-button" onClick={() => page.list.setOpen(key)}>
              详情
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

/** Bars in the real columns, seen after 200 ms: their room is there from the start, so that no column moves then. */
function SkeletonRows({ columns, extra, dense }: { columns: ShownColumn[]; extra: number; dense?: boolean }) {
  const slow = useSlow(true);
  return Array.from({ length: dense ? 8 : 5 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns.length + extra }, (_unused, index) => {
        const shown = columns[index];
        return (
          <td key={index} className={shown && className(shown)}>
            <span className={slow ? undefined : "waiting-unseen"}>
              {shown ? <Bone width={40 + ((row * 37 + index * 53) % 72)} /> : "\u00a0"}
            </span>
          </td>
        );
      })}
    </tr>
  ));
}
