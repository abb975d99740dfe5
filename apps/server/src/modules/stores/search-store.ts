import { addressOf, deskAddress, platformName } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, SearchHit, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Stores of every merchant by the beginning of their name, by their link, or by their number. */
export async function searchStores(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<{ merchantId: string; id: string; name: string; platform: string }>`
    select merchant_id as "merchantId", id, name, platform from store
    where starts_with(lower(name), lower(${text})) or url = lower(${text}) or id::text = lower(${text})
    order by submitted_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ merchantId, id, name, platform }) => ({
    kind: "店铺",
    title: name,
    detail: platformName(platform),
    path: deskAddress("storeCase", { merchantId, id }),
  }));
}

/** A merchant's own, by any part of their name or link. */
export async function findStores(db: Db, merchantId: string, { text, limit }: Wanted): Promise<Find[]> {
  const { rows } = await sql<{ id: string; name: string; platform: string }>`
    select id, name, platform from store
    where merchant_id = ${merchantId} and state <> 'removed' and (position(lower(${text}) in lower(concat_ws(' ', name, remark))) > 0 or position(lower(${text}) in url) > 0)
    order by submitted_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, name, platform }) => ({
    kind: "store",
    title: name,
    detail: platformName(platform),
    amount: null,
    path: addressOf("store", { id }),
  }));
}
