import { useQueryClient } from "@tanstack/react-query";
import { Form, Input } from "antd";
import type { ReactNode } from "react";
import { FormDrawer, useSaving } from "../../platform/form-drawer.tsx";
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
  const queries = useQueryClient();
  const save = async (values: Values) => {
    await send(values);
    await queries.invalidateQueries({ queryKey: ["approvals"] });
    return "已提交，待另一位财务复核";
  };
  const { busy, problem, submit } = useSaving(form, save, onClose);
  return (
    <FormDrawer
      title={title}
      note="另一位财务复核后生效"
      action="提交复核"
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSave={() => form.submit()}
    >
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
    </FormDrawer>
  );
}
