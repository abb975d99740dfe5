import { Check } from "../icons.tsx";
import "./parts.css";

export type Step = {
  title: string;
  /** One short line under the name: 「2 项待修改」. */
  note?: string;
  tone?: "warning" | "danger";
};
type StepsProps = {
  steps: readonly (Step | string)[];
  /** Index of the current step; as many as `steps` when all are done. */
  current: number;
  /** `line` is for up to four steps on top, `rail` for more, at the left. A phone always gets bars. */
  layout?: "line" | "rail";
  onSelect?: (index: number) => void;
};

const states = ["done", "current", "next"] as const;
const stateOf = (index: number, current: number) => states[Math.sign(index - current) + 1]!;
const spoken = { done: "已完成", current: "当前", next: "未开始" };

export function Steps({ steps, current, layout = "line", onSelect }: StepsProps) {
  const all = steps.map((step) => (typeof step === "string" ? { title: step } : step));
  const shown = all[Math.min(current, all.length - 1)];
  return (
    <nav aria-label="步骤" className={`steps steps-${layout}`}>
      <div className="steps-phone" aria-hidden="true">
        <span className="type-section">{shown?.title}</span>
        <span>
          第 {Math.min(current + 1, all.length)} 步，共 {all.length} 步
        </span>
      </div>
      <ol>
        {all.map((step, index) => {
          const state = stateOf(index, current);
          const label = <StepLabel step={step} number={index + 1} state={state} />;
          return (
            <li
              key={step.title}
              className={`step step-${state}`}
              aria-current={state === "current" ? "step" : undefined}
            >
              {onSelect && state !== "current" ? (
                <button type="button" onClick={() => onSelect(index)}>
                  {label}
                </button>
              ) : (
                <span>{label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepLabel({ step, number, state }: { step: Step; number: number; state: keyof typeof spoken }) {
  return (
    <>
      <span className="step-sign">{state === "done" ? <Check size={14} /> : number}</span>
      <span className="step-words">
        <span className="step-title">{step.title}</span>
        <span className="visually-hidden">{spoken[state]}</span>
        {step.note && <span className={`step-note ${step.tone ?? ""}`}>{step.note}</span>}
      </span>
    </>
  );
}
