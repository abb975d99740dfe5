import { GOING_PAYOUTS, inDollarCents, payoutLifecycle, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";
import type { NewPayout } from "./payouts-store.ts";

/** Many at once, each with its reference. */
export async function insertPayouts(tx: Tx, payouts: readonly NewPayout[]): Promise<void> {
  const rows = JSON.stringify(
    payouts.map(({ amount, sources, payeeSealedNumber, payeeNumberIndex, ...payout }) => ({
      ...payout,
      currency: amount.currency,
      minor: amount.minor.toString(),
      cents: inDollarCents(amount).toString(),
      sources: sources.map(({ code, amount: part }) => ({ code, minor: part.minor.toString() })),
      sealed: Buffer.from(payeeSealedNumber).toString("hex"),
      index: Buffer.from(payeeNumberIndex).toString("hex"),
    })),
  );
  await sql`
    insert into payout (merchant_id, id, kind, way, state, source_code, sources, beneficiary_id, payee_name, payee_bank,
      payee_last_four, payee_country, payee, payee_sealed_number, payee_number_index, payee_version, currency, amount_minor,
      weight_cents, tolerance_basis_points, arrives_currency, category, purpose, remittance, related_id, scheduled_for,
      batch_id, batch_line, rail, rail_reference, created_at, expires_at, changed_at)
    select "merchantId", id, kind, way, ${payoutLifecycle.initial}, "sourceCode", sources, "beneficiaryId", "payeeName",
      "payeeBank", "payeeLastFour", "payeeCountry", payee, decode(sealed, 'hex'), decode(index, 'hex'), "payeeVersion", currency, minor, cents,
      "toleranceBasisPoints", "arrivesCurrency", category, purpose, remittance, "relatedId",
      "scheduledFor", "batchId", "batchLine", rail, reference, "createdAt", "expiresAt", "createdAt"
    from jsonb_to_recordset(${rows}::jsonb) as r ("merchantId" uuid, id uuid, kind text, way text, "sourceCode" text,
      sources jsonb, "beneficiaryId" uuid, "payeeName" text, "payeeBank" text, "payeeLastFour" text, "payeeCountry" text,
      payee jsonb, sealed text, index text, "payeeVersion" int, currency text, minor bigint, cents bigint, "toleranceBasisPoints" int,
      "arrivesCurrency" text, category int, purpose text, remittance text, "relatedId" uuid,
      "scheduledFor" date, "batchId" uuid, "batchLine" int, rail text, reference text, "createdAt" timestamptz,
      "expiresAt" timestamptz)`.execute(tx);
  await sql`
    insert into payout_reference (rail, reference, owner_id, payout_id)
    select rail, reference, "merchantId", id from jsonb_to_recordset(${rows}::jsonb)
      as r (rail text, reference text, "merchantId" uuid, id uuid)`.execute(tx);
}

export type PaidBefore = { id: string; beneficiaryId: string; currency: Currency; minor: bigint; at: Date };
/** What went or goes to these payees since then: the same amount again is asked about. */
export async function listPaidTo(
  db: Db,
  merchantId: string,
  payeeIds: readonly string[],
  since: Date,
): Promise<PaidBefore[]> {
  const { rows } = await sql<PaidBefore>`
    select id, beneficiary_id as "beneficiaryId", arrives_currency as currency, arrives_minor as minor,
      confirmed_at as at
    from payout where merchant_id = ${merchantId} and beneficiary_id = any(${payeeIds}::uuid[]) and confirmed_at > ${since}
      and state in (${sqlWords(GOING_PAYOUTS)}) order by confirmed_at desc, id desc limit 50000`.execute(db);
  return rows;
}
