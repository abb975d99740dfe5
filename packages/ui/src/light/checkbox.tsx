import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { Check } from "../icons.tsx";
import "./light.css";
import "./checkbox.css";

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
  /** May hold links: they stay outside the box's own click. */
  label: ReactNode;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

export function Checkbox({ label, error, id: given, ...input }: CheckboxProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={`lk-check${error ? " lk-wrong" : ""}`}>
      <span className="lk-check-box">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <Check size={14} strokeWidth={2} />
      </span>
      <label htmlFor={id}>{label}</label>
      {error && (
        <div id={`${id}-note`} className="lk-error">
          {error}
        </div>
      )}
    </div>
  );
}
