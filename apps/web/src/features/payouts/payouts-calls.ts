import {
  beneficiaryEndpoints,
  incomeEndpoints,
  payoutEndpoints,
  payoutFamilies,
  walletEndpointTable,
  type CallInput,
  type ListInput,
  type PayoutDetail,
  type PayoutOrder,
  type PayoutQuote,
} from "@coralhub/contract";
import { formatMoney, type Currency, type Money, type PayoutKind, type PayoutWayKey } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { promisedPrice } from "../../platform/promised-price.ts";
import { queryClient } from "../../platform/query.ts";

const { payouts, payout, payoutReceipts, exportPayouts, exportTransfers, modifyTransfer, currencyPair } =
  payoutEndpoints;
const { payoutViews, savePayoutView, deleteView } = incomeEndpoints;
const { uploadPaper, relatedParties } = beneficiaryEndpoints;
const calls = connect({
  payouts,
  payout,
  payoutReceipts,
  exportPayouts,
  exportTransfers,
  currencyPair,
  payoutViews,
  deleteView,
  relatedParties,
});
/** For what is said in its own place. */
const formCalls = connect({ savePayoutView, uploadPaper, modifyTransfer });
const {
  planSeries,
  sendSeriesCode,
  confirmSeries,
  seriesList,
  series,
  pauseSeries,
  resumeSeries,
  endSeries,
  cancelSeries,
} = payoutEndpoints;
export const seriesCalls = connect({
  planSeries,
  sendSeriesCode,
  confirmSeries,
  seriesList,
  series,
  pauseSeries,
  resumeSeries,
  endSeries,
  cancelSeries,
});
/** The same calls for each kind. */
const CALLS = {
  withdrawal: connect(payoutFamilies.withdrawal),
  supplier: connect(payoutFamilies.supplier),
  service: connect(payoutFamilies.service),
  seller: connect(payoutFamilies.seller),
  mybank: connect(payoutFamilies.mybank),
} satisfies Record<Channel, unknown>;
/** A kind of payment, or one bank's own way of it. */
export type Channel = PayoutKind | "mybank";
export const channelOf = ({ kind, way }: { kind: PayoutKind; way: PayoutWayKey }): Channel =>
  way === "mybank" ? "mybank" : kind;
export const callsOf = (channel: Channel) => CALLS[channel];
const { applyFromWallet } = connect({ applyFromWallet: walletEndpointTable.applyFromWallet });

type Application = Omit<CallInput<typeof walletEndpointTable.applyFromWallet.input>, "kind">;
/** Written down by the call of its source: a wallet's money has one of its own. */
export const apply = (kind: Channel, order: Application) =>
  order.accountId.startsWith("wallet:") && kind !== "mybank"
    ? applyFromWallet({ kind, ...order })
    : CALLS[kind].apply(order);

const KEY = "payouts";
const LOOK_AGAIN_MS = 3_000;
/** A quote holds for half a minute: the next one is there before it ends. */
const QUOTE_AGAIN_MS = 24_000;

export const overviewQuery = (kind: Channel, from: "any" | "wallet" = "any") =>
  queryOptions({
    queryKey: [KEY, "overview", kind],
    queryFn: () => CALLS[kind].overview({}),
    select: (overview) => ({
      ...overview,
      accounts: overview.accounts.filter(({ source }) => from === "any" || source === from),
    }),
  });
export const payoutsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => calls.payouts(input),
    placeholderData: keepPreviousData,
  });
/** Payments to others have a file of their own: what the list is narrowed to decides. */
export const saveList = (filters: ListInput["filters"], format: "csv" | "xlsx") => {
  const kinds = filters?.["kind"];
  const isToOthers = Array.isArray(kinds) && kinds.length > 0 && !kinds.includes("withdrawal");
  return isToOthers ? calls.exportTransfers({ filters, format }) : calls.exportPayouts({ filters, format });
};
/** Of the chosen ones: their rows as a file, their receipts as an archive. */
export const saveRows = (ids: string[]) => calls.exportPayouts({ filters: {}, format: "xlsx", ids });
export const saveReceipts = (ids: string[]) => calls.payoutReceipts({ ids });
/** The words that go along, until the bank has them. */
export const changeRemittance = (id: string, remittance: string) => formCalls.modifyTransfer({ id, remittance });
/** Today's rate from one currency into another, before there is an amount. */
export const pairQuery = (from: Currency, to: Currency) =>
  queryOptions({
    queryKey: [KEY, "pair", from, to],
    queryFn: () => calls.currencyPair({ a: from, b: to }),
    enabled: from !== to,
    refetchInterval: 60_000,
  });

export const viewsQuery = queryOptions({ queryKey: [KEY, "views"], queryFn: () => calls.payoutViews({}) });
export const saveView = (name: string, filters: ListInput["filters"]) =>
  formCalls.savePayoutView({ name, selection: { filters } });
export const removeView = (id: string) => calls.deleteView({ id });

/** Contract or invoice for one payment. */
export const uploadTradePaper = (file: File, paper: "contract" | "invoice") => formCalls.uploadPaper({ file, paper });
export const relatedQuery = queryOptions({ queryKey: ["payees", "related"], queryFn: () => calls.relatedParties({}) });
export const seriesListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "series", "list", input],
    queryFn: () => seriesCalls.seriesList(input),
    placeholderData: keepPreviousData,
  });
export const seriesQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "series", "one", id], queryFn: () => seriesCalls.series({ id }) });

const MOVING: readonly PayoutDetail["state"][] = ["submitted", "processing"];
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.payout({ id }),
    // While the bank works on it the page looks again by itself.
    refetchInterval: ({ state: { data } }) => (data && MOVING.includes(data.state) ? LOOK_AGAIN_MS : false),
  });

export type Input = {
  accountId: string;
  amount: Money;
  beneficiaryId: string;
  way?: PayoutWayKey | undefined;
  parts?: PayoutOrder["parts"];
  /** A day to come: money arrives from that day on. */
  scheduledFor?: string | null;
};
const keyOf = (request: Input | undefined) =>
  request && [
    request.accountId,
    request.amount.currency,
    formatMoney(request.amount),
    request.beneficiaryId,
    request.way,
    request.scheduledFor,
    request.parts?.map(({ accountId, amount }) => `${accountId}=${formatMoney(amount)}`).join(";"),
  ];

/** Every way side by side, at the prices of now. */
export const waysQuery = (kind: Channel, request: Input | undefined) =>
  queryOptions({
    queryKey: [KEY, "ways", kind, keyOf(request)],
    queryFn: () => CALLS[kind].ways({ ...request!, way: undefined }),
    enabled: request !== undefined,
    refetchInterval: ({ state: { status } }) => (status === "error" ? false : QUOTE_AGAIN_MS),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
/** The same payment from the wallet or another currency, at the prices of now. */
export const elsewhereQuery = (kind: Channel, request: Input | undefined) =>
  queryOptions({
    queryKey: [KEY, "elsewhere", kind, keyOf(request)],
    queryFn: () => CALLS[kind].elsewhere({ ...request!, way: undefined }),
    enabled: request !== undefined,
    refetchInterval: ({ state: { status } }) => (status === "error" ? false : QUOTE_AGAIN_MS),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
/** A price that holds; asked again before the promise ends. */
export const trialQuery = (kind: Channel, request: Input) =>
  queryOptions({
    queryKey: [KEY, "trial", kind, keyOf(request)],
    queryFn: () => CALLS[kind].trial(request),
    ...promisedPrice(QUOTE_AGAIN_MS, (quote: PayoutQuote) => quote.quoteId),
  });

/** Money moved or is about to: everything that shows it asks again. */
export const refreshPayouts = () =>
  Promise.all(
    [[KEY], ["collections"], ["home"], ["payees"], ["wallet"], ["activity"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
