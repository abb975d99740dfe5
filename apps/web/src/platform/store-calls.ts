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
/** Shopee has a call of its own for looking at a tie. */
const SHOPEE = "SHOPEE";
export const connectionQuery = (merchantsId: string, platformCode = "") =>
  queryOptions({
    queryKey: [STORES, "connection", merchantsId],
    queryFn: () =>
      platformCode === SHOPEE
        ? storeCalls.checkShopee({ merchantsId })
        : storeCalls.checkAuthorisation({ merchantsId }),
  });
export const deadlineQuery = (id: string) =>
  queryOptions({ queryKey: [STORES, "deadline", id], queryFn: () => storeCalls.authorisationDeadline({ id }) });
/** 3dcart's back office and its API live under the shop's secure address. */
export const secureUrlQuery = (id: string) =>
  queryOptions({ queryKey: [STORES, "secureUrl", id], queryFn: () => storeCalls.threeCartUrl({ id }) });
export const protocolsQuery = queryOptions({
  queryKey: [STORES, "protocols"],
  queryFn: () => storeCalls.protocolPlatforms({}),
  staleTime: Number.POSITIVE_INFINITY,
});
export const storesOfAccountQuery = (id: string) =>
  queryOptions({ queryKey: [STORES, "ofAccount", id], queryFn: () => storeCalls.storesByAccount({ id }) });
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
