import { cardEndpoints, identityEndpoints, type CallInput, type ListInput } from "@coralhub/contract";
import type { CardGroup } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { sendCardCode } = identityEndpoints;
export const calls = connect({ ...cardEndpoints, sendCardCode });

const KEY = "cards";
const LOOK_AGAIN_MS = 2_000;

export const walletQuery = queryOptions({ queryKey: [KEY, "wallet"], queryFn: () => calls.cardWallet({}) });
export const userQuery = queryOptions({ queryKey: [KEY, "user"], queryFn: () => calls.cardUser({}) });
export const namesQuery = queryOptions({ queryKey: [KEY, "names"], queryFn: () => calls.cardKycNames({}) });
export const countsQuery = queryOptions({ queryKey: [KEY, "counts"], queryFn: () => calls.cardCounts({}) });
export const booksQuery = queryOptions({ queryKey: [KEY, "books"], queryFn: () => calls.cardBooks({}) });
export const contactsQuery = queryOptions({ queryKey: [KEY, "contacts"], queryFn: () => calls.warnContacts({}) });
export const sourcesQuery = queryOptions({ queryKey: [KEY, "sources"], queryFn: () => calls.cardFundSources({}) });
export const transferQuery = queryOptions({ queryKey: [KEY, "transfer"], queryFn: () => calls.offlineFundingInfo({}) });
export const feesQuery = queryOptions({ queryKey: [KEY, "fees"], queryFn: () => calls.cardFees({}) });

type CardsInput = Omit<Partial<ListInput>, "filters"> & {
  group?: CardGroup;
  bookId?: string;
  filters?: CallInput<typeof cardEndpoints.cards.input>["filters"];
};
export const cardsQuery = (input: CardsInput) =>
  queryOptions({
    queryKey: [KEY, "cards", input],
    queryFn: () => calls.cards({ pageSize: 50, ...input }),
    placeholderData: keepPreviousData,
    // While the issuer works on one the page looks again by itself.
    refetchInterval: ({ state: { data } }) =>
      data?.records.some(({ cardStatus }) => cardStatus === "applying") ? LOOK_AGAIN_MS : false,
  });
export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "card", id],
    queryFn: () => calls.card({ id }),
    refetchInterval: ({ state: { data } }) => (data?.cardStatus === "applying" ? LOOK_AGAIN_MS : false),
  });

/** What is on the card now, beside what lists showed when they were fetched. */
export const balanceQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "balance", id], queryFn: () => calls.cardBalance({ id }), staleTime: 0 });

type PaymentsInput = Partial<ListInput> & { cardId?: string };
/** What is not settled, or never will be: authorisations, given back, released and refused. */
export const authorisationsQuery = (input: PaymentsInput) =>
  queryOptions({
    queryKey: [KEY, "authorisations", input],
    queryFn: () => calls.cardAuthorisations(input as ListInput & { cardId?: string }),
    placeholderData: keepPreviousData,
  });
export const cnyAccountQuery = queryOptions({ queryKey: [KEY, "cny"], queryFn: () => calls.ownCnyAccount({}) });
export const paymentsQuery = (input: PaymentsInput) =>
  queryOptions({
    queryKey: [KEY, "payments", input],
    queryFn: () => calls.cardTransactions(input as ListInput & { cardId?: string }),
    placeholderData: keepPreviousData,
  });
export const paymentQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "payment", id], queryFn: () => calls.cardTransaction({ id }) });
export const statisticsQuery = (months: number) =>
  queryOptions({ queryKey: [KEY, "statistics", months], queryFn: () => calls.cardStatistics({ months }) });

export const walletRechargesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "walletRecharges", input],
    queryFn: () => calls.walletRecharges(input),
    placeholderData: keepPreviousData,
  });
export const cardRechargesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "cardRecharges", input],
    queryFn: () => calls.cardRecharges(input),
    placeholderData: keepPreviousData,
  });
/** What a card gave for purchases of others. */
export const stoodInQuery = (fromCardId: string) =>
  queryOptions({ queryKey: [KEY, "stoodIn", fromCardId], queryFn: () => calls.cardRecharges({ fromCardId }) });
export const rechargeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "recharge", id], queryFn: () => calls.cardRechargeDetail({ id }) });
export const withdrawalsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "withdrawals", input],
    queryFn: () => calls.cardWithdrawals(input),
    placeholderData: keepPreviousData,
  });
export const changesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "changes", input],
    queryFn: () => calls.fundChanges(input),
    placeholderData: keepPreviousData,
  });

/** Money moved or a card changed: everything that shows it asks again. */
export const refreshCards = () =>
  Promise.all([[KEY], ["home"], ["wallets"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
