import type { OrderRow } from "@coralhub/contract";
import type { Money } from "@coralhub/domain";
import { ErrorState, Pager, RowsSkeleton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { Fragment, useState, type KeyboardEvent } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { FIRST_PAGE, fundOrdersQuery, ROWS_ON_A_PAGE, type OrderPage } from "./orders-calls.ts";
import { orderedText } from "./upload-report-page.tsx";

/** Where a key leads in a list; undefined: it is none of the list's. */
function placeFor(key: string, at: number, last: number): number | undefined {
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
  return places[key] === undefined ? undefined : Math.min(Math.max(places[key], 0), last);
}
/**
 * However long a list is, Tab stops at it once: at the place where one was last, else at the one that is chosen. Up and down lead
 * through it.
 */
export function useOneStop(rows: readonly { id: string }[], chosen?: string) {
  const ids = rows.map(({ id }) => id);
  const [last, setLast] = useState<string>();
  const stop = [last, chosen].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  return (id: string) => ({
    tabIndex: id === stop ? 0 : -1,
    onFocus: () => setLast(id),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const next = placeFor(event.key, ids.indexOf(id), ids.length - 1);
      if (next === undefined) return;
      event.preventDefault();
      event.currentTarget.closest("ul")!.querySelectorAll<HTMLElement>("button, input")[next]?.focus();
    },
  });
}

export type Stop = ReturnType<ReturnType<typeof useOneStop>>;

/** More of them is below the window. */
const MOST_BONES = 8;
type Sum = { label: string; value: Money };

type ChoiceProps = {
  name: string;
  which: "bound" | "free";
  incomeId: string;
  /** How many there are, whatever is searched for. */
  all: number;
  sums: (chosen: readonly OrderRow[]) => Sum[];
  word: string;
  hint: string;
  busy: boolean;
  onGo: (input: { orderIds: string[]; reason: string }) => void;
  /** Everything at once, where that can be said. */
  onAll?: (reason: string) => void;
};
/** Once some were bound or taken apart nothing stays chosen that is not there any more; what is searched for does. */
function useChoice(all: number) {
  const [page, setPage] = useState<OrderPage>(FIRST_PAGE);
  const [chosen, setChosen] = useState<readonly OrderRow[]>([]);
  const [counted, setCounted] = useState(all);
  if (counted !== all) {
    setCounted(all);
    setChosen([]);
    setPage(({ orderNumber }) => ({ ...FIRST_PAGE, orderNumber }));
  }
  return { page, setPage, chosen, setChosen };
}

/** Orders to choose from, page by page, and what is done with those that were chosen, on whichever page they stand. */
export function OrderChoice({ name, which, incomeId, all, sums, word, hint, busy, onGo, onAll }: ChoiceProps) {
  const { page, setPage, chosen, setChosen } = useChoice(all);
  const { data, error, refetch, isFetching } = useQuery(fundOrdersQuery(which, incomeId, page));
  const rows: readonly OrderRow[] = data?.records ?? [];
  const isChosen = ({ id }: OrderRow) => chosen.some((row) => row.id === id);
  const without = (gone: readonly OrderRow[]) => chosen.filter(({ id }) => !gone.some((row) => row.id === id));
  const stopAt = useOneStop(rows);
  const isAll = rows.every(isChosen);
  const isMany = all > ROWS_ON_A_PAGE;
  // Their room before they come: what is done with them stands below.
  const coming = data ? rows.length : Math.min(all, ROWS_ON_A_PAGE);
  return (
    <section className="order-form" aria-label={name}>
      <div className="match-act">
        <span>{name}</span>
        {coming > 1 && (
          <Button
            size="small"
            disabled={!data}
            onClick={() => setChosen(isAll ? without(rows) : [...without(rows), ...rows])}
          >
            {data && isAll ? "取消全选" : `全选${isMany ? "本页" : ""} ${coming} 个`}
          </Button>
        )}
        {isMany && <FindNumber onFind={(orderNumber) => setPage({ pageNo: 1, orderNumber })} />}
      </div>
      {error && (
        <ErrorState
          title="没能取到订单"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        />
      )}
      {!data && !error && <RowsSkeleton rows={Math.min(coming, MOST_BONES)} />}
      {data && rows.length === 0 && <p className="order-note">没有这个订单号的订单</p>}
      <ul className="order-rows" aria-label={`${name}，上下键移动`} aria-busy={isFetching || undefined}>
        {rows.map((row) => (
          <ChoiceRow
            key={row.id}
            row={row}
            chosen={isChosen(row)}
            onToggle={() => setChosen(isChosen(row) ? without([row]) : [...chosen, row])}
            stop={stopAt(row.id)}
          />
        ))}
      </ul>
      {data && (data.total > ROWS_ON_A_PAGE || page.pageNo > 1) && (
        <Pager
          total={data.total}
          pageNo={page.pageNo}
          pageSize={ROWS_ON_A_PAGE}
          {...(data.nextCursor !== undefined && { nextCursor: data.nextCursor })}
          unit="个"
          onPage={(pageNo, cursor) => setPage({ ...page, pageNo, cursor })}
        />
      )}
      <Sums sums={sums(chosen)} />
      <BindLine
        key={all}
        word={word}
        hint={hint}
        count={chosen.length}
        all={isMany && onAll ? { count: all, onGo: onAll } : undefined}
        busy={busy}
        onGo={(reason) => onGo({ orderIds: chosen.map(({ id }) => id), reason })}
      />
    </section>
  );
}

const Sums = ({ sums }: { sums: readonly Sum[] }) => (
  <div className="match-sum">
    {sums.map(({ label, value }) => (
      <Fragment key={label}>
        <span>{label}</span>
        <MoneyOf value={value} />
      </Fragment>
    ))}
  </div>
);

type ChoiceRowProps = { row: OrderRow; chosen: boolean; onToggle: () => void; stop: Stop };
const ChoiceRow = ({ row, chosen, onToggle, stop }: ChoiceRowProps) => (
  <li>
    <Checkbox checked={chosen} onChange={onToggle} {...stop}>
      {row.orderNumber}
      <small className="order-note">{orderedText(row)}</small>
    </Checkbox>
    {row.refunded && row.refunded.minor > 0n && (
      <small className="order-note">
        退款 <MoneyOf value={row.refunded} />
      </small>
    )}
    {row.amount && <MoneyOf value={row.amount} />}
  </li>
);

/** Enter looks for it; an empty field shows all again. */
const FindNumber = ({ onFind }: { onFind: (orderNumber: string) => void }) => (
  <Input
    className="order-find"
    type="search"
    size="small"
    aria-label="查找订单号"
    placeholder="查找订单号，按回车"
    maxLength={100}
    onPressEnter={({ currentTarget }) => onFind(currentTarget.value.trim())}
    onChange={({ target }) => target.value === "" && onFind("")}
  />
);

type BindLineProps = {
  word: string;
  hint: string;
  count: number;
  all: { count: number; onGo: (reason: string) => void } | undefined;
  busy: boolean;
  onGo: (reason: string) => void;
};
function BindLine({ word, hint, count, all, busy, onGo }: BindLineProps) {
  const [reason, setReason] = useState("");
  const isWhy = reason.trim().length >= 2;
  const isReady = count > 0 && isWhy;
  return (
    <div className="match-act">
      <Input
        aria-label="依据"
        placeholder={hint}
        maxLength={100}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        onPressEnter={() => isReady && !busy && onGo(reason)}
      />
      <Button type="primary" disabled={!isReady} loading={busy} onClick={() => onGo(reason)}>
        {word} {count} 个
      </Button>
      {all && (
        <Button disabled={!isWhy} loading={busy} onClick={() => all.onGo(reason)}>
          {word}全部 {all.count} 个
        </Button>
      )}
    </div>
  );
}
