import { CallRefused, type PayoutOverview } from "@coralhub/contract";
import { formatMoney, type PayoutWayKey, readAmount } from "@coralhub/domain";
import { useDebounced } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { goTo } from "../../platform/navigation.ts";
import { apply as writeDown, refreshPayouts, waysQuery, type Channel, type Wish } from "./payouts-calls.ts";
import { verifyAt } from "./words.ts";

export type Terms = {
  category: number | null;
  remittance: string;
  toleranceBasisPoints: 0 | 50 | 100 | 200;
  scheduledFor: string | null;
};
type Asked = { account: string | null; payee: string | null };
type WithProof = <T>(action: () => Promise<T>) => Promise<T>;

/** What was chosen and typed, what the server says to it, and the way on. */
export function useOrder(kind: Channel, overview: PayoutOverview, asked: Asked, withProof: WithProof) {
  const { accounts, payees } = overview;
  const usable = accounts.filter(({ problem }) => problem === null);
  const payable = payees.filter(({ state }) => state === "approved");
  const [accountId, setAccountId] = useState(
    () => accounts.find((one) => one.accountId === asked.account)?.accountId ?? usable[0]?.accountId,
  );
  const [payeeId, setPayeeId] = useState(() => payable.find(({ id }) => id === asked.payee)?.id ?? payable[0]?.id);
  const [text, setText] = useState("");
  const [way, setWay] = useState<PayoutWayKey>();
  const [slip, setSlip] = useState<string>();
  const account = accounts.find((one) => one.accountId === accountId) ?? accounts[0]!;
  const { amount, problem } = readAmount(text, account.currency);
  const settled = useDebounced(amount && account.problem === null ? formatMoney(amount) : "", 400);
  const priced = settled === "" ? undefined : readAmount(settled, account.currency).amount;
  const wish: Wish | undefined =
    priced && payeeId ? { accountId: account.accountId, amount: priced, beneficiaryId: payeeId } : undefined;
  const offers = useQuery(waysQuery(kind, wish));
  const open = (offers.data ?? []).filter((offer) => offer.problem === null);
  const chosen = open.find((offer) => offer.way === way) ?? open[0];
  const apply = useMutation({
    mutationFn: (terms: Terms) => withProof(() => writeDown(kind, { ...wish!, way: chosen!.way, ...terms })),
    onSuccess: async ({ id }) => {
      goTo(verifyAt(id));
      await refreshPayouts();
    },
  });
  const refusal = apply.error ?? (wish ? offers.error : null);
  const onlyProblem = wish && offers.data && open.length === 0 ? offers.data[0]?.problem : undefined;
  const beside =
    problem ??
    slip ??
    (refusal instanceof CallRefused ? refusal.fields["amount"] : undefined) ??
    onlyProblem ??
    undefined;
  const change = (set: () => void) => {
    set();
    setSlip(undefined);
    apply.reset();
  };
  return {
    account,
    payee: payees.find(({ id }) => id === payeeId),
    text,
    type: (value: string) => change(() => setText(value)),
    chooseAccount: (id: string) => change(() => setAccountId(id)),
    choosePayee: (id: string) => change(() => setPayeeId(id)),
    chooseWay: setWay,
    offers: wish ? offers.data : [],
    chosen: wish ? chosen : undefined,
    /** Beside the amount; anything else stands above. */
    beside,
    above: beside === undefined ? refusal?.message : undefined,
    busy: apply.isPending,
    next: (terms: Terms) => {
      if (!amount) return setSlip(problem ?? "请填写金额");
      if (!payeeId) return setSlip("请先添加收款账户");
      if (chosen && wish?.amount.minor === amount.minor) apply.mutate(terms);
    },
  };
}
export type OrderState = ReturnType<typeof useOrder>;
