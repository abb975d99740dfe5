import { Notice, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Drawer, Form, Input } from "antd";
import { useState, type ReactNode } from "react";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import "./payouts.css";

type EditorProps<Values> = {
  title: string;
  initial: Values;
  send(values: Values): Promise<unknown>;
  onClose(): void;
  children: ReactNode;
};

/** A change that another one of finance has to agree to. */
export function TermsEditor<Values extends { reason: string }>(props: EditorProps<Values>) {
  const { title, initial, send, onClose, children } = props;
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async (values: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send(values);
      await queries.invalidateQueries({ queryKey: ["approvals"] });
      toast.done("已提交，待另一位财务复核");
      onClose();
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      size={560}
      title={title}
      onClose={onClose}
      footer={
        <div className="drawer-actions">
          <span className="second-line">另一位财务复核后生效</span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            提交复核
          </Button>
        </div>
      }
    >
      {problem && (
        <div className="dialog-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        onFinish={(values) => void submit(values)}
      >
        {children}
        <Form.Item name="reason" label="原因" rules={[{ required: true, min: 2, message: "请写明原因" }]}>
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={300} />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
