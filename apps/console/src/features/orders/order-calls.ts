import { orderDeskEndpoints } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const desk = connect(orderDeskEndpoints);
export type Ref = { merchantId: string; id: string };
export const ORDERS = ["orders"] as const;

/** Read once for each opening: every look is recorded. */
export const caseQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...ORDERS, "case", merchantId, id],
    queryFn: () => desk.orderCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
export const rowsQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    queryKey: [...ORDERS, "rows", merchantId, id],
    queryFn: () => desk.orderCaseRows({ merchantId, id, open: "yes" }),
  });
export const debtorsQuery = queryOptions({ queryKey: [...ORDERS, "debtors"], queryFn: () => desk.quotaDebtors({}) });
export const reasonsQuery = queryOptions({ queryKey: [...ORDERS, "reasons"], queryFn: () => desk.orderReasons({}) });
