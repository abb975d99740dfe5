import type { OperatorSelf } from "@coralhub/contract";
import { firstDesk, mayOpen, rowOf } from "./route-table.ts";

export type Verdict = { show: "page" | "lost" } | { go: string };

/** What a visit leads to. Without a session everything but public pages leads to the sign-in. */
export function judge(path: string, self: OperatorSelf | undefined): Verdict {
  const row = rowOf(path);
  if (row?.access === "public") return { show: "page" };
  if (!self) return { go: "/login" };
  if (path === "/") return { go: firstDesk(self) };
  if (row && mayOpen(row, self)) return { show: "page" };
  if (self.setup.length > 0) return { go: "/security" };
  return { show: "lost" };
}
