import { batchDeskList, batchEndpoints, type BatchRow } from "@coralhub/contract";
import { BATCH_ROW_STATES, batchLifecycle, formatMoney, payoutLifecycle } from "@coralhub/domain";
import { Bone, ErrorState, Facts, ListPage, Money, Notice, Panel, StateDot, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import "./batches.css";

const { batchDesk, batchCase, batchCaseRows, decideBatch } = batchEndpoints;
const calls = connect({ batchDesk, batchCase, batchCaseRows, decideBatch });
const BATCHES = ["batches"] as const;
type Key = { merchantId: string; id: string };

/** Every look at a sheet is recorded: it is read once for each opening. */
const caseQuery = ({ merchantId, id }: Key) =>
  queryOptions({
    queryKey: [...BATCHES, "case", merchantId, id],
    queryFn: () => calls.batchCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
const rowsQuery = ({ merchantId, id }: Key) =>
  queryOptions({
    queryKey: [...BATCHES, "rows", merchantId, id],
    queryFn: () => calls.batchCaseRows({ merchantId, id, pageSize: 50 }),
  });

/** Every sheet of every merchant; what waits in one is decided together. */
export function BatchesPage() {
  const rows = useRows(batchDeskList, [...BATCHES, "list"], calls.batchDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="批量付款"
      intro="一张表里累计超过限额的行由财务一起审批，其余的已自动提交银行"
      rowKey={(row) => row.id}
      unit="批"
      dense
      columns={["title", "kind", "merchantId", "createdAt", "rowsTotal", "waiting", "state"]}
      roomyColumns={["rowsTotal"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        state: (row) => <StateDot lifecycle={batchLifecycle} state={row.state} />,
      }}
      drawer={{
        title: (row) => row.title,
        body: (row) => <BatchCase key={`${row.id} ${row.waiting}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有批量付款", text: "商户上传付款表后会出现在这里" }}
    />
  );
}

function BatchCase(key: Key) {
  const self = useSelf();
  const { data, error, refetch, isFetching } = useQuery(caseQuery(key));
  const rows = useQuery(rowsQuery(key));
  if (error)
    return (
      <ErrorState title="没能打开这批付款" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Bone width="100%" height={200} />;
  const { payments } = data.progress;
  return (
    <div className="batch-case">
      <Facts
        facts={[
          { label: "到账", value: `${payments.completed} 笔` },
          { label: "在银行", value: `${payments.moving} 笔` },
          { label: "待审批", value: `${payments.waiting} 笔` },
          { label: "未能付款", value: `${payments.failed + data.counts.refused} 笔` },
          ...data.groups.map(({ currency, arrives, count }) => ({
            label: `${currency}（${count} 笔）`,
            value: <Money amount={formatMoney(arrives)} currency={currency} size="inherit" />,
          })),
        ]}
      />
      {mayUse(self, "finance") && payments.waiting > 0 && <Decide {...key} waiting={payments.waiting} />}
      <Panel title="各行" flush>
        <ul className="batch-case-rows">
          {(rows.data?.records ?? []).map((row) => (
            <RowLine key={row.line} row={row} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function RowLine({ row }: { row: BatchRow }) {
  const state = row.payout ? payoutLifecycle.states[row.payout.state] : BATCH_ROW_STATES[row.state];
  return (
    <li>
      <span>
        {row.line} {row.cells.holderName} {row.cells.accountNumber}
      </span>
      <span>
        {row.cells.currency} {row.cells.amount}
      </span>
      <span>
        {state.label}
        {row.reason && `，${row.reason}`}
      </span>
    </li>
  );
}

function Decide({ merchantId, id, waiting }: Key & { waiting: number }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const decide = useMutation({
    mutationFn: async (decision: "approve" | "reject") => {
      let decided = 0;
      for (;;) {
        const answer = await calls.decideBatch({ merchantId, id, decision, reason });
        decided += answer.decided;
        if (answer.left === 0 || answer.decided === 0) return decided;
      }
    },
    onSuccess: (decided) => toast.done(`已处理 ${decided} 笔`),
    onSettled: () => queries.invalidateQueries({ queryKey: BATCHES }),
  });
  return (
    <Panel title={`${waiting} 笔等待审批`}>
      <div className="batch-case">
        {decide.error && <Notice tone="danger" title={decide.error.message} />}
        <Input.TextArea
          aria-label="审批意见"
          rows={2}
          value={reason}
          placeholder="不通过时请写明原因，商户会看到"
          onChange={(event) => setReason(event.target.value)}
        />
        <span className="batch-case-buttons">
          <Button loading={decide.isPending} onClick={() => decide.mutate("reject")}>
            都不通过
          </Button>
          <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate("approve")}>
            全部通过
          </Button>
        </span>
      </div>
    </Panel>
  );
}
