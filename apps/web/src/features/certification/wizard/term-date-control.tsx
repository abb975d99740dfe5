import { LONG_TERM } from "@coralhub/domain";
import type { ControlProps } from "@coralhub/ui";
import { Checkbox, DatePicker } from "antd";
import dayjs from "dayjs";

type Props = { control: ControlProps; label: string; earliest?: string };

/** The last day of a document, or that it has none. */
export function TermDateControl({ control, label, earliest }: Props) {
  const value = typeof control.value === "string" ? control.value : "";
  const forGood = value === LONG_TERM;
  return (
    <div className="term">
      <DatePicker
        id={control.id}
        aria-label={label}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        {...(control.invalid && { status: "error" as const })}
        disabled={forGood}
        value={value && !forGood ? dayjs(value) : null}
        placeholder={forGood ? LONG_TERM : "请选择日期"}
        {...(earliest && { minDate: dayjs(earliest) })}
        onChange={(day) => control.onChange(day?.format("YYYY-MM-DD") ?? "")}
        onBlur={control.onBlur}
      />
      <Checkbox
        checked={forGood}
        onChange={(event) => control.onChange(event.target.checked ? LONG_TERM : "")}
        aria-label={`${label}：${LONG_TERM}`}
      >
        {LONG_TERM}
      </Checkbox>
    </div>
  );
}
