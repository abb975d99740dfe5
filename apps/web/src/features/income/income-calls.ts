import { exportEndpoints, incomeEndpoints, type CallInput, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { MONEY_KEY } from "../../platform/refresh-money.ts";

const endpoints = { ...exportEndpoints, ...incomeEndpoints };
export const calls = connect(endpoints);
/** For what is said in its own place: forms and uploads. */
export const formCalls = connect(endpoints);

export type Selection = CallInput<typeof incomeEndpoints.incomeSummary.input>;

export const incomesQuery = (input: ListInput, selection: Selection) =>
  queryOptions({
    queryKey: [MONEY_KEY, "incomes", input, selection],
    queryFn: () => calls.incomes({ ...input, ...selection }),
    placeholderData: keepPreviousData,
  });
export const summaryQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [MONEY_KEY, "summary", selection],
    queryFn: () => calls.incomeSummary(selection),
    placeholderData: keepPreviousData,
  });
export const incomeQuery = (id: string) =>
  queryOptions({ queryKey: [MONEY_KEY, "income", id], queryFn: () => calls.income({ id }) });
export const viewsQuery = queryOptions({ queryKey: [MONEY_KEY, "views"], queryFn: () => calls.savedViews({}) });
export const exportJobsQuery = queryOptions({ queryKey: [MONEY_KEY, "exports"], queryFn: () => calls.exportJobs({}) });

export const OFFLINE_KEY = [MONEY_KEY, "offline"] as const;
export const offlinesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...OFFLINE_KEY, "list", input],
    queryFn: () => calls.offlineTransfers(input),
    placeholderData: keepPreviousData,
  });
export const offlineQuery = (id: string) =>
  queryOptions({ queryKey: [...OFFLINE_KEY, "one", id], queryFn: () => calls.offlineTransfer({ id }) });
export const offlineAccountQuery = queryOptions({
  queryKey: [...OFFLINE_KEY, "account"],
  queryFn: () => calls.offlineAccount({}),
  staleTime: Number.POSITIVE_INFINITY,
});
