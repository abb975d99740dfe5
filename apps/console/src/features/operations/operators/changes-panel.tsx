import { OPERATOR_ROLES, type OperatorChange } from "@coralhub/contract";
import { OPERATOR_CHANGES, operatorChangeLifecycle } from "@coralhub/domain";
import { Panel, StateTag, tableTime, toast, useNarrow } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { operations } from "../../../platform/api.ts";
import { QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";
import { useSelf } from "../../../platform/self.ts";

const changesQuery = queryOptions({ queryKey: ["operatorChanges"], queryFn: () => operations.operatorChanges({}) });

type Decision = "confirm" | "decline" | "withdraw";

/** What admins proposed about each other's and everyone's accounts: what waits first, then what was decided lately. */
export function ChangesPanel() {
  const list = useQuery(changesQuery);
  return (
    <Panel flush title="变更记录">
      <QueryView query={list} what="操作员变更">
        {(rows) => (
          <Table
            className="dense"
            rowKey="id"
            columns={COLUMNS}
            dataSource={rows}
            pagination={{ pageSize: 10, hideOnSinglePage: true }}
            locale={{ emptyText: "还没有变更。新增、角色和重置都要两位管理员" }}
          />
        )}
      </QueryView>
    </Panel>
  );
}

const COLUMNS: TableColumnsType<OperatorChange> = [
  { title: "变更", key: "what", render: (_, row) => <WhatCell row={row} /> },
  { title: "提出", key: "proposed", responsive: ["md"], render: (_, row) => proposedText(row) },
  {
    title: "状态",
    key: "state",
    responsive: ["md"],
    render: (_, row) => <StateTag lifecycle={operatorChangeLifecycle} state={row.state} />,
  },
  {
    title: <span className="visually-hidden">操作</span>,
    key: "actions",
    align: "right",
    render: (_, row) => (row.state === "pending" ? <Decisions row={row} /> : decidedText(row)),
  },
];

const proposedText = ({ proposedByName, proposedAt }: OperatorChange) =>
  `${proposedByName ?? "在服务器上"}，${tableTime(proposedAt)}`;
const decidedText = ({ decidedByName, decidedAt }: OperatorChange) =>
  decidedAt ? `${decidedByName ? `${decidedByName}，` : ""}${tableTime(decidedAt)}` : "";

function WhatCell({ row }: { row: OperatorChange }) {
  const narrow = useNarrow();
  const roles = row.roles?.map((role) => OPERATOR_ROLES[role]).join("、");
  return (
    <>
      <div>
        {OPERATOR_CHANGES[row.kind].label}：{row.name}
        {roles && `（${roles}）`}
      </div>
      <div className="second-line">{row.email}</div>
      <div className="second-line">原因：{row.reason}</div>
      {row.note && <div className="second-line">意见：{row.note}</div>}
      {narrow && (
        <div className="second-line">
          {operatorChangeLifecycle.states[row.state].label}，{proposedText(row)}
        </div>
      )}
    </>
  );
}

function Decisions({ row }: { row: OperatorChange }) {
  const self = useSelf();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Decision) => operations.decideOperatorChange({ id: row.id, decision }),
    onSuccess: ({ state }) => toast.done(`${row.name}：${operatorChangeLifecycle.states[state].label}`),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  const button = (decision: Decision, type: "link" | "text") => (
    <Button
      type={type}
      size="small"
      loading={decide.isPending && decide.variables === decision}
      disabled={decide.isPending}
      onClick={() => decide.mutate(decision)}
      aria-label={`${operatorChangeLifecycle.actions[decision].label}：${OPERATOR_CHANGES[row.kind].label}${row.name}`}
    >
      {operatorChangeLifecycle.actions[decision].label}
    </Button>
  );
  if (row.proposedBy === self.id)
    return (
      <span className="row-actions">
        <span className="second-line">等另一位管理员</span>
        {button("withdraw", "text")}
      </span>
    );
  return (
    <span className="row-actions">
      {button("decline", "text")}
      {row.operatorId !== self.id && button("confirm", "link")}
    </span>
  );
}
