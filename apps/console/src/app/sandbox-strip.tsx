import { toShanghaiTime } from "@coralhub/domain";
import { icons } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { aheadText, clockQuery } from "../platform/sandbox-clock.ts";

/** Under the bar wherever the outside world is simulated, so that nobody takes it for real money. */
export function SandboxStrip() {
  const { data: clock, dataUpdatedAt } = useQuery(clockQuery);
  const passed = useTicks(dataUpdatedAt);
  return (
    <aside className="sandbox-strip" aria-label="沙箱环境">
      <icons.Info size={16} />
      <span className="sandbox-strip-words">
        沙箱环境<span className="sandbox-strip-more">：银行、平台、发卡行、短信都是模拟的</span>，不会动真钱
      </span>
      {/* Its place is kept until the time is known: what is below must not move. */}
      <span className={clock ? "sandbox-strip-time" : "sandbox-strip-time sandbox-strip-coming"}>
        <icons.Clock size={16} />
        沙箱时间{" "}
        <span className="mono">{toShanghaiTime(new Date((clock?.now.getTime() ?? dataUpdatedAt) + passed))}</span>
        <span className="sandbox-strip-ahead">{aheadText(clock?.aheadSeconds ?? 0)}</span>
      </span>
    </aside>
  );
}

/** Milliseconds since a moment, told once a second. */
function useTicks(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
