import { deskAddress, type Tone } from "@coralhub/domain";
import { Link, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../platform/page.tsx";
import { healthQuery, type ties } from "./store-calls.ts";
import "./stores.css";

type Health = Awaited<ReturnType<typeof ties.platformHealth>>[number];
type Judged = Health & { tone: Tone; verdict: string; weight: number };

const REACHED: Record<Health["reached"], string> = { platform: "", sandbox: "沙箱", none: "未开通" };

function judge(row: Health): Judged {
  const { failing, lapsed, expiring, connected } = row;
  if (failing > 0) return { ...row, tone: "danger", verdict: `${failing} 家调用失败`, weight: 4 };
  if (lapsed > 0) return { ...row, tone: "danger", verdict: `${lapsed} 家已失效`, weight: 3 };
  if (expiring > 0) return { ...row, tone: "warning", verdict: `${expiring} 家即将到期`, weight: 2 };
  return { ...row, tone: "success", verdict: "正常", weight: connected > 0 ? 1 : 0 };
}

/** The worst first: what fails, what has lapsed, what ends soon. Platforms nobody uses yet are only named. */
export function HealthStrip({ chosen }: { chosen: unknown }) {
  const health = useQuery(healthQuery);
  return (
    <QueryView query={health} what="平台状态">
      {(rows) => {
        const judged = rows.map(judge).sort((one, other) => other.weight - one.weight);
        const idle = judged.filter(({ weight }) => weight === 0);
        return (
          <section className="panel health-panel" aria-label="平台状态">
            <div className="health">
              {judged
                .filter(({ weight }) => weight > 0)
                .map((row) => (
                  <Cell key={row.connector} row={row} chosen={isOnly(chosen, row.connector)} />
                ))}
            </div>
            {idle.length > 0 && (
              <p className="health-idle second-line">
                还没有店铺：
                {idle.map(({ label, reached }) => (reached === "none" ? `${label}（未开通）` : label)).join("、")}
              </p>
            )}
          </section>
        );
      }}
    </QueryView>
  );
}

const isOnly = (chosen: unknown, connector: string): boolean =>
  Array.isArray(chosen) && chosen.length === 1 && chosen[0] === connector;

/** Choosing one filters the list below; choosing it again shows all. */
const Cell = ({ row, chosen }: { row: Judged; chosen: boolean }) => (
  <Link
    className="health-cell"
    to={deskAddress("platforms", { connector: chosen ? undefined : row.connector })}
    aria-current={chosen ? "true" : undefined}
  >
    <span className="health-name">{row.label}</span>
    <StateDot tone={row.tone} label={row.verdict} />
    <span className="second-line">
      {[`已连接 ${row.connected} 家`, REACHED[row.reached]].filter(Boolean).join("，")}
    </span>
  </Link>
);
