import { placeName, platformByCode } from "@coralhub/domain";
import { Masked, Notice, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal, Radio } from "antd";
import { useState } from "react";
import { quietStoreCalls, refreshStores, usableAccountsQuery } from "../../../platform/store-calls.ts";
import type { CareDialogProps } from "./use-store-care.tsx";

/** Another of the merchant's accounts, of a currency every chosen store's platform pays in. */
export function AccountDialog({ stores, onClose }: CareDialogProps) {
  const accounts = useQuery(usableAccountsQuery);
  const [chosen, setChosen] = useState<string>();
  const run = useMutation({
    mutationFn: (foreignBankAccountId: string) =>
      quietStoreCalls.updateAffiliatedStores({
        merchantsIds: stores.map(({ merchantsId }) => merchantsId),
        foreignBankAccountId,
      }),
    onSuccess: async () => {
      toast.done("已更换，请到平台后台改填新的收款账户");
      onClose();
      await refreshStores();
    },
  });
  const platforms = stores.map(({ platformCode }) => platformByCode(platformCode));
  const fitting = accounts.data?.filter(({ currency, country }) =>
    platforms.every((platform) =>
      platform?.options.some((option) => option.currency === currency && option.country === country),
    ),
  );
  const current = new Set(stores.map(({ foreignBankAccountId }) => foreignBankAccountId));
  const others = fitting?.filter(({ id }) => current.size > 1 || !current.has(id));
  return (
    <Modal
      open
      title={stores.length > 1 ? `更换 ${stores.length} 家店铺的收款账户` : `更换 ${stores[0]!.name} 的收款账户`}
      width={520}
      okText="更换"
      cancelText="取消"
      okButtonProps={{ disabled: !chosen }}
      confirmLoading={run.isPending}
      onOk={() => chosen && run.mutate(chosen)}
      onCancel={() => onClose()}
    >
      <div className="care-field">
        {run.error && <Notice tone="danger" title={run.error.message} />}
        {others?.length === 0 ? (
          <Notice tone="info" title="没有别的账户可以换">
            需要一个平台能付的币种的已开通账户。绑定新店铺时可以申请新账户
          </Notice>
        ) : (
          <>
            <p className="care-note">更换只影响之后的打款。平台后台仍填着旧账户时，款项照常进旧账户</p>
            <Radio.Group
              aria-label="新的收款账户"
              className="care-choices"
              value={chosen}
              onChange={(event) => setChosen(event.target.value as string)}
              options={(others ?? []).map((account) => ({
                value: account.id,
                label: (
                  <>
                    {placeName(account)} {account.accountNumber && <Masked end={account.accountNumber.slice(-4)} />}
                    <span className="care-choice-note">{account.bankName ?? account.holderName}</span>
                  </>
                ),
              }))}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
