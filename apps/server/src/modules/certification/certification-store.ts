import type { CertificationKind, CertificationState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Certification = {
  merchantId: string;
  state: CertificationState;
  kind: CertificationKind | null;
  name: string | null;
  openUserId: string | null;
};
const COLUMNS = sql`merchant_id as "merchantId", state, kind, subject_name as name, open_user_id as "openUserId"`;

export async function insertCertification(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await sql`insert into certification (merchant_id, state, changed_at) values (${merchantId}, 'none', ${at})`.execute(
    tx,
  );
}

export async function findCertification(db: Db, merchantId: string): Promise<Certification | undefined> {
  const { rows } =
    await sql<Certification>`select ${COLUMNS} from certification where merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

export async function listCertifications(db: Db, merchantIds: readonly string[]): Promise<Certification[]> {
  const { rows } = await sql<Certification>`
    select ${COLUMNS} from certification where merchant_id = any(${merchantIds}::uuid[])`.execute(db);
  return rows;
}

export async function findByName(db: Db, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from certification
    where subject_name ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} order by changed_at desc limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.merchantId);
}

export type CertificationPlant = Certification & { changedAt: Date };

/** A demo merchant's standing, as it has become. */
export async function plantCertification(tx: Tx, c: CertificationPlant): Promise<void> {
  await sql`insert into certification (merchant_id, state, kind, subject_name, open_user_id, changed_at)
    values (${c.merchantId}, ${c.state}, ${c.kind}, ${c.name}, ${c.openUserId}, ${c.changedAt}) on conflict do nothing`.execute(
    tx,
  );
}

export type BusinessItem = { itemCode: number | null; itemName: string | null };
export async function findBusinessItem(db: Db, merchantId: string): Promise<BusinessItem> {
  const { rows } = await sql<BusinessItem>`
    select item_code as "itemCode", item_name as "itemName" from certification where merchant_id = ${merchantId}`.execute(
    db,
  );
  return rows[0] ?? { itemCode: null, itemName: null };
}

export async function saveBusinessItem(tx: Tx, merchantId: string, item: BusinessItem): Promise<void> {
  await sql`update certification set item_code = ${item.itemCode}, item_name = ${item.itemName}
    where merchant_id = ${merchantId}`.execute(tx);
}
