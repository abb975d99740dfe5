import { deskAddress } from "@coralhub/domain";
import { Button, DatePicker } from "antd";
import dayjs from "dayjs";
import { EmptyState, icons, Notice, Panel, RowsSkeleton } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { Page, QueryView } from "../../platform/page.tsx";
import { currenciesOf } from "./chart.ts";
import { ledger, useBooksDay } from "./ledger-calls.ts";
import { LedgerTabs } from "./ledger-tabs.tsx";
import { TrialTable } from "./trial-table.tsx";
import { useExport } from "./use-export.ts";
import "./entries.css";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** One day in each currency: where every kind stood, what moved on both sides, where it stands. */
export function TrialPage() {
  const today = useBooksDay();
  const asked = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get("day") ?? "" });
  const day = DAY.test(asked) ? asked : today;
  const trial = useQuery({
    queryKey: ["ledger", "trial", day],
    queryFn: () => ledger.trialBalance({ day: day! }),
    enabled: day !== undefined,
    placeholderData: keepPreviousData,
  });
  const rows = trial.data?.rows ?? [];
  const file = useExport(() => ledger.exportTrialBalance({ day: day! }));
  return (
    <Page
      title="总账"
      beside={<LedgerTabs />}
      actions={
        <span className="trial-actions">
          <DatePicker
            size="small"
            aria-label="日期"
            allowClear={false}
            value={day ? dayjs(day) : null}
            maxDate={today ? dayjs(today) : undefined}
            onChange={(next) => next && goTo(deskAddress("trial", { day: next.format("YYYY-MM-DD") }))}
          />
          <Button
            size="small"
            icon={<icons.Download size={16} />}
            onClick={file.onExport}
            loading={file.exporting}
            disabled={rows.length === 0}
          >
            导出试算表
          </Button>
        </span>
      }
    >
      {day === undefined ? (
        <RowsSkeleton rows={8} />
      ) : (
        <QueryView query={trial} what="试算表" skeleton={<RowsSkeleton rows={8} />}>
          {(data) => (
            <>
              {data.sealed ? (
                <Notice tone="success" title={`${day} 已封存，数字不会再变`} />
              ) : (
                <Notice tone="info" title={`${day} 还没有封存，数字按现有分录计算，次日零点后封存`} />
              )}
              {data.rows.length === 0 && (
                <Panel>
                  <EmptyState title="这一天还没有账目">换一个日期看看</EmptyState>
                </Panel>
              )}
              {currenciesOf(data.rows).map((currency) => (
                <TrialTable
                  key={currency}
                  currency={currency}
                  rows={data.rows.filter((row) => row.currency === currency)}
                />
              ))}
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}
