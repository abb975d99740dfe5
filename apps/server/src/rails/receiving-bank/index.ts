import { Refusal } from "@coralhub/contract";
import type { Currency, Money, NoticeOutcome, PayInWay } from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import type { Mode, SignedServiceConfig } from "../../platform/config.ts";
import { createPartnerBank } from "./connectors/partner-bank.ts";
import type { SandboxReceivingBank } from "./sandbox/bank.ts";

export type AccountRequest = { reference: string; currency: Currency; country: string; holderName: string };
export type Payment = {
  /** The bank's number of the payment: the same in the announcement, the arrival and the statement. */
  reference: string;
  accountNumber: string;
  amount: Money;
  payer: { name: string; country: string | null; account: string | null };
  remittance: string;
};

/** What the bank tells: any number of times, in any order. */
export type BankNotice =
  | { kind: "account.opened"; reference: string; accountNumber: string; bankName: string; ways: PayInWay[] }
  | { kind: "account.refused"; reference: string; reason: string }
  | ({ kind: "income.announced"; expectedAt: Date | null } & Payment)
  | ({ kind: "income.arrived" } & Payment);

/**
 * The bank at which merchants have accounts to be paid into. Every call may be repeated under its reference and then
 * means the same; what comes of it is told by a notice. Throws while the bank cannot be reached.
 */
export type ReceivingBank = {
  /** The name its nostro accounts carry. */
  name: string;
  requestAccount(request: AccountRequest): Promise<void>;
  closeAccount(account: { reference: string; accountNumber: string }): Promise<void>;
  /** Sends a payment back to whoever paid it; the bank books it under `returnReference`. */
  returnIncome(
    income: { reference: string; returnReference: string; amount: Money; reason: string },
    cleared: Cleared,
  ): Promise<void>;
  /** What came through the hook, if it is from the bank; anything else is refused. */
  readNotice(signed: SignedNotice, now: Date): BankNotice;
};
export type SignedNotice = { timestamp: string; signature: string; payload: string };
export type NoticeHandler = (notice: BankNotice) => Promise<NoticeOutcome>;

type Settings = { mode: Mode; receivingBank: SignedServiceConfig | undefined };

/** A bank that is configured is used in both modes; without one the sandbox plays it, and production has none yet. */
export function createReceivingBank(
  { receivingBank }: Settings,
  sandbox: SandboxReceivingBank | undefined,
): ReceivingBank {
  if (receivingBank) return createPartnerBank(receivingBank);
  return sandbox ?? createAbsentBank();
}

function createAbsentBank(): ReceivingBank {
  const unreachable = () =>
    Promise.reject(new Error("no receiving bank is connected: set RECEIVING_BANK_URL and _KEY"));
  return {
    name: "none",
    requestAccount: unreachable,
    closeAccount: unreachable,
    returnIncome: unreachable,
    readNotice() {
      throw new Refusal("not_found");
    },
  };
}

export { createSandboxReceivingBank, type SandboxReceivingBank } from "./sandbox/bank.ts";
export { createReceivingBankControl } from "./sandbox/control.ts";
export { accountFor } from "./sandbox/account-details.ts";
