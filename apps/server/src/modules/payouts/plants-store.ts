import { inDollarCents, payoutLifecycle } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { insertEvents, pastEvent } from "../../platform/lifecycle-store.ts";
import { priceJson, type Payout } from "./payouts-store.ts";

type Step = { id: string; action: string; note: string | null; at: Date };
/** A payment of the demo world's past, with the steps it took. */
export type PayoutPlant = Omit<Payout, "payeeSealedNumber" | "short" | "returned" | "returnReference"> & {
  payeeSealedNumber: Uint8Array;
  quoteId: string | null;
  returnPostingId: string | null;
  events: readonly Step[];
};

export async function plantPayouts(tx: Tx, plants: readonly PayoutPlant[]): Promise<void> {
  if (plants.length === 0) return;
  const rows = JSON.stringify(
    plants.map(({ amount, price, sources, payee, payeeSealedNumber, ...plant }) => ({
      ...plant,
      events: undefined,
      currency: amount.currency,
      minor: amount.minor.toString(),
      cents: inDollarCents(amount).toString(),
      price: price && priceJson(price),
      arrivesMinor: price?.arrives.minor.toString() ?? null,
      sources: sources.map(({ code, amount: part }) => ({ code, minor: part.minor.toString() })),
      payee,
      sealed: Buffer.from(payeeSealedNumber).toString("hex"),
    })),
  );
  await sql`
    insert into payout (merchant_id, id, kind, way, state, source_code, sources, beneficiary_id, payee_name, payee_bank,
      payee_last_four, payee_country, payee, payee_sealed_number, payee_version, currency, amount_minor, weight_cents, quote_id,
      price, priced_at, tolerance_basis_points, arrives_currency, arrives_minor, arrives_on, remittance, rail, rail_reference,
      reason, decided_by, created_at, expires_at, confirmed_at, finished_at, changed_at, asked_at, sent_at, hold_posting_id,
      final_posting_id, return_posting_id)
    select "merchantId", id, kind, way, state, "sourceCode", sources, "beneficiaryId", "payeeName", "payeeBank",
      "payeeLastFour", "payeeCountry", payee, decode(sealed, 'hex'), "payeeVersion", currency, minor, cents, "quoteId",
      price, "pricedAt", "toleranceBasisPoints", "arrivesCurrency", "arrivesMinor", "arrivesOn", remittance, rail, reference,
      reason, "decidedBy", "createdAt", "expiresAt", "confirmedAt", "finishedAt", coalesce("finishedAt", "createdAt"),
      "askedAt", "sentAt", "holdPostingId", "finalPostingId", "returnPostingId"
    from jsonb_to_recordset(${rows}::jsonb) as r ("merchantId" uuid, id uuid, kind text, way text, state text,
      "sourceCode" text, sources jsonb, "beneficiaryId" uuid, "payeeName" text, "payeeBank" text, "payeeLastFour" text,
      "payeeCountry" text, payee jsonb, sealed text, "payeeVersion" int, currency text, minor bigint, cents bigint,
      "quoteId" uuid, price jsonb, "pricedAt" timestamptz, "toleranceBasisPoints" int, "arrivesCurrency" text,
      "arrivesMinor" bigint, "arrivesOn" text, remittance text, rail text, reference text, reason text, "decidedBy" uuid,
      "createdAt" timestamptz, "expiresAt" timestamptz, "confirmedAt" timestamptz, "finishedAt" timestamptz,
      "askedAt" timestamptz, "sentAt" timestamptz, "holdPostingId" uuid, "finalPostingId" uuid, "returnPostingId" uuid)`.execute(
    tx,
  );
  await sql`
    insert into payout_reference (rail, reference, owner_id, payout_id)
    select rail, reference, "merchantId", id from jsonb_to_recordset(${rows}::jsonb)
      as r (rail text, reference text, "merchantId" uuid, id uuid)`.execute(tx);
  await insertEvents(
    tx,
    plants.flatMap(({ merchantId, id, events }) =>
      events.map((event) => pastEvent(payoutLifecycle, { merchantId, id }, { ...event, actorKind: "system" })),
    ),
  );
}
