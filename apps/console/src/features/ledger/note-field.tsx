import { Input } from "antd";
import { useId } from "react";

type Props = {
  label: string;
  value: string;
  onChange(text: string): void;
  /** What it is for; yields its place to what is wrong. */
  hint: string;
  problem: string | undefined;
};

/** The words that go with a decision. */
export function NoteField({ label, value, onChange, hint, problem }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        rows={2}
        maxLength={500}
        value={value}
        status={problem ? "error" : ""}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-note`} role={problem ? "alert" : undefined} className={problem ? "note-problem" : "second-line"}>
        {problem ?? hint}
      </span>
    </>
  );
}
