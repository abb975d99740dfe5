import { accountEndpoints, connectionEndpoints, storeEndpoints } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { queryClient } from "./query.ts";

/** Failures are told to the merchant at once. */
export const storeCalls = connect({ ...storeEndpoints, ...connectionEndpoints });
/** For what is said in its own place: forms, dialogs, uploads, a way back that was refused. */
export const quietStoreCalls = connect({ ...storeEndpoints, ...connectionEndpoints });
const accountCalls = connect(accountEndpoints);

/** Live events and the merchant's own writes make everything under it ask again. */
export const STORES = "stores";

export const storeQuery = (id: string) =>
  queryOptions({ queryKey: [STORES, "store", id], queryFn: () => storeCalls.store({ id }), enabled: id !== "" });
export const connectionQuery = (merchantsId: string) =>
  queryOptions({
    queryKey: [STORES, "connection", merchantsId],
    queryFn: () => storeCalls.checkAuthorisation({ merchantsId }),
  });
export const claimQuery = (merchantsId: string) =>
  queryOptions({
    queryKey: [STORES, "claim", merchantsId],
    queryFn: () => storeCalls.accountClaim({ merchantsId }),
  });
/** Where a merchant has stores already, and how many. */
export const usedPlatformsQuery = queryOptions({
  queryKey: [STORES, "platforms"],
  queryFn: () => storeCalls.storePlatforms({}),
});
/** Accounts another store can be put on. */
export const usableAccountsQuery = queryOptions({
  queryKey: ["receivingAccounts", "usable"],
  queryFn: () => accountCalls.receiptsAccounts({}),
});
export const accountsQuery = queryOptions({
  queryKey: ["collections", "accounts"],
  queryFn: () => accountCalls.receivingAccounts({}),
});

export const refreshStores = () =>
  Promise.all(
    [[STORES], ["home"], ["collections"], ["receivingAccounts"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
