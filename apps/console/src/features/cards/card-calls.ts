import { cardDeskEndpoints, type CallOutput } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const cards = connect(cardDeskEndpoints);
export type Ref = { merchantId: string; id: string };
export type CardCase = CallOutput<typeof cardDeskEndpoints.cardCase.output>;
export type DisputeCase = CallOutput<typeof cardDeskEndpoints.cardDisputeCase.output>;
export type Reconciliation = CallOutput<typeof cardDeskEndpoints.cardReconciliation.output>;
export const CARDS = ["cards"] as const;

/** Read once for each opening: every look at a card is recorded. */
const lookedAt = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;
export const cardQuery = (ref: Ref) =>
  queryOptions({ queryKey: [...CARDS, "case", ref], queryFn: () => cards.cardCase(ref), ...lookedAt });
export const disputeQuery = (ref: Ref) =>
  queryOptions({ queryKey: [...CARDS, "dispute", ref], queryFn: () => cards.cardDisputeCase(ref), ...lookedAt });
export const programmeQuery = queryOptions({
  queryKey: [...CARDS, "programme"],
  queryFn: () => cards.cardProgramme({}),
});
export const shopsQuery = queryOptions({ queryKey: [...CARDS, "shops"], queryFn: () => cards.blockedShops({}) });
export const reconciliationQuery = queryOptions({
  queryKey: [...CARDS, "reconciliation"],
  queryFn: () => cards.cardReconciliation({}),
});

/** One step of the desk: says what came of it and reads everything anew. What is refused, the form says. */
export function useStep<T>(send: (input: T) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast.done(done),
    onSettled: () => queries.invalidateQueries({ queryKey: CARDS }),
  });
}
