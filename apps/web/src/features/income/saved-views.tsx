import { SAVED_VIEWS_AT_MOST } from "@coralhub/contract";
import { icons, MenuButton, Notice, toast, type ListController, type MenuEntry } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useId, useState } from "react";
import { queryClient } from "../../platform/query.ts";
import { calls, formCalls, viewsQuery, type Selection } from "./income-calls.ts";
import { filtersOf } from "./income-filters.ts";

type Props = { list: ListController; selection: Selection };

/** Filters a merchant comes back to: kept under a name, applied with one click. */
export function SavedViews({ list, selection }: Props) {
  const { data: views = [] } = useQuery(viewsQuery);
  const [dialog, setDialog] = useState<"save" | "manage">();
  const filtered = Object.keys(list.state.filters).length > 0;
  const entries: MenuEntry[] = [
    ...views.map((view): MenuEntry => ({
      label: view.name,
      icon: <icons.Filter />,
      onSelect: () => list.setFilters(filtersOf(view.selection)),
    })),
    ...(views.length > 0 ? (["divider"] as const) : []),
    ...(filtered
      ? [{ label: "保存当前筛选", icon: <icons.Plus />, onSelect: () => setDialog("save") }]
      : [{ label: "先选好条件，再来保存", icon: <icons.Info />, onSelect: () => undefined }]),
    ...(views.length > 0
      ? [{ label: "管理常用筛选", icon: <icons.Settings />, onSelect: () => setDialog("manage") }]
      : []),
  ];
  return (
    <>
      <MenuButton className="small-button" align="end" entries={entries}>
        常用筛选
        <icons.ChevronDown size={16} />
      </MenuButton>
      {dialog === "save" && <SaveDialog selection={selection} onClose={() => setDialog(undefined)} />}
      {dialog === "manage" && <ManageDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

const refresh = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });

function SaveDialog({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const save = useMutation({
    mutationFn: () =>
      formCalls.saveView({ name: name.trim(), selection: { ...selection, filters: selection.filters ?? {} } }),
    onSuccess: async () => {
      toast.done("已保存");
      await refresh();
      onClose();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => (name.trim() ? save.mutate() : setProblem("请填写名称"));
  return (
    <Modal
      open
      title="保存当前筛选"
      width={480}
      onCancel={onClose}
      onOk={submit}
      okText="保存筛选"
      cancelText="取消"
      confirmLoading={save.isPending}
    >
      <div className="income-note">
        {problem && <Notice tone="danger" title={problem} />}
        <label htmlFor={id} className="type-label">
          名称
        </label>
        <Input
          id={id}
          maxLength={20}
          value={name}
          placeholder="本月亚马逊美元"
          onChange={(event) => {
            setProblem(undefined);
            setName(event.target.value);
          }}
          onPressEnter={submit}
        />
        <span className="income-evidence-note">最多保存 {SAVED_VIEWS_AT_MOST} 个</span>
      </div>
    </Modal>
  );
}

function ManageDialog({ onClose }: { onClose: () => void }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const remove = useMutation({
    mutationFn: (id: string) => calls.deleteView({ id }),
    onSuccess: refresh,
  });
  return (
    <Modal open title="常用筛选" width={480} footer={null} onCancel={onClose}>
      {views.length === 0 ? (
        <p>还没有保存的筛选</p>
      ) : (
        <ul className="income-views">
          {views.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button
                size="small"
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
                aria-label={`删除 ${name}`}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
