import type { Secrets } from "./secrets.ts";

/**
 * Single values about people, each sealed in its column and bound to its row: the place and what the row is found by, in
 * the order the value is bound with. A command seals what an earlier version left in the clear, by the same table.
 */
export const SEALED_CELLS = {
  "account_recovery.contact_name": ["id"],
  "account_recovery.new_mobile": ["id"],
  "account_recovery.story": ["id"],
  "campaign_application.contact": ["merchant_id", "id"],
  "campaign_application.mobile": ["merchant_id", "id"],
  "card_contact.address": ["merchant_id", "id"],
  "icbc_customer.card_no": ["merchant_id"],
  "income.payer_account": ["merchant_id", "id"],
  "merchant.address": ["merchant_id"],
  "merchant_factor_change.new_value": ["merchant_id", "person_id", "factor"],
  "payout.advice_email": ["merchant_id", "id"],
  "payout_series.advice_email": ["merchant_id", "id"],
  "unclaimed_income.payer_account": ["id"],
} as const satisfies Record<string, readonly string[]>;

export type SealedCell = keyof typeof SEALED_CELLS;
type Sealer = Pick<Secrets, "seal" | "open" | "isSealed">;

const contextOf = (cell: SealedCell, row: readonly string[]): string => `${cell}:${row.join(":")}`;

export const sealCell = (
  secrets: Pick<Secrets, "seal">,
  cell: SealedCell,
  row: readonly string[],
  text: string,
): Uint8Array => secrets.seal(text, contextOf(cell, row));

/**
 * What lies there from before it was sealed is read as it is: the migration that brings the seal seals it, and `npm run reseal`
 * what an interrupted one has left.
 */
export function openCell(secrets: Sealer, cell: SealedCell, row: readonly string[], bytes: Uint8Array): string {
  const opened = secrets.isSealed(bytes) ? secrets.open(bytes, contextOf(cell, row)) : Buffer.from(bytes);
  return opened.toString("utf8");
}
