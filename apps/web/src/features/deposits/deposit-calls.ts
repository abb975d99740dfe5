import { depositEndpoints, type ListInput } from "@coralhub/contract";
import { openingLifecycle, placementLifecycle } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

export const calls = connect(depositEndpoints);
/** For what is said in its own place: the forms. */
export const inForm = connect(depositEndpoints);

const KEY = "deposits";
const LOOK_AGAIN_MS = 4_000;

/** While the partner decides, the page looks again by itself. */
export const openingQuery = queryOptions({
  queryKey: [KEY, "opening"],
  queryFn: () => calls.moduleInfo({}),
  refetchInterval: ({ state: { data } }) =>
    data && openingLifecycle.groups.moving.includes(data.state) ? LOOK_AGAIN_MS : false,
});
export const productsQuery = queryOptions({ queryKey: [KEY, "products"], queryFn: () => calls.depositProducts({}) });
export const wealthQuery = queryOptions({ queryKey: [KEY, "wealth"], queryFn: () => calls.userWealth({}) });
export const forecastQuery = queryOptions({ queryKey: [KEY, "forecast"], queryFn: () => calls.depositForecast({}) });
export const membersQuery = queryOptions({
  queryKey: [KEY, "members"],
  queryFn: () => calls.searchMembers({ keyword: "" }),
});
export const placementsQuery = (input: ListInput, ended: boolean) =>
  queryOptions({
    queryKey: [KEY, "placements", ended, input],
    queryFn: () => (ended ? calls.depositHistory(input) : calls.placements(input)),
    placeholderData: keepPreviousData,
  });
export const placementQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "placement", id],
    queryFn: () => calls.placement({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === placementLifecycle.initial ? LOOK_AGAIN_MS : false),
  });
export const interestQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "interest", id], queryFn: () => calls.placementInterest({ id }) });
export const breakQuery = (id: string, enabled: boolean) =>
  queryOptions({ queryKey: [KEY, "break", id], queryFn: () => inForm.breakTrial({ id }), enabled, retry: false });

/** Money moved or something was decided: everything that shows it asks again. */
export const refreshDeposits = () =>
  Promise.all([[KEY], ["wallets"], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
