import { deskAddress, moneyOf, moneyText, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { SearchHit } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Payments that came in, by the bank's reference or by their own number. */
export async function searchIncomes(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<{ id: string; payer: string; reference: string; currency: Currency; amount: bigint }>`
    select id, payer_name as payer, rail_reference as reference, currency, amount_minor as amount from income
    where rail_reference = ${text} or id::text = lower(${text})
    limit ${limit}`.execute(db);
  return rows.map(({ id, payer, reference, currency, amount }) => ({
    kind: "收款",
    title: `${payer} ${moneyText(moneyOf(currency, amount))}`,
    detail: reference,
    path: deskAddress("incomeDesk", { reference, open: id }),
  }));
}
