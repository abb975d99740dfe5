import type { FlagRow } from "@coralhub/contract";
import { FLAG_MODES, FLAGS, type FlagMode } from "@coralhub/domain";
import { useQueryClient } from "@tanstack/react-query";
import { Form, Input, InputNumber, Radio } from "antd";
import { operations } from "../../../platform/api.ts";
import { FormDrawer, useSaving } from "../../../platform/form-drawer.tsx";
import { MerchantPicker, type PickedMerchant } from "../../../platform/merchant-picker.tsx";

type Values = { mode: FlagMode; percentage: number; merchants: PickedMerchant[]; reason: string };

const CONSEQUENCE: Record<FlagMode, string> = {
  // Not the bare word: that is what leaves the drawer, on its cross.
  off: "全部关闭",
  list: "按名单开放",
  percentage: "按比例开放",
  on: "全部开放",
};

export function FlagEditor({ row, onClose }: { row: FlagRow; onClose(): void }) {
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const mode = Form.useWatch("mode", form) ?? row.mode;
  const { label, about } = FLAGS[row.flag];
  const save = async ({ merchants, ...values }: Values) => {
    await operations.changeFlag({
      flag: row.flag,
      mode: values.mode,
      reason: values.reason,
      percentage: values.percentage ?? row.percentage,
      merchantIds: (merchants ?? row.merchants).map((merchant) => merchant.id),
    });
    await queries.invalidateQueries({ queryKey: ["flags"] });
    return `「${label}」已${CONSEQUENCE[values.mode]}`;
  };
  const { busy, problem, submit } = useSaving(form, save, onClose);
  return (
    <FormDrawer
      title={label}
      note="立即对所有商户生效，并记入审计日志"
      action={CONSEQUENCE[mode]}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSave={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ mode: row.mode, percentage: row.percentage, merchants: row.merchants, reason: "" }}
        onFinish={(values) => void submit(values)}
      >
        <p className="dialog-text">{about}</p>
        <FlagFields mode={mode} />
      </Form>
    </FormDrawer>
  );
}

function FlagFields({ mode }: { mode: FlagMode }) {
  return (
    <>
      <Form.Item name="mode" label="开放范围">
        <Radio.Group className="choices">
          {(Object.keys(FLAG_MODES) as FlagMode[]).map((value) => (
            <Radio key={value} value={value}>
              {FLAG_MODES[value].label}
              <span className="second-line">{FLAG_MODES[value].about}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {mode === "percentage" && (
        <Form.Item name="percentage" label="比例" rules={[{ required: true, message: "请填写 0 到 100 的整数" }]}>
          <InputNumber min={0} max={100} precision={0} suffix="%" className="field-short" />
        </Form.Item>
      )}
      {(mode === "list" || mode === "percentage") && (
        <Form.Item name="merchants" label="名单" extra="按手机号、名称或编号查找后加入">
          <MerchantPicker />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label="调整原因"
        validateTrigger="onBlur"
        rules={[
          { required: true, message: "请写明调整原因" },
          { min: 2, message: "请写明调整原因" },
        ]}
      >
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </>
  );
}
