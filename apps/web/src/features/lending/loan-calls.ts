import { lendingEndpoints } from "@coralhub/contract";
import type { LoanState } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { pageOf } from "../../platform/service-rows.tsx";
import { queryClient } from "../../platform/query.ts";

export const calls = connect(lendingEndpoints);

const LENDING = "lending";
const LOOK_AGAIN_MS = 4_000;
const UNDER_WAY: readonly LoanState[] = ["reviewing", "deciding", "drawing"];

export const overviewQuery = queryOptions({ queryKey: [LENDING, "overview"], queryFn: () => calls.loanOverview({}) });
export const loansQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [LENDING, "list", pageNo],
    queryFn: () => calls.loans(pageOf(pageNo)),
    placeholderData: keepPreviousData,
  });
/** While somebody decides, the page looks again by itself. */
export const loanQuery = (id: string) =>
  queryOptions({
    queryKey: [LENDING, "loan", id],
    queryFn: () => calls.loan({ id }),
    refetchInterval: ({ state: { data } }) => (data && UNDER_WAY.includes(data.state) ? LOOK_AGAIN_MS : false),
  });
/** While data are on their way to the bank, the page looks again by itself. */
export const financeQuery = queryOptions({
  queryKey: [LENDING, "icbc"],
  queryFn: () => calls.icbcFinanceStatus({}),
  refetchInterval: ({ state: { data } }) => (data?.user.state === "sending" ? LOOK_AGAIN_MS : false),
});
export const creditQuery = queryOptions({ queryKey: [LENDING, "credit"], queryFn: () => calls.icbcCredit({}) });
export const icbcLoansQuery = queryOptions({ queryKey: [LENDING, "icbcLoans"], queryFn: () => calls.icbcLoans({}) });
/** How far what ICBC is told has come; asked again with everything else of the loans. */
export const icbcOrdersQuery = queryOptions({
  queryKey: [LENDING, "icbcOrders"],
  queryFn: () => calls.icbcOrderStatus({}),
  refetchInterval: ({ state: { data } }) => (data?.state === "sending" ? LOOK_AGAIN_MS : false),
});
/** Whom ICBC knows under the merchant's own number. */
export const icbcCustomerQuery = (mobile: string) =>
  queryOptions({
    queryKey: [LENDING, "icbcCustomer", mobile],
    queryFn: () => calls.icbcUserByMobile({ mobile }),
    enabled: mobile !== "",
  });
export const icbcResultQuery = (id: string) =>
  queryOptions({ queryKey: [LENDING, "icbcResult", id], queryFn: () => calls.icbcResult({ id }) });
export const icbcRepayQuery = (id: string) =>
  queryOptions({ queryKey: [LENDING, "icbcRepay", id], queryFn: () => calls.icbcLinkRepay({ id }) });

/** Money moved or something was decided: everything that shows it asks again. */
export const refreshLoans = () =>
  Promise.all([[LENDING], ["wallet"], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
