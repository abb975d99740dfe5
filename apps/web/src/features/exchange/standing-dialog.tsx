import { CallRefused } from "@coralhub/contract";
import {
  STANDING_KIND_NAMES,
  STANDING_KINDS,
  STANDING_LONGEST_DAYS,
  type StandingKind,
  readAmount,
} from "@coralhub/domain";
import { addDays, beijingDay, DateField, Notice, toast } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal, Radio } from "antd";
import { useState } from "react";
import { calls, rateQuery, refreshMoney, type Pair } from "./exchange-calls.ts";
import { markupText, rateText } from "./words.ts";

const ABOUT: Record<StandingKind, string> = {
  alert: "中间价到了通知您，不动余额",
  target: "成交汇率（中间价减加点）到价就按当时报价成交，只看成交汇率，不看中间价。占用余额直到成交、撤单或到期",
  arrivals: "之后转入和收到这个币种钱包的钱全部自动换掉。原有余额不动，贷款、到期存款、卡里转回、退回和调账的钱也不动",
};
const RATE = /^\d{1,9}(\.\d{1,8})?$/;

type StandingDialogProps = { pair: Pair; first: StandingKind; amount: string; onClose: () => void };

/** What was filled in, and what is said to it. */
function useStandingForm({ pair, first, amount, onClose }: StandingDialogProps) {
  const [kind, setKind] = useState(first);
  const [values, setValues] = useState({ amount, target: "", until: addDays(beijingDay(), 14) });
  const [mistakes, setMistakes] = useState<Partial<Record<keyof typeof values, string>>>({});
  const place = useMutation({
    mutationFn: (request: Parameters<typeof calls.placeStandingOrder>[0]) => calls.placeStandingOrder(request),
    onSuccess: async () => {
      toast.done(kind === "target" ? "挂单已生效" : "已设置");
      onClose();
      await refreshMoney();
    },
  });
  const fields = place.error instanceof CallRefused ? place.error.fields : {};
  const change = (name: keyof typeof values, text: string) => {
    setValues({ ...values, [name]: text });
    setMistakes({ ...mistakes, [name]: undefined });
    place.reset();
  };
  const bind = (name: keyof typeof values) => ({
    value: values[name],
    error: mistakes[name] ?? fields[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
  });
  const submit = () => {
    const read = readAmount(values.amount, pair.sell);
    const wrong = {
      ...(kind !== "arrivals" && !RATE.test(values.target.trim()) && { target: "请填写汇率，如 7.15" }),
      ...(kind === "target" && !read.amount && { amount: read.problem ?? "请填写卖出金额" }),
      ...(kind === "target" && !values.until && { until: "请选择有效期" }),
    };
    setMistakes(wrong);
    if (Object.keys(wrong).length > 0) return;
    place.mutate({
      ...pair,
      kind,
      ...(kind !== "arrivals" && { target: values.target.trim() }),
      ...(kind === "target" && { amount: read.amount!, until: values.until }),
    });
  };
  return { kind, setKind, bind, change, submit, place, fields };
}

/** What to leave with us for this pair. */
export function StandingDialog(props: StandingDialogProps) {
  const { pair, onClose } = props;
  const { kind, setKind, bind, change, submit, place, fields } = useStandingForm(props);
  const rate = useQuery(rateQuery(pair));
  const now =
    rate.data &&
    (kind === "target"
      ? `现在成交汇率 ${rateText(rate.data.rate)}，中间价 ${rateText(rate.data.mid)}，加点 ${markupText(rate.data.markupBasisPoints)}`
      : `现在中间价 ${rateText(rate.data.mid)}`);
  const above = place.error && Object.keys(fields).length === 0 ? place.error.message : undefined;
  return (
    <Modal
      open
      title={`${pair.sell} → ${pair.buy}，等更好的价`}
      okText={kind === "target" ? "挂单" : "保存"}
      cancelText="取消"
      confirmLoading={place.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="fx-dialog">
        {above && <Notice tone="danger" title={above} />}
        <Radio.Group
          aria-label="委托种类"
          value={kind}
          onChange={(event) => setKind(event.target.value as StandingKind)}
        >
          {STANDING_KIND_NAMES.map((name) => (
            <Radio key={name} value={name}>
              {STANDING_KINDS[name].label}
            </Radio>
          ))}
        </Radio.Group>
        <p className="fx-hint">{ABOUT[kind]}</p>
        {kind === "target" && <TextField label="卖出金额" inputMode="decimal" prefix={pair.sell} {...bind("amount")} />}
        {kind !== "arrivals" && (
          <TextField
            label={kind === "target" ? "成交汇率到" : "中间价到"}
            inputMode="decimal"
            prefix={`1 ${pair.sell} =`}
            suffix={pair.buy}
            hint={now}
            {...bind("target")}
          />
        )}
        {kind === "target" && (
          <DateField
            label="有效至"
            earliest={beijingDay()}
            latest={addDays(beijingDay(), STANDING_LONGEST_DAYS)}
            hint="当天 24:00 前没有成交，占用的余额自动退回"
            {...bind("until")}
            onChange={(day) => change("until", day)}
          />
        )}
      </div>
    </Modal>
  );
}
