import type { Money } from "@coralhub/domain";

/** How much of a limit is used. For drawing only: the words beside it are exact. */
export function Meter({ used, limit, label }: { used: Money; limit: Money | null; label: string }) {
  const share = limit === null || limit.minor <= 0n ? 0 : Number((used.minor * 1000n) / limit.minor) / 10;
  const percent = Math.max(0, Math.min(100, share));
  return (
    <div
      className={`card-meter${percent >= 90 ? " card-meter-near" : ""}`}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
