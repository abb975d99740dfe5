import { CURRENCIES, CURRENCY_CODES, parseMoney, placeName, platformName, type Currency } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AutoComplete, Button, Checkbox, Form, Input, Select, type FormInstance } from "antd";
import { useState } from "react";
import { amountProblem, plainAmount } from "../../../platform/amount-text.ts";
import { MerchantPicker, type PickedMerchant } from "../../../platform/merchant-picker.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";
import { accounts, bank, outcomeText } from "./bank-calls.ts";

type Values = {
  merchant: PickedMerchant[];
  accountNumber: string;
  currency: Currency;
  amount: string;
  payer: string;
  delaySeconds: number;
  twice: boolean;
  outOfOrder: boolean;
};
const FIRST: Values = {
  merchant: [],
  accountNumber: "",
  currency: "USD",
  amount: "1200.00",
  payer: "",
  delaySeconds: 0,
  twice: false,
  outOfOrder: false,
};
const DELAYS = [
  { value: 0, label: "立刻" },
  { value: 30, label: "30 秒后" },
  { value: 600, label: "10 分钟后" },
];
const STRANGER = "HARBORSIDE TRADING LLC";
const NOBODYS_NUMBER = "9990000012345678";
/** More than any merchant may receive at once, in any currency. */
const TOO_MUCH = "99000000";
const MOST_ACCOUNTS = 100;

/** A platform, or whoever is named, pays into an account; with the faults a bank has. */
export function PayInCard() {
  const [form] = Form.useForm<Values>();
  const [result, setResult] = useState("");
  const queries = useQueryClient();
  const pay = useMutation({
    mutationFn: ({ accountNumber, currency, amount, payer, delaySeconds, twice, outOfOrder }: Values) =>
      bank.payIn({
        accountNumber: accountNumber.replaceAll(/\s/g, ""),
        amount: parseMoney(plainAmount(amount), currency),
        ...(payer.trim() && { payer: payer.trim() }),
        delaySeconds,
        times: twice ? 2 : 1,
        outOfOrder,
      }),
    onMutate: () => setResult(""),
    onSuccess: ({ reference, outcomes }) => {
      setResult(`${reference}：${outcomeText(outcomes)}`);
      toast.done(outcomes.length > 0 ? "款项已通知" : "已安排，到时通知");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={FIRST}
      onFinish={(values) => pay.mutate({ ...FIRST, ...values })}
    >
      {pay.error && (
        <div className="dialog-problem">
          <Notice tone="danger" title={problemText(pay.error)} />
        </div>
      )}
      <div className="sandbox-fields">
        <AccountFields form={form} />
        <AmountFields />
      </div>
      <div className="sandbox-options">
        <Form.Item name="twice" valuePropName="checked" noStyle>
          <Checkbox>同一笔通知两次</Checkbox>
        </Form.Item>
        <Form.Item name="outOfOrder" valuePropName="checked" noStyle>
          <Checkbox>先通知到账，后通知预告</Checkbox>
        </Form.Item>
      </div>
      <div className="sandbox-send">
        <div className="sandbox-quick" role="group" aria-label="常见的异常">
          <Button size="small" onClick={() => form.setFieldsValue({ payer: STRANGER })}>
            陌生付款方
          </Button>
          <Button size="small" onClick={() => form.setFieldsValue({ amount: TOO_MUCH })}>
            超过单笔上限
          </Button>
          <Button size="small" onClick={() => form.setFieldsValue({ merchant: [], accountNumber: NOBODYS_NUMBER })}>
            没有人的账号
          </Button>
        </div>
        <Button type="primary" htmlType="submit" loading={pay.isPending}>
          让款到账
        </Button>
      </div>
      {result && (
        <p className="second-line" role="status">
          {result}
        </p>
      )}
    </Form>
  );
}

function AccountFields({ form }: { form: FormInstance<Values> }) {
  const merchantId = Form.useWatch("merchant", form)?.[0]?.id;
  const { data } = useQuery({
    queryKey: ["sandbox", "accounts", merchantId],
    queryFn: () =>
      accounts.receivingAccountDesk({
        pageSize: MOST_ACCOUNTS,
        filters: { merchantId: merchantId!, state: ["open", "frozen"] },
      }),
    enabled: merchantId !== undefined,
  });
  const own = data?.records ?? [];
  const choose = (number: string) => {
    const currency = own.find(({ accountNumber }) => accountNumber === number)?.currency;
    if (currency) form.setFieldsValue({ currency });
  };
  return (
    <>
      <Form.Item name="merchant" label="商户">
        <MerchantPicker most={1} />
      </Form.Item>
      <Form.Item name="accountNumber" label="收款账号" rules={[{ required: true, message: "请选择或填写收款账号" }]}>
        <AutoComplete
          placeholder={merchantId ? "选择账户，或填写任意账号" : "先选商户，或填写任意账号"}
          options={own.map(({ accountNumber, currency, country, platform, state }) => ({
            value: accountNumber ?? "",
            label: [
              placeName({ country, currency }),
              platformName(platform),
              `尾号 ${accountNumber?.slice(-4) ?? ""}`,
              ...(state === "frozen" ? ["冻结"] : []),
            ].join("，"),
          }))}
          onSelect={choose}
        />
      </Form.Item>
    </>
  );
}

function AmountFields() {
  const currency = Form.useWatch<Currency>("currency") ?? "USD";
  const movable = (_rule: unknown, text: string): Promise<void> => {
    const wrong = amountProblem(text, currency);
    return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve();
  };
  return (
    <>
      <Form.Item name="currency" label="币种">
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={CURRENCY_CODES.map((code) => ({ value: code, label: `${code} ${CURRENCIES[code].name}` }))}
        />
      </Form.Item>
      <Form.Item name="amount" label="金额" dependencies={["currency"]} rules={[{ validator: movable }]}>
        <Input prefix={currency} inputMode="decimal" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="payer" label="付款方">
        <Input placeholder="平台通常的付款方" maxLength={140} autoComplete="off" />
      </Form.Item>
      <Form.Item name="delaySeconds" label="通知时间">
        <Select options={DELAYS} />
      </Form.Item>
    </>
  );
}
