import { CallRefused } from "@coralhub/contract";
import { CodeInput, Copyable, Notice } from "@coralhub/ui";
import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { problemText, showFieldErrors } from "../../../platform/refusal-fields.ts";

type Begun = Awaited<ReturnType<typeof operations.beginTotp>>;
type Props = { enrolled: boolean; onDone(recoveryCodes: string[]): void; onClose(): void };

/** Prove who you are, scan, show that it works. Until the last step nothing changes. */
export function EnrolDialog({ enrolled, onDone, onClose }: Props) {
  const [begun, setBegun] = useState<Begun>();
  return (
    <Modal
      open
      title={enrolled ? "更换验证器" : "绑定验证器"}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {begun ? (
        <ScanStep begun={begun} onDone={onDone} />
      ) : (
        <ProofStep enrolled={enrolled} onBegun={setBegun} onClose={onClose} />
      )}
    </Modal>
  );
}

type Proof = { password: string; totp?: string };

function ProofStep({
  enrolled,
  onBegun,
  onClose,
}: {
  enrolled: boolean;
  onBegun(begun: Begun): void;
  onClose(): void;
}) {
  const [form] = Form.useForm<Proof>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (proof: Proof) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onBegun(await operations.beginTotp(proof));
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      {problem && (
        <div className="dialog-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      <Form.Item name="password" label="登录密码" rules={[{ required: true, message: "请输入登录密码" }]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      {enrolled && (
        <Form.Item
          name="totp"
          label="现在的动态码或恢复码"
          rules={[{ required: true, message: "请输入动态码或恢复码" }]}
        >
          <Input className="mono" autoComplete="one-time-code" />
        </Form.Item>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          下一步
        </Button>
      </div>
    </Form>
  );
}

function ScanStep({ begun, onDone }: { begun: Begun; onDone(recoveryCodes: string[]): void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const confirm = async (value: string) => {
    setBusy(true);
    try {
      onDone((await operations.confirmTotp({ code: value })).recoveryCodes);
    } catch (error) {
      setProblem(error instanceof CallRefused ? (error.fields["code"] ?? error.message) : problemText(error));
      setCode("");
      setBusy(false);
    }
  };
  return (
    <div className="enrol">
      <p>用手机验证器（如 Microsoft Authenticator、Google Authenticator）扫描：</p>
      <svg
        className="enrol-qr"
        viewBox={`0 0 ${begun.qrSize} ${begun.qrSize}`}
        role="img"
        aria-label="绑定验证器的二维码"
      >
        <path d={begun.qr} />
      </svg>
      <div className="enrol-manual">
        <span>扫不了，就手动输入密钥</span>
        <Copyable text={begun.secret}>{begun.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</Copyable>
      </div>
      <CodeInput
        label="输入验证器显示的 6 位动态码"
        value={code}
        onChange={(value) => {
          setCode(value);
          setProblem(undefined);
        }}
        onComplete={(value) => void confirm(value)}
        error={problem}
        disabled={busy}
      />
      <div className="dialog-actions">
        <Button
          type="primary"
          loading={busy}
          onClick={() => (code.length === 6 ? void confirm(code) : setProblem("请输入 6 位动态码"))}
        >
          完成绑定
        </Button>
      </div>
    </div>
  );
}
