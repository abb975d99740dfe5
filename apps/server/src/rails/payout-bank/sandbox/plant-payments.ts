import { negateMoney, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { SandboxStatements, StatementLine } from "../../bank-statements/index.ts";
import { returnReference, SANDBOX_PAYOUT_BANK, SANDBOX_PAYOUT_REASONS } from "./bank.ts";

/** What the bank was asked to pay in the past. Without an end it has been taken, and nothing happens by itself. */
export type PastBankPayment = {
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
  const rows = payments.map(({ reference, payee, amount, takenAt, paidAt, returnedAt, refused }) => ({
    reference,
    ...payee,
    currency: amount.currency,
    minor: amount.minor.toString(),
    state: returnedAt ? "returned" : paidAt ? "paid" : refused ? "refused" : "taken",
    reason: returnedAt ? SANDBOX_PAYOUT_REASONS.return : refused ? SANDBOX_PAYOUT_REASONS.refuse : null,
    at: takenAt,
  }));
  await sql`
    insert into sandbox_payout (reference, payee, bank_name, bank_code, currency, amount_minor, state, reason, at)
    select reference, name, "bankName", "bankCode", currency, minor, state, reason, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (reference text, name text, "bankName" text,
        "bankCode" text, currency text, minor bigint, state text, reason text, at timestamptz)`.execute(tx);
  await statements.book(tx, SANDBOX_PAYOUT_BANK, ...payments.flatMap(linesOf));
}

const linesOf = ({ reference, amount, paidAt, returnedAt }: PastBankPayment): StatementLine[] => [
  ...(paidAt ? [{ reference, amount: negateMoney(amount), bookedAt: paidAt }] : []),
  ...(returnedAt ? [{ reference: returnReference(reference), amount, bookedAt: returnedAt }] : []),
];
