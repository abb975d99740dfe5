import { Notice } from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";

type Step<A extends string> = {
  action: A;
  label: string;
  primary?: boolean;
  /** Why this one is closed, though the others are not. */
  closed?: string | null;
};
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
  const closed = steps.flatMap(({ label, closed: why }) => (why ? [`不能${label}：${why}`] : []));
  return (
    <div className="card-desk-steps in-reach">
      {error && <Notice tone="danger" title={problemText(error)} />}
      {closed.map((why) => (
        <Notice key={why} tone="warning" title={why} />
      ))}
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
        {steps.map(({ action, label, primary, closed: why }) => (
          <Button
            key={action}
            type={primary && !why ? "primary" : "default"}
            disabled={Boolean(why)}
            loading={busy && !why}
            onClick={() => take(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
