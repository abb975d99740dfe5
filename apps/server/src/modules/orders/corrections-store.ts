import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { UploadKey } from "./uploads-store.ts";

/** Refused rows of a delivery with one of these numbers. */
export async function listFailedNumbers(
  tx: Tx,
  { merchantId, id }: UploadKey,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from trade_order where merchant_id = ${merchantId} and upload_id = ${id} and state = 'failed'
      and order_number = any(${numbers}::text[]) order by id`.execute(tx);
  return rows.map((row) => row.id);
}
