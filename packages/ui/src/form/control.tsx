import { Checkbox, Input, Select } from "antd";
import dayjs from "dayjs";
import { DayPicker } from "../calendar/day-pickers.tsx";
import { Lock } from "../icons.tsx";
import type { ControlProps, Field, Option } from "./field.ts";

type Props = { field: Field; control: ControlProps };

/** The control of a field's kind. */
export function Control({ field, control }: Props) {
  // A control of a page's own draws itself when it is locked, too: a picture is not a line of text.
  if (field.kind === "own") return field.render(control);
  if (field.kind === "readonly" || field.review?.verdict === "accepted")
    return <ReadOnly field={field} control={control} />;
  switch (field.kind) {
    case "text":
    case "password":
    case "amount":
      return <TextControl field={field} control={control} />;
    case "textarea":
      return (
        <Input.TextArea
          {...common(control)}
          value={text(control)}
          rows={field.rows ?? 4}
          maxLength={field.maxLength}
          placeholder={field.placeholder}
          onChange={(event) => control.onChange(event.target.value)}
        />
      );
    case "select":
      return (
        <Select
          {...common(control)}
          value={text(control) || undefined}
          placeholder={field.placeholder ?? "请选择"}
          showSearch={field.searchable ? { optionFilterProp: "label" } : false}
          options={field.options.map(({ value, label }) => ({ value, label }))}
          onChange={(value: string) => control.onChange(value)}
        />
      );
    case "choice":
      return <ChoiceControl options={field.options} label={field.label} control={control} />;
    case "date":
      return <DateControl field={field} control={control} />;
    case "check":
      return (
        <Checkbox
          id={control.id}
          checked={control.value === true}
          aria-describedby={control.describedBy}
          aria-invalid={control.invalid || undefined}
          onChange={(event) => control.onChange(event.target.checked)}
        >
          {field.words}
        </Checkbox>
      );
  }
}

const text = ({ value }: ControlProps) => (typeof value === "string" ? value : "");
const common = ({ id, invalid, describedBy, onBlur }: ControlProps) => ({
  id,
  onBlur,
  status: invalid ? ("error" as const) : undefined,
  "aria-invalid": invalid || undefined,
  "aria-describedby": describedBy,
});

function TextControl({
  field,
  control,
}: {
  field: Extract<Field, { kind: "text" | "password" | "amount" }>;
  control: ControlProps;
}) {
  const shared = {
    ...common(control),
    value: text(control),
    placeholder: field.placeholder,
    prefix: field.prefix,
    suffix: field.suffix,
    maxLength: field.maxLength,
    autoComplete: field.autoComplete ?? "off",
    inputMode: field.kind === "amount" ? ("decimal" as const) : field.inputMode,
    className: field.mono ? "mono" : undefined,
    onChange: (event: { target: { value: string } }) => control.onChange(event.target.value),
  };
  return field.kind === "password" ? <Input.Password {...shared} suffix={undefined} /> : <Input {...shared} />;
}

function DateControl({ field, control }: { field: Extract<Field, { kind: "date" }>; control: ControlProps }) {
  return (
    <DayPicker
      {...common(control)}
      value={text(control) ? dayjs(text(control)) : null}
      placeholder={field.placeholder ?? "请选择日期"}
      minDate={field.earliest ? dayjs(field.earliest) : undefined}
      maxDate={field.latest ? dayjs(field.latest) : undefined}
      onChange={(day) => control.onChange(day?.format("YYYY-MM-DD"))}
    />
  );
}

/** Few answers that deserve a line each: cards with a radio. */
export function ChoiceControl({
  options,
  label,
  control,
}: {
  options: readonly Option[];
  label: string;
  control: ControlProps;
}) {
  return (
    <div
      className="choices"
      id={control.id}
      role="radiogroup"
      aria-label={label}
      aria-describedby={control.describedBy}
    >
      {options.map(({ value, label: words, note }) => (
        <label key={value} className={`choice ${control.value === value ? "choice-on" : ""}`}>
          <input
            type="radio"
            name={control.id}
            value={value}
            checked={control.value === value}
            onChange={() => control.onChange(value)}
            onBlur={control.onBlur}
          />
          <span>
            <span className="choice-words">{words}</span>
            {note && <span className="choice-note">{note}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

function ReadOnly({ field, control }: Props) {
  const shown = "options" in field ? field.options.find(({ value }) => value === control.value)?.label : text(control);
  return (
    <div className="read-only" id={control.id}>
      <span className={"mono" in field && field.mono ? "mono" : undefined}>{shown}</span>
      <Lock size={16} />
    </div>
  );
}
