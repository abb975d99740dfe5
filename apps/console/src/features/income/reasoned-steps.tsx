import { Notice } from "@coralhub/ui";
import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import "./income.css";

export type Step = {
  key: string;
  label: string;
  /** The one to expect; at most one. */
  primary?: boolean;
  /** How few letters of explanation it may come with; none needed if not given. */
  shortest?: number;
  /** Said where the words are missing. */
  missing?: string;
};
export type Taken = { step: string; words: string };

type Props = {
  label: string;
  hint: string;
  steps: readonly Step[];
  taking: UseMutationResult<unknown, Error, Taken>;
};

/** What can be done now, with the words that explain it: every desk of this feature decides in this shape. */
export function ReasonedSteps({ label, hint, steps, taking }: Props) {
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string>();
  const write = (text: string) => {
    setWords(text);
    setProblem(undefined);
  };
  const take = ({ key, shortest = 0, missing }: Step) => {
    const said = words.trim();
    if (said.length < shortest) setProblem(missing ?? "请写明原因");
    else taking.mutate({ step: key, words: said });
  };
  return (
    <div className="steps-form in-reach">
      {taking.error && <Notice tone="danger" title={problemText(taking.error)} />}
      <NoteField longest={300} label={label} value={words} onChange={write} hint={hint} problem={problem} />
      <div className="steps-actions">
        {steps.map((step) => (
          <Button
            key={step.key}
            type={step.primary ? "primary" : "default"}
            loading={taking.isPending && taking.variables.step === step.key}
            disabled={taking.isPending}
            onClick={() => take(step)}
          >
            {step.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
