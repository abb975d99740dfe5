import { CURRENCIES, CURRENCY_CODES, HOUSE_MERCHANT_ID, parseMoney, type Currency } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Drawer, Form, Input, Select } from "antd";
import { useState } from "react";
import { amountProblem, plainAmount } from "../../platform/amount-text.ts";
import { operations } from "../../platform/api.ts";
import { MerchantPicker, type PickedMerchant } from "../../platform/merchant-picker.tsx";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import { AccountField } from "./account-field.tsx";
import { partsOf } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { PROPOSE } from "./propose-address.ts";
import "./forms.css";

type Values = {
  merchantId: PickedMerchant[];
  currency: Currency;
  from: string;
  to: string;
  amount: string;
  memo: string;
};
type Props = { params: URLSearchParams; onClose(): void };

/** Waits for the merchant's name where the address already says which merchant. */
export function ProposeDrawer({ params, onClose }: Props) {
  const merchantId = params.get(PROPOSE.merchant) ?? "";
  const own = merchantId === HOUSE_MERCHANT_ID;
  const known = useQuery({
    queryKey: ["merchants", merchantId],
    queryFn: () => operations.searchMerchants({ text: merchantId }),
    enabled: merchantId !== "" && !own,
  });
  if (known.isLoading) return null;
  const picked = own
    ? [{ id: HOUSE_MERCHANT_ID, name: "自有账簿", mobile: "" }]
    : (known.data ?? []).filter(({ id }) => id === merchantId);
  const [from, to] = [PROPOSE.from, PROPOSE.to].map((name) => params.get(name) ?? undefined);
  const currency = partsOf(from ?? "")?.currency ?? "USD";
  return <ProposeForm initial={{ merchantId: picked, currency, from, to, memo: "" }} onClose={onClose} />;
}

function ProposeForm({
  initial,
  onClose,
}: {
  initial: { [K in keyof Values]?: Values[K] | undefined };
  onClose(): void;
}) {
  const [form] = Form.useForm<Values>();
  const { busy, problem, submit } = usePropose(form, onClose);
  return (
    <Drawer
      open
      size={560}
      title="提出调账"
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
        onFinish={(values) => void submit(values)}
      >
        {problem && (
          <div className="dialog-problem">
            <Notice tone="danger" title={problem} />
          </div>
        )}
        <ProposeFields />
      </Form>
    </Drawer>
  );
}

function usePropose(form: ReturnType<typeof Form.useForm<Values>>[0], onDone: () => void) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async ({ merchantId, currency, from, to, amount, memo }: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const input = {
        merchantId: merchantId[0]!.id,
        from,
        to,
        amount: parseMoney(plainAmount(amount), currency),
        memo,
      };
      await ledger.proposeAdjustment(input);
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

function ProposeFields() {
  const form = Form.useFormInstance<Values>();
  const merchants = Form.useWatch("merchantId", form);
  const currency = Form.useWatch("currency", form) ?? "USD";
  const accounts = { merchantId: merchants?.[0]?.id, currency };
  const forget = () => form.setFieldsValue({ from: undefined, to: undefined });
  return (
    <>
      <Form.Item
        name="merchantId"
        label="商户"
        rules={[{ required: true, type: "array", min: 1, message: "请选择商户" }]}
      >
        <MerchantPicker most={1} />
      </Form.Item>
      <Form.Item name="currency" label="币种">
        <Select
          className="field-short"
          showSearch={{ optionFilterProp: "label" }}
          options={CURRENCY_CODES.map((code) => ({ value: code, label: `${code} ${CURRENCIES[code].name}` }))}
          onChange={forget}
        />
      </Form.Item>
      <Form.Item name="from" label="转出账户" rules={[{ required: true, message: "请选择转出账户" }]}>
        <AccountField {...accounts} />
      </Form.Item>
      <Form.Item
        name="to"
        label="转入账户"
        dependencies={["from"]}
        rules={[
          { required: true, message: "请选择转入账户" },
          {
            validator: (_rule, value) =>
              value && value === form.getFieldValue("from")
                ? Promise.reject(new Error("转入与转出不能是同一个账户"))
                : Promise.resolve(),
          },
        ]}
      >
        <AccountField {...accounts} />
      </Form.Item>
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
        label="调账原因"
        extra="复核的同事和审计都会看到，请写明依据"
        rules={[{ required: true, whitespace: true, message: "请写明调账原因" }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  );
}
