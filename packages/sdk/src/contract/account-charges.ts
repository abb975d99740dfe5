// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 开户费记录 */
export type ListAccountChargesInput = Record<string, never>;
export type ListAccountChargesOutput = Array<{
  id: string;
  accountId: string;
  accountNumber: string | null;
  amount: Money;
  state: "due" | "paid";
  createdAt: string;
  paidAt: string | null;
}>;
/** 用账户余额支付开户费 */
export type PayAccountChargeInput = { chargeId: string };
export type PayAccountChargeOutput = null;
