import { parseMoney, type Currency, type Money } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Drawer, Form, Input, type FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import { amountProblem, plainAmount } from "../../platform/amount-text.ts";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
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
  const { busy, problem, submit } = usePropose(form, onClose);
  const finish = (values: Values) =>
    submit(() => proposalOf(values, (currency) => parseMoney(plainAmount(values.amount), currency)));
  return (
    <Drawer
      open
      size={560}
      title={title}
      onClose={onClose}
      footer={
        <div className="drawer-actions">
          <span className="second-line">提交后还不动账，另一位财务复核通过才记账</span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            提交复核
          </Button>
        </div>
      }
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        onFinish={(values) => void finish(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        {children}
      </Form>
    </Drawer>
  );
}

function usePropose(form: FormInstance, onDone: () => void) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async (proposal: () => Proposal) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await ledger.proposeAdjustment(proposal());
      await queries.invalidateQueries({ queryKey: ["ledger", "adjustments"] });
      toast.done("已提交，等另一位财务复核");
      onDone();
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return { busy, problem, submit };
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
