import { exchangeEndpoints, type CallOutput } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const {
  fxExposure,
  fxPairs,
  setFxPair,
  fxMarkets,
  setFxHours,
  fxRates,
  fxRateHistory,
  rateJumps,
  decideRateJump,
  conversionDesk,
} = exchangeEndpoints;
export const exchange = connect({
  fxExposure,
  fxPairs,
  setFxPair,
  fxMarkets,
  setFxHours,
  fxRates,
  fxRateHistory,
  rateJumps,
  decideRateJump,
  conversionDesk,
});
export type Exposure = CallOutput<typeof fxExposure.output>;
export type RateRow = CallOutput<typeof fxRates.output>[number];
export type PairRow = CallOutput<typeof fxPairs.output>[number];
export type MarketRow = CallOutput<typeof fxMarkets.output>[number];
export const EXCHANGE = ["exchange"] as const;

/** One step of the desk: says what came of it and reads everything anew. */
export function useStep<T>(send: (input: T) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast.done(done),
    onSettled: () => queries.invalidateQueries({ queryKey: EXCHANGE }),
  });
}
