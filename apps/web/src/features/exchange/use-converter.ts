import { CallRefused } from "@coralhub/contract";
import { formatMoney, type Currency, type Money, readAmount } from "@coralhub/domain";
import { toast, useDebounced } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askedAmount } from "./asked-amount.ts";
import { calls, quoteQuery, refreshMoney, type Currencies, type Pair } from "./exchange-calls.ts";

const QUOTE_ENDED: readonly (string | undefined)[] = ["quote.expired", "quote.used", "quote.unknown"];
const ENDED = "汇率刚刚更新，请核对后再次确认";
const TYPED_MS = 350;
export type Side = "sell" | "buy";

/** Which side was typed, what the server promises for it, and the way to take the promise. */
export function useConverter({ pairs, wallets, markets }: Currencies, first: Pair, onDone: (id: string) => void) {
  const [pair, setPair] = useState(first);
  const [typed, setTyped] = useState<{ side: Side; text: string }>({ side: "sell", text: "" });
  const [mistake, setMistake] = useState<string>();
  const rule = pairs.find(({ sell, buy }) => sell === pair.sell && buy === pair.buy);
  const market = markets.find((one) => one.market === rule?.market);
  const currency = typed.side === "sell" ? pair.sell : pair.buy;
  const { amount, problem } = readAmount(typed.text, currency);
  const settled = useDebounced(amount ? formatMoney(amount) : "", TYPED_MS);
  const asked = askedAmount(amount, settled);
  const isOpen = rule !== undefined && market?.isOpen === true;
  const request = asked && isOpen ? requestOf(pair, typed.side, asked) : undefined;
  const quote = useQuery(quoteQuery(request));
  const place = useMutation({
    mutationFn: (quoteId: string) => calls.placeConversion({ quoteId }),
    onSuccess: async ({ id }) => {
      setTyped({ side: "sell", text: "" });
      toast.done("换汇完成");
      onDone(id);
      await refreshMoney();
    },
    onError: (error) => {
      // What was typed stays; only the price is asked for again.
      if (error instanceof CallRefused && QUOTE_ENDED.includes(error.reason)) void quote.refetch();
    },
  });
  const change = (next: { pair?: Pair; typed?: typeof typed }) => {
    if (next.pair) setPair(next.pair);
    if (next.typed) setTyped(next.typed);
    setMistake(undefined);
    place.reset();
  };
  const refusal = place.error ?? (request ? quote.error : null);
  const ended = refusal instanceof CallRefused && QUOTE_ENDED.includes(refusal.reason);
  const fields = refusal instanceof CallRefused ? refusal.fields : {};
  const beside = problem ?? mistake ?? fields["sellAmount"] ?? fields["buyAmount"];
  // Asked for by an address, chosen, or stopped by us since: nothing else on the page says why no price comes.
  const notOffered = rule ? undefined : `暂不支持 ${pair.sell} 换 ${pair.buy}，请改换其他币种`;
  return {
    pair,
    rule,
    market,
    typed,
    available: wallets.find((money) => money.currency === pair.sell),
    owned: wallets.find((money) => money.currency === pair.buy),
    quote: request && beside === undefined ? quote.data : undefined,
    quoting: isOpen && amount !== undefined && (!request || (quote.isFetching && !quote.data)),
    beside,
    above: notOffered ?? (beside === undefined ? (ended ? ENDED : refusal?.message) : undefined),
    busy: place.isPending,
    type: (side: Side, text: string) => change({ typed: { side, text } }),
    choose: (side: Side, chosen: Currency) => change({ pair: chosenPair(pair, side, chosen) }),
    swap: () => change({ pair: { sell: pair.buy, buy: pair.sell }, typed: { side: "sell", text: "" } }),
    submit: () => {
      if (quote.data && request) place.mutate(quote.data.quoteId);
      // A price that could not be had is asked for again; an amount without a price yet has one in a moment.
      else if (request && quote.isError) void quote.refetch();
      else if (!amount) setMistake(problem ?? "请填写金额");
    },
  };
}
export type Converter = ReturnType<typeof useConverter>;

const requestOf = (pair: Pair, side: Side, amount: Money) =>
  side === "sell" ? { ...pair, sellAmount: amount } : { ...pair, buyAmount: amount };

/** Choosing the other side's currency turns the pair round. */
function chosenPair({ sell, buy }: Pair, side: Side, chosen: Currency): Pair {
  if (side === "sell") return { sell: chosen, buy: chosen === buy ? sell : buy };
  return { sell: chosen === sell ? buy : sell, buy: chosen };
}
