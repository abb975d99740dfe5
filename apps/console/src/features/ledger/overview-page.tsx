import { deskAddress } from "@coralhub/domain";
import type { ChartRow, InvariantState } from "@coralhub/contract";
import { EmptyState, Link, Notice, PageSkeleton, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { Page, QueryView } from "../../platform/page.tsx";
import { chosenFrom } from "./chart.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { CurrencyStrip } from "./currency-strip.tsx";
import { KindPanel } from "./kind-panel.tsx";
import { chartQuery, invariantsQuery } from "./ledger-calls.ts";
import { LedgerTabs, ReferenceSearch } from "./ledger-tabs.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";
import "./overview.css";

/** The whole of the books: every currency balanced, every kind of account, what is proven and what waits. */
export function LedgerPage() {
  const chart = useQuery(chartQuery);
  // What is proven stands above and beside the books: coming later, it would push all of them aside.
  const proofs = useQuery(invariantsQuery);
  return (
    <Page title="总账" beside={<LedgerTabs />} actions={<ReferenceSearch />}>
      {proofs.isPending ? (
        <PageSkeleton />
      ) : (
        <QueryView query={chart} what="科目余额" skeleton={<PageSkeleton />}>
          {(rows) => (
            <>
              {proofs.data && <PayoutStop state={proofs.data} />}
              <Books rows={rows} />
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}

function Books({ rows }: { rows: ChartRow[] }) {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const side = (
    <div className="books-side">
      <ChecksPanel />
      <WaitingPanel />
    </div>
  );
  if (rows.length === 0) {
    return (
      <div className="books books-empty">
        <Panel>
          <EmptyState
            title="还没有账目"
            action={<Link to={deskAddress("adjustments", { propose: "1" })}>提出调账</Link>}
          >
            第一笔收款入账后，科目和余额会出现在这里
          </EmptyState>
        </Panel>
        {side}
      </div>
    );
  }
  const { currency, row } = chosenFrom(rows, search);
  return (
    <>
      <CurrencyStrip rows={rows} chosen={currency} />
      <div className="books">
        <ChartPanel rows={rows.filter((one) => one.currency === currency)} currency={currency} chosen={row.kind} />
        <KindPanel row={row} />
        {side}
      </div>
    </>
  );
}

/** An open alarm stops every payout: said before anything else. */
function PayoutStop({ state: { payoutsStopped, openAlarms } }: { state: InvariantState }) {
  if (!payoutsStopped) return null;
  return (
    <Notice
      tone="danger"
      title={`付款已暂停：${openAlarms} 条账务告警没有解除`}
      action={<Link to={deskAddress("alarms")}>处理告警</Link>}
    >
      查明原因并解除全部告警后，付款自动恢复
    </Notice>
  );
}
