import { queryOptions } from "@tanstack/react-query";
import { sandbox } from "./api.ts";

export const clockQuery = queryOptions({
  queryKey: ["sandbox", "clock"],
  queryFn: () => sandbox.clock({}),
  refetchInterval: 30_000,
});

/** 「比真实时间快 30 天」 */
export function aheadText(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  if (hours === 0) return "与真实时间同步";
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return `比真实时间快 ${[days > 0 && `${days} 天`, rest > 0 && `${rest} 小时`].filter(Boolean).join(" ")}`;
}
