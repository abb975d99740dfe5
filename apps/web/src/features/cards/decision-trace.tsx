import type { CardDecisionView } from "@coralhub/contract";

/** Every rule in the order it was looked at; what said no stands out. */
export function DecisionTrace({ decision }: { decision: CardDecisionView }) {
  const against = decision.trace.filter(({ sentence }) => sentence !== null).length;
  return (
    <details className="card-trace" open={against > 0}>
      <summary>
        依次看了 {decision.trace.length} 条规则{against > 0 ? `，${against} 条没有通过` : "，全部通过"}
      </summary>
      <ol>
        {decision.trace.map(({ rule, label, sentence }) => (
          <li key={rule} className={sentence === null ? undefined : "card-trace-no"}>
            <span>{label}</span>
            <span>{sentence ?? "通过"}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
