import { CHART_SPANS, crossRate, type ChartSpan } from "@coralhub/domain";
import type { ExchangeDeps } from "./deps.ts";
import { readPoints } from "./rates-store.ts";
import type { Pair } from "./terms-store.ts";

type Deps = Pick<ExchangeDeps, "database" | "clock">;
const HOUR_MS = 3_600_000;

/** The middle rate as we kept it, oldest first. */
export async function readChart({ database, clock }: Deps, { sell, buy, span }: Pair & { span: ChartSpan }) {
  const { hours, grain } = CHART_SPANS[span];
  const from = new Date(clock.now().getTime() - hours * HOUR_MS);
  const kept = await readPoints(database.db, { grain, from, sell, buy });
  return {
    grain,
    points: kept.map(({ at, sold, bought }) => ({ at, mid: crossRate(sold, bought) })),
    source: kept.at(-1)?.source ?? null,
  };
}

/** The highest and the lowest of the last thirty days. */
export async function readExtremes(deps: Deps, pair: Pair): Promise<{ highest: string; lowest: string } | undefined> {
  const { points } = await readChart(deps, { ...pair, span: "month" });
  const sorted = points.map(({ mid }) => mid).toSorted((a, b) => Number(a) - Number(b));
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest };
}
