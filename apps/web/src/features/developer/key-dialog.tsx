import { Notice } from "@coralhub/ui";
import { Button, PasswordField, TextField } from "@coralhub/ui/light";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Input, Modal, Radio } from "antd";
import { useState } from "react";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { calls, refreshDeveloper } from "./developer-calls.ts";

const WAYS = [
  { value: "pfx", label: "下载 PFX 证书" },
  { value: "key", label: "登记自己的公钥" },
];
const PKCS12 = "application/x-pkcs12";
type Props = { appId: string; open: boolean; onClose: () => void };

export function KeyDialog({ appId, open, onClose }: Props) {
  const { withProof, dialog, asking } = useProveAgain();
  return (
    <>
      <Modal open={open && !asking} title="申请证书" footer={null} width={520} onCancel={onClose}>
        {open && <KeyForm appId={appId} withProof={withProof} onClose={onClose} />}
      </Modal>
      {dialog}
    </>
  );
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

type FormProps = Omit<Props, "open"> & Pick<ReturnType<typeof useProveAgain>, "withProof">;

function KeyForm({ appId, withProof, onClose }: FormProps) {
  const [way, setWay] = useState("pfx");
  const [typed, setTyped] = useState<Typed>({ certName: "", passwd: "", publicKey: "" });
  const put = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const apply = useMutation({
    mutationFn: () => {
      const { certName, passwd, publicKey } = typed;
      return withProof(() => calls.applyCert({ appId, certName, ...(way === "pfx" ? { passwd } : { publicKey }) }));
    },
    onSuccess: async ({ pfx, fileName }) => {
      if (pfx && fileName) saveFile({ fileName, blob: new Blob([bytesOf(pfx)], { type: PKCS12 }) });
      await refreshDeveloper();
    },
  });
  if (apply.data) return <Issued hasFile={apply.data.pfx !== null} onClose={onClose} />;
  return (
    <form
      className="dev-form"
      onSubmit={(event) => {
        event.preventDefault();
        apply.mutate();
      }}
    >
      <Fields way={way} onWay={setWay} typed={typed} put={put} error={apply.error} />
      <Button type="submit" variant="primary" loading={apply.isPending}>
        {way === "pfx" ? "申请并下载" : "登记公钥"}
      </Button>
    </form>
  );
}

function Issued({ hasFile, onClose }: { hasFile: boolean; onClose: () => void }) {
  return (
    <div className="dev-form">
      <Notice tone="success" title={hasFile ? "证书已下载" : "公钥已登记"}>
        {hasFile ? "私钥只在这个文件里，我们没有留。请连同密码妥善保存" : "用对应的私钥签名即可调用"}
      </Notice>
      <Button variant="primary" onClick={onClose}>
        完成
      </Button>
    </div>
  );
}

type Typed = { certName: string; passwd: string; publicKey: string };
type FieldsProps = {
  way: string;
  onWay: (way: string) => void;
  typed: Typed;
  put: (change: Partial<Typed>) => void;
  error: Error | null;
};
function Fields({ way, onWay, typed, put, error }: FieldsProps) {
  const fields = (error as { fields?: Record<string, string> } | null)?.fields ?? {};
  return (
    <>
      {error && Object.keys(fields).length === 0 && <Notice tone="danger" title={error.message} />}
      <Radio.Group
        optionType="button"
        aria-label="方式"
        options={WAYS}
        value={way}
        onChange={({ target }) => onWay(target.value as string)}
      />
      <TextField
        label="证书名称"
        name="certName"
        value={typed.certName}
        onChange={({ target }) => put({ certName: target.value })}
        placeholder="例如 nanyu-erp-prod"
        {...(fields["certName"] && { error: fields["certName"] })}
      />
      {way === "pfx" ? (
        <PasswordField
          label="证书密码"
          name="passwd"
          autoComplete="new-password"
          value={typed.passwd}
          onChange={({ target }) => put({ passwd: target.value })}
          hint="8–64 位字母、数字和英文符号，导入证书时要用"
          {...(fields["passwd"] && { error: fields["passwd"] })}
        />
      ) : (
        <label className="dev-area">
          <span className="dev-label">公钥（PEM）</span>
          <Input.TextArea
            rows={5}
            value={typed.publicKey}
            placeholder="-----BEGIN PUBLIC KEY-----"
            onChange={({ target }) => put({ publicKey: target.value })}
          />
          {fields["publicKey"] && <span className="dev-wrong">{fields["publicKey"]}</span>}
        </label>
      )}
    </>
  );
}
