import dayjs from "dayjs";
import { useId, type ReactNode } from "react";
import { DayPicker } from "../calendar/day-pickers.tsx";
import { Info } from "../icons.tsx";
import "../light/light.css";

type Props = {
  label: ReactNode;
  /** YYYY-MM-DD, empty where none is chosen. */
  value: string;
  earliest?: string;
  latest?: string;
  hint?: ReactNode;
  /** Takes the place of the hint. */
  error?: ReactNode;
  onChange: (day: string) => void;
};

/** A day among text fields. The browser's own control would speak the browser's language, not the page's. */
export function DateField({ label, value, earliest, latest, hint, error, onChange }: Props) {
  const id = useId();
  const note = error || hint;
  return (
    <div className={`lk-field${error ? " lk-wrong" : ""}`}>
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <DayPicker
        id={id}
        style={{ width: "100%" }}
        placeholder="请选择日期"
        value={value ? dayjs(value) : null}
        minDate={earliest ? dayjs(earliest) : undefined}
        maxDate={latest ? dayjs(latest) : undefined}
        status={error ? "error" : ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(day) => onChange(day?.format("YYYY-MM-DD") ?? "")}
      />
      {note && (
        <div id={`${id}-note`} className={error ? "lk-error" : "lk-hint"}>
          {error && <Info size={16} />}
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
