import {
  accountEndpoints,
  exportEndpoints,
  incomeEndpoints,
  poolingEndpoints,
  type CallInput,
  type ListInput,
} from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const endpoints = { ...accountEndpoints, ...incomeEndpoints, ...exportEndpoints, ...poolingEndpoints };
export const calls = connect(endpoints);
/** For what is said in its own place: forms and uploads. */
export const quietly = connect(endpoints, { silent: true });

/** Live events make everything under this key ask again. */
const KEY = "collections";
export type Selection = CallInput<typeof incomeEndpoints.incomeSummary.input>;

export const accountQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "account", id], queryFn: () => calls.receivingAccount({ id }) });
export const chargesQuery = queryOptions({ queryKey: [KEY, "charges"], queryFn: () => calls.accountCharges({}) });
export const openingPriceQuery = queryOptions({
  queryKey: [KEY, "openingPrice"],
  queryFn: () => calls.accountOpeningPrice({}),
});
export const entriesQuery = (accountId: string, input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "entries", accountId, input],
    queryFn: () => calls.accountEntries({ ...input, accountId }),
    placeholderData: keepPreviousData,
  });
export const statementQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: [KEY, "statement", accountId, month],
    queryFn: () => calls.monthlyStatement({ accountId, month }),
  });

export const incomesQuery = (input: ListInput, selection: Selection) =>
  queryOptions({
    queryKey: [KEY, "incomes", input, selection],
    queryFn: () => calls.incomes({ ...input, ...selection }),
    placeholderData: keepPreviousData,
  });
export const summaryQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [KEY, "summary", selection],
    queryFn: () => calls.incomeSummary(selection),
    placeholderData: keepPreviousData,
  });
export const incomeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "income", id], queryFn: () => calls.income({ id }) });
export const viewsQuery = queryOptions({ queryKey: [KEY, "views"], queryFn: () => calls.savedViews({}) });
export const exportJobsQuery = queryOptions({ queryKey: [KEY, "exports"], queryFn: () => calls.exportJobs({}) });

export const poolAccountsQuery = queryOptions({
  queryKey: [KEY, "poolAccounts"],
  queryFn: () => calls.poolingAccounts({}),
});
export const poolRecordsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "poolRecords", input],
    queryFn: () => calls.poolingRecords(input),
    placeholderData: keepPreviousData,
  });
export const mergerQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "merger", id], queryFn: () => calls.poolingDetail({ id }) });

/** Money or its papers changed: everything that shows them asks again. */
export const refreshMoney = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: ["home"] }),
  ]);
