import { campaignDeskEndpoints, campaignPushEndpoints, couponEndpoints } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { couponPlans } = couponEndpoints;
export const calls = connect({ ...campaignDeskEndpoints, ...campaignPushEndpoints, couponPlans });
const KEY = ["campaigns"] as const;
/** Numbers move while a campaign runs: the desk looks again by itself. */
const LOOK_AGAIN_MS = 10_000;
export const campaignsQuery = queryOptions({
  queryKey: [...KEY, "list"],
  queryFn: () => calls.campaigns({}),
  refetchInterval: LOOK_AGAIN_MS,
});
export const prizesQuery = queryOptions({ queryKey: [...KEY, "prizes"], queryFn: () => calls.prizesToSend({}) });
export const applicationsQuery = queryOptions({
  queryKey: [...KEY, "applications"],
  queryFn: () => calls.campaignApplications({}),
});
export const pushesQuery = queryOptions({
  queryKey: [...KEY, "pushes"],
  queryFn: () => calls.campaignPushes({}),
  refetchInterval: LOOK_AGAIN_MS,
});
export const plansQuery = queryOptions({ queryKey: [...KEY, "plans"], queryFn: () => calls.couponPlans({}) });

/** One step of the desk: says what came of it and reads everything anew. What is refused, the form says. */
export function useStep<T>(send: (input: T) => Promise<unknown>, done: (input: T) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, input) => toast.done(done(input)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
