import type { WaitingDesk } from "@coralhub/domain";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { operations } from "./api.ts";

export const WAITING = ["waiting"] as const;

/** What waits at each desk; whatever an operator does here makes it ask again. */
const waitingQuery = queryOptions({
  queryKey: WAITING,
  queryFn: () => operations.waiting({}),
  refetchInterval: 30_000,
});

/** How much waits at these desks together; nothing while it is not known, or while nothing waits. */
export function useWaiting(enabled = true): (desks: readonly WaitingDesk[]) => number | undefined {
  const { data } = useQuery({ ...waitingQuery, enabled });
  return (desks) => data && (desks.reduce((sum, desk) => sum + data[desk], 0) || undefined);
}
