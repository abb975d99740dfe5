import { MONEY_MAY_MOVE, type CertificationKind, type CertificationState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { containsIndexed } from "../../platform/list-conditions.ts";

export type Certification = {
  merchantId: string;
  state: CertificationState;
  kind: CertificationKind | null;
  name: string | null;
  openUserId: string | null;
};
const COLUMNS = sql`merchant_id as "merchantId", state, kind, subject_name as name, open_user_id as "openUserId"`;

/** The whole record: what the standing rests on and how long it lasts. */
export type Standing = Certification & {
  applicationId: string | null;
  bigCustomer: boolean;
  expiresOn: string | null;
  remindedDays: number | null;
  frozenReason: string | null;
};
const STANDING = sql`${COLUMNS}, application_id as "applicationId", big_customer as "bigCustomer", expires_on as "expiresOn",
  reminded_days as "remindedDays", frozen_reason as "frozenReason"`;

export async function findStanding(db: Db, merchantId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`select ${STANDING} from certification where merchant_id = ${merchantId}`.execute(
    db,
  );
  return rows[0];
}

export async function listStandings(db: Db, merchantIds: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select ${STANDING} from certification where merchant_id = any(${merchantIds}::uuid[])`.execute(db);
  return rows;
}

/** Whatever is decided about one merchant is decided one after the other. */
export async function lockStanding(tx: Tx, merchantId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select ${STANDING} from certification where merchant_id = ${merchantId} for update`.execute(tx);
  return rows[0];
}

export type Passed = {
  kind: CertificationKind;
  name: string;
  openUserId: string;
  applicationId: string;
  bigCustomer: boolean;
  expiresOn: string | null;
  item: BusinessItem;
};
/** What an approval leaves behind. The open-API user id is made once and kept for good. */
export async function recordPassed(tx: Tx, merchantId: string, passed: Passed, at: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update certification set changed_at = ${at}, kind = ${passed.kind}, subject_name = ${passed.name}, open_user_id = coalesce(open_user_id, ${passed.openUserId}),
      application_id = ${passed.applicationId}, big_customer = big_customer or ${passed.bigCustomer},
      expires_on = ${passed.expiresOn}, reminded_days = null,
      item_code = coalesce(${passed.item.itemCode}, item_code), item_name = coalesce(${passed.item.itemName}, item_name)
    where merchant_id = ${merchantId}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error(`merchant ${merchantId} has no certification record`);
}

/** Certified merchants whose documents end within so many days, or have ended. */
export async function listExpiring(db: Db, until: string, limit: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select ${STANDING} from certification
    where state in ('certified', 'changing') and expires_on <= ${until} order by expires_on limit ${limit}`.execute(db);
  return rows;
}

export async function saveReminded(tx: Tx, merchantId: string, days: number): Promise<void> {
  await sql`update certification set reminded_days = ${days} where merchant_id = ${merchantId}`.execute(tx);
}

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

/** The name an account stood under at that moment, whatever replaced it since; before the first one, that one. */
export async function findNameAt(db: Db, merchantId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select subject_name as name from certification_name where merchant_id = ${merchantId}
    order by since < ${at} desc, case when since < ${at} then -extract(epoch from since) else extract(epoch from since) end
    limit 1`.execute(db);
  return rows[0]?.name;
}

export async function listCertifications(db: Db, merchantIds: readonly string[]): Promise<Certification[]> {
  const { rows } = await sql<Certification>`
    select ${COLUMNS} from certification where merchant_id = any(${merchantIds}::uuid[])`.execute(db);
  return rows;
}

/** Those that let money move; of somebody who has left us none does. */
export async function listInForce(db: Db, merchantIds: readonly string[]): Promise<Certification[]> {
  const { rows } = await sql<Certification>`
    select ${COLUMNS} from certification c
    where merchant_id = any(${merchantIds}::uuid[]) and state = any(${MONEY_MAY_MOVE}::text[])
      and not exists (select 1 from merchant_closed m where m.merchant_id = c.merchant_id)`.execute(db);
  return rows;
}

export async function findByName(db: Db, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from certification
    where ${containsIndexed(sql`subject_name`, text)} order by changed_at desc, merchant_id desc limit ${limit}`.execute(
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

/** How many merchants are in one of these states. */
export async function countCertifications(db: Db, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from certification where state = any(${states})`.execute(db);
  return rows[0]!.count;
}
