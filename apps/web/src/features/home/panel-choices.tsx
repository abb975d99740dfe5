import { CURRENCIES, type Currency } from "@coralhub/domain";
import { Segmented, Select } from "antd";

type ChoiceProps<T> = { label: string; choices: readonly T[]; value: T; onChange: (value: T) => void };

export function CurrencyChoice({ label, choices, value, onChange }: ChoiceProps<Currency>) {
  const options = choices.map((currency) => ({ value: currency, label: `折合${CURRENCIES[currency].name}` }));
  return <Select size="small" aria-label={label} value={value} options={options} onChange={onChange} />;
}

const SPANS = { weeks: "近 12 周", months: "近 12 个月" };
export type Span = keyof typeof SPANS;

export function SpanChoice({ label, choices, value, onChange }: ChoiceProps<Span>) {
  const options = choices.map((span) => ({ value: span, label: SPANS[span] }));
  return <Segmented size="small" aria-label={label} options={options} value={value} onChange={onChange} />;
}
