import {
  orderEndpoints,
  orderGatewayEndpoints,
  OWN_ORDER_CALLS,
  ownOrdersOf,
  type ListInput,
  type OwnOrders,
} from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

export const calls = connect({ ...orderEndpoints, ...orderGatewayEndpoints });

const KEY = "orders";
const LOOK_AGAIN_MS = 1_500;

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
  queryOptions({ queryKey: [KEY, "upload", id], queryFn: () => calls.uploadRecord({ id }) });
/** While a file is read only how far that is is asked for; once it is read, everything that shows it asks again. */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: ["orderProgress", id],
    queryFn: async () => {
      const progress = await calls.analysisStatus({ id });
      if (progress.state !== "analysing") void refreshOrders();
      return progress;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || data.state === "analysing" ? LOOK_AGAIN_MS : false),
  });
/** What did not pass and why: all of it, or some. */
export const failuresQuery = (id: string, failed: number) =>
  queryOptions({ queryKey: [KEY, "failures", id, failed], queryFn: () => calls.failureReport({ id }) });
/** The first rows of a file as they were understood. */
export const snapshotQuery = (id: string, done: number) =>
  queryOptions({ queryKey: [KEY, "snapshot", id, done], queryFn: () => calls.analysisSnapshot({ id }) });
export const ROWS_ON_A_PAGE = 50;
/** What did not pass, as the file has it, page after page: each behind the last row of the one before, so that all can be reached. */
export const refusedRowsQuery = (id: string, { pageNo, cursor }: Omit<OrderPage, "orderNumber">, done: number) =>
  queryOptions({
    queryKey: [KEY, "rows", id, pageNo, cursor, done],
    queryFn: () =>
      calls.orderPreview({
        uploadId: id,
        pageNo,
        cursor,
        pageSize: ROWS_ON_A_PAGE,
        order: "asc",
        filters: { state: ["failed"] },
      }),
    placeholderData: keepPreviousData,
  });
/** Narrowed to one platform that has a call of its own, its orders come from that. */
const listOrders = (input: ListInput) => {
  const chosen = input.filters?.["platform"];
  const own = Array.isArray(chosen) && chosen.length === 1 ? ownOrdersOf(String(chosen[0])) : undefined;
  return own ? calls[OWN_ORDER_CALLS[own].list](input) : calls.searchOrders(input);
};
/** A settlement of the platform by its number, with everything in it. */
export const bindSettlement = (own: OwnOrders, incomeId: string, serial: string) =>
  calls[OWN_ORDER_CALLS[own].bind]({ incomeId, serial });
export const ordersQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => listOrders(input),
    placeholderData: keepPreviousData,
  });
export const orderQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "order", id], queryFn: () => calls.order({ id }) });
export type FundPage = { pageNo: number; cursor?: string | undefined; lacking: boolean };
/** Money that wants orders, the newest first: all of it, or what still lacks some. */
export const fundsQuery = ({ pageNo, cursor, lacking }: FundPage) =>
  queryOptions({
    queryKey: [KEY, "funds", pageNo, cursor, lacking],
    queryFn: () =>
      calls.orderFunds({
        pageNo,
        cursor,
        pageSize: ROWS_ON_A_PAGE,
        order: "desc",
        filters: lacking ? { missing: ["lacking"] } : {},
      }),
    placeholderData: keepPreviousData,
  });
export const fundQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "fund", id], queryFn: () => calls.vaOrder({ id }), enabled: id !== "" });

/** Of many, those of one page. What follows a page is asked for behind its last row, so that no list has an end it cannot reach. */
export type OrderPage = { pageNo: number; cursor?: string | undefined; orderNumber: string };
export const FIRST_PAGE: OrderPage = { pageNo: 1, orderNumber: "" };
/** The orders behind an income, or those that could be: the newest first. */
export const fundOrdersQuery = (which: "bound" | "free", incomeId: string, { orderNumber, ...page }: OrderPage) =>
  queryOptions({
    queryKey: [KEY, "fund", incomeId, which, page, orderNumber],
    queryFn: () =>
      calls[`${which}Orders`]({
        incomeId,
        ...page,
        pageSize: ROWS_ON_A_PAGE,
        filters: orderNumber === "" ? {} : { orderNumber },
      }),
    placeholderData: keepPreviousData,
  });

export const refreshOrders = () => queryClient.invalidateQueries({ queryKey: [KEY] });
