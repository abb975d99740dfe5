import type { PayoutDetail, PayoutHead } from "@coralhub/contract";
import {
  addressOf,
  countedAmounts,
  formatMoney,
  UNDONE_PAYOUTS,
  type Address,
  type Currency,
  type PayoutKind,
} from "@coralhub/domain";
import type { TimelineNode } from "@coralhub/ui";
import { inTable } from "../../platform/show.tsx";

/** Where each kind is filled in. */
const PAY_PAGES = {
  withdrawal: "withdraw",
  supplier: "paySupplier",
  service: "payService",
  seller: "paySeller",
} as const satisfies Record<PayoutKind, string>;
/** The same, with the wallet as the only source. */
const WALLET_PAGES: Partial<Record<PayoutKind, "paySupplierFromWallet" | "payServiceFromWallet">> = {
  supplier: "paySupplierFromWallet",
  service: "payServiceFromWallet",
};
type Paid = Pick<PayoutHead, "kind" | "sourceCode">;
const pageOf = ({ kind, sourceCode }: Paid) =>
  (sourceCode.startsWith("wallet:") ? WALLET_PAGES[kind] : undefined) ?? PAY_PAGES[kind];
export const againAt = (paid: Paid): Address => addressOf(pageOf(paid));
/** The form as it was filled in before; without the payee where another one is wanted. */
export const refillAt = (payout: PayoutDetail, keep: "all" | "amount"): Address =>
  addressOf(pageOf(payout), {
    account: payout.sources[0]?.accountId ?? null,
    amount: formatMoney(payout.amount),
    payee: keep === "all" ? payout.beneficiaryId : null,
  });
/** What chosen payments add up to. */
export const countedPayouts = (rows: readonly Pick<PayoutHead, "amount" | "state">[]) =>
  countedAmounts(
    rows,
    ({ amount }) => [amount],
    ({ state }) => !UNDONE_PAYOUTS.includes(state),
  );
export const withdrawFrom = (accountId?: string): Address =>
  accountId ? addressOf("withdraw", { account: accountId }) : addressOf("withdrawals");
export const verifyAt = (payoutId: string): Address => addressOf("submitPayment", { id: payoutId });
export const recordOf = (payoutId: string): Address => addressOf("payouts", { open: payoutId });

/** Six decimals at most, four at least: 「7.078843」. */
export const rateDigits = (rate: string): string => {
  const [whole, decimals = ""] = rate.split(".");
  return `${whole}.${decimals.padEnd(4, "0").slice(0, 6)}`;
};
/** 「1 USD = 7.078843 CNY」 */
export const rateText = (rate: string, from: Currency, to: Currency): string => `1 ${from} = ${rateDigits(rate)} ${to}`;

export const payeeText = ({ payeeBank, payeeLastFour }: Pick<PayoutHead, "payeeBank" | "payeeLastFour">): string =>
  `${payeeBank} 尾号 ${payeeLastFour}`;

/** What has yet to happen, in the order in which it will. */
function ahead({ state, arrivesOn }: PayoutDetail): TimelineNode[] {
  const steps = {
    scheduled: "到日期执行",
    awaitingApproval: "财务复核",
    submitted: "发往银行",
    processing: arrivesOn ? `银行付款，${arrivesOn}到账` : "银行付款，到账",
  } as const;
  const order = Object.keys(steps) as (keyof typeof steps)[];
  const from = order.indexOf(state as keyof typeof steps);
  if (state === "unverified") return [{ title: "用验证码确认", state: "next" }];
  const left = from < 0 ? [] : order.slice(from);
  return left
    .filter((name) => name === state || name !== "awaitingApproval")
    .map((name) => ({ title: steps[name], state: "next" }));
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
