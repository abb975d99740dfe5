import { moneyOf, type Currency } from "@coralhub/domain";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { IncomeDeps } from "./deps.ts";

/** The worker's side of a return: the books have let go of it already, so it is sent until the bank has taken it. */
export const deliverReturn =
  ({ bank }: IncomeDeps): OutboxHandler =>
  async ({ reference: returnReference, payload }) => {
    const { reference, currency, minor, reason } = payload as Record<"reference" | "minor" | "reason", string> & {
      currency: Currency;
    };
    await bank.returnIncome({ reference, returnReference, amount: moneyOf(currency, BigInt(minor)), reason });
    return { result: "delivered" };
  };
