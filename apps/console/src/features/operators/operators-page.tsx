import { OPERATOR_ROLES, type OperatorRow } from "@coralhub/contract";
import { icons, Panel, StateDot, tableTime, toast, useNarrow } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Dropdown, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { operations } from "../../platform/api.ts";
import { Page, QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { SettingsTabs } from "../../platform/settings-tabs.tsx";
import { InitialPasswordDialog } from "./initial-password-dialog.tsx";
import { OperatorForm } from "./operator-form.tsx";

const operatorsQuery = queryOptions({ queryKey: ["operators"], queryFn: () => operations.operators({}) });

type Change = { label: string; consequence: string; run(id: string): Promise<unknown>; danger?: boolean };
const CHANGES: Record<"disable" | "enable" | "resetTotp", Change> = {
  disable: {
    label: "停用",
    consequence: "会立即退出登录，之后不能再登录。可以随时恢复。",
    run: (id) => operations.disableOperator({ id }),
    danger: true,
  },
  enable: {
    label: "恢复使用",
    consequence: "可以重新用原来的密码和验证器登录。",
    run: (id) => operations.enableOperator({ id }),
  },
  resetTotp: {
    label: "解绑验证器",
    consequence: "会立即退出登录，下次只凭密码登录后重新绑定。请先当面确认是本人。",
    run: (id) => operations.resetTotp({ id }),
    danger: true,
  },
};

export function OperatorsPage() {
  const list = useQuery(operatorsQuery);
  const self = useSelf();
  const [editing, setEditing] = useState<OperatorRow | "new">();
  const [withPassword, setWithPassword] = useState<{ name: string; password: string }>();
  const { change, resetPassword } = useChanges(setWithPassword);
  const columns: TableColumnsType<OperatorRow> = [
    ...COLUMNS,
    {
      title: <span className="visually-hidden">操作</span>,
      key: "actions",
      align: "right",
      render: (_, row) => (
        <Actions row={row} own={row.id === self.id} onEdit={setEditing} onChange={change} onPassword={resetPassword} />
      ),
    },
  ];
  return (
    <Page
      title="设置"
      beside={<SettingsTabs />}
      actions={
        <Button type="primary" onClick={() => setEditing("new")}>
          新增操作员
        </Button>
      }
    >
      <Panel flush>
        <QueryView query={list} what="操作员">
          {(rows) => <Table className="dense" rowKey="id" columns={columns} dataSource={rows} pagination={false} />}
        </QueryView>
      </Panel>
      {editing && (
        <OperatorForm
          operator={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onCreated={(name, password) => setWithPassword({ name, password })}
        />
      )}
      {withPassword && <InitialPasswordDialog {...withPassword} onClose={() => setWithPassword(undefined)} />}
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
    render: (_, row) => <StateDot {...(row.disabled ? OFF : IN_USE)} />,
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
  onEdit(row: OperatorRow): void;
  onChange(row: OperatorRow, change: Change): void;
  onPassword(row: OperatorRow): void;
};

function Actions({ row, own, onEdit, onChange, onPassword }: ActionsProps) {
  const entry = (key: string, change: Change) => ({
    key,
    label: change.label,
    danger: change.danger ?? false,
    onClick: () => onChange(row, change),
  });
  const items = [
    { key: "password", label: "生成初始密码", onClick: () => onPassword(row) },
    ...(row.totpEnrolled ? [entry("totp", CHANGES.resetTotp)] : []),
    row.disabled ? entry("enable", CHANGES.enable) : entry("disable", CHANGES.disable),
  ];
  return (
    <span className="row-actions">
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        调整角色
      </Button>
      {!own && (
        <Dropdown trigger={["click"]} menu={{ items }}>
          <Button type="text" size="small" icon={<icons.More />} aria-label={`${row.name}的更多操作`} />
        </Dropdown>
      )}
    </span>
  );
}

/** Everything that touches someone else's account asks first and says what will happen. */
function useChanges(onPassword: (made: { name: string; password: string }) => void) {
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const apply = useMutation({
    mutationFn: ({ row, change }: { row: OperatorRow; change: Change }) => change.run(row.id),
    onSuccess: (_answer, { row, change }) => toast.done(`${row.name}：已${change.label}`),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: operatorsQuery.queryKey }),
  });
  const ask = (title: string, content: string, okText: string, danger: boolean, onOk: () => Promise<unknown>) =>
    void modal.confirm({ title, content, okText, cancelText: "取消", okButtonProps: { danger }, icon: null, onOk });
  return {
    change: (row: OperatorRow, change: Change) =>
      ask(`${change.label}「${row.name}」？`, change.consequence, change.label, change.danger ?? false, () =>
        apply.mutateAsync({ row, change }).catch(() => undefined),
      ),
    resetPassword: (row: OperatorRow) =>
      ask(
        `给「${row.name}」生成初始密码？`,
        "原密码作废，会立即退出登录。新密码只显示一次，首次登录必须修改。",
        "生成初始密码",
        true,
        async () => {
          try {
            onPassword({ name: row.name, password: (await operations.resetPassword({ id: row.id })).initialPassword });
          } catch (error) {
            toast.failed(problemText(error));
          }
        },
      ),
  };
}
