import { incomeEndpoints, type ListInput } from "@coralhub/contract";
import { platformByCode } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { storeCalls, STORES } from "../../platform/store-calls.ts";

const incomes = connect(incomeEndpoints);

/** Narrowed to one platform, its own call is asked: those of Korea and South-East Asia have another than the rest. */
function listBy(input: ListInput) {
  const chosen = input.filters["platformCode"];
  const only = Array.isArray(chosen) && chosen.length === 1 ? platformByCode(chosen[0]!) : undefined;
  if (!only) return storeCalls.stores(input);
  const named = { ...input, platform: only.code };
  return only.regional ? storeCalls.shopManageRegional(named) : storeCalls.shopManage(named);
}

export const storesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [STORES, "list", input],
    queryFn: () => listBy(input),
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
