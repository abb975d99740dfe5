import { TOLERANCES } from "@coralhub/domain";
import { Select } from "antd";

export type Tolerance = (typeof TOLERANCES)[number];
export const TOLERANCE_LABEL = "需要等待时，汇率变动";
const OPTIONS = TOLERANCES.map((value) => ({
  value,
  label: value === 0 ? "一点也不能变" : `不利变动不超过 ${value / 100}%`,
}));

type Props = { id: string; value: Tolerance; onChange: (value: Tolerance) => void };
/** How far the rate may move against us while a payment waits for approval. */
export const ToleranceSelect = ({ id, value, onChange }: Props) => (
  <Select id={id} value={value} options={OPTIONS} onChange={(chosen: Tolerance) => onChange(chosen)} />
);
