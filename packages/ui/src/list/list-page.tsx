import type { ListSpec } from "@coralhub/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { RowsSkeleton } from "../feedback/skeletons.tsx";
import { EmptyState, ErrorState } from "../feedback/states.tsx";
import { Download } from "../icons.tsx";
import { PageHeader } from "../pages/page-header.tsx";
import { MenuButton } from "../shell/menu-button.tsx";
import { useNarrow } from "../use-media-query.ts";
import { useBegun, useSlow } from "../use-timing.ts";
import { Money } from "../values/money.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import { FilterChips, FilterRow } from "./filters.tsx";
import { ListRows } from "./list-rows.tsx";
import { ListTable } from "./list-table.tsx";
import { ListTabBar } from "./list-tabs.tsx";
import type { ListPageProps, RowOf, SummaryItem } from "./list-types.ts";
import { Pager, totalText } from "./pager.tsx";
import { RowDrawer } from "./row-drawer.tsx";
import { useSelection, type Selection } from "./use-selection.ts";
import "./list-controls.css";
import "./list.css";

/** A list as its table describes it: title, tabs, filters, summary, rows, paging, drawer, export, and all its states. */
export function ListPage<R extends z.ZodObject>(props: ListPageProps<R>) {
  const { spec, list, title = spec.title, tabs } = props;
  const begun = useBegun(!props.leadComing);
  return (
    <div className="list-page">
      <PageHeader title={title} intro={props.intro} aside={props.aside} actions={props.actions} />
      {begun ? (
        <>
          {props.lead}
          {tabs && <ListTabBar tabs={tabs} spec={spec} list={list} />}
          {props.refused ?? <ListBody {...props} />}
        </>
      ) : (
        <div className="list-panel">
          <RowsSkeleton rows={6} />
        </div>
      )}
    </div>
  );
}

function ListBody<R extends z.ZodObject>(props: ListPageProps<R>) {
  const { list, data, unit = "笔", fetching, rowKey, tabs } = props;
  const spec = props.spec as unknown as ListSpec;
  const narrow = useNarrow();
  const selection = useSelection(data?.records, rowKey);
  const [isChoosing, setChoosing] = useState(false);
  // A phone's row opens its record when it is pressed; rows are chosen there once that was asked for.
  const chosen = props.selection && (!narrow || isChoosing) ? selection : undefined;
  const stop = () => {
    selection.clear();
    setChoosing(false);
  };
  const instead = insteadOfRows(props);
  const busy = useSlow(Boolean(fetching && data));
  return (
    <>
      <div className="list-filters">
        {narrow ? (
          <FilterSheet spec={spec} list={list} without={tabs?.filter} />
        ) : (
          <FilterRow spec={spec} list={list} without={tabs?.filter} />
        )}
        {narrow && props.selection && data && data.records.length > 0 && (
          <button
            type="button"
            className="small-button"
            aria-pressed={isChoosing}
            onClick={() => (isChoosing ? stop() : setChoosing(true))}
          >
            {isChoosing ? "完成选择" : "选择"}
          </button>
        )}
        <ExportButton {...props} />
      </div>
      <FilterChips spec={spec} list={list} without={tabs?.filter} />
      <div className="list-panel" aria-busy={busy || undefined}>
        {busy && <div className="list-busy" role="status" aria-label="正在更新" />}
        <Strip page={props} selection={chosen} />
        {narrow ? (
          <ListRows page={props} selection={chosen} instead={instead} />
        ) : (
          <ListTable page={props} selection={chosen} instead={instead} />
        )}
        {data && data.records.length > 0 && !props.error && (
          <Pager
            total={data.total}
            pageNo={list.state.pageNo}
            pageSize={list.state.pageSize}
            nextCursor={data.nextCursor}
            unit={unit}
            onPage={list.setPage}
            onPageSize={list.setPageSize}
          />
        )}
      </div>
      {props.drawer && <RowDrawer page={props} />}
    </>
  );
}

function ExportButton<R extends z.ZodObject>({ onExport, exporting, data, unit = "笔" }: ListPageProps<R>) {
  if (!onExport) return null;
  const isNothing = !data || data.total === 0;
  const words = `导出${data && data.total > 0 ? ` ${totalText(data.total)} ${unit}` : ""}`;
  // There is nothing to choose a file for where nothing can be exported.
  if (typeof onExport !== "function" && !isNothing && !exporting) {
    return (
      <div className="list-export">
        <MenuButton className="small-button" align="end" entries={onExport}>
          <Download size={16} />
          {words}
        </MenuButton>
      </div>
    );
  }
  return (
    <Button
      size="small"
      className="list-export"
      icon={<Download size={16} />}
      {...(typeof onExport === "function" && { onClick: onExport })}
      loading={exporting}
      disabled={isNothing}
    >
      {words}
    </Button>
  );
}

/** Choosing rows turns the summary into the selection's own bar. */
function Strip<R extends z.ZodObject>(props: { page: ListPageProps<R>; selection: Selection<RowOf<R>> | undefined }) {
  const { page, selection } = props;
  if (selection && selection.rows.length > 0 && page.selection) {
    return (
      <div className="list-selection" role="status">
        <b>
          已选 {selection.rows.length} {page.unit ?? "笔"}
        </b>
        <span className="list-selection-total">{page.selection.total?.(selection.rows)}</span>
        {page.selection.actions(selection.rows, selection.clear)}
        <button type="button" className="text-button quiet" onClick={selection.clear}>
          取消选择
        </button>
      </div>
    );
  }
  if (!page.summary || page.summary.length === 0) return null;
  return <SummaryStrip items={page.summary} />;
}

export function SummaryStrip({ items }: { items: readonly SummaryItem[] }) {
  return (
    <ul className="summary" tabIndex={0} aria-label="各币种合计">
      {items.map(({ currency, amount, note }) => (
        <li key={currency}>
          <span className="summary-amount">
            <Money currency={currency} amount={amount} />
          </span>
          <span className="summary-note">{note}</span>
        </li>
      ))}
    </ul>
  );
}

/** Error, filtered to nothing, or nothing yet: said inside the table. */
function insteadOfRows<R extends z.ZodObject>(props: ListPageProps<R>): ReactNode {
  const { error, data, list, spec, empty, onRetry, fetching } = props;
  if (error && !(data && fetching)) {
    return (
      <ErrorState title={`没能取到${spec.title}`} onRetry={onRetry} retrying={fetching} reference={error.reference}>
        {error.message}
      </ErrorState>
    );
  }
  if (!data || data.records.length > 0) return null;
  if (Object.keys(list.state.filters).length > 0) {
    return (
      <EmptyState
        drawing="filtered"
        title="没有符合条件的记录"
        action={<Button onClick={() => list.setFilters({})}>清除筛选</Button>}
      >
        试试去掉一个条件
      </EmptyState>
    );
  }
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}
