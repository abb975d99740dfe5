import { deskAddress, platformName } from "@coralhub/domain";
import { sql } from "kysely";
import type { SearchHit } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Stores of every merchant by the beginning of their name, by their link, or by their number. */
export async function searchStores(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<{ merchantId: string; id: string; name: string; platform: string }>`
    select merchant_id as "merchantId", id, name, platform from store
    where starts_with(lower(name), lower(${text})) or url = lower(${text}) or id::text = lower(${text})
    order by submitted_at desc limit ${limit}`.execute(db);
  return rows.map(({ merchantId, id, name, platform }) => ({
    kind: "店铺",
    title: name,
    detail: platformName(platform),
    path: deskAddress("storeCase", { merchantId, id }),
  }));
}
