import { payoutEndpoints, type CallOutput } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const {
  payoutDesk,
  payoutCase,
  decidePayout,
  askPayout,
  seeContradiction,
  uploadEvidence,
  proposeResolution,
  decideResolution,
  payoutTerms,
  proposePayoutLimits,
  proposePayoutWay,
} = payoutEndpoints;
export const payouts = connect({
  payoutDesk,
  payoutCase,
  decidePayout,
  askPayout,
  seeContradiction,
  uploadEvidence,
  proposeResolution,
  decideResolution,
  payoutTerms,
  proposePayoutLimits,
  proposePayoutWay,
});

export type PayoutCase = CallOutput<typeof payoutCase.output>;
export type Ref = { merchantId: string; id: string };
/** An approval that found the rate too far from what was agreed on: the merchant says yes or no anew. */
export const ASKED_AGAIN = "汇率变动，已请商户重新确认";
export const PAYOUTS = ["payouts"] as const;

/** Read once for each opening: every look at a payment is recorded. */
export const payoutQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...PAYOUTS, "case", merchantId, id],
    queryFn: () => payouts.payoutCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** One step of the desk: says what came of it and reads everything anew. What is refused, the form says. */
export function useStep<T, A = unknown>(send: (input: T) => Promise<A>, done: (input: T, answer: A) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => toast.done(done(input, answer)),
    onSettled: () => queries.invalidateQueries({ queryKey: PAYOUTS }),
  });
}
