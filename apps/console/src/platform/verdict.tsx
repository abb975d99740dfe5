import { Notice, toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "./note-field.tsx";
import { problemText } from "./refusal-fields.ts";
import "./verdict.css";

type Decision = "approve" | "reject";
type VerdictProps = {
  /** What agreeing does, said before it is done. */
  hint: string;
  agreed: string;
  decide(decision: Decision, note: string): Promise<unknown>;
  /** What has to be read again afterwards. */
  queryKey: string;
};

/** The second pair of eyes: agreeing takes effect at once, turning down says why. */
export function Verdict({ hint, agreed, decide, queryKey }: VerdictProps) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decide(decision, note.trim()),
    onSuccess: async (_answer, decision) => {
      toast.done(decision === "approve" ? agreed : "已驳回");
      await queries.invalidateQueries({ queryKey: [queryKey] });
    },
  });
  const write = (text: string) => {
    setNote(text);
    setMissing(false);
  };
  const reject = () => (note.trim() === "" ? setMissing(true) : deciding.mutate("reject"));
  const running = (decision: Decision) => deciding.isPending && deciding.variables === decision;
  return (
    <div className="verdict in-reach">
      {deciding.error && <Notice tone="danger" title={problemText(deciding.error)} />}
      <NoteField
        label="复核意见"
        value={note}
        onChange={write}
        hint={`驳回时必填；${hint}`}
        problem={missing ? "请写明驳回的原因，提出的同事会看到" : undefined}
      />
      <div className="verdict-actions">
        <Button onClick={reject} loading={running("reject")} disabled={deciding.isPending}>
          驳回
        </Button>
        <Button
          type="primary"
          onClick={() => deciding.mutate("approve")}
          loading={running("approve")}
          disabled={deciding.isPending}
        >
          复核通过
        </Button>
      </div>
    </div>
  );
}
