import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { Info } from "../icons.tsx";
import "./light.css";

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "prefix"> & {
  label: ReactNode;
  /** Right of the label: a link, 「选填」. */
  aside?: ReactNode;
  /** Inside, before the text: 「+86」. */
  prefix?: ReactNode;
  /** Inside, after the text: a button, a countdown, a verdict. */
  suffix?: ReactNode;
  hint?: ReactNode;
  /** Takes the place of the hint. */
  error?: ReactNode;
  optional?: boolean;
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Below the field and above the hint: the strength of a password. */
  children?: ReactNode;
};

export function TextField(props: TextFieldProps) {
  const { label, aside, prefix, suffix, hint, error, optional, mono, id: given, children, ...input } = props;
  const made = useId();
  const id = given ?? made;
  const note = error || hint;
  return (
    <div className={`lk-field${error ? " lk-wrong" : ""}`}>
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
        {optional && <span className="lk-optional">选填</span>}
        {aside}
      </div>
      <div className="lk-box">
        {prefix && <span className="lk-prefix">{prefix}</span>}
        <input
          {...input}
          id={id}
          className={mono ? "mono" : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {typeof suffix === "string" ? <span className="lk-suffix">{suffix}</span> : suffix}
      </div>
      {children}
      {note && (
        <div id={`${id}-note`} className={error ? "lk-error" : "lk-hint"}>
          {error && <Info size={16} />}
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
