import type { OpenObject } from "@coralhub/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Metadata = Readonly<Record<string, string>>;
export type ObjectKey = { merchantId: string; object: OpenObject; id: string };

/** Of those that have any. */
export async function listMetadata(
  db: Db,
  { merchantId, object }: Omit<ObjectKey, "id">,
  ids: readonly string[],
): Promise<Map<string, Metadata>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; metadata: Metadata }>`
    select object_id as id, metadata from open_metadata
    where merchant_id = ${merchantId} and object = ${object} and object_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, metadata }) => [id, metadata]));
}

/** What is named is set, what is named empty goes, the rest stays. Answers what stands afterwards. */
export async function mergeMetadata(
  tx: Tx,
  { merchantId, object, id }: ObjectKey,
  change: Metadata,
  at: Date,
): Promise<Metadata> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== ""));
  const gone = Object.keys(change).filter((name) => change[name] === "");
  const { rows } = await sql<{ metadata: Metadata }>`
    insert into open_metadata (merchant_id, object, object_id, metadata, changed_at)
    values (${merchantId}, ${object}, ${id}, ${JSON.stringify(set)}::jsonb, ${at})
    on conflict (merchant_id, object, object_id) do update
      set metadata = (open_metadata.metadata || excluded.metadata) - ${gone}::text[], changed_at = excluded.changed_at
    returning metadata`.execute(tx);
  return rows[0]!.metadata;
}
