import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { Notice } from "@coralhub/ui";
import { operations } from "../../../platform/api.ts";
import { showFieldErrors } from "../../../platform/refusal-fields.ts";

export function RenewDialog({ onDone, onClose }: { onDone(recoveryCodes: string[]): void; onClose(): void }) {
  const [form] = Form.useForm<{ totp: string }>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async ({ totp }: { totp: string }) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onDone((await operations.renewRecoveryCodes({ totp })).recoveryCodes);
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return (
    <Modal open title="重新生成恢复码" footer={null} onCancel={onClose} destroyOnHidden>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        <p className="dialog-text">旧的恢复码会全部作废</p>
        <Form.Item name="totp" label="动态码或一个恢复码" rules={[{ required: true, message: "请输入动态码或恢复码" }]}>
          <Input className="mono" autoComplete="one-time-code" autoFocus />
        </Form.Item>
        <div className="dialog-actions">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            重新生成
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
