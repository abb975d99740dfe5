import {
  PAYOUT_BANK_KEYS,
  type BankDetails,
  type BankRouteKey,
  type Money,
  type PayoutBankKey,
  type PayoutNoticeOutcome,
} from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import type { Clock } from "../../platform/clock.ts";
import type { IsoBankConfig } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { createIsoBank, createIsoStatements } from "./connectors/iso-bank.ts";
import { createFilesTransport, createHttpTransport } from "./connectors/transports.ts";
import type { BankStatements } from "../bank-statements/index.ts";
import type { SandboxPayoutBanks } from "./sandbox/bank.ts";

export type PayoutInstruction = {
  /** Ours, the same however often it is sent: to the bank it is one payment. */
  reference: string;
  amount: Money;
  payee: {
    name: string;
    route: BankRouteKey;
    country: string;
    bankName: string;
    accountNumber: string;
    details: BankDetails;
  };
  /** Who bears what banks on the way take; null where none are. */
  charges: "shared" | "ours" | null;
  purpose: string | null;
  remittance: string;
};

/**
 * How a payment ended at the bank; a return is booked under a number of its own. `short`: what banks on the way took. `amount`:
 * what came back, where banks kept a part of it.
 */
export type PayoutEnd =
  | { standing: "paid"; short?: Money }
  | { standing: "refused"; reason: string }
  | { standing: "returned"; reason: string; returnReference: string; amount?: Money };
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
  /** Tells nothing by itself: what it has paid is asked about, too, as it may come back. */
  isSilent?: true;
  pay(instruction: PayoutInstruction, cleared: Cleared): Promise<PayoutStanding>;
  ask(reference: string): Promise<PayoutStanding>;
};
export type PayoutBanks = Record<PayoutBankKey, PayoutBank>;

/** The sandbox plays every bank; without it, those that no connector was configured for are closed. */
export const createPayoutBanks = (
  sandbox: SandboxPayoutBanks | undefined,
  connected: Partial<PayoutBanks> = {},
): PayoutBanks =>
  Object.fromEntries(
    PAYOUT_BANK_KEYS.map((key) => [key, connected[key] ?? sandbox?.banks[key] ?? createAbsentBank()]),
  ) as PayoutBanks;

/** Whatever ways it pays on, it is one account with one bank. */
const ISO_BANK = "iso-bank";
/** The ways a configured ISO 20022 bank pays, and its statements. */
export function connectIsoBank(
  config: IsoBankConfig | undefined,
  kernel: { clock: Clock; log: Pick<Log, "warn"> },
): { banks: Partial<PayoutBanks>; statements: readonly BankStatements[] } {
  if (!config) return { banks: {}, statements: [] };
  const { pays, debtor, by } = config;
  const transport = "directory" in by ? createFilesTransport(by.directory) : createHttpTransport(by);
  const bank = createIsoBank({ name: ISO_BANK, debtor, transport, ...kernel });
  const keys = PAYOUT_BANK_KEYS.filter((key) => pays.includes(key));
  return {
    banks: Object.fromEntries(keys.map((key) => [key, bank])),
    statements: [createIsoStatements({ name: ISO_BANK, debtor, transport, ...kernel })],
  };
}

function createAbsentBank(): PayoutBank {
  const unreachable = () => Promise.reject(new Error("no payout bank is connected"));
  return { name: "none", isOpen: false, pay: unreachable, ask: unreachable };
}

export {
  createSandboxPayoutBanks,
  returnReference,
  SANDBOX_PAYOUT_BANKS,
  SANDBOX_PAYOUT_REASONS,
  type SandboxPayoutBanks,
} from "./sandbox/bank.ts";
export { createPayoutBankControl } from "./sandbox/control.ts";
export { plantSandboxPayments, type PastBankPayment } from "./sandbox/plant-payments.ts";
