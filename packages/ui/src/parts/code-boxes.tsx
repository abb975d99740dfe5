import { useId, type ReactNode } from "react";
import "./parts.css";

export type CodeBoxesProps = {
  value: string;
  onChange: (value: string) => void;
  /** Called once when the last digit is there. */
  onComplete?: (value: string) => void;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  length?: number;
  autoFocus?: boolean;
  disabled?: boolean;
};

/** One real input lies over drawn boxes: paste, autofill from SMS, screen readers and deletion work as in any field. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { value, onChange, onComplete, label, hint, error, length = 6, autoFocus, disabled } = props;
  const id = useId();
  const change = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  return (
    <div className={`code ${error ? "code-wrong" : ""}`}>
      <label className="type-label" htmlFor={id}>
        {label}
      </label>
      <div className="code-boxes">
        <input
          id={id}
          className="code-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={length}
          value={value}
          onChange={(event) => change(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          autoFocus={autoFocus}
          disabled={disabled}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={index === Math.min(value.length, length - 1) ? "code-next" : ""}
          >
            {value[index]}
          </span>
        ))}
      </div>
      {(error || hint) && (
        <div id={`${id}-note`} className={error ? "code-error" : "code-hint"} role={error ? "alert" : undefined}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
