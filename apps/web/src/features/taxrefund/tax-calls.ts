import { taxRefundEndpoints } from "@coralhub/contract";
import { taxRefundLifecycle } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";
import { pageOf } from "../../platform/service-rows.tsx";

export const calls = connect(taxRefundEndpoints);

const KEY = "taxrefund";
const LOOK_AGAIN_MS = 10_000;

export const refundsQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [KEY, "list", pageNo],
    queryFn: () => calls.taxRefunds(pageOf(pageNo)),
    placeholderData: keepPreviousData,
  });
export const receiptsQuery = (exportedOn?: string) =>
  queryOptions({ queryKey: [KEY, "receipts", exportedOn ?? ""], queryFn: () => calls.taxReceipts({ exportedOn }) });
export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.taxRefund({ id }),
    refetchInterval: ({ state: { data } }) =>
      data && taxRefundLifecycle.groups.moving.includes(data.state) ? LOOK_AGAIN_MS : false,
  });
export const refreshRefunds = () =>
  Promise.all([[KEY], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
