import { identityEndpoints, payoutEndpoints, type ListInput } from "@coralhub/contract";
import type { Money, PayoutState } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { sendBankCode } = identityEndpoints;
const calls = connect(payoutEndpoints);
/** For what is said in its own place: the forms. */
export const formCalls = connect({ ...payoutEndpoints, sendBankCode });

const KEY = "withdrawals";
const LOOK_AGAIN_MS = 3_000;
/** A quote holds for half a minute: the next one is there before it ends. */
const QUOTE_AGAIN_MS = 24_000;

export const overviewQuery = queryOptions({ queryKey: [KEY, "overview"], queryFn: () => calls.citicOverview({}) });
export const payoutsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "payouts", input],
    queryFn: () => calls.citicPayouts(input),
    placeholderData: keepPreviousData,
  });

const MOVING: readonly PayoutState[] = ["submitted", "processing"];
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "payout", id],
    queryFn: () => calls.citicPayout({ id }),
    // While the bank works on it the page looks again by itself.
    refetchInterval: ({ state: { data } }) => (data && MOVING.includes(data.state) ? LOOK_AGAIN_MS : false),
  });

/** What it would cost right now; asked again before the promise ends. */
export const trialQuery = (wish: { accountId: string; amount: Money } | undefined) =>
  queryOptions({
    queryKey: [KEY, "trial", wish?.accountId, wish?.amount.currency, wish?.amount.minor.toString()],
    queryFn: () => formCalls.citicTrial(wish!),
    enabled: wish !== undefined,
    refetchInterval: ({ state: { status } }) => (status === "error" ? false : QUOTE_AGAIN_MS),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Money moved or is about to: everything that shows it asks again. */
export const refreshPayouts = () =>
  Promise.all([[KEY], ["collections"], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
