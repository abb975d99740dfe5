import {
  collectionsEndpoints,
  incomeRecordEndpoints,
  type CallFailed,
  type CallInput,
  type ListInput,
  type CallRefused,
} from "@coralhub/contract";
import { certificationLifecycle, MONEY_MAY_MOVE, stateOfWire } from "@coralhub/domain";
import type { ListFailure } from "@coralhub/ui";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { authRecordQuery } from "../../platform/account.ts";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const {
  receivingAccounts,
  receivingAccount,
  reapplyReceivingAccount,
  income,
  incomeEvidence,
  contractUpload,
  supplementIncome,
  supplementAbnormal,
  claimIncome,
  askReturn,
  hideIncomes,
  showIncomes,
  pinIncome,
  unpinIncome,
} = collectionsEndpoints;

export const calls = connect({
  receivingAccounts,
  receivingAccount,
  income,
  incomeEvidence,
  hideIncomes,
  showIncomes,
  pinIncome,
  unpinIncome,
  ...incomeRecordEndpoints,
});
/** For what is said in its own place: forms and uploads. */
export const quietly = connect(
  {
    reapplyReceivingAccount,
    contractUpload,
    supplementIncome,
    supplementAbnormal,
    claimIncome,
    askReturn,
    saveView: incomeRecordEndpoints.saveView,
    startExport: incomeRecordEndpoints.startExport,
    previewPooling: incomeRecordEndpoints.previewPooling,
    confirmPooling: incomeRecordEndpoints.confirmPooling,
  },
  { silent: true },
);

/** Live events make everything under this key ask again. */
const KEY = "collections";
export type Selection = CallInput<typeof incomeRecordEndpoints.incomeSummary.input>;

export const accountsQuery = queryOptions({
  queryKey: [KEY, "accounts"],
  queryFn: () => calls.receivingAccounts({}),
});
export const accountQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "account", id], queryFn: () => calls.receivingAccount({ id }) });
export const entriesQuery = (accountId: string, input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "entries", accountId, input],
    queryFn: () => calls.accountEntries({ ...input, accountId }),
    placeholderData: keepPreviousData,
  });
export const statementQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: [KEY, "statement", accountId, month],
    queryFn: () => calls.monthlyStatement({ accountId, month }),
  });

export const incomesQuery = (input: ListInput, selection: Selection) =>
  queryOptions({
    queryKey: [KEY, "incomes", input, selection],
    queryFn: () => calls.incomes({ ...input, ...selection }),
    placeholderData: keepPreviousData,
  });
export const summaryQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [KEY, "summary", selection],
    queryFn: () => calls.incomeSummary(selection),
    placeholderData: keepPreviousData,
  });
export const incomeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "income", id], queryFn: () => calls.income({ id }) });
export const viewsQuery = queryOptions({ queryKey: [KEY, "views"], queryFn: () => calls.savedViews({}) });
export const exportJobsQuery = queryOptions({ queryKey: [KEY, "exports"], queryFn: () => calls.exportJobs({}) });

export const poolAccountsQuery = queryOptions({
  queryKey: [KEY, "poolAccounts"],
  queryFn: () => calls.poolingAccounts({}),
});
export const poolRecordsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "poolRecords", input],
    queryFn: () => calls.poolingRecords(input),
    placeholderData: keepPreviousData,
  });
export const mergerQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "merger", id], queryFn: () => calls.poolingDetail({ id }) });

/** Money or its papers changed: everything that shows them asks again. */
export const refreshMoney = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: ["home"] }),
  ]);

export const failureOf = (error: Error): ListFailure => {
  const { requestId } = error as CallRefused | CallFailed;
  return { message: error.message, ...(requestId && { reference: requestId }) };
};

/** Whether the certification lets money move; nothing while it is not known. */
export function useCertified(): boolean | undefined {
  const { data } = useQuery(authRecordQuery);
  if (!data) return undefined;
  const state = stateOfWire(certificationLifecycle, data.status);
  return state !== undefined && MONEY_MAY_MOVE.includes(state);
}
