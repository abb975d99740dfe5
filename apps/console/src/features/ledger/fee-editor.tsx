import type { FeeRuleRow } from "@coralhub/contract";
import { FEE_BUSINESSES } from "@coralhub/domain";
import { useQueryClient } from "@tanstack/react-query";
import { Form } from "antd";
import { FormDrawer, useSaving } from "../../platform/form-drawer.tsx";
import { FeeFields, toRule, toValues, type FeeValues } from "./fee-fields.tsx";
import { prices } from "./ledger-calls.ts";
import "./forms.css";

/** A new price for what has one, or a rule for a case that had none of its own. */
export function FeeEditor({ row, onClose }: { row: FeeRuleRow | undefined; onClose(): void }) {
  const [form] = Form.useForm<FeeValues>();
  const queries = useQueryClient();
  const save = async (values: FeeValues) => {
    await prices.proposeFeeRule(toRule(values));
    await queries.invalidateQueries({ queryKey: ["approvals"] });
    return "已提交，待另一位财务复核";
  };
  const { busy, problem, submit } = useSaving(form, save, onClose);
  return (
    <FormDrawer
      title={row ? `调整「${FEE_BUSINESSES[row.business]}」收费` : "新增收费规则"}
      note="另一位财务复核后生效"
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
        initialValues={toValues(row)}
        onFinish={(values) => void submit(values)}
      >
        <FeeFields fixed={row !== undefined} />
      </Form>
    </FormDrawer>
  );
}
