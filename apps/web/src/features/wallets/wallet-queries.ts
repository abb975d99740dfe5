import { ledgerEndpoints, type CallOutput, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const calls = connect(ledgerEndpoints);

export type CurrencyBooks = CallOutput<typeof ledgerEndpoints.walletBalances.output>[number];
export type WalletAccount = CurrencyBooks["accounts"][number];

export const balancesQuery = queryOptions({
  queryKey: ["wallet", "balances"],
  queryFn: () => calls.walletBalances({}),
});

export const entriesQuery = (account: string, input: ListInput) =>
  queryOptions({
    queryKey: ["wallet", "entries", account, input],
    queryFn: () => calls.walletEntries({ ...input, account }),
    placeholderData: keepPreviousData,
  });
