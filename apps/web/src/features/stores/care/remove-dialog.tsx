import { Notice, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { quietStoreCalls, refreshStores, storeQuery } from "../../../platform/store-calls.ts";
import { DHGATE } from "../words.ts";
import type { CareDialogProps } from "./use-store-care.tsx";

/** Says what stands in the way before anybody presses, and what will happen after. */
export function RemoveDialog({ stores, onClose }: CareDialogProps) {
  const { merchantsId, name, platformCode } = stores[0]!;
  const { data } = useQuery(storeQuery(merchantsId));
  const run = useMutation({
    mutationFn: () =>
      platformCode === DHGATE
        ? quietStoreCalls.removeDhgateStore({ id: merchantsId })
        : quietStoreCalls.removeStore({ id: merchantsId }),
    onSuccess: async () => {
      toast.done("已移除");
      onClose(true);
      await refreshStores();
    },
  });
  const blockers = data?.removalBlockers ?? [];
  return (
    <Modal
      open
      title={`移除 ${name}`}
      width={480}
      okText="移除店铺"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !data || blockers.length > 0 }}
      confirmLoading={run.isPending}
      onOk={() => run.mutate()}
      onCancel={() => onClose()}
    >
      <div className="care-field">
        {run.error && <Notice tone="danger" title={run.error.message} />}
        {blockers.length > 0 ? (
          <Notice tone="warning" title="现在还不能移除">
            <ul className="care-blockers">
              {blockers.map((blocker) => (
                <li key={blocker}>{blocker}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <p className="care-note">授权会收回，历史收入和账目都保留。同一店铺之后可以再绑定</p>
        )}
      </div>
    </Modal>
  );
}
