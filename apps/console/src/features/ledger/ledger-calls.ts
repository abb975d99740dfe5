import { ledgerEndpoints, priceEndpoints } from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import { beijingDay } from "@coralhub/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { connect, operations } from "../../platform/api.ts";
import { clockQuery } from "../../platform/sandbox-clock.ts";
import { useSelf } from "../../platform/self.ts";

export const ledger = connect(ledgerEndpoints);
export const prices = connect(priceEndpoints);

/** The books are proven every minute; a page left open follows. */
const MINUTE_MS = 60_000;

export const chartQuery = queryOptions({
  queryKey: ["ledger", "chart"],
  queryFn: () => ledger.ledgerChart({}),
  refetchInterval: MINUTE_MS,
});

export const invariantsQuery = queryOptions({
  queryKey: ["ledger", "invariants"],
  queryFn: () => ledger.ledgerInvariants({}),
  refetchInterval: MINUTE_MS,
});

/** 「您」 or the colleague's name. */
export function useWho(): (operatorId: string) => string {
  const self = useSelf();
  const { data } = useQuery({
    queryKey: ["colleagues"],
    queryFn: () => operations.colleagues({}),
    staleTime: 10 * MINUTE_MS,
  });
  return (id) => (id === self.id ? "您" : (data?.find((colleague) => colleague.id === id)?.name ?? "同事"));
}

/** The books' own today: the sandbox's clock may run ahead of the wall's. Unknown until it is read. */
export function useBooksDay(): string | undefined {
  const { sandbox } = useSelf();
  const clock = useQuery({ ...clockQuery, enabled: sandbox });
  if (!sandbox) return beijingDay();
  return clock.data && toShanghaiDay(clock.data.now);
}
