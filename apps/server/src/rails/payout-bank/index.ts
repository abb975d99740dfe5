import type { Money, PayoutNoticeOutcome } from "@coralhub/domain";
import type { SandboxPayoutBank } from "./sandbox/bank.ts";

export type PayoutInstruction = {
  /** Ours, the same however often it is sent: to the bank it is one payment. */
  reference: string;
  amount: Money;
  payee: { name: string; bankName: string; bankCode: string; accountNumber: string };
  remittance: string;
};

/** How a payment ended at the bank; a return is booked under a number of its own. */
export type PayoutEnd =
  | { standing: "paid" }
  | { standing: "refused"; reason: string }
  | { standing: "returned"; reason: string; returnReference: string };
/** Where a payment stands. `unknown`: the bank has never heard of it. `taken`: it has, and there is no result yet. */
export type PayoutStanding = { standing: "unknown" } | { standing: "taken" } | PayoutEnd;
/** What the bank tells by itself: any number of times, in any order, or never. */
export type PayoutNotice = { reference: string } & PayoutEnd;
export type PayoutNoticeHandler = (notice: PayoutNotice) => Promise<PayoutNoticeOutcome>;

/**
 * A bank that pays out for us. Whoever gets no answer knows nothing: the payment may have been taken. It is asked about by
 * its reference, and sent again only where the bank has never heard of it.
 */
export type PayoutBank = {
  /** The name its nostro accounts carry. */
  name: string;
  /** Takes instructions at all. */
  isOpen: boolean;
  pay(instruction: PayoutInstruction): Promise<PayoutStanding>;
  ask(reference: string): Promise<PayoutStanding>;
};

/** The bank's protocol is not public: the sandbox plays it, and production has none until one is connected. */
export const createPayoutBank = (sandbox: SandboxPayoutBank | undefined): PayoutBank => sandbox ?? createAbsentBank();

function createAbsentBank(): PayoutBank {
  const unreachable = () => Promise.reject(new Error("no payout bank is connected"));
  return { name: "none", isOpen: false, pay: unreachable, ask: unreachable };
}

export {
  createSandboxPayoutBank,
  returnReference,
  SANDBOX_PAYOUT_BANK,
  SANDBOX_PAYOUT_REASONS,
  type SandboxPayoutBank,
} from "./sandbox/bank.ts";
export { createPayoutBankControl } from "./sandbox/control.ts";
export { plantSandboxPayments, type PastBankPayment } from "./sandbox/plant-payments.ts";
