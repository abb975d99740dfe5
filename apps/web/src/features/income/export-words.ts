import type { ExportJob } from "@coralhub/contract";

export const isUnderWay = ({ state }: Pick<ExportJob, "state">): boolean => state === "waiting" || state === "running";

/** 「约剩 20 秒」, from the speed seen so far; nothing while there is no speed to judge by. */
export function remainingText(
  { rowsDone, rowsTotal }: Pick<ExportJob, "rowsDone" | "rowsTotal">,
  seen: { rows: number; ms: number },
): string | undefined {
  if (rowsTotal === null || seen.rows <= 0 || seen.ms < 1000) return undefined;
  const seconds = Math.ceil((((rowsTotal - rowsDone) / seen.rows) * seen.ms) / 1000);
  if (seconds <= 0) return "马上就好";
  return seconds < 90 ? `约剩 ${seconds} 秒` : `约剩 ${Math.ceil(seconds / 60)} 分钟`;
}
