import type { OpenAppView } from "@coralhub/contract";
import { FeedRow, Notice, Panel, toast } from "@coralhub/ui";
import { Button as Submit, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { calls, refreshDeveloper } from "./developer-calls.ts";

/** From where it may call. */
export function AddressesPanel({ app }: { app: OpenAppView }) {
  const [typed, setTyped] = useState("");
  const { withProof, dialog } = useProveAgain();
  const save = useMutation({
    mutationFn: (ipWhitelist: string[]) => withProof(() => calls.editApp({ appId: app.appId, ipWhitelist })),
    onSuccess: async () => {
      setTyped("");
      toast.done("白名单已更新，下一次请求起生效");
      await refreshDeveloper();
    },
  });
  const add = () => {
    const address = typed.trim();
    if (address !== "" && !app.ipWhitelist.includes(address)) save.mutate([...app.ipWhitelist, address]);
  };
  return (
    <Panel title="IP 白名单" intro="名单外的请求一律拒绝" flush>
      {app.ipWhitelist.length === 0 && (
        <div className="dev-inset">
          <Notice tone="warning" title="还没有限定来源，任何地址都可以调用">
            建议填上您服务器的出口地址
          </Notice>
        </div>
      )}
      {app.ipWhitelist.map((address) => (
        <FeedRow
          key={address}
          title={<span className="mono">{address}</span>}
          end={
            <Button
              type="link"
              aria-label={`移除 ${address}`}
              onClick={() => save.mutate(app.ipWhitelist.filter((other) => other !== address))}
            >
              移除
            </Button>
          }
        />
      ))}
      <form
        className="dev-inset dev-inline"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="添加地址或网段"
          name="ip"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="203.0.113.24 或 2001:db8::/48"
          {...(save.error && { error: fieldWords(save.error) })}
        />
        <Submit type="submit" loading={save.isPending}>
          添加
        </Submit>
      </form>
      {dialog}
    </Panel>
  );
}

/** What is wrong with the address itself stands before the general words. */
const fieldWords = (error: Error): string =>
  Object.values((error as { fields?: Record<string, string> }).fields ?? {})[0] ?? error.message;
