import type { PayoutDetail, PayoutHead } from "@coralhub/contract";
import { type Address, addressOf, type Currency } from "@coralhub/domain";
import type { TimelineNode } from "@coralhub/ui";
import { inTable } from "../../platform/show.tsx";

export const withdrawFrom = (accountId?: string): Address =>
  addressOf("payouts", { do: "withdraw", account: accountId });
export const verifyAt = (payoutId: string): Address => addressOf("payouts", { do: "withdraw", payout: payoutId });
export const recordOf = (payoutId: string): Address => addressOf("payouts", { open: payoutId });

/** 「1 USD = 7.078843 CNY」 */
export const rateText = (rate: string, from: Currency, to: Currency): string => {
  const [whole, decimals = ""] = rate.split(".");
  return `1 ${from} = ${whole}.${decimals.padEnd(4, "0").slice(0, 6)} ${to}`;
};

export const payeeText = ({ payeeBank, payeeLastFour }: Pick<PayoutHead, "payeeBank" | "payeeLastFour">): string =>
  `${payeeBank} 尾号 ${payeeLastFour}`;

/** What has yet to happen, in the order in which it will. */
function ahead({ state }: PayoutDetail): TimelineNode[] {
  const steps = { awaitingApproval: "财务审批", submitted: "发往银行", processing: "银行付款，到账" } as const;
  const order = Object.keys(steps) as (keyof typeof steps)[];
  const from = order.indexOf(state as keyof typeof steps);
  if (state === "unverified") return [{ title: "用验证码确认", state: "next" }];
  return from < 0 ? [] : order.slice(from).map((name) => ({ title: steps[name], state: "next" }));
}

/** What happened, where it stands now, what comes: the newest at the bottom. */
export function timelineOf(detail: PayoutDetail): TimelineNode[] {
  const { timeline } = detail;
  const happened = timeline.map(({ label, note, at }, index): TimelineNode => ({
    title: label,
    when: inTable(at),
    state: index === timeline.length - 1 ? "current" : "done",
    ...(note && { note }),
  }));
  return [...happened, ...ahead(detail)];
}
