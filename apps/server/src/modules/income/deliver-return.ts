import { FROZEN_ACCOUNT_TEXT, moneyOf, type Currency } from "@coralhub/domain";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { heldFor } from "../outflow/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { isOnFrozenAccount } from "./incomes-store.ts";

/**
 * The worker's side of a return: the books have let go of it already, so it is sent until the bank has taken it. While the
 * merchant or the account it came to is frozen, or the books are under alarm, it is held back.
 */
export const deliverReturn =
  ({ bank, database, outflow }: IncomeDeps): OutboxHandler =>
  async ({ merchantId, reference: returnReference, payload, released }) => {
    const { reference, currency, minor, reason } = payload as Record<"reference" | "minor" | "reason", string> & {
      currency: Currency;
    };
    const look = await outflow.look({ merchantId, isReturn: true, released });
    if ("problem" in look) return heldFor(look.problem.text);
    if (merchantId !== null && !released && (await isOnFrozenAccount(database.db, merchantId, reference))) {
      return heldFor(FROZEN_ACCOUNT_TEXT);
    }
    await bank.returnIncome(
      { reference, returnReference, amount: moneyOf(currency, BigInt(minor)), reason },
      look.cleared,
    );
    return { result: "delivered" };
  };
