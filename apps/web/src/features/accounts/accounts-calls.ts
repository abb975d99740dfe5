import { accountEndpoints, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { MONEY_KEY } from "../../platform/refresh-money.ts";

export const calls = connect(accountEndpoints);
/** For what is said in its own place: forms and uploads. */
export const formCalls = connect(accountEndpoints);

export const accountQuery = (id: string) =>
  queryOptions({ queryKey: [MONEY_KEY, "account", id], queryFn: () => calls.receivingAccount({ id }) });
/** The account's particulars as one pastes them, with the IBAN where its country has one. */
export const particularsQuery = (id: string) =>
  queryOptions({ queryKey: [MONEY_KEY, "iban", id], queryFn: () => calls.accountIban({ id }), retry: false });
export const venmoQuery = queryOptions({ queryKey: [MONEY_KEY, "venmo"], queryFn: () => calls.containsVenmo({}) });
export const chargesQuery = queryOptions({ queryKey: [MONEY_KEY, "charges"], queryFn: () => calls.accountCharges({}) });
export const openingPriceQuery = queryOptions({
  queryKey: [MONEY_KEY, "openingPrice"],
  queryFn: () => calls.accountOpeningPrice({}),
});
export const entriesQuery = (accountId: string, input: ListInput) =>
  queryOptions({
    queryKey: [MONEY_KEY, "entries", accountId, input],
    queryFn: () => calls.accountEntries({ ...input, accountId }),
    placeholderData: keepPreviousData,
  });
export const statementQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: [MONEY_KEY, "statement", accountId, month],
    queryFn: () => calls.monthlyStatement({ accountId, month }),
  });
