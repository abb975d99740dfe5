import type { depositEndpoints, CallOutput, PlacementHead } from "@coralhub/contract";
import {
  addMonths,
  addressOf,
  daysBetween,
  MATURITY_INSTRUCTIONS,
  openingLifecycle,
  placementLifecycle,
  maturityText,
} from "@coralhub/domain";
import {
  beijingDay,
  CurrencyTile,
  EmptyState,
  ErrorState,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  RowsSkeleton,
  StateDot,
} from "@coralhub/ui";
import { goTo, saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Pagination, Segmented } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { calls, openingQuery, placementsQuery, productsQuery, wealthQuery } from "./deposit-calls.ts";
import { AnextServicePage } from "./introduction.tsx";
import { LadderPanel } from "./ladder-panel.tsx";
import { PlaceForm } from "./place-form.tsx";
import { dayText } from "./words.ts";
import "./deposits.css";

type Wealth = CallOutput<typeof depositEndpoints.userWealth.output>;

/** /personalFinance: before the account is open, what it would be; from then on, what is there. */
export function PersonalFinancePage() {
  const opening = useQuery(openingQuery);
  const wealth = useQuery(wealthQuery);
  if (!opening.data || !wealth.data) {
    const failed = opening.error ?? wealth.error;
    if (!failed) return <PageSkeleton />;
    return (
      <Panel>
        <ErrorState
          title="没能打开定期存款"
          onRetry={() => void Promise.all([opening.refetch(), wealth.refetch()])}
          retrying={opening.isFetching || wealth.isFetching}
          reference={failureOf(failed).reference}
        >
          资金不受影响，请稍后重试
        </ErrorState>
      </Panel>
    );
  }
  const { state } = opening.data;
  if (state !== "open" && wealth.data.holdings.length === 0) return <AnextServicePage />;
  return <Overview state={state} wealth={wealth.data} />;
}

function Overview({ state, wealth }: { state: keyof typeof openingLifecycle.states; wealth: Wealth }) {
  const products = useQuery(productsQuery);
  return (
    <>
      <PageHeader
        title="定期存款"
        intro="由合作银行承办，利率存入时固定。可以提前支取，少拿多少先写明"
        actions={
          <>
            <StatementButton />
            <Link to={addressOf("depositService")}>利率和说明</Link>
          </>
        }
      />
      {state !== "open" && (
        <Notice
          tone="warning"
          title={`理财账户${openingLifecycle.states[state].label}，暂时不能存新的`}
          action={<Link to={addressOf("depositOpening")}>去处理</Link>}
        >
          已有的存款照常计息；授权恢复前到期的不再续存，转入钱包
        </Notice>
      )}
      <Strip wealth={wealth} />
      <div className="deposit-columns">
        <div className="deposit-stack">
          <Holdings />
          {products.data && state === "open" && <LadderPanel products={products.data} spendable={wealth.spendable} />}
        </div>
        {state === "open" && (
          <Panel title="存一笔">
            {products.data ? (
              <PlaceForm products={products.data} spendable={wealth.spendable} />
            ) : products.isError ? (
              <ErrorState
                compact
                title="没能取到利率"
                onRetry={() => void products.refetch()}
                retrying={products.isFetching}
              />
            ) : (
              <RowsSkeleton rows={8} />
            )}
          </Panel>
        )}
      </div>
    </>
  );
}

/** Everything of the last twelve months on paper. */
function StatementButton() {
  const today = beijingDay();
  const statement = useMutation({
    mutationFn: () => calls.depositStatement({ from: addMonths(today, -12), to: today }),
    onSuccess: saveFile,
  });
  return (
    <Button loading={statement.isPending} onClick={() => statement.mutate()}>
      近一年对账单
    </Button>
  );
}

function Strip({ wealth: { holdings, next, spendable } }: { wealth: Wealth }) {
  const count = holdings.reduce((sum, one) => sum + one.count, 0);
  const own = spendable.filter(({ minor }) => minor > 0n);
  return (
    <dl className="deposit-strip">
      <div>
        <dt>持有本金{count > 0 && `，${count} 笔`}</dt>
        <dd>
          {holdings.length > 0 ? holdings.map((one) => <MoneyOf key={one.currency} value={one.principal} />) : "还没有"}
        </dd>
      </div>
      <div>
        <dt>已计利息，截至昨天</dt>
        <dd>
          {holdings.length > 0 ? holdings.map((one) => <MoneyOf key={one.currency} value={one.accrued} />) : "还没有"}
        </dd>
      </div>
      <div>
        <dt>下一笔到期</dt>
        <dd>
          {next ? (
            <Link to={addressOf("deposit", { id: next.id })}>
              {dayText(next.maturesOn, beijingDay())} <MoneyOf value={next.amount} />
            </Link>
          ) : (
            "没有"
          )}
        </dd>
      </div>
      <div>
        <dt>可存余额，钱包</dt>
        <dd>{own.length > 0 ? own.map((one) => <MoneyOf key={one.currency} value={one} />) : "没有"}</dd>
      </div>
    </dl>
  );
}

const TABS = { open: "进行中", ended: "已结束" } as const;
const ROWS_ON_A_PAGE = 50;
const pageOf = (pageNo: number, states: readonly string[]) => ({
  pageNo,
  pageSize: ROWS_ON_A_PAGE as 50,
  order: "desc" as const,
  filters: { state: [...states] },
});

function Holdings() {
  const [tab, setTab] = useState<keyof typeof TABS>("open");
  const [pageNo, setPageNo] = useState(1);
  const { moving, ended } = placementLifecycle.groups;
  const rows = useQuery(placementsQuery(pageOf(pageNo, tab === "open" ? moving : ended), tab === "ended"));
  const choose = (value: keyof typeof TABS) => {
    setTab(value);
    setPageNo(1);
  };
  const options = (Object.keys(TABS) as (keyof typeof TABS)[]).map((value) => ({ value, label: TABS[value] }));
  return (
    <Panel
      title="我的存款"
      flush
      action={<Segmented aria-label="哪些存款" options={options} value={tab} onChange={choose} />}
    >
      {rows.data ? (
        rows.data.records.length > 0 ? (
          <ul className="deposit-rows">
            {rows.data.records.map((row) => (
              <HoldingRow key={row.id} row={row} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={tab === "open" ? "还没有存款" : "还没有结束的存款"}
            {...(tab === "open" && {
              action: <Button onClick={() => goTo(addressOf("placeDeposit"))}>存一笔</Button>,
            })}
          >
            {tab === "open" ? "存入后，每天计多少利息、哪天到期都在这里" : "到期、续存或提前支取后会出现在这里"}
          </EmptyState>
        )
      ) : rows.isError ? (
        <ErrorState compact title="没能取到存款" onRetry={() => void rows.refetch()} retrying={rows.isFetching} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
      {rows.data && rows.data.total > ROWS_ON_A_PAGE && (
        <Pagination
          className="deposit-pages"
          current={pageNo}
          pageSize={ROWS_ON_A_PAGE}
          total={rows.data.total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      )}
    </Panel>
  );
}

type Row = CallOutput<typeof depositEndpoints.placements.output>["records"][number];

function HoldingRow({ row }: { row: Row }) {
  const { id, currency, principal, termMonths, rate, state, interest, accrued, instruction } = row;
  return (
    <li>
      <Link to={addressOf("deposit", { id: id })} className="deposit-row">
        <span className="deposit-currency">
          <CurrencyTile currency={currency} />
          <span>
            <MoneyOf value={principal} />
            <span className="deposit-note">
              {termMonths} 个月，年利率 {rate}%
            </span>
          </span>
        </span>
        {state === "held" ? <Course row={row} /> : <StateDot lifecycle={placementLifecycle} state={state} />}
        <span className="deposit-number">
          <MoneyOf value={interest} sign="both" />
          <span className="deposit-note">
            已计 <MoneyOf value={accrued} />
          </span>
        </span>
        <span>
          {MATURITY_INSTRUCTIONS[instruction].label}
          <span className="deposit-note">{MATURITY_INSTRUCTIONS[instruction].about}</span>
        </span>
      </Link>
    </li>
  );
}

/** From its first day to its last, and where it is now. */
function Course({ row: { valueDate, maturesOn } }: { row: Pick<PlacementHead, "valueDate" | "maturesOn"> }) {
  const today = beijingDay();
  const [all, past] = [daysBetween(valueDate, maturesOn), Math.max(0, daysBetween(valueDate, today))];
  const left = Math.max(0, all - past);
  return (
    <span className="deposit-course">
      <span className="deposit-course-ends">
        <span>{valueDate.slice(5)}</span>
        <span className={left <= 30 ? "deposit-soon" : undefined}>
          {maturesOn.startsWith(today.slice(0, 4)) ? maturesOn.slice(5) : maturityText(maturesOn)}，剩 {left} 天
        </span>
      </span>
      <progress value={Math.min(past, all)} max={all} aria-label={`共 ${all} 天，已过 ${Math.min(past, all)} 天`} />
    </span>
  );
}
