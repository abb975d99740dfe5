import { beneficiaryEndpoints, payoutEndpoints, type CallOutput, type ListInput } from "@coralhub/contract";
import type { Currency, PayeeKind } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

export const payeeCalls = connect(beneficiaryEndpoints);

const KEY = "payees";
export type PayeeLinks = CallOutput<typeof beneficiaryEndpoints.payeeLinks.output>;

export const payeesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => payeeCalls.payees(input),
    placeholderData: keepPreviousData,
  });
export const payeeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "one", id], queryFn: () => payeeCalls.payee({ id }) });
export const ownAccountsQuery = queryOptions({ queryKey: [KEY, "own"], queryFn: () => payeeCalls.ownAccounts({}) });
export const linksQuery = queryOptions({ queryKey: [KEY, "links"], queryFn: () => payeeCalls.payeeLinks({}) });
export const relatedQuery = queryOptions({ queryKey: [KEY, "related"], queryFn: () => payeeCalls.relatedParties({}) });
export const formsQuery = (country: string, currency: Currency) =>
  queryOptions({
    queryKey: [KEY, "forms", country, currency],
    queryFn: () => payeeCalls.bankForms({ country: country as "CN", currency }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

export const ibanQuery = (country: string, bankCode: string, accountNumber: string) =>
  queryOptions({
    queryKey: [KEY, "iban", country, bankCode, accountNumber],
    queryFn: () => payeeCalls.workOutIban({ country: country as "DE", bankCode, accountNumber }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const intermediariesQuery = (currency: Currency) =>
  queryOptions({
    queryKey: [KEY, "intermediaries", currency],
    queryFn: () => payeeCalls.intermediaryBanks({ currency }),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const intermediaryQuery = (swiftCode: string) =>
  queryOptions({
    queryKey: [KEY, "intermediary", swiftCode],
    queryFn: () => payeeCalls.intermediaryBank({ swiftCode }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const hongkongBanksQuery = queryOptions({
  queryKey: [KEY, "hongkong"],
  queryFn: () => payeeCalls.hongkongBanks({}),
  staleTime: Number.POSITIVE_INFINITY,
});
const { supplierPayouts } = connect({ supplierPayouts: payoutEndpoints.supplierPayouts });
/** What was paid to one of them, the newest first. */
export const paidQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [KEY, "paid", supplierId],
    queryFn: () => supplierPayouts({ supplierId, pageNo: 1, pageSize: 10, order: "desc", filters: {} }),
  });
/** One more paper for an account that is there; a reviewer sees it. */
export const addPaper = (kind: PayeeKind, id: string, fileId: string): Promise<unknown> =>
  kind === "own"
    ? payeeCalls.proveOwnAccount({ bid: id, certificateFile: fileId })
    : payeeCalls.proveSupplier({ supplierId: id, papers: [fileId] });

export const disable = (kind: PayeeKind, id: string): Promise<unknown> => {
  switch (kind) {
    case "own":
      return payeeCalls.removeOwnAccount({ bid: id });
    case "service":
      return payeeCalls.removeServiceProvider({ id });
    case "supplier":
      return payeeCalls.removeSupplier({ id });
    default:
      return payeeCalls.disablePayee({ id });
  }
};

/** A payee was added, changed or stopped: whatever shows one asks again. */
export const refreshPayees = () =>
  Promise.all([[KEY], ["payouts"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
