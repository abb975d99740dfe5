import { incomeEndpoints, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { storeCalls, STORES } from "../../platform/store-calls.ts";

const incomes = connect(incomeEndpoints);

export const storesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [STORES, "list", input],
    queryFn: () => storeCalls.stores(input),
    placeholderData: keepPreviousData,
  });
export const overviewQuery = queryOptions({
  queryKey: [STORES, "overview"],
  queryFn: () => storeCalls.storeOverview({}),
});
export const mayBecomeQuery = (id: string) =>
  queryOptions({ queryKey: [STORES, "mayBecome", id], queryFn: () => storeCalls.judgePlatformChange({ id }) });
const LATEST: ListInput = { filters: {}, pageNo: 1, pageSize: 10, order: "desc" };
export const incomeOfStoreQuery = (storeId: string) =>
  queryOptions({
    queryKey: ["collections", "ofStore", storeId],
    queryFn: () => incomes.incomes({ ...LATEST, storeId }),
  });
