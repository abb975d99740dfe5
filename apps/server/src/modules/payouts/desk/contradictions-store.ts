import type { BankWord } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayoutKey } from "../payouts-store.ts";

type Contradiction = { said: BankWord; at: Date };

/** Said again it is the same; something else said is to be looked at anew. */
export async function markContradicted(tx: Tx, { merchantId, id }: PayoutKey, { said, at }: Contradiction) {
  await sql`
    update payout set contradicted_as = ${said}, contradicted_at = ${at}, contradiction_seen_at = null
     where merchant_id = ${merchantId} and id = ${id} and contradicted_as is distinct from ${said}`.execute(tx);
}

export async function findContradiction(db: Db, { merchantId, id }: PayoutKey): Promise<Contradiction | undefined> {
  const { rows } = await sql<Contradiction>`
    select contradicted_as as said, contradicted_at as at from payout
     where merchant_id = ${merchantId} and id = ${id} and contradicted_at is not null
       and contradiction_seen_at is null`.execute(db);
  return rows[0];
}

/** False where there is nothing left to look at. */
export async function markSeen(tx: Tx, { merchantId, id }: PayoutKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payout set contradiction_seen_at = ${at}
     where merchant_id = ${merchantId} and id = ${id} and contradicted_at is not null
       and contradiction_seen_at is null`.execute(tx);
  return numAffectedRows === 1n;
}
