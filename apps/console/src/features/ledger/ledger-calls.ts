import { ledgerEndpoints, priceEndpoints } from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import { beijingDay } from "@coralhub/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
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

/** The books' own today: the sandbox's clock may run ahead of the wall's. Unknown until it is read. */
export function useBooksDay(): string | undefined {
  const { sandbox } = useSelf();
  const clock = useQuery({ ...clockQuery, enabled: sandbox });
  if (!sandbox) return beijingDay();
  return clock.data && toShanghaiDay(clock.data.now);
}
