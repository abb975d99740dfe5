import type { OrderFinding } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { UploadKey } from "./uploads-store.ts";

/** A line of a correction, and the line of the delivery before that it says it mends. */
export type Mend = { line: number; mends: number };
/** Where the number itself was wrong, another one stands for the same order. */
const WITHOUT_NUMBER: readonly OrderFinding[] = ["orderNumberMissing", "orderNumberDamaged", "orderNumberShape"];

/** Refused rows of a delivery that have come again without a fault in the one that corrects it. */
export async function listMended(
  tx: Tx,
  { merchantId, id, corrects }: UploadKey & { corrects: string },
  mends: readonly Mend[],
): Promise<string[]> {
  const fine = sql`n.merchant_id = ${merchantId} and n.upload_id = ${id} and n.state not in ('failed', 'replaced')`;
  const refused = sql`o.merchant_id = ${merchantId} and o.upload_id = ${corrects} and o.state = 'failed'`;
  const { rows } = await sql<{ id: string }>`
    select o.id from trade_order o where ${refused} and o.id in (
      select o.id from trade_order n join trade_order o on ${refused} and o.order_number = n.order_number where ${fine}
      union
      select o.id from unnest(${mends.map(({ line }) => line)}::int[], ${mends.map((one) => one.mends)}::int[]) as m (line, mends)
      join trade_order n on ${fine} and n.line = m.line
      join trade_order o on ${refused} and o.line = m.mends and o.findings && ${WITHOUT_NUMBER}::text[])
    order by o.id for update of o`.execute(tx);
  return rows.map((row) => row.id);
}
