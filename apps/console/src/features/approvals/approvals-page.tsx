import { approvalEndpoints, approvalList } from "@coralhub/contract";
import { APPROVALS, approvalLifecycle, deskAddress, toShanghaiTime } from "@coralhub/domain";
import { Facts, ListPage, Notice, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { connect } from "../../platform/api.ts";
import { DeskSkeleton } from "../../platform/desk-skeleton.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { useWaitingFirst } from "../../platform/use-waiting-first.ts";
import { useWho } from "../../platform/use-who.ts";
import { Verdict } from "../../platform/verdict.tsx";

const calls = connect(approvalEndpoints);
type Row = Awaited<ReturnType<typeof calls.approvals>>["records"][number];

const WAITING = deskAddress("approvals", { state: "pending" });

/** What a colleague proposed and somebody else has to put into force: what waits first. */
export function ApprovalsPage() {
  return useWaitingFirst(WAITING) ? <DeskSkeleton title="双人复核" /> : <Approvals />;
}

function Approvals() {
  const rows = useRows(approvalList, ["approvals"], calls.approvals, { waitingFirst: true });
  const who = useWho();
  return (
    <ListPage
      {...rows}
      title="双人复核"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="件"
      dense
      columns={["kind", "proposedAt", "what", "reason", "state"]}
      roomyColumns={["reason"]}
      cells={{ kind: (row) => APPROVALS[row.kind] }}
      drawer={{
        title: (row) => APPROVALS[row.kind],
        body: (row) => <ApprovalDetail key={`${row.id} ${row.state}`} row={row} who={who} />,
      }}
      empty={{ title: "没有待复核的变更", text: "调整收费、解除账务告警等由一位财务提出，另一位在这里复核后生效" }}
    />
  );
}

function ApprovalDetail({ row, who }: { row: Row; who: (id: string) => string }) {
  const { id, state, facts, reason, proposedBy, proposedAt, decidedBy, decidedAt, note } = row;
  const own = proposedBy === useSelf().id;
  return (
    <div className="decision">
      <div>
        <StateTag lifecycle={approvalLifecycle} state={state} />
      </div>
      <Facts
        facts={[
          ...facts,
          { label: "原因", value: reason },
          { label: "提出", value: `${who(proposedBy)}，${toShanghaiTime(proposedAt)}` },
          ...(decidedBy && decidedAt
            ? [{ label: "复核", value: `${who(decidedBy)}，${toShanghaiTime(decidedAt)}` }]
            : []),
          ...(note ? [{ label: "复核意见", value: note }] : []),
        ]}
      />
      {state === "pending" && own && <OwnProposal id={id} />}
      {state === "pending" && !own && (
        <Verdict
          hint="复核通过立即生效"
          agreed="已复核，变更生效"
          queryKey="approvals"
          decide={(decision, said) => calls.decideApproval({ id, decision, note: said })}
        />
      )}
    </div>
  );
}

function OwnProposal({ id }: { id: string }) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => calls.decideApproval({ id, decision: "withdraw" as const, note: "" }),
    onSuccess: async () => {
      toast.done("已撤回");
      await queries.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
  return (
    <div className="verdict">
      {withdraw.error && <Notice tone="danger" title={problemText(withdraw.error)} />}
      <Notice tone="info" title="这是您提出的，须由另一位财务复核">
        同一个人不能既提出又复核，请联系同事处理
      </Notice>
      <div className="verdict-actions">
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          撤回
        </Button>
      </div>
    </div>
  );
}
