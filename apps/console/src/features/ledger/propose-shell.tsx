import { parseMoney, type Currency, type Money } from "@coralhub/domain";
import { useQueryClient } from "@tanstack/react-query";
import { Form, Input, type FormInstance } from "antd";
import type { ReactNode } from "react";
import { amountProblem, plainAmount } from "../../platform/amount-text.ts";
import { FormDrawer, useSaving } from "../../platform/form-drawer.tsx";
import { ledger } from "./ledger-calls.ts";
import "./forms.css";

type Proposal = Parameters<typeof ledger.proposeAdjustment>[0];
export type Said = { amount: string; memo: string };
type Props<Values extends Said> = {
  form: FormInstance<Values>;
  title: string;
  initial: object;
  proposalOf(values: Values, amountIn: (currency: Currency) => Money): Proposal;
  onClose(): void;
  children: ReactNode;
};

/** What every proposal to move money by hand has around it: nothing moves before a second person agrees. */
export function ProposeShell<Values extends Said>(props: Props<Values>) {
  const { form, title, initial, proposalOf, onClose, children } = props;
  const queries = useQueryClient();
  const save = async (values: Values) => {
    await ledger.proposeAdjustment(proposalOf(values, (currency) => parseMoney(plainAmount(values.amount), currency)));
    await queries.invalidateQueries({ queryKey: ["ledger", "adjustments"] });
    return "已提交，等另一位财务复核";
  };
  const { busy, problem, submit } = useSaving(form, save, onClose);
  return (
    <FormDrawer
      title={title}
      note="提交后还不动账，另一位财务复核通过才记账"
      action="提交复核"
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSave={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        onFinish={(values) => void submit(values)}
      >
        {children}
      </Form>
    </FormDrawer>
  );
}

/** How much, and why. */
export function AmountAndReason({ currency, reason }: { currency: Currency; reason: string }) {
  return (
    <>
      <Form.Item
        name="amount"
        label="金额"
        dependencies={["currency"]}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: "请填写金额" },
          {
            validator: (_rule, value: string | undefined) => {
              const wrong = value ? amountProblem(value, currency) : undefined;
              return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve();
            },
          },
        ]}
      >
        <Input prefix={currency} inputMode="decimal" maxLength={24} autoComplete="off" className="field-half" />
      </Form.Item>
      <Form.Item
        name="memo"
        label={reason}
        extra="复核的同事、商户和审计都会看到，请写明依据"
        rules={[{ required: true, whitespace: true, message: `请写明${reason}` }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  );
}
