import { Input } from "antd";
import { useId } from "react";
import "./page.css";

type Props = {
  label: string;
  value: string;
  onChange(text: string): void;
  /** What it is for; yields its place to what is wrong. */
  hint: string;
  problem: string | undefined;
  longest?: number;
};

/** The words that go with a decision. */
export function NoteField({ label, value, onChange, hint, problem, longest = 500 }: Props) {
  const id = useId();
  return (
    <div className="note-field">
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 2 }}
        maxLength={longest}
        value={value}
        status={problem ? "error" : ""}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-note`} role={problem ? "alert" : undefined} className={problem ? "note-problem" : "second-line"}>
        {problem ?? hint}
      </span>
    </div>
  );
}
