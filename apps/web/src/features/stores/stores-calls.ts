import {
  collectionsEndpoints,
  connectionEndpoints,
  incomeRecordEndpoints,
  storeEndpoints,
  type CallFailed,
  type CallRefused,
  type ListInput,
} from "@coralhub/contract";
import type { ListFailure } from "@coralhub/ui";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const {
  stores,
  storeOverview,
  storePlatforms,
  store,
  exportStores,
  hideStores,
  renameStore,
  remarkStores,
  removeStore,
  judgePlatformChange,
  updateAffiliatedStores,
  changeStorePlatform,
  authoriseByKeys,
  addAffiliatedStores,
} = storeEndpoints;
const { startAuthorisation, checkAuthorisation } = connectionEndpoints;

export const calls = connect({
  stores,
  storeOverview,
  storePlatforms,
  store,
  exportStores,
  hideStores,
  judgePlatformChange,
  startAuthorisation,
  checkAuthorisation,
  receivingAccounts: collectionsEndpoints.receivingAccounts,
  receiptsAccounts: collectionsEndpoints.receiptsAccounts,
  incomes: incomeRecordEndpoints.incomes,
});
/** For what is said in its own dialog or form. */
export const quietly = connect(
  {
    renameStore,
    remarkStores,
    removeStore,
    updateAffiliatedStores,
    changeStorePlatform,
    authoriseByKeys,
    addAffiliatedStores,
  },
  { silent: true },
);

/** Shared with the binding pages: live events and their writes make everything under it ask again. */
const KEY = "stores";

export const storesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => calls.stores(input),
    placeholderData: keepPreviousData,
  });
export const overviewQuery = queryOptions({ queryKey: [KEY, "overview"], queryFn: () => calls.storeOverview({}) });
export const platformsQuery = queryOptions({ queryKey: [KEY, "platforms"], queryFn: () => calls.storePlatforms({}) });
export const storeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "store", id], queryFn: () => calls.store({ id }), enabled: id !== "" });
export const connectionQuery = (merchantsId: string) =>
  queryOptions({
    queryKey: [KEY, "connection", merchantsId],
    queryFn: () => calls.checkAuthorisation({ merchantsId }),
  });
export const mayBecomeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "mayBecome", id], queryFn: () => calls.judgePlatformChange({ id }) });
export const accountsQuery = queryOptions({
  queryKey: ["collections", "accounts"],
  queryFn: () => calls.receivingAccounts({}),
});
export const usableAccountsQuery = queryOptions({
  queryKey: ["receivingAccounts", "usable"],
  queryFn: () => calls.receiptsAccounts({}),
});
const LATEST: ListInput = { filters: {}, pageNo: 1, pageSize: 10, order: "desc" };
export const incomeOfStoreQuery = (storeId: string) =>
  queryOptions({
    queryKey: ["collections", "ofStore", storeId],
    queryFn: () => calls.incomes({ ...LATEST, storeId }),
  });

export const refreshStores = () =>
  Promise.all(
    [[KEY], ["home"], ["collections"], ["receivingAccounts"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

export const failureOf = (error: Error): ListFailure => {
  const { requestId } = error as CallRefused | CallFailed;
  return { message: error.message, ...(requestId && { reference: requestId }) };
};
