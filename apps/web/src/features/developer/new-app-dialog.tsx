import { Notice, toast } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Modal } from "antd";
import { useState } from "react";
import { calls, refreshDeveloper } from "./developer-calls.ts";
import { READING, ScopeChoices } from "./scope-choices.tsx";

type Props = { open: boolean; onClose: () => void; onMade: (appId: string) => void };

export function NewAppDialog({ open, onClose, onMade }: Props) {
  return (
    <Modal open={open} title="创建应用" footer={null} width={560} destroyOnHidden onCancel={onClose}>
      <NewApp
        onMade={(appId) => {
          onClose();
          onMade(appId);
        }}
      />
    </Modal>
  );
}

function NewApp({ onMade }: { onMade: (appId: string) => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(READING);
  const [problem, setProblem] = useState<string>();
  const make = useMutation({
    mutationFn: () => calls.applyApp({ appProduct: name, scopes }),
    onSuccess: async ({ appId }) => {
      toast.done("应用已创建，接着申请证书");
      await refreshDeveloper();
      onMade(appId);
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    if (name.trim() === "") return setProblem("请填写应用名称");
    if (scopes.length === 0) return setProblem("请至少勾选一项权限");
    setProblem(undefined);
    make.mutate();
  };
  return (
    <form
      className="dev-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {problem && <Notice tone="danger" title={problem} />}
      <TextField
        label="应用名称"
        name="appProduct"
        value={name}
        onChange={({ target }) => setName(target.value)}
        placeholder="例如 ERP 自动付款"
      />
      <div>
        <div className="dev-label">权限</div>
        <ScopeChoices value={scopes} onChange={setScopes} />
      </div>
      <Button type="submit" variant="primary" loading={make.isPending}>
        创建应用
      </Button>
    </form>
  );
}
