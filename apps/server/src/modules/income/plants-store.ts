import { incomeLifecycle, type IncomeHold, type IncomeState, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { insertEvents, pastEvent, type PastEvent } from "../../platform/lifecycle-store.ts";
import type { IncomeStep } from "./income-events-store.ts";

export type IncomePlant = {
  merchantId: string;
  id: string;
  accountId: string;
  storeId: string | null;
  platform: string | null;
  payerName: string;
  amount: Money;
  rail: string;
  reference: string;
  state: IncomeState;
  hold: IncomeHold | null;
  holdNote: string | null;
  dueAt: Date | null;
  announcedAt: Date;
  expectedAt: Date | null;
  arrivedAt: Date | null;
  creditedAt: Date | null;
  returnedAt: Date | null;
  holdPostingId: string | null;
  finalPostingId: string | null;
  /** Two different people, where it was sent back. */
  returned: { reason: string; proposedBy: string; proposedName: string; decidedBy: string } | null;
  events: readonly (PastEvent & { action: IncomeStep })[];
};

const rowOf = ({ amount, returned, events: _events, ...plant }: IncomePlant) => ({
  ...plant,
  currency: amount.currency,
  minor: amount.minor.toString(),
  changedAt: plant.returnedAt ?? plant.creditedAt ?? plant.arrivedAt ?? plant.announcedAt,
  returnReason: returned?.reason ?? null,
  proposedBy: returned?.proposedBy ?? null,
  proposedName: returned?.proposedName ?? null,
  decidedBy: returned?.decidedBy ?? null,
});

/** Payments of the past. Their postings are planted with them, by whoever plants the books. */
export async function plantIncomes(tx: Tx, plants: readonly IncomePlant[]): Promise<void> {
  if (plants.length === 0) return;
  const rows = JSON.stringify(plants.map(rowOf));
  await sql`
    insert into income (merchant_id, id, receiving_account_id, store_id, platform, payer_name, currency, amount_minor, rail,
      rail_reference, state, hold, hold_note, evidence_due_at, announced_at, expected_at, arrived_at, credited_at,
      returned_at, changed_at, hold_posting_id, final_posting_id, proposal_reason, proposed_by,
      proposed_name, proposed, proposed_at, decided_by)
    select "merchantId", id, "accountId", "storeId", platform, "payerName", currency, minor, rail, reference, state, hold,
      "holdNote", "dueAt", "announcedAt", "expectedAt", "arrivedAt", "creditedAt", "returnedAt", "changedAt",
      "holdPostingId", "finalPostingId", "returnReason", "proposedBy", "proposedName",
      case when "proposedBy" is not null then 'return' end, case when "proposedBy" is not null then "returnedAt" end,
      "decidedBy"
    from jsonb_to_recordset(${rows}::jsonb) as r ("merchantId" uuid, id uuid, "accountId" uuid, "storeId" uuid,
      platform text, "payerName" text, currency text, minor bigint, rail text, reference text, state text, hold text,
      "holdNote" text, "dueAt" timestamptz, "announcedAt" timestamptz, "expectedAt" timestamptz, "arrivedAt" timestamptz,
      "creditedAt" timestamptz, "returnedAt" timestamptz, "changedAt" timestamptz, "holdPostingId" uuid,
      "finalPostingId" uuid, "returnReason" text, "proposedBy" uuid, "proposedName" text, "decidedBy" uuid)`.execute(
    tx,
  );
  await sql`
    insert into income_reference (rail, reference, owner_id, income_id)
    select rail, reference, "merchantId", id from jsonb_to_recordset(${rows}::jsonb)
      as r (rail text, reference text, "merchantId" uuid, id uuid)`.execute(tx);
  await insertEvents(
    tx,
    plants.flatMap((plant) => plant.events.map((event) => pastEvent(incomeLifecycle, plant, event))),
  );
}
