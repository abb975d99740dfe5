import {
  payoutEndpoints,
  payoutFamilies,
  walletEndpointTable,
  type CallInput,
  type ListInput,
  type PayoutDetail,
  type PayoutOrder,
} from "@coralhub/contract";
import { formatMoney, type Money, type PayoutKind, type PayoutWayKey } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { payouts, payout, exportPayouts } = payoutEndpoints;
const calls = connect({ payouts, payout, exportPayouts });
/** The same calls for each kind, quiet: what they refuse is said in its own place. */
const QUIET = {
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
export const quietly = (channel: Channel) => QUIET[channel];
const { applyFromWallet } = connect({ applyFromWallet: walletEndpointTable.applyFromWallet });

type Application = Omit<CallInput<typeof walletEndpointTable.applyFromWallet.input>, "kind">;
/** Written down by the call of its source: a wallet's money has one of its own. */
export const apply = (kind: Channel, order: Application) =>
  order.accountId.startsWith("wallet:") && kind !== "mybank"
    ? applyFromWallet({ kind, ...order })
    : QUIET[kind].apply(order);

const KEY = "payouts";
const LOOK_AGAIN_MS = 3_000;
/** A quote holds for half a minute: the next one is there before it ends. */
const QUOTE_AGAIN_MS = 24_000;

export const overviewQuery = (kind: Channel, from: "any" | "wallet" = "any") =>
  queryOptions({
    queryKey: [KEY, "overview", kind],
    queryFn: () => QUIET[kind].overview({}),
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
export const saveList = (filters: ListInput["filters"], format: "csv" | "xlsx") =>
  calls.exportPayouts({ filters, format });

const MOVING: readonly PayoutDetail["state"][] = ["submitted", "processing"];
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.payout({ id }),
    // While the bank works on it the page looks again by itself.
    refetchInterval: ({ state: { data } }) => (data && MOVING.includes(data.state) ? LOOK_AGAIN_MS : false),
  });

export type Wish = {
  accountId: string;
  amount: Money;
  beneficiaryId: string;
  way?: PayoutWayKey | undefined;
  parts?: PayoutOrder["parts"];
};
const keyOf = (wish: Wish | undefined) =>
  wish && [
    wish.accountId,
    wish.amount.currency,
    formatMoney(wish.amount),
    wish.beneficiaryId,
    wish.way,
    wish.parts?.length,
  ];

/** Every way side by side, at the prices of now. */
export const waysQuery = (kind: Channel, wish: Wish | undefined) =>
  queryOptions({
    queryKey: [KEY, "ways", kind, keyOf(wish)],
    queryFn: () => QUIET[kind].ways({ ...wish!, way: undefined }),
    enabled: wish !== undefined,
    refetchInterval: ({ state: { status } }) => (status === "error" ? false : QUOTE_AGAIN_MS),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
/** A price that holds; asked again before the promise ends. */
export const trialQuery = (kind: Channel, wish: Wish) =>
  queryOptions({
    queryKey: [KEY, "trial", kind, keyOf(wish)],
    queryFn: () => QUIET[kind].trial(wish),
    refetchInterval: ({ state: { status } }) => (status === "error" ? false : QUOTE_AGAIN_MS),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Money moved or is about to: everything that shows it asks again. */
export const refreshPayouts = () =>
  Promise.all(
    [[KEY], ["collections"], ["home"], ["payees"], ["wallet"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
