import { DatePicker } from "antd";
import dayjs from "dayjs";

type Props = {
  label: string;
  /** `2026-11-15T09:30` in Beijing; empty where none is chosen. */
  value: string;
  optional?: boolean;
  placeholder?: string;
  onChange: (moment: string) => void;
};

/** A moment to the minute. */
export function MomentPicker({ label, value, optional = false, placeholder = "请选择时间", onChange }: Props) {
  return (
    <DatePicker
      aria-label={label}
      style={{ width: "100%" }}
      format="YYYY-MM-DD HH:mm"
      showTime={{ format: "HH:mm" }}
      allowClear={optional}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={(moment) => onChange(moment?.format("YYYY-MM-DDTHH:mm") ?? "")}
    />
  );
}
