import type { OperatorSelf } from "@coralhub/contract";
import { consoleRouteOf, deskAddress, type Address } from "@coralhub/domain";
import { firstDesk, mayOpen } from "./desks.ts";

export type Verdict = { show: "page" | "lost" } | { go: Address };

/** What a visit leads to. Without a session everything but public pages leads to the sign-in. */
export function judge(path: string, self: OperatorSelf | undefined): Verdict {
  const row = consoleRouteOf(path);
  if (row?.access === "public") return { show: "page" };
  if (!self) return { go: deskAddress("signIn") };
  if (row?.key === "start") return { go: firstDesk(self) };
  if (row && mayOpen(row, self)) return { show: "page" };
  if (self.setup.length > 0) return { go: deskAddress("security") };
  return { show: "lost" };
}
