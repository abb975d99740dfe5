import { CallRefused } from "@coralhub/contract";
import { correctAddress, platformName } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal, Select } from "antd";
import { useId, useState } from "react";
import { quietStoreCalls, refreshStores } from "../../../platform/store-calls.ts";
import { mayBecomeQuery } from "../stores-calls.ts";
import type { CareDialogProps } from "./use-store-care.tsx";

/** A store handed in under the wrong platform. What the new one asks besides is asked on its own page. */
export function PlatformDialog({ stores, onClose }: CareDialogProps) {
  const [store] = stores;
  const { merchantsId } = store!;
  const judged = useQuery(mayBecomeQuery(merchantsId));
  const [platformCode, setPlatformCode] = useState<string>();
  const id = useId();
  const run = useMutation({
    mutationFn: (code: string) => quietStoreCalls.changeStorePlatform({ merchantsId, platformCode: code }),
    onSuccess: async () => {
      toast.done("已换平台，重新开始审核");
      onClose();
      await refreshStores();
    },
  });
  const faults = run.error instanceof CallRefused ? Object.values(run.error.fields) : [];
  const missing = faults.length > 0;
  return (
    <Modal
      open
      title={`把 ${store!.name} 换到其他平台`}
      width={480}
      okText={missing ? "去补填" : "换平台"}
      cancelText="取消"
      okButtonProps={{ disabled: !platformCode }}
      confirmLoading={run.isPending}
      onOk={() => {
        if (missing) goTo(correctAddress({ merchantsId, platformCode: platformCode! }));
        else if (platformCode) run.mutate(platformCode);
      }}
      onCancel={() => onClose()}
    >
      <div className="care-field">
        {judged.data?.allowed === false && <Notice tone="warning" title={judged.data.reason} />}
        {run.error && (
          <Notice tone={missing ? "info" : "danger"} title={missing ? "新平台还需要一些资料" : run.error.message}>
            {faults.join("；")}
          </Notice>
        )}
        <p className="care-note">现在是 {platformName(store!.platformCode)}。换平台后按新平台重新审核</p>
        <label htmlFor={id} className="type-label">
          换到
        </label>
        <Select
          id={id}
          showSearch={{ optionFilterProp: "label" }}
          placeholder="请选择平台"
          disabled={!judged.data?.allowed}
          value={platformCode}
          onChange={(code: string) => {
            setPlatformCode(code);
            run.reset();
          }}
          options={(judged.data?.platforms ?? []).map(({ platformCode: value, name }) => ({ value, label: name }))}
        />
      </div>
    </Modal>
  );
}
