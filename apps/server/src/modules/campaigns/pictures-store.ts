import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type CampaignImage = { id: string; width: number; height: number };
type NewPicture = CampaignImage & { bytes: Uint8Array; madeBy: string; at: Date };
export async function insertPicture(tx: Tx, p: NewPicture): Promise<void> {
  await sql`insert into campaign_picture (id, bytes, width, height, made_by, made_at)
    values (${p.id}, ${p.bytes}, ${p.width}, ${p.height}, ${p.madeBy}, ${p.at})`.execute(tx);
}

/** By their ids; one that is not there is missing. */
export async function findPictures(db: Db, ids: readonly string[]): Promise<Map<string, CampaignImage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CampaignImage>`
    select id, width, height from campaign_picture where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readPicture(db: Db, id: string): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ bytes: Uint8Array }>`select bytes from campaign_picture where id = ${id}`.execute(db);
  return rows[0]?.bytes;
}
