import { serviceEndpoints, type CallOutput } from "@coralhub/contract";
import type { DepositCurrency } from "@coralhub/domain";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const calls = connect(serviceEndpoints);
/** Somebody decides meanwhile; the page follows without a reload. */
const WAITING_MS = 15_000;

export type ModuleInfo = CallOutput<typeof serviceEndpoints.moduleInfo.output>;

export const moduleQuery = queryOptions({
  queryKey: ["deposits", "module"],
  queryFn: () => calls.moduleInfo({}),
  refetchInterval: ({ state }) => (state.data?.state === "applied" ? WAITING_MS : false),
});

export function useApply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (currencies: DepositCurrency[]) => calls.applyForModule({ currencies, agreed: true }),
    // Also after a refusal: it usually means that this page is older than the state.
    onSettled: () => client.invalidateQueries({ queryKey: moduleQuery.queryKey }),
  });
}
