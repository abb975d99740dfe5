import type { OpenAppView } from "@coralhub/contract";
import { Notice, Panel, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { calls, refreshDeveloper } from "./developer-calls.ts";
import { ScopeChoices } from "./scope-choices.tsx";

export function ScopesPanel({ app }: { app: OpenAppView }) {
  const [scopes, setScopes] = useState(app.scopes);
  const { withProof, dialog } = useProveAgain();
  const save = useMutation({
    mutationFn: () => withProof(() => calls.editApp({ appId: app.appId, scopes })),
    onSuccess: async () => {
      toast.done("权限已更新，下一次请求起生效");
      await refreshDeveloper();
    },
  });
  const isChanged = scopes.toSorted().join() !== app.scopes.toSorted().join();
  return (
    <Panel
      title="权限"
      intro="只给用得上的。只勾「填写付款」的应用不能动钱，由人在门户里验证"
      action={
        <Button disabled={!isChanged || scopes.length === 0} loading={save.isPending} onClick={() => save.mutate()}>
          保存权限
        </Button>
      }
    >
      {save.error && <Notice tone="danger" title={save.error.message} />}
      <ScopeChoices value={scopes} onChange={setScopes} />
      {dialog}
    </Panel>
  );
}
