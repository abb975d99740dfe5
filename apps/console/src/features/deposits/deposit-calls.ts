import { depositEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { useStep as useDeskStep } from "../../platform/use-step.ts";

const {
  depositOpenings,
  depositOpeningCase,
  depositPaper,
  placementDesk,
  placementCase,
  askPartner,
  depositRates,
  proposeDepositRate,
  decideDepositRate,
  proposeDepositTerms,
} = depositEndpoints;
export const deposits = connect({
  depositOpenings,
  depositOpeningCase,
  depositPaper,
  placementDesk,
  placementCase,
  askPartner,
  depositRates,
  proposeDepositRate,
  decideDepositRate,
  proposeDepositTerms,
});

export type PlacementCase = CallOutput<typeof placementCase.output>;
export type OpeningCase = CallOutput<typeof depositOpeningCase.output>;
export type Ref = { merchantId: string; id: string };
export const DEPOSITS = ["deposits"] as const;

/** Read once for each opening: every look is recorded. */
const lookedAt = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;
export const placementQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    ...lookedAt,
    queryKey: [...DEPOSITS, "case", merchantId, id],
    queryFn: () => deposits.placementCase({ merchantId, id }),
  });
export const openingQuery = (merchantId: string) =>
  queryOptions({
    ...lookedAt,
    queryKey: [...DEPOSITS, "opening", merchantId],
    queryFn: () => deposits.depositOpeningCase({ merchantId }),
  });
export const ratesQuery = queryOptions({
  queryKey: [...DEPOSITS, "rates"],
  queryFn: () => deposits.depositRates({}),
});

/** One step of the desk. */
export const useStep = <T>(send: (input: T) => Promise<unknown>, done: (input: T) => string) =>
  useDeskStep<T>(DEPOSITS, send, done);
