import { poolingEndpoints, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { MONEY_KEY } from "../../platform/refresh-money.ts";

export const calls = connect(poolingEndpoints);
/** For what is said in its own place: forms and uploads. */
export const formCalls = connect(poolingEndpoints);

export const poolAccountsQuery = queryOptions({
  queryKey: [MONEY_KEY, "poolAccounts"],
  queryFn: () => calls.poolingAccounts({}),
});
export const poolRecordsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [MONEY_KEY, "poolRecords", input],
    queryFn: () => calls.poolingRecords(input),
    placeholderData: keepPreviousData,
  });
export const mergerQuery = (id: string) =>
  queryOptions({ queryKey: [MONEY_KEY, "merger", id], queryFn: () => calls.poolingDetail({ id }) });
