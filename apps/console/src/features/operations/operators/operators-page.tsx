import { OPERATOR_ROLES, type OperatorRow } from "@coralhub/contract";
import { OPERATOR_CHANGES, type OperatorChangeKind } from "@coralhub/domain";
import { icons, Panel, StateDot, tableTime, toast, useNarrow } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Dropdown, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";
import { useSelf } from "../../../platform/self.ts";
import { SettingsTabs } from "../../../platform/settings-tabs.tsx";
import { ChangeDialog, type ChangeAsked } from "./change-dialog.tsx";
import { ChangesPanel } from "./changes-panel.tsx";

const operatorsQuery = queryOptions({ queryKey: ["operators"], queryFn: () => operations.operators({}) });

export function OperatorsPage() {
  const list = useQuery(operatorsQuery);
  const self = useSelf();
  const [asked, setAsked] = useState<ChangeAsked>();
  const disable = useDisable();
  const columns: TableColumnsType<OperatorRow> = [
    ...COLUMNS,
    {
      title: <span className="visually-hidden">操作</span>,
      key: "actions",
      align: "right",
      render: (_, row) => <Actions row={row} own={row.id === self.id} onAsk={setAsked} onDisable={disable} />,
    },
  ];
  return (
    <Page
      title="设置"
      beside={<SettingsTabs />}
      actions={
        <Button type="primary" onClick={() => setAsked({ kind: "appoint", operator: undefined })}>
          新增操作员
        </Button>
      }
    >
      <Panel flush>
        <QueryView query={list} what="操作员">
          {(rows) => <Table className="dense" rowKey="id" columns={columns} dataSource={rows} pagination={false} />}
        </QueryView>
      </Panel>
      <ChangesPanel />
      {asked && <ChangeDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

const BOUND = { tone: "success", label: "已绑定" } as const;
const UNBOUND = { tone: "warning", label: "未绑定" } as const;
const IN_USE = { tone: "success", label: "在用" } as const;
const OFF = { tone: "neutral", label: "已停用" } as const;

const rolesText = (row: OperatorRow) => row.roles.map((role) => OPERATOR_ROLES[role]).join("、");

/** On a phone the first cell says it all; the other columns wait for a wider window. */
const COLUMNS: TableColumnsType<OperatorRow> = [
  { title: "姓名", key: "name", render: (_, row) => <NameCell row={row} /> },
  { title: "角色", key: "roles", responsive: ["md"], render: (_, row) => rolesText(row) },
  {
    title: "验证器",
    key: "totp",
    responsive: ["md"],
    render: (_, row) => <StateDot {...(row.totpEnrolled ? BOUND : UNBOUND)} />,
  },
  {
    title: "状态",
    key: "state",
    responsive: ["md"],
    render: (_, row) => (
      <>
        <StateDot {...(row.disabled ? OFF : IN_USE)} />
        {row.restsUntil && <div className="second-line">{tableTime(row.restsUntil)} 后可处理资金</div>}
      </>
    ),
  },
  {
    title: "上次登录",
    key: "last",
    responsive: ["md"],
    render: (_, row) => (row.lastSignInAt ? tableTime(row.lastSignInAt) : "从未"),
  },
];

function NameCell({ row }: { row: OperatorRow }) {
  const self = useSelf();
  const narrow = useNarrow();
  return (
    <>
      <div>
        {row.name}
        {row.id === self.id && "（我）"}
      </div>
      <div className="second-line">{row.email}</div>
      {narrow && (
        <div className="second-line">
          {rolesText(row)}，{row.disabled ? OFF.label : IN_USE.label}
        </div>
      )}
    </>
  );
}

type ActionsProps = {
  row: OperatorRow;
  own: boolean;
  onAsk(asked: ChangeAsked): void;
  onDisable(row: OperatorRow): void;
};

function Actions({ row, own, onAsk, onDisable }: ActionsProps) {
  const ask = (kind: OperatorChangeKind) => ({
    key: kind,
    label: OPERATOR_CHANGES[kind].label,
    onClick: () => onAsk({ kind, operator: row }),
  });
  const items = row.disabled
    ? [ask("enable")]
    : [
        ask("resetPassword"),
        ...(row.totpEnrolled ? [ask("resetTotp")] : []),
        { key: "disable", label: "停用", danger: true, onClick: () => onDisable(row) },
      ];
  return (
    <span className="row-actions">
      {!row.disabled && (
        <Button type="link" size="small" onClick={() => onAsk({ kind: "changeRoles", operator: row })}>
          调整角色
        </Button>
      )}
      {!own && (
        <Dropdown trigger={["click"]} menu={{ items }}>
          <Button type="text" size="small" icon={<icons.More />} aria-label={`${row.name}的更多操作`} />
        </Dropdown>
      )}
    </span>
  );
}

/** Taking power away needs one admin only; it asks first and says what will happen. */
function useDisable() {
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const apply = useMutation({
    mutationFn: (row: OperatorRow) => operations.disableOperator({ id: row.id }),
    onSuccess: (_answer, row) => toast.done(`${row.name}：已停用`),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: operatorsQuery.queryKey }),
  });
  return (row: OperatorRow) =>
    void modal.confirm({
      title: `停用「${row.name}」？`,
      content: "会立即退出登录，之后不能再登录。恢复使用需要两位管理员。",
      okText: "停用",
      cancelText: "取消",
      okButtonProps: { danger: true },
      icon: null,
      onOk: () => apply.mutateAsync(row).catch(() => undefined),
    });
}
