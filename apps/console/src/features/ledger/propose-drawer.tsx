import { CURRENCIES, CURRENCY_CODES, HOUSE_MERCHANT_ID, type Currency } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Form, Input, Select } from "antd";
import { operations } from "../../platform/api.ts";
import { MerchantPicker, type PickedMerchant } from "../../platform/merchant-picker.tsx";
import { AccountField } from "./account-field.tsx";
import { partsOf } from "./account-words.tsx";
import { PROPOSE } from "./propose-address.ts";
import { AmountAndReason, ProposeShell, type Said } from "./propose-shell.tsx";

type Values = Said & {
  merchantId: PickedMerchant[];
  currency: Currency;
  from: string;
  to: string;
  bankReference?: string;
};
const isAtBank = (code: string | undefined): boolean => partsOf(code ?? "")?.kind === "house.nostro";
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
  return (
    <ProposeShell<Values>
      form={form}
      title="提出调账"
      initial={initial}
      proposalOf={({ merchantId, currency, from, to, bankReference, memo }, amountIn) => ({
        merchantId: merchantId[0]!.id,
        from,
        to,
        amount: amountIn(currency),
        ...([from, to].some(isAtBank) && bankReference && { bankReference }),
        memo,
      })}
      onClose={onClose}
    >
      <ProposeFields />
    </ProposeShell>
  );
}

function ProposeFields() {
  const form = Form.useFormInstance<Values>();
  const merchants = Form.useWatch("merchantId", form);
  const currency = Form.useWatch("currency", form) ?? "USD";
  const codes = [Form.useWatch("from", form), Form.useWatch("to", form)];
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
      {codes.some(isAtBank) && (
        <Form.Item
          name="bankReference"
          label="银行参考号"
          extra="银行对账单上这一笔的参考号；调账后账上与银行在这个参考号下必须相等，否则提不了也批不了"
        >
          <Input maxLength={64} autoComplete="off" className="field-half" />
        </Form.Item>
      )}
      <AmountAndReason currency={currency} reason="调账原因" />
    </>
  );
}
