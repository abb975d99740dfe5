import { REJECTION_REASONS } from "@coralhub/domain";
import { icons } from "@coralhub/ui";
import { Input } from "antd";
import { useState } from "react";
import type { CaseField } from "./review-calls.ts";
import "./field-judgement.css";

export type Verdict = "accepted" | "rejected";
type Props = {
  field: CaseField;
  current: boolean;
  /** False while the case is not in one's own hands. */
  mayJudge: boolean;
  onFocus: () => void;
  onJudge: (verdict: Verdict | null, reason: string) => void;
};
const LONGEST = 300;

/** One answer, what speaks for it, and the verdict on it. */
export function FieldJudgement({ field, current, mayJudge, onFocus, onJudge }: Props) {
  const [rejecting, setRejecting] = useState(false);
  const rejected = field.verdict === "rejected" || rejecting;
  const bad = field.note !== "" && !/正确|无误/.test(field.note);
  return (
    <li
      id={`field-${field.path}`}
      className={`judge ${current ? "judge-current" : ""} ${rejected ? "judge-rejected" : ""}`}
      aria-current={current ? "true" : undefined}
    >
      <div className="judge-line">
        <button type="button" className="judge-words" onClick={onFocus}>
          <span className="second-line">{field.label}</span>
          <span className={/^[\dA-Z-]{6,}$/.test(field.text) ? "mono" : ""}>{field.text || "（没有填写）"}</span>
          {field.before !== null && (
            <span className="second-line">
              上次：<s>{field.before}</s>
            </span>
          )}
        </button>
        {field.note && (
          <span className={`judge-note ${bad ? "text-danger" : "text-success"}`}>
            {!bad && <icons.Check size={14} />}
            {field.note}
          </span>
        )}
        {mayJudge ? (
          <div className="judge-buttons" role="group" aria-label={`审核${field.label}`}>
            <button
              type="button"
              aria-label={`通过${field.label}`}
              aria-pressed={field.verdict === "accepted" && !rejecting}
              onClick={() => {
                setRejecting(false);
                onJudge(field.verdict === "accepted" ? null : "accepted", "");
              }}
            >
              <icons.Check size={16} />
            </button>
            <button
              type="button"
              aria-label={`驳回${field.label}`}
              aria-pressed={rejected}
              onClick={() => {
                if (rejected) onJudge(null, "");
                setRejecting(!rejected);
              }}
            >
              <icons.Close size={16} />
            </button>
          </div>
        ) : (
          <span className={`judge-note ${field.verdict === "rejected" ? "text-danger" : "text-success"}`}>
            {field.verdict === "accepted" ? "已通过" : field.verdict === "rejected" ? "已驳回" : ""}
          </span>
        )}
      </div>
      {rejected &&
        (mayJudge ? (
          <Reason field={field} onReason={(reason) => (setRejecting(false), onJudge("rejected", reason))} />
        ) : (
          <p className="judge-reason">{field.reason}</p>
        ))}
    </li>
  );
}

function Reason({ field, onReason }: { field: CaseField; onReason: (reason: string) => void }) {
  const [text, setText] = useState(field.reason);
  const ofDocument = field.kind === "document";
  const keep = (words: string) => {
    if (words.trim() !== "" && words.trim() !== field.reason) onReason(words.trim());
  };
  return (
    <div className="judge-why">
      <div className="judge-templates">
        {REJECTION_REASONS.filter(({ documents }) => documents === ofDocument).map(({ label, text: words }) => (
          <button
            key={label}
            type="button"
            aria-pressed={text === words}
            onClick={() => {
              setText(words);
              keep(words);
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <Input.TextArea
        autoSize
        value={text}
        maxLength={LONGEST}
        aria-label={`驳回${field.label}的原因`}
        placeholder="写明怎样改，商户会看到这段话"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => keep(text)}
      />
      <span className="second-line">商户会看到这段话</span>
    </div>
  );
}
