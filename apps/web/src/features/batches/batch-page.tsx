import type { BatchDetail } from "@coralhub/contract";
import {
  addressOf,
  BATCH_ROW_STATES,
  batchLifecycle,
  formatMoney,
  PAYOUT_KINDS,
  type BatchRowState,
} from "@coralhub/domain";
import {
  ErrorState,
  Link,
  LongWork,
  moneyText,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  Progress,
  StateTag,
  Steps,
  toast,
} from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Pagination, Select } from "antd";
import { useState } from "react";
import { NotOpened } from "../../platform/not-opened.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import {
  batchQuery,
  calls,
  progressQuery,
  refreshBatches,
  ROWS_ON_A_PAGE,
  rowsQuery,
  sheetCalls,
} from "./batch-calls.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Sheet } from "./sheet.tsx";
import "./batches.css";

const STEPS = ["上传", "核对", "验证", "付款进度"] as const;
const stepOf = ({ state }: BatchDetail): number =>
  state === "uploaded" || state === "parsing" || state === "unreadable"
    ? 0
    : state === "toConfirm"
      ? 1
      : state === "cancelled"
        ? 1
        : 3;

/** /batchPayment/details?id=: the sheet, its repair, one confirmation, and what became of every row. */
export function BatchPage() {
  const id = new URLSearchParams(useUrlState().search).get("id")!;
  return <OneBatch key={id} id={id} />;
}

function OneBatch({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(batchQuery(id));
  if (data) return <Batch batch={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <NotOpened
      title="批量付款"
      back={{ label: "批量付款", to: addressOf("batches") }}
      what="这批付款"
      query={{ error, refetch, isFetching }}
    />
  );
}

function Batch({ batch }: { batch: BatchDetail }) {
  useQuery(progressQuery(batch));
  const reading = batch.state === "uploaded" || batch.state === "parsing";
  return (
    <>
      <PageHeader
        title={batch.title}
        intro={`${inTable(batch.createdAt)} 上传，${batch.rowsTotal.toLocaleString("en-US")} 行，${PAYOUT_KINDS[batch.kind].label}。对的先付，错的就在表里改，互不耽误`}
        back={{ label: "批量付款", to: addressOf("batches") }}
        actions={<StateTag lifecycle={batchLifecycle} state={batch.state} />}
      />
      <Steps steps={STEPS} current={stepOf(batch)} />
      {reading && (
        <LongWork
          title={`正在核对「${batch.title}」`}
          done={batch.progress.done}
          total={Math.max(batch.progress.total, 1)}
          unit="行"
          leaveHint="可以离开，核对好了会留在这里"
        />
      )}
      {batch.state === "unreadable" && (
        <Notice tone="danger" title="这个文件没能解析">
          {batch.reason}
        </Notice>
      )}
      {batch.state === "cancelled" && <Notice tone="info" title="这批付款已取消，没有扣款" />}
      {batch.restId && (
        <Notice
          tone="info"
          title="其余的行留在另一张表里，改好后可以接着付"
          action={<Link to={addressOf("batch", { id: batch.restId })}>去看其余的行</Link>}
        />
      )}
      {batch.confirmedAt && <PaymentProgress batch={batch} />}
      {!reading && batch.state !== "unreadable" && <Rows batch={batch} />}
    </>
  );
}

/** How many of the payments are where, as it goes. */
function PaymentProgress({ batch }: { batch: BatchDetail }) {
  const { payments, total } = batch.progress;
  const refused = batch.counts.refused ?? 0;
  const ended = payments.completed + payments.failed + refused;
  const save = useMutation({
    mutationFn: async () => saveFile(await calls.batchFile({ id: batch.id })),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Panel
      title="付款进度"
      action={
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          下载结果文件
        </Button>
      }
    >
      <div className="batch-progress" aria-live="polite">
        <Progress value={ended} max={Math.max(total, 1)} label="付款进度" />
        <p className="batch-note">
          {payments.completed} 笔到账，{payments.moving} 笔在银行，{payments.waiting} 笔等待审批，
          {payments.failed + refused} 笔未能付款
        </p>
      </div>
    </Panel>
  );
}

const TABS: readonly (BatchRowState | undefined)[] = [undefined, "bad", "asks", "ready", "left", "taken", "refused"];

function Rows({ batch }: { batch: BatchDetail }) {
  const [tab, setTab] = useState<BatchRowState>();
  const [page, setPage] = useState(1);
  const moving = batch.state === "confirmed" || batch.state === "processing";
  const rows = useQuery(rowsQuery(batch.id, tab, page, moving));
  const all = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
  const countOf = (state: BatchRowState | undefined): number => (state ? batch.counts[state] : all);
  const save = useMutation({
    mutationFn: async () => saveFile(await calls.batchFile({ id: batch.id, rows: "problems" })),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <>
      {batch.may.edit && <Groups batch={batch} />}
      <div className="batch-bar">
        <div className="batch-tabs" role="tablist" aria-label="按核对结果">
          {TABS.filter((state) => state === undefined || countOf(state) > 0).map((state) => (
            <button
              key={state ?? "all"}
              type="button"
              role="tab"
              aria-selected={tab === state}
              className={tab === state ? "batch-tab batch-tab-on" : "batch-tab"}
              onClick={() => {
                setTab(state);
                setPage(1);
              }}
            >
              {state ? BATCH_ROW_STATES[state].label : "全部"} {countOf(state)}
            </button>
          ))}
        </div>
        {batch.counts.bad + batch.counts.asks + batch.counts.refused > 0 && (
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            下载问题行
          </Button>
        )}
      </div>
      {rows.error && !rows.data && (
        <Panel>
          <ErrorState title="没能读出各行" onRetry={() => void rows.refetch()} retrying={rows.isFetching}>
            {rows.error.message}
          </ErrorState>
        </Panel>
      )}
      {rows.data && <Sheet batch={batch} rows={rows.data.records} />}
      {rows.data && rows.data.total > ROWS_ON_A_PAGE && (
        <Pagination
          className="batch-pages"
          current={page}
          pageSize={ROWS_ON_A_PAGE}
          total={rows.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {batch.may.edit && <PayBar batch={batch} />}
    </>
  );
}

/** What each currency adds up to, and the account it is taken from. */
function Groups({ batch }: { batch: BatchDetail }) {
  const choose = useMutation({
    mutationFn: (input: { currency: BatchDetail["groups"][number]["currency"]; accountId: string }) =>
      sheetCalls(batch.kind).chooseAccounts({ id: batch.id, ...input }),
    onSuccess: refreshBatches,
    onError: (error) => toast.failed(error.message),
  });
  if (batch.groups.length === 0) return null;
  const accounts = batch.accounts.map(({ accountId, label, available, problem }) => ({
    value: accountId,
    label: `${label}，可用 ${moneyText(formatMoney(available), available.currency)}`,
    disabled: problem !== null,
  }));
  return (
    <div className="batch-groups">
      {batch.groups.map(({ currency, count, arrives, accountId }) => (
        <div key={currency} className="batch-group">
          <span className="batch-line">
            <MoneyOf value={arrives} />
            <span className="batch-note">{count} 笔</span>
          </span>
          <Select
            aria-label={`${currency} 从哪个账户付`}
            value={accountId ?? undefined}
            placeholder="从哪个账户付"
            options={accounts}
            onChange={(value: string) => choose.mutate({ currency, accountId: value })}
          />
        </div>
      ))}
    </div>
  );
}
function PayBar({ batch }: { batch: BatchDetail }) {
  const [open, setOpen] = useState(false);
  const left = batch.rowsTotal - batch.counts.ready;
  const cancel = useMutation({
    mutationFn: () => sheetCalls(batch.kind).cancel({ id: batch.id }),
    onSuccess: async () => {
      toast.done("已取消，没有扣款");
      goTo(addressOf("batches"));
      await refreshBatches();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div className="batch-pay">
      <span>
        <strong>先付 {batch.counts.ready} 行</strong>
        <span className="batch-note">
          {left > 0
            ? `其余 ${left} 行留在这里${batch.keptUntil ? `，${inTable(batch.keptUntil)} 前都能接着付` : ""}`
            : "整张表一次付完"}
        </span>
      </span>
      <span className="batch-line">
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消整批
        </Button>
        <Button type="primary" disabled={batch.counts.ready === 0} onClick={() => setOpen(true)}>
          确认付 {batch.counts.ready} 行
        </Button>
      </span>
      {open && <ConfirmDialog batch={batch} onClose={() => setOpen(false)} />}
    </div>
  );
}
