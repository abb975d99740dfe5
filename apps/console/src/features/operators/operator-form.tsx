import { OPERATOR_ROLES, type OperatorRole, type OperatorRow } from "@coralhub/contract";
import { Notice, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Form, Input, Modal } from "antd";
import { useState } from "react";
import { operations } from "../../platform/api.ts";
import { showFieldErrors } from "../../platform/refusal-fields.ts";

type Values = { email: string; name: string; roles: OperatorRole[] };
const ABOUT: Record<OperatorRole, string> = {
  reviewer: "审核认证、店铺和订单材料",
  finance: "看账、发起和复核付款",
  admin: "全部权限，包括操作员、开关和系统",
};

type Props = { operator: OperatorRow | undefined; onClose(): void; onCreated(name: string, password: string): void };

/** A new operator, or the roles of one. */
export function OperatorForm({ operator, onClose, onCreated }: Props) {
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const save = async (values: Values) => {
    if (operator) {
      await operations.changeRoles({ id: operator.id, roles: values.roles });
      toast.done("角色已调整");
    } else {
      const { id } = await operations.createOperator(values);
      onCreated(values.name, (await operations.resetPassword({ id })).initialPassword);
    }
  };
  const submit = async (values: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await save(values);
      onClose();
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
    await queries.invalidateQueries();
  };
  return (
    <Modal
      open
      title={operator ? `调整「${operator.name}」的角色` : "新增操作员"}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={operator ?? { roles: [] }}
        onFinish={(values) => void submit(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        {!operator && <WhoFields />}
        <RoleField />
        <div className="dialog-actions">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {operator ? "保存角色" : "新增操作员"}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

const WhoFields = () => (
  <>
    <Form.Item name="name" label="姓名" rules={[{ required: true, message: "请输入姓名" }]}>
      <Input maxLength={40} autoFocus />
    </Form.Item>
    <Form.Item
      name="email"
      label="邮箱"
      validateTrigger="onBlur"
      rules={[
        { required: true, message: "请输入邮箱" },
        { type: "email", message: "请输入正确的邮箱地址" },
      ]}
    >
      <Input type="email" maxLength={120} autoComplete="off" />
    </Form.Item>
  </>
);

/** Not the built-in rule: it would mark the group as required, which no screen reader knows for a group. */
const atLeastOne = (_rule: unknown, roles: OperatorRole[] | undefined) =>
  roles && roles.length > 0 ? Promise.resolve() : Promise.reject(new Error("请至少选择一个角色"));

const RoleField = () => (
  <Form.Item name="roles" label="角色" rules={[{ validator: atLeastOne }]}>
    <Checkbox.Group className="choices">
      {(Object.keys(OPERATOR_ROLES) as OperatorRole[]).map((role) => (
        <Checkbox key={role} value={role}>
          {OPERATOR_ROLES[role]}
          <span className="second-line">{ABOUT[role]}</span>
        </Checkbox>
      ))}
    </Checkbox.Group>
  </Form.Item>
);
