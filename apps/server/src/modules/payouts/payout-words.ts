import { moneyText, PAYOUT_KINDS } from "@coralhub/domain";
import type { Payout } from "./payouts-store.ts";

export const payeeText = ({ payeeBank, payeeLastFour }: Pick<Payout, "payeeBank" | "payeeLastFour">): string =>
  `${payeeBank} 尾号 ${payeeLastFour}`;

/** What every message about a payment says, and where it leads. */
export const about = ({ id, kind, amount }: Payout) => ({
  kind: PAYOUT_KINDS[kind].label,
  amount: moneyText(amount),
  payoutId: id,
});
