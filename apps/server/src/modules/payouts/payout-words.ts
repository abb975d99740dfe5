import { moneyText, PAYOUT_KINDS } from "@coralhub/domain";
import type { Payout } from "./payouts-store.ts";

type Payee = Pick<Payout, "kind" | "payeeName" | "payeeBank" | "payeeLastFour">;
/** 「招商银行 尾号 0831」; of somebody else's account also whose it is. */
export const payeeText = ({ kind, payeeName, payeeBank, payeeLastFour }: Payee): string =>
  `${kind === "withdrawal" ? "" : `${payeeName} `}${payeeBank} 尾号 ${payeeLastFour}`;

/** What every message about a payment says, and where it leads. */
export const about = ({ id, kind, amount }: Pick<Payout, "id" | "kind" | "amount">) => ({
  kind: PAYOUT_KINDS[kind].label,
  amount: moneyText(amount),
  payoutId: id,
});

/** What its coupons are reserved for. */
export const couponUse = ({ id }: { id: string }): string => `payout:${id}`;
