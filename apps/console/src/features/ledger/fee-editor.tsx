import type { FeeRuleRow } from "@coralhub/contract";
import { FEE_BUSINESSES } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Drawer, Form } from "antd";
import { useState } from "react";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import { FeeFields, toRule, toValues, type FeeValues } from "./fee-fields.tsx";
import { prices } from "./ledger-calls.ts";
import "./forms.css";

/** A new price for what has one, or a rule for a case that had none of its own. */
export function FeeEditor({ row, onClose }: { row: FeeRuleRow | undefined; onClose(): void }) {
  const [form] = Form.useForm<FeeValues>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async (values: FeeValues) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const rule = toRule(values);
      await prices.proposeFeeRule(rule);
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
      title={row ? `调整「${FEE_BUSINESSES[row.business]}」收费` : "新增收费规则"}
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
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={toValues(row)}
        onFinish={(values) => void submit(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        <FeeFields fixed={row !== undefined} />
      </Form>
    </Drawer>
  );
}
