import { activityEndpoints, walletEndpointTable } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { transactions, exportMoneyEvents, moneyTrend } = activityEndpoints;
export const walletCalls = connect({ ...walletEndpointTable, transactions, exportMoneyEvents, moneyTrend });

const KEY = "wallet";
export const overviewQuery = queryOptions({
  queryKey: [KEY, "overview"],
  queryFn: () => walletCalls.walletOverview({}),
  refetchInterval: 30_000,
});
export const sourcesQuery = queryOptions({ queryKey: [KEY, "sources"], queryFn: () => walletCalls.walletSources({}) });
export const transferQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "transfer", id], queryFn: () => walletCalls.walletTransfer({ id }) });
/** The last things that happened, of every kind. */
export const recentQuery = queryOptions({
  queryKey: [KEY, "recent"],
  queryFn: () => walletCalls.transactions({ pageSize: 10 }),
});

/** What is held or under way, with where each stands; the newest hundred. */
export const setAsideQuery = queryOptions({
  queryKey: [KEY, "set-aside"],
  queryFn: () => walletCalls.transactions({ userBizStatusList: ["held", "moving"], pageSize: 100 }),
});

export const trendQuery = queryOptions({
  queryKey: [KEY, "trend"],
  queryFn: () => walletCalls.moneyTrend({ months: 6 }),
});

export const refreshWallet = () =>
  Promise.all(
    [[KEY], ["exchange"], ["home"], ["collections"], ["activity"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
