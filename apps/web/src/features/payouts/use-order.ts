import { CallRefused, type PayoutOverview, type WayOffer } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  moneyOf,
  readAmount,
  type Address,
  type Money,
  type PayoutWayKey,
  type SeriesRhythm,
} from "@coralhub/domain";
import { useDebounced } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { elsewhereNow } from "./elsewhere.ts";
import {
  apply as writeDown,
  refreshPayouts,
  seriesCalls,
  elsewhereQuery,
  waysQuery,
  type Channel,
  type Input,
} from "./payouts-calls.ts";
import type { Tolerance } from "../../platform/tolerance-select.tsx";
import { verifyAt } from "./words.ts";

export type Terms = {
  category: number | null;
  remittance: string;
  toleranceBasisPoints: Tolerance;
  scheduledFor: string | null;
  papers: string[];
  relatedId: string | null;
  adviceEmail: string;
  /** Again and again from `scheduledFor` on. */
  series: { rhythm: SeriesRhythm; mostRuns: number | null } | null;
};
export type Asked = { account: string | null; payee: string | null; amount: string | null };
type WithProof = <T>(action: () => Promise<T>) => Promise<T>;

/** Accounts with what of each, in one word: what is typed becomes a request once nobody types any more. */
const partsIn = (settled: string, { accounts }: PayoutOverview): { accountId: string; amount: Money }[] =>
  settled.split(";").flatMap((entry) => {
    const [accountId, written = ""] = entry.split("=");
    const account = accounts.find((one) => one.accountId === accountId);
    const amount = account && readAmount(written, account.currency).amount;
    return amount ? [{ accountId: account.accountId, amount }] : [];
  });
const totalOf = (amounts: readonly Money[]): Money | undefined =>
  amounts[0] &&
  moneyOf(
    amounts[0].currency,
    amounts.reduce((sum, { minor }) => sum + minor, 0n),
  );

/** One account with one amount, or several of its currency with an amount each. */
function useAmounts(overview: PayoutOverview, asked: Asked) {
  const { accounts } = overview;
  const [accountId, setAccountId] = useState(
    () =>
      accounts.find((one) => one.accountId === asked.account)?.accountId ??
      accounts.find(({ problem }) => problem === null)?.accountId,
  );
  const [text, setText] = useState(asked.amount ?? "");
  const [split, setSplit] = useState<Readonly<Record<string, string>>>();
  const account = accounts.find((one) => one.accountId === accountId) ?? accounts[0]!;
  const group = accounts.filter(({ currency, problem }) => currency === account.currency && problem === null);
  const written = split
    ? group.map((one) => ({ id: one.accountId, text: split[one.accountId]?.trim() ?? "" })).filter((one) => one.text)
    : [{ id: account.accountId, text }];
  const read = written.map((one) => ({ ...one, ...readAmount(one.text, account.currency) }));
  const amounts = read.flatMap(({ amount }) => (amount ? [amount] : []));
  const amount = amounts.length === read.length ? totalOf(amounts) : undefined;
  const key = amount && account.problem === null ? read.map((one) => `${one.id}=${one.text}`).join(";") : "";
  const settled = useDebounced(key, 400);
  const parts = partsIn(settled, overview);
  return {
    account,
    group,
    text,
    split,
    amount,
    problem: read.find((one) => one.problem)?.problem,
    parts,
    /** Nobody types or chooses any more: what is priced is what stands in the form. */
    isSettled: key === settled,
    priced: totalOf(parts.map((part) => part.amount)),
    setAccountId,
    setText,
    setSplit,
  };
}

const requestOf = ({ parts, priced }: ReturnType<typeof useAmounts>, beneficiaryId: string): Input | undefined =>
  priced && { accountId: parts[0]!.accountId, amount: priced, beneficiaryId, ...(parts.length > 1 && { parts }) };

/** Written down, once or for many times; the answer is where it is verified. */
async function keep(kind: Channel, request: Input, { series, ...terms }: Terms): Promise<Address> {
  if (!series || (kind !== "supplier" && kind !== "service"))
    return verifyAt((await writeDown(kind, { ...request, ...terms })).id);
  const { scheduledFor, ...rest } = terms;
  const { id } = await seriesCalls.planSeries({ ...request, ...rest, ...series, kind, firstOn: scheduledFor ?? "" });
  return addressOf("paymentSeriesOne", { id });
}

/** Why it cannot go on yet. */
function slipOf({ scheduledFor, adviceEmail }: Terms): string | undefined {
  if (scheduledFor === "") return "请选择付款日期";
  return adviceEmail !== "" && adviceEmail.trim() === "" ? "请填写收款人邮箱" : undefined;
}

const fieldOf = (refusal: Error | null): string | undefined =>
  refusal instanceof CallRefused ? refusal.fields["amount"] : undefined;

/** What may be typed and chosen; `change` forgets what the server said to what stood there before. */
const changesOf = (
  { split, setText, setSplit, setAccountId }: ReturnType<typeof useAmounts>,
  change: (set: () => void) => void,
  setWay: (way: PayoutWayKey) => void,
) => ({
  type: (value: string) => change(() => setText(value)),
  typePart: (id: string, value: string) => change(() => setSplit({ ...split, [id]: value })),
  together: (several: boolean) => change(() => setSplit(several ? {} : undefined)),
  chooseAccount: (id: string) => change(() => setAccountId(id)),
  chooseWay: setWay,
  chooseElsewhere: ({ accountId, way, price }: WayOffer) =>
    change(() => {
      setSplit(undefined);
      setAccountId(accountId);
      setText(formatMoney(price!.amount));
      setWay(way);
    }),
});

/** What was chosen and typed, what the server says to it, and the way on. */
export function useOrder(
  kind: Channel,
  overview: PayoutOverview,
  asked: Asked,
  withProof: WithProof,
  scheduledFor: string | null,
) {
  const { payees } = overview;
  const payable = payees.filter(({ state }) => state === "approved");
  const typed = useAmounts(overview, asked);
  const { account, amount, problem } = typed;
  const [payeeId, setPayeeId] = useState(() => payable.find(({ id }) => id === asked.payee)?.id ?? payable[0]?.id);
  const [way, setWay] = useState<PayoutWayKey>();
  const [mistake, setMistake] = useState<string>();
  const request = payeeId === undefined ? undefined : requestOf(typed, payeeId);
  // What is priced and promised is of its day; what is written down says the day itself.
  const dated = request && { ...request, scheduledFor: scheduledFor || null };
  const offers = useQuery(waysQuery(kind, dated));
  const elsewhere = useQuery(elsewhereQuery(kind, dated));
  const open = (offers.data ?? []).filter((offer) => offer.problem === null);
  const chosen = open.find((offer) => offer.way === way) ?? open[0];
  const apply = useMutation({
    mutationFn: (terms: Terms) => withProof(() => keep(kind, { ...request!, way: chosen!.way }, terms)),
    onSuccess: async (to) => {
      goTo(to);
      await refreshPayouts();
    },
  });
  const refusal = apply.error ?? (request ? offers.error : null);
  const onlyProblem = request && offers.data && open.length === 0 ? offers.data[0]?.problem : undefined;
  const beside = problem ?? mistake ?? fieldOf(refusal) ?? onlyProblem ?? undefined;
  const isCurrent = request !== undefined && typed.isSettled && !offers.isPlaceholderData;
  const short = refusal instanceof CallRefused && refusal.reason === "quota.short";
  const change = (set: () => void) => {
    set();
    setMistake(undefined);
    apply.reset();
  };
  return {
    account,
    group: typed.group,
    split: typed.split,
    payee: payees.find(({ id }) => id === payeeId),
    text: typed.text,
    amount,
    ...changesOf(typed, change, setWay),
    choosePayee: (id: string) => change(() => setPayeeId(id)),
    /** All at once: columns that came one after the other would push each other about. */
    offers: request ? (elsewhere.isLoading ? undefined : offers.data) : [],
    elsewhere: elsewhereNow(elsewhere, isCurrent, overview),
    chosen: request ? chosen : undefined,
    /** Beside the amount; anything else stands above. */
    beside: short ? problem : beside,
    /** Orders that are missing before it may leave; what is paid later may have them by then. */
    missingQuota: chosen?.missingQuota ?? [],
    above: beside === undefined ? refusal?.message : undefined,
    busy: apply.isPending,
    /** What is typed has no price yet: a press now would go nowhere. */
    isPricing:
      amount !== undefined && payeeId !== undefined && account.problem === null && (!isCurrent || offers.isPending),
    next: (terms: Terms) => {
      if (!amount) return setMistake(problem ?? "请填写金额");
      if (!payeeId) return setMistake("请先添加收款账户");
      const missing = slipOf(terms);
      if (missing) return setMistake(missing);
      if (chosen && isCurrent) apply.mutate(terms);
      else if (offers.isError) void offers.refetch();
    },
  };
}
export type OrderState = ReturnType<typeof useOrder>;
