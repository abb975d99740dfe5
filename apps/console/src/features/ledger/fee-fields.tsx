import type { FeeRuleRow } from "@coralhub/contract";
import {
  CURRENCIES,
  CURRENCY_CODES,
  FEE_BEARER_NAMES,
  FEE_BEARERS,
  FEE_BUSINESS_NAMES,
  FEE_BUSINESSES,
  FEE_FORMS,
  parseShanghaiTime,
  percentText,
  type FeeBearer,
  type FeeBusiness,
} from "@coralhub/domain";
import { icons } from "@coralhub/ui";
import { Button, DatePicker, Form, Input, InputNumber, Radio, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";

export type FeeValues = {
  business: FeeBusiness;
  currency: FeeRuleRow["currency"];
  corridor: string;
  basisPoints: string;
  flat?: string;
  min?: string;
  max?: string;
  bearer: FeeBearer;
  tiers?: { fromVolume: number; basisPoints: string }[];
  markupBasisPoints?: string;
  waivedUntil?: Dayjs | null;
  effectiveFrom?: Dayjs | null;
  reason: string;
};

export const toValues = (row: FeeRuleRow | undefined): Partial<FeeValues> =>
  row
    ? {
        business: row.business,
        currency: row.currency,
        corridor: row.corridor,
        ...row.terms,
        waivedUntil: row.terms.waivedUntil ? dayjs(row.terms.waivedUntil) : null,
      }
    : { currency: "*", corridor: "*", basisPoints: "0", bearer: "merchant" };

/** A rule for every currency has no amounts and no tiers: what was typed for one currency is left out. */
export function toRule(values: FeeValues) {
  const { business, currency, corridor, basisPoints, bearer, effectiveFrom } = values;
  const one = currency !== "*";
  const starts = effectiveFrom ? parseShanghaiTime(effectiveFrom.format("YYYY-MM-DD HH:mm:00")) : undefined;
  return {
    business,
    currency,
    corridor,
    terms: {
      basisPoints,
      bearer,
      ...(one && values.flat && { flat: values.flat }),
      ...(one && values.min && { min: values.min }),
      ...(one && values.max && { max: values.max }),
      ...(one && values.tiers?.length && { tiers: values.tiers }),
      ...(business === "exchange" && values.markupBasisPoints && { markupBasisPoints: values.markupBasisPoints }),
      ...(values.waivedUntil && { waivedUntil: values.waivedUntil.format("YYYY-MM-DD") }),
    },
    ...(starts && { effectiveFrom: starts }),
    reason: values.reason,
  };
}

const { rate: RATE, amount: AMOUNT, corridor: CORRIDOR } = FEE_FORMS;
const required = (message: string) => ({ required: true, message });

export function FeeFields({ fixed }: { fixed: boolean }) {
  const form = Form.useFormInstance<FeeValues>();
  const business = Form.useWatch("business", form);
  const currency = Form.useWatch("currency", form) ?? "*";
  const basisPoints = Form.useWatch("basisPoints", form) ?? "";
  return (
    <>
      <CaseFields fixed={fixed} />
      <Form.Item
        name="basisPoints"
        label="费率"
        extra={
          RATE.pattern.test(basisPoints) ? `即 ${percentText(basisPoints)}，1 个基点是万分之一` : "1 个基点是万分之一"
        }
        rules={[required("请填写费率"), RATE]}
      >
        <Input suffix="基点" inputMode="decimal" className="field-short" />
      </Form.Item>
      {currency !== "*" && <AmountFields currency={currency} />}
      <Form.Item name="bearer" label="由谁承担">
        <Radio.Group options={FEE_BEARER_NAMES.map((value) => ({ value, label: FEE_BEARERS[value] }))} />
      </Form.Item>
      {business === "exchange" && (
        <Form.Item name="markupBasisPoints" label="汇率加点（选填）" extra="客户汇率比中间价低多少" rules={[RATE]}>
          <Input suffix="基点" inputMode="decimal" className="field-short" />
        </Form.Item>
      )}
      <Form.Item name="waivedUntil" label="免费至（选填）" extra="这一天之前不收费">
        <DatePicker placeholder="不免费" />
      </Form.Item>
      <Form.Item name="effectiveFrom" label="生效时间（选填）" extra="北京时间，不填则复核通过时生效">
        <DatePicker showTime={{ format: "HH:mm" }} format="YYYY-MM-DD HH:mm" placeholder="复核通过时" />
      </Form.Item>
      <Form.Item name="reason" label="调整原因" rules={[required("请写明调整原因")]}>
        <Input.TextArea rows={2} maxLength={500} placeholder="复核的同事据此判断" />
      </Form.Item>
    </>
  );
}

/** Which business the rule is for; a rule that exists keeps its case. */
const CaseFields = ({ fixed }: { fixed: boolean }) => (
  <>
    <Form.Item name="business" label="业务" rules={[required("请选择业务")]}>
      <Select
        disabled={fixed}
        placeholder="请选择"
        options={FEE_BUSINESS_NAMES.map((value) => ({ value, label: FEE_BUSINESSES[value] }))}
      />
    </Form.Item>
    <Form.Item name="currency" label="币种">
      <Select
        disabled={fixed}
        showSearch={{ optionFilterProp: "label" }}
        options={[
          { value: "*", label: "全部币种" },
          ...CURRENCY_CODES.map((code) => ({ value: code, label: `${code} ${CURRENCIES[code].name}` })),
        ]}
      />
    </Form.Item>
    <Form.Item
      name="corridor"
      label="去向"
      extra="国家代码如 CN，币种对如 USD-CNY，* 代表全部去向"
      rules={[required("请填写去向"), CORRIDOR]}
    >
      <Input disabled={fixed} maxLength={7} className="field-short" />
    </Form.Item>
  </>
);

function AmountFields({ currency }: { currency: string }) {
  return (
    <>
      <div className="fee-amounts">
        <Form.Item name="flat" label="每笔固定（选填）" rules={[AMOUNT]}>
          <Input prefix={currency} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="min" label="最低（选填）" rules={[AMOUNT]}>
          <Input prefix={currency} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="max" label="最高（选填）" rules={[AMOUNT]}>
          <Input prefix={currency} inputMode="decimal" />
        </Form.Item>
      </div>
      <Form.List name="tiers">
        {(fields, { add, remove }) => (
          <Form.Item label="阶梯（选填）" extra="当月交易额达到后按这一档，从低到高填写">
            {fields.map(({ key, name }) => (
              <div key={key} className="fee-tier">
                <Form.Item name={[name, "fromVolume"]} noStyle rules={[required("请填写交易额")]}>
                  <InputNumber min={0} max={1e12} precision={0} prefix={`满 ${currency}`} aria-label="当月交易额" />
                </Form.Item>
                <Form.Item name={[name, "basisPoints"]} noStyle rules={[required("请填写费率"), RATE]}>
                  <Input suffix="基点" inputMode="decimal" aria-label="这一档的费率" />
                </Form.Item>
                <Button type="text" icon={<icons.Trash />} aria-label="删去这一档" onClick={() => remove(name)} />
              </div>
            ))}
            {fields.length < 10 && (
              <Button size="small" icon={<icons.Plus size={16} />} onClick={() => add()}>
                加一档
              </Button>
            )}
          </Form.Item>
        )}
      </Form.List>
    </>
  );
}
