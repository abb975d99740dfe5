import { platformByCode, shopAddressFault, STORE_FIELDS, storeField } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { useId, useState } from "react";
import { quietStoreCalls, refreshStores } from "../../../platform/store-calls.ts";
import { DHGATE, needsAuthorisation } from "../words.ts";
import type { CaredFor, CareDialogProps } from "./use-store-care.tsx";

type WordsDialogProps = CareDialogProps & {
  title: string;
  label: string;
  /** What it brings with it. */
  note?: string;
  initial: string;
  maxLength: number;
  /** Says what is missing, or nothing. */
  check?: (words: string) => string | undefined;
  save: (words: string) => Promise<unknown>;
  saved: string;
};

/** One line of the merchant's own about one or several stores. */
function WordsDialog({ title, label, note, initial, maxLength, check, save, saved, onClose }: WordsDialogProps) {
  const [words, setWords] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const run = useMutation({
    mutationFn: () => save(words.trim()),
    onSuccess: async () => {
      toast.done(saved);
      onClose();
      await refreshStores();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    const found = check?.(words.trim());
    setProblem(found);
    if (!found) run.mutate();
  };
  return (
    <Modal
      open
      title={title}
      width={480}
      okText="保存"
      cancelText="取消"
      confirmLoading={run.isPending}
      onOk={submit}
      onCancel={() => onClose()}
    >
      <div className="care-field">
        {problem && <Notice tone="danger" title={problem} />}
        {note && <p className="care-note">{note}</p>}
        <label htmlFor={id} className="type-label">
          {label}
        </label>
        <Input
          id={id}
          autoFocus
          maxLength={maxLength}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setProblem(undefined);
          }}
          onPressEnter={submit}
        />
      </div>
    </Modal>
  );
}

const REMARK_LENGTH = 100;

/** DHgate's stores have a call of their own. */
const renameBy = ({ merchantsId, platformCode }: Pick<CaredFor, "merchantsId" | "platformCode">, name: string) =>
  platformCode === DHGATE
    ? quietStoreCalls.renameDhgateStore({ id: merchantsId, name })
    : quietStoreCalls.renameStore({ merchantsId, name });

export function RenameDialog({ stores, onClose }: CareDialogProps) {
  const [store] = stores;
  return (
    <WordsDialog
      stores={stores}
      onClose={onClose}
      title="修改店铺名称"
      label="店铺名称"
      initial={store!.name}
      maxLength={STORE_FIELDS.name.maxLength}
      check={(name) => (name ? undefined : "请填写店铺名称")}
      save={(name) => renameBy(store!, name)}
      saved="已改名"
    />
  );
}

export function AddressDialog({ stores, onClose }: CareDialogProps) {
  const [store] = stores;
  const platform = platformByCode(store!.platformCode)!;
  return (
    <WordsDialog
      stores={stores}
      onClose={onClose}
      title="更换店铺链接"
      label={storeField(platform, "url").label}
      note={`更换后重新审核，收款账户不变，期间照常收款${needsAuthorisation(platform.code) ? "。已有的授权会收回，请在新地址重新授权" : ""}`}
      initial={store!.url}
      maxLength={STORE_FIELDS.url.maxLength}
      check={(url) => shopAddressFault(url, platform)}
      save={(url) => quietStoreCalls.editStoreUrl({ merchantsId: store!.merchantsId, url })}
      saved="已更换，正在重新审核"
    />
  );
}

export function RemarkDialog({ stores, onClose }: CareDialogProps) {
  const [first] = stores;
  const same = stores.every(({ remark }) => remark === first!.remark);
  return (
    <WordsDialog
      stores={stores}
      onClose={onClose}
      title={stores.length > 1 ? `备注 ${stores.length} 家店铺` : "备注店铺"}
      label="备注，只有您能看到"
      initial={same ? first!.remark : ""}
      maxLength={REMARK_LENGTH}
      save={(remark) =>
        quietStoreCalls.remarkStores({ merchantsIds: stores.map(({ merchantsId }) => merchantsId), remark })
      }
      saved="已备注"
    />
  );
}
