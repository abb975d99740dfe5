import { lendingEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { loanDesk, loanCase, loanPaper, reviewLoan, askLender, loanRates, proposeLoanRate } = lendingEndpoints;
export const loans = connect({ loanDesk, loanCase, loanPaper, reviewLoan, askLender, loanRates, proposeLoanRate });

export type LoanCase = CallOutput<typeof loanCase.output>;
export type Ref = { merchantId: string; id: string };
export const LOANS = ["loans"] as const;

export const ratesQuery = queryOptions({ queryKey: [...LOANS, "rates"], queryFn: () => loans.loanRates({}) });

/** Read once for each opening: every look is recorded. */
export const caseQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryKey: [...LOANS, "case", merchantId, id],
    queryFn: () => loans.loanCase({ merchantId, id }),
  });
