import { deskAddress, moneyOf, moneyText, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { SearchHit } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Payments that went out, by the reference the bank knows or by their own number. */
export async function searchPayouts(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<{ id: string; payee: string; reference: string; currency: Currency; amount: bigint }>`
    select id, payee_name as payee, rail_reference as reference, currency, amount_minor as amount from payout
    where rail_reference = ${text} or id::text = lower(${text})
    limit ${limit}`.execute(db);
  return rows.map(({ id, payee, reference, currency, amount }) => ({
    kind: "付款",
    title: `${payee} ${moneyText(moneyOf(currency, amount))}`,
    detail: reference,
    path: deskAddress("payoutDesk", { reference, open: id }),
  }));
}
