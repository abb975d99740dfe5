import type { Lifecycle, Tone } from "@coralhub/domain";
import type { ReactNode } from "react";
import "./values.css";

type OfLifecycle = { lifecycle: Lifecycle; state: string | number };
type Plain = { tone: Tone; label: ReactNode };
export type StateProps = OfLifecycle | Plain;

/** Label and tone come from the lifecycle's table; a number is looked up by its wire value. */
export function describeState(lifecycle: Lifecycle, state: string | number): Plain {
  const row =
    typeof state === "number"
      ? Object.values(lifecycle.states).find((candidate) => candidate.wire === state)
      : lifecycle.states[state];
  return row ? { tone: row.tone, label: row.label } : { tone: "neutral", label: String(state) };
}

const plain = (props: StateProps): Plain =>
  "lifecycle" in props ? describeState(props.lifecycle, props.state) : props;

/** In tables: a 6 px dot and the word; a second line may say until when or why. */
export function StateDot(props: StateProps & { note?: ReactNode }) {
  const { tone, label } = plain(props);
  return (
    <span className="state">
      <span className={`state-dot tone-${tone}`} aria-hidden="true" />
      <span>
        {label}
        {props.note && <span className="state-note">{props.note}</span>}
      </span>
    </span>
  );
}

/** Beside a title only: the filled pill. */
export function StateTag(props: StateProps) {
  const { tone, label } = plain(props);
  return <span className={`state-tag tone-${tone}`}>{label}</span>;
}
