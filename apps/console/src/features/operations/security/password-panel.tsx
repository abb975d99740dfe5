import { PASSWORD_CHECKS, passwordProblem } from "@coralhub/domain";
import { Notice, Panel, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { showFieldErrors } from "../../../platform/refusal-fields.ts";

type Values = { current: string; next: string; again: string };

export function PasswordPanel() {
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async ({ current, next }: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await operations.changePassword({ current, next });
      form.resetFields();
      toast.done("密码已修改，其他设备已退出");
      await queries.invalidateQueries();
    } catch (error) {
      setProblem(showFieldErrors(form, error));
    }
    setBusy(false);
  };
  return (
    <Panel title="登录密码" intro="修改后，您在其他设备上的登录会退出">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        className="password-form"
        onFinish={(values) => void submit(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        <PasswordFields />
        <Button htmlType="submit" loading={busy}>
          修改密码
        </Button>
      </Form>
    </Panel>
  );
}

const PasswordFields = () => (
  <>
    <Form.Item name="current" label="当前密码" rules={[{ required: true, message: "请输入当前密码" }]}>
      <Input.Password autoComplete="current-password" />
    </Form.Item>
    <Form.Item
      name="next"
      label="新密码"
      validateTrigger="onBlur"
      extra={PASSWORD_CHECKS.map((check) => check.label).join("，")}
      rules={[
        { required: true, message: "请输入新密码" },
        {
          validator: (_rule, value: string | undefined) => {
            const wrong = value ? passwordProblem(value) : undefined;
            return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve();
          },
        },
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
    <Form.Item
      name="again"
      label="再输入一次"
      dependencies={["next"]}
      validateTrigger="onBlur"
      rules={[
        { required: true, message: "请再输入一次新密码" },
        ({ getFieldValue }) => ({
          validator: (_rule, value) =>
            !value || value === getFieldValue("next") ? Promise.resolve() : Promise.reject(new Error("两次输入不一致")),
        }),
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  </>
);
