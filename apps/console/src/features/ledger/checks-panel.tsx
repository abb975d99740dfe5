import type { InvariantState } from "@coralhub/contract";
import { INVARIANTS } from "@coralhub/domain";
import { feedTime, Panel, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../platform/page.tsx";
import { invariantsQuery } from "./ledger-calls.ts";

/** What is proven, when, and what it found. */
export function ChecksPanel() {
  const state = useQuery(invariantsQuery);
  return (
    <Panel title="核对" action={state.data && <Health state={state.data} />}>
      <QueryView query={state} what="核对结果">
        {({ checks, sealedUntil }) => (
          <>
            <ul className="lines">
              {checks.length === 0 && (
                <li>
                  <span className="second-line">还没有核对过，启动后一分钟内开始</span>
                </li>
              )}
              {inOrder(checks).map((check) => (
                <li key={check.name}>
                  <span>
                    {INVARIANTS[check.rule].label}
                    {check.name !== check.rule && ` ${check.name.slice(check.rule.length + 1)}`}
                    <span className="second-line">{INVARIANTS[check.rule].about}</span>
                  </span>
                  <Found check={check} />
                </li>
              ))}
              <li>
                <span>
                  每日封存
                  <span className="second-line">封存后的账目写入凭证链，次日零点后进行</span>
                </span>
                <StateDot
                  tone={sealedUntil ? "success" : "neutral"}
                  label={sealedUntil ? `至 ${sealedUntil.slice(5)}` : "还没有"}
                />
              </li>
            </ul>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

/** In the order of the table of rules; rails after each other. */
const inOrder = (checks: InvariantState["checks"]) => {
  const rules = Object.keys(INVARIANTS);
  return checks.toSorted((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule) || a.name.localeCompare(b.name));
};

function Health({ state: { healthy, checks } }: { state: InvariantState }) {
  if (checks.length === 0) return <StateDot tone="neutral" label="未核对" />;
  return healthy ? <StateDot tone="success" label="全部相符" /> : <StateDot tone="danger" label="有不符" />;
}

function Found({ check: { breaches, ranAt, tookMs } }: { check: InvariantState["checks"][number] }) {
  const note = `${feedTime(ranAt)}，${tookMs} 毫秒`;
  return breaches === 0 ? (
    <StateDot tone="success" label="相符" note={note} />
  ) : (
    <StateDot tone="danger" label={`${breaches} 处不符`} note={note} />
  );
}
