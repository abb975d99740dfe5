import { orderEndpoints, orderGatewayEndpoints, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

export const calls = connect({ ...orderEndpoints, ...orderGatewayEndpoints });

const KEY = "orders";
const LOOK_AGAIN_MS = 1_500;
const FIRST_PAGE = { pageNo: 1, pageSize: 50, order: "desc", filters: {} } as const;

/** While a file is read the page looks again by itself. */
export const overviewQuery = queryOptions({
  queryKey: [KEY, "overview"],
  queryFn: () => calls.orderOverview({}),
  refetchInterval: ({ state: { data } }) => (data && data.analysing.length > 0 ? LOOK_AGAIN_MS : false),
});
export const platformsQuery = queryOptions({ queryKey: [KEY, "platforms"], queryFn: () => calls.orderPlatforms({}) });
export const uploadsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "uploads", input],
    queryFn: () => calls.uploadRecords(input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.records.some(({ state }) => state === "analysing") ? LOOK_AGAIN_MS : false,
  });
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "upload", id],
    queryFn: () => calls.uploadRecord({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === "analysing" ? LOOK_AGAIN_MS : false),
  });
export const rowsQuery = (id: string, failed: boolean, done: number) =>
  queryOptions({
    queryKey: [KEY, "rows", id, failed, done],
    queryFn: () => calls.orderPreview({ ...FIRST_PAGE, uploadId: id, filters: failed ? { state: ["failed"] } : {} }),
    placeholderData: keepPreviousData,
  });
export const ordersQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => calls.searchOrders(input),
    placeholderData: keepPreviousData,
  });
export const orderQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "order", id], queryFn: () => calls.order({ id }) });
export const fundsQuery = queryOptions({ queryKey: [KEY, "funds"], queryFn: () => calls.orderFunds(FIRST_PAGE) });
export const fundQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "fund", id], queryFn: () => calls.vaOrder({ id }), enabled: id !== "" });

export const refreshOrders = () => queryClient.invalidateQueries({ queryKey: [KEY] });
