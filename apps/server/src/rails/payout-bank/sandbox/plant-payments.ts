import { negateMoney, type Money, type PayoutBankKey } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { SandboxStatements, StatementLine } from "../../bank-statements/index.ts";
import { returnReference, SANDBOX_PAYOUT_BANKS, SANDBOX_PAYOUT_REASONS } from "./bank.ts";

/** What the bank was asked to pay in the past. Without an end it has been taken, and nothing happens by itself. */
export type PastBankPayment = {
  bank: PayoutBankKey;
  reference: string;
  payee: { name: string; bankName: string; bankCode: string };
  amount: Money;
  takenAt: Date;
  paidAt?: Date;
  returnedAt?: Date;
  refused?: boolean;
};

/** A demo world's payments, in the bank's own books and on its statement. */
export async function plantSandboxPayments(
  tx: Tx,
  statements: SandboxStatements,
  payments: readonly PastBankPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ bank, reference, payee, amount, takenAt, paidAt, returnedAt, refused }) => ({
    bank,
    reference,
    ...payee,
    currency: amount.currency,
    minor: amount.minor.toString(),
    state: returnedAt ? "returned" : paidAt ? "paid" : refused ? "refused" : "taken",
    reason: returnedAt ? SANDBOX_PAYOUT_REASONS.return : refused ? SANDBOX_PAYOUT_REASONS.refuse : null,
    at: takenAt,
  }));
  await sql`
    insert into sandbox_payout (bank, reference, payee, bank_name, bank_code, currency, amount_minor, state, reason, at)
    select bank, reference, name, "bankName", "bankCode", currency, minor, state, reason, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (bank text, reference text, name text, "bankName" text,
        "bankCode" text, currency text, minor bigint, state text, reason text, at timestamptz)`.execute(tx);
  for (const [bank, own] of Map.groupBy(payments, (payment) => payment.bank)) {
    await statements.book(tx, SANDBOX_PAYOUT_BANKS[bank], ...own.flatMap(linesOf));
  }
}

const linesOf = ({ reference, amount, paidAt, returnedAt }: PastBankPayment): StatementLine[] => [
  ...(paidAt ? [{ reference, amount: negateMoney(amount), bookedAt: paidAt }] : []),
  ...(returnedAt ? [{ reference: returnReference(reference), amount, bookedAt: returnedAt }] : []),
];
