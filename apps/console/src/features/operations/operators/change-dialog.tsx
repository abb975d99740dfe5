import { OPERATOR_ROLES, type OperatorRole, type OperatorRow } from "@coralhub/contract";
import { OPERATOR_CHANGES, OPERATOR_REST_HOURS, type OperatorChangeKind } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Form, Input, Modal } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { showFieldErrors } from "../../../platform/refusal-fields.ts";

type Values = { email?: string; name?: string; roles?: OperatorRole[]; reason: string };
const ABOUT: Record<OperatorRole, string> = {
  reviewer: "审核认证、店铺和订单材料",
  finance: "看账、发起和复核付款",
  admin: "全部权限，包括操作员、开关和系统",
};
const CONSEQUENCES: Record<OperatorChangeKind, string> = {
  appoint: "初始密码会发到本人邮箱，首次登录必须修改。",
  enable: "可以重新用原来的密码和验证器登录。",
  changeRoles: "确认后立即按新的角色使用。",
  resetPassword: "原密码作废并退出登录，初始密码会发到本人邮箱。",
  resetTotp: "会退出登录，下次只凭密码登录后重新绑定。请先当面确认是本人。",
};

export type ChangeAsked = { kind: OperatorChangeKind; operator: OperatorRow | undefined };

/** What an admin proposes about an account; another admin confirms it. */
export function ChangeDialog({ kind, operator, onClose }: ChangeAsked & { onClose(): void }) {
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const { label } = OPERATOR_CHANGES[kind];
  const submit = async (values: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { state } = await operations.proposeOperatorChange({ kind, operatorId: operator?.id, ...values });
      toast.done(state === "pending" ? "已提出，等另一位管理员确认" : "已生效");
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
      title={operator ? `${label}：${operator.name}` : label}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ roles: operator?.roles ?? [] }}
        onFinish={(values) => void submit(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        <p className="dialog-text">
          {CONSEQUENCES[kind]}需要另一位管理员确认，生效后 {OPERATOR_REST_HOURS} 小时内不能处理资金。
        </p>
        {kind === "appoint" && <WhoFields />}
        {(kind === "appoint" || kind === "changeRoles") && <RoleField />}
        <Form.Item
          name="reason"
          label="原因"
          validateTrigger="onBlur"
          rules={[{ required: true, min: 2, message: "请写明原因，确认的同事会看到" }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <div className="dialog-actions">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            提出变更
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
