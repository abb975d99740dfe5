import { numberScope } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Of these numbers, those the merchant has brought already, in whatever way. */
export async function listKnownNumbers(
  tx: Tx,
  { merchantId, platform, storeId }: { merchantId: string; platform: string; storeId: string },
  numbers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select order_number as number from order_claim
    where scope = ${numberScope(platform, storeId)} and owner_id = ${merchantId} and order_number = any(${numbers}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ number }) => number));
}
