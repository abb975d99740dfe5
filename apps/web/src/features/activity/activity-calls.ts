import { activityEndpoints, type CallOutput, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const calls = connect(activityEndpoints);

export type MoneyTotals = CallOutput<typeof activityEndpoints.moneyTotals.output>;
export const eventsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ["activity", "events", input],
    queryFn: () => calls.moneyEvents(input),
    placeholderData: keepPreviousData,
  });
export const eventQuery = (id: string) =>
  queryOptions({ queryKey: ["activity", "event", id], queryFn: () => calls.moneyEvent({ id }) });
export const totalsQuery = (filters: ListInput["filters"]) =>
  queryOptions({
    queryKey: ["activity", "totals", filters],
    queryFn: () => calls.moneyTotals({ filters }),
    placeholderData: keepPreviousData,
  });
