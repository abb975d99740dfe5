import { SAVED_VIEWS_AT_MOST } from "@coralhub/contract";
import { icons, MenuButton, Notice, toast, type ListController, type MenuEntry } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useId, useState } from "react";
import "./saved-views.css";

export type NamedView = { id: string; name: string; filters: ListController["state"]["filters"] };
type Keeping = {
  views: readonly NamedView[];
  save: (name: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  refresh: () => Promise<unknown>;
};
type Props = Keeping & { list: ListController; placeholder: string };

/** Filters a merchant comes back to: kept under a name, applied with one click. */
export function SavedViews({ list, placeholder, ...keeping }: Props) {
  const { views } = keeping;
  const [dialog, setDialog] = useState<"save" | "manage">();
  const filtered = Object.keys(list.state.filters).length > 0;
  const entries: MenuEntry[] = [
    ...views.map((view): MenuEntry => ({
      label: view.name,
      icon: <icons.Filter />,
      onSelect: () => list.setFilters(view.filters),
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
      {dialog === "save" && <SaveDialog {...keeping} placeholder={placeholder} onClose={() => setDialog(undefined)} />}
      {dialog === "manage" && <ManageDialog {...keeping} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function SaveDialog({
  save: keep,
  refresh,
  placeholder,
  onClose,
}: Keeping & { placeholder: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const save = useMutation({
    mutationFn: () => keep(name.trim()),
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
      <div className="saved-view-form">
        {problem && <Notice tone="danger" title={problem} />}
        <label htmlFor={id} className="type-label">
          名称
        </label>
        <Input
          id={id}
          maxLength={20}
          value={name}
          placeholder={placeholder}
          onChange={(event) => {
            setProblem(undefined);
            setName(event.target.value);
          }}
          onPressEnter={submit}
        />
        <span className="saved-view-note">最多保存 {SAVED_VIEWS_AT_MOST} 个</span>
      </div>
    </Modal>
  );
}

function ManageDialog({ views, remove: drop, refresh, onClose }: Keeping & { onClose: () => void }) {
  const remove = useMutation({ mutationFn: drop, onSuccess: refresh });
  return (
    <Modal open title="常用筛选" width={480} footer={null} onCancel={onClose}>
      {views.length === 0 ? (
        <p>还没有保存的筛选</p>
      ) : (
        <ul className="saved-views">
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
