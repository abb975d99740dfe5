import { exchangeEndpoints, type CallOutput, type ExchangeQuoteView, type ListInput } from "@coralhub/contract";
import type { ChartSpan, Currency, Money } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { promisedPrice } from "../../platform/promised-price.ts";
import { queryClient } from "../../platform/query.ts";

export const calls = connect(exchangeEndpoints);

export type Pair = { sell: Currency; buy: Currency };
export type Currencies = CallOutput<typeof exchangeEndpoints.exchangeCurrencies.output>;
/** One side is typed, the other follows. */
export type Input = Pair & { sellAmount?: Money; buyAmount?: Money };

const KEY = "exchange";
/** A quote holds for half a minute: the next one is there before it ends. */
const QUOTE_AGAIN_MS = 26_000;
const RATE_AGAIN_MS = 10_000;

export const currenciesQuery = queryOptions({
  queryKey: [KEY, "currencies"],
  queryFn: () => calls.exchangeCurrencies({}),
  refetchInterval: 60_000,
});
export const rateQuery = ({ sell, buy }: Pair) =>
  queryOptions({
    queryKey: [KEY, "rate", sell, buy],
    queryFn: () => calls.exchangeRate({ sell, buy }),
    refetchInterval: RATE_AGAIN_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
export const quoteQuery = (request: Input | undefined) => {
  const amount = request?.sellAmount ?? request?.buyAmount;
  return queryOptions({
    queryKey: [
      KEY,
      "quote",
      request?.sell,
      request?.buy,
      request?.sellAmount ? "sell" : "buy",
      amount?.minor.toString(),
    ],
    queryFn: () => calls.exchangeDraft(request!),
    enabled: request !== undefined,
    ...promisedPrice(QUOTE_AGAIN_MS, (quote: ExchangeQuoteView) => quote.quoteId),
  });
};
export const chartQuery = ({ sell, buy }: Pair, span: ChartSpan) =>
  queryOptions({
    queryKey: [KEY, "chart", sell, buy, span],
    queryFn: () => calls.rateHistory({ sell, buy, span }),
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  });
export const summaryQuery = ({ sell, buy }: Pair, span: ChartSpan) =>
  queryOptions({
    queryKey: [KEY, "summary", sell, buy, span],
    queryFn: () => calls.pairSummary({ sell, buy, span }),
  });
export const conversionsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "conversions", input],
    queryFn: () => calls.conversions(input),
    placeholderData: keepPreviousData,
  });
export const conversionQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "conversion", id], queryFn: () => calls.conversion({ id }) });
export const standingQuery = queryOptions({
  queryKey: [KEY, "standing"],
  queryFn: () => calls.standingOrders({}),
  refetchInterval: 30_000,
});

/** Money moved, or is held: everything that shows it asks again. */
export const refreshMoney = () =>
  Promise.all([[KEY], ["wallet"], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
