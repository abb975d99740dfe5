import { beneficiaryEndpoints, type CallOutput } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { payeeDeskRows, payeeCase, decidePayee, listBank } = beneficiaryEndpoints;
export const payees = connect({ payeeDeskRows, payeeCase, decidePayee, listBank });
export type PayeeCase = CallOutput<typeof payeeCase.output>;
export type Ref = { merchantId: string; id: string };
export const PAYEES = ["payees"] as const;

/** Read once for each opening: every look at a payee is recorded. */
export const payeeQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...PAYEES, "case", merchantId, id],
    queryFn: () => payees.payeeCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export type Verdict = { decision: "approve" | "decline" | "askUpdate"; reason: string };
const DONE = { approve: "已通过", decline: "已标为未通过", askUpdate: "已要求更新" } as const;
export function useVerdict(ref: Ref) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (verdict: Verdict) => payees.decidePayee({ ...ref, ...verdict }),
    onSuccess: (_answer, { decision }) => toast.done(DONE[decision]),
    onSettled: () => queries.invalidateQueries({ queryKey: PAYEES }),
  });
}
