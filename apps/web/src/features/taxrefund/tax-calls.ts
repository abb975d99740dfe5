import { taxRefundEndpoints } from "@coralhub/contract";
import { taxRefundLifecycle } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";
import { FIRST_ROWS } from "../../platform/service-rows.tsx";

export const calls = connect(taxRefundEndpoints);

const KEY = "taxrefund";
const LOOK_AGAIN_MS = 10_000;

export const refundsQuery = queryOptions({ queryKey: [KEY, "list"], queryFn: () => calls.taxRefunds(FIRST_ROWS) });
export const receiptsQuery = queryOptions({ queryKey: [KEY, "receipts"], queryFn: () => calls.taxReceipts({}) });
export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.taxRefund({ id }),
    refetchInterval: ({ state: { data } }) =>
      data && taxRefundLifecycle.groups.moving.includes(data.state) ? LOOK_AGAIN_MS : false,
  });
export const refreshRefunds = () =>
  Promise.all([[KEY], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
