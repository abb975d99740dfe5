import { accountEndpoints, incomeEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@coralhub/ui";
import { connect } from "../../platform/api.ts";

const {
  incomeDesk,
  incomeCase,
  incomeCaseDocument,
  creditIncome,
  askIncomeEvidence,
  proposeCredit,
  proposeReturn,
  decideIncome,
  unclaimedIncomes,
  proposeUnclaimed,
  decideUnclaimed,
  offlineDesk,
  offlineCase,
  offlineProof,
  proposeOffline,
  declineOffline,
  receivingAccountDesk,
  receivingAccountCase,
  freezeReceivingAccount,
  unfreezeReceivingAccount,
  closeReceivingAccount,
} = { ...accountEndpoints, ...incomeEndpoints };

export const incomes = connect({
  incomeDesk,
  incomeCase,
  incomeCaseDocument,
  creditIncome,
  askIncomeEvidence,
  proposeCredit,
  proposeReturn,
  decideIncome,
});
export const unclaimed = connect({ unclaimedIncomes, proposeUnclaimed, decideUnclaimed });
export const offline = connect({ offlineDesk, offlineCase, offlineProof, proposeOffline, declineOffline });
export const accounts = connect({
  receivingAccountDesk,
  receivingAccountCase,
  freezeReceivingAccount,
  unfreezeReceivingAccount,
  closeReceivingAccount,
});

export type IncomeCase = CallOutput<typeof incomeCase.output>;
export type IncomeRow = CallOutput<typeof incomeDesk.output>["records"][number];
export type UnclaimedRow = CallOutput<typeof unclaimedIncomes.output>["records"][number];
export type OfflineCase = CallOutput<typeof offlineCase.output>;
export type AccountCase = CallOutput<typeof receivingAccountCase.output>;
export type Ref = { merchantId: string; id: string };

export const INCOME = ["income"] as const;

/** Read once for each opening: every look at a payment is recorded. */
export const incomeQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...INCOME, "income", merchantId, id],
    queryFn: () => incomes.incomeCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const offlineCaseQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...INCOME, "offline-case", merchantId, id],
    queryFn: () => offline.offlineCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const accountQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...INCOME, "account", merchantId, id],
    queryFn: () => accounts.receivingAccountCase({ merchantId, id }),
  });

/** One step of a desk: says what came of it and reads everything anew. What is refused, the form says. */
export function useStep<T>(send: (input: T) => Promise<unknown>, done: string | ((input: T) => string)) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, input) => toast.done(typeof done === "string" ? done : done(input)),
    onSettled: () => queries.invalidateQueries({ queryKey: INCOME }),
  });
}
