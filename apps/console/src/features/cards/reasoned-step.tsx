import { Notice } from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";

type Step<A extends string> = { action: A; label: string; primary?: boolean };
type Props<A extends string> = {
  steps: readonly Step<A>[];
  hint: string;
  busy: boolean;
  error: Error | null;
  onTake: (action: A, reason: string) => void;
};

/** What may be done now, each with a reason. */
export function ReasonedSteps<A extends string>({ steps, hint, busy, error, onTake }: Props<A>) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  if (steps.length === 0) return null;
  const take = (action: A) => {
    if (reason.trim().length < 2) setProblem("请写明原因");
    else onTake(action, reason.trim());
  };
  return (
    <div className="card-desk-steps in-reach">
      {error && <Notice tone="danger" title={problemText(error)} />}
      <NoteField
        longest={300}
        label="原因"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblem(undefined);
        }}
        hint={hint}
        problem={problem}
      />
      <div className="card-desk-actions">
        {steps.map(({ action, label, primary }) => (
          <Button key={action} type={primary ? "primary" : "default"} loading={busy} onClick={() => take(action)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
