import { accountParts, approvalReason, PAYOUT_CHANNELS, VERIFY_MINUTES, type PayoutStep } from "@coralhub/domain";
import {
  plantBankAccount,
  plantPayouts,
  type BankAccountPlant,
  type PayoutPlant,
} from "../../modules/payouts/index.ts";
import type { Tx } from "../../platform/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { SandboxStatements } from "../../rails/bank-statements/index.ts";
import {
  plantSandboxPayments,
  SANDBOX_PAYOUT_BANK,
  SANDBOX_PAYOUT_REASONS,
  type PastBankPayment,
} from "../../rails/payout-bank/index.ts";
import { idAt } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import type { PastPayout } from "../money/payout-book.ts";
import { DEMO_OPERATORS } from "../operators.ts";
import { DEMO_BANK_ACCOUNTS } from "./bank-accounts.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVENTS = 100_000_000;
const QUOTES = 120_000_000;
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

type Deps = { secrets: Secrets; statements: SandboxStatements; now: Date };
type Owner = { merchantId: string; tag: number };

/** Every withdrawal in the planted books, as its list and the paying bank know it: the same amounts and moments. */
export async function plantPastPayouts(
  { secrets, statements, now }: Deps,
  tx: Tx,
  owner: Owner,
  payouts: readonly PastPayout[],
): Promise<void> {
  if (payouts.length === 0) return;
  const { merchantId, tag } = owner;
  const holderName = DEMO_MERCHANTS.find((merchant) => merchant.merchantId === merchantId)!.certification.name!;
  const { country, currency } = PAYOUT_CHANNELS.citic;
  const payees = DEMO_BANK_ACCOUNTS.filter((account) => account.merchantId === merchantId).map(
    ({ boundDaysAgo, ...account }) => {
      const boundAt = new Date(now.getTime() - boundDaysAgo * DAY_MS);
      return { ...account, country, currency, holderName, boundAt };
    },
  );
  for (const payee of payees) await plantBankAccount({ secrets }, tx, payee);
  const known = payouts.map((payout, n) => ({
    payout,
    payee: payees.findLast(({ boundAt }) => boundAt < payout.confirmedAt)!,
    number: tag * 100_000 + n,
  }));
  await plantPayouts(
    tx,
    known.map(({ payout, payee, number }) => payoutPlant(payout, payee, number)),
  );
  const sent = known.flatMap(({ payout, payee }) => atBank(payout, payee));
  await plantSandboxPayments(tx, statements, sent);
}

type Step = { action: PayoutStep; at: Date; note: string | null };

/** What happened to it, in order. Large ones were looked at for the better part of an hour. */
function stepsOf({ amount, confirmedAt, ends }: PastPayout): Step[] {
  const step = (action: PayoutStep, at: Date, note: string | null = null): Step => ({ action, at, note });
  const applied = step("apply", after(confirmedAt, -1.4));
  if (ends.state === "cancelled") return [applied, step("lapse", after(applied.at, VERIFY_MINUTES + 0.5))];
  const reason = approvalReason(amount);
  const agreed = reason
    ? [step("askApproval", confirmedAt, reason), step("approve", after(confirmedAt, 48))]
    : [step("confirm", confirmedAt)];
  if (ends.state === "awaitingApproval") return [applied, agreed[0]!];
  const begun = [applied, ...agreed, step("send", after(agreed.at(-1)!.at, 0.2))];
  switch (ends.state) {
    case "processing":
      return begun;
    case "completed":
      return [...begun, step("settle", ends.at)];
    case "failed":
      return [...begun, step("fail", ends.at, SANDBOX_PAYOUT_REASONS.refuse)];
    case "returned":
      return [...begun, step("settle", ends.paidAt), step("giveBack", ends.at, SANDBOX_PAYOUT_REASONS.return)];
  }
}

const stepAt = (payout: PastPayout, action: PayoutStep): Date | undefined =>
  stepsOf(payout).find((step) => step.action === action)?.at;

function payoutPlant(payout: PastPayout, payee: BankAccountPlant, number: number): PayoutPlant {
  const { id, reference, account, amount, price, confirmedAt, ends, holdId, finalId, returnId } = payout;
  const steps = stepsOf(payout);
  const last = steps.at(-1)!;
  const isOpen = ends.state === "awaitingApproval" || ends.state === "processing";
  const isAgreed = holdId !== null;
  return {
    merchantId: payee.merchantId,
    id,
    kind: "withdrawal",
    channel: "citic",
    state: ends.state,
    accountId: accountParts(account).owner!,
    bankAccountId: payee.id,
    payeeName: payee.holderName,
    payeeBank: payee.bankName,
    payeeLastFour: payee.accountNumber.slice(-4),
    amount,
    arrivesCurrency: PAYOUT_CHANNELS.citic.currency,
    price: isAgreed ? price : null,
    quoteId: isAgreed ? idAt(confirmedAt, QUOTES + number) : null,
    rail: SANDBOX_PAYOUT_BANK,
    reference,
    reason: last.note,
    decidedBy: stepAt(payout, "approve") ? DEMO_OPERATORS.find(({ roles }) => roles.includes("finance"))!.id : null,
    createdAt: steps[0]!.at,
    expiresAt: after(steps[0]!.at, VERIFY_MINUTES),
    confirmedAt: isAgreed ? confirmedAt : null,
    finishedAt: isOpen ? null : last.at,
    askedAt: stepAt(payout, "send") ?? null,
    holdPostingId: holdId,
    finalPostingId: finalId,
    returnPostingId: returnId,
    events: steps.map((step, n) => ({ ...step, id: idAt(step.at, EVENTS + number * 10 + n) })),
  };
}

/** Nothing has reached the bank before it was sent. */
function atBank(payout: PastPayout, payee: BankAccountPlant): PastBankPayment[] {
  const takenAt = stepAt(payout, "send");
  if (!takenAt) return [];
  const { reference, price, ends } = payout;
  const paidAt = stepAt(payout, "settle");
  return [
    {
      reference,
      payee: { name: payee.holderName, bankName: payee.bankName, bankCode: payee.bankCode },
      amount: price.price.buy,
      takenAt,
      refused: ends.state === "failed",
      ...(paidAt && { paidAt }),
      ...(ends.state === "returned" && { returnedAt: ends.at }),
    },
  ];
}
