import type { BankCodeScheme, PayeePaper, RelationType } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { BeneficiaryKey } from "./beneficiaries-store.ts";

export type Paper = { beneficiaryId: string; fileId: string; paper: PayeePaper; fileName: string; addedAt: Date };

export async function attachPaper(
  tx: Tx,
  { merchantId, id }: BeneficiaryKey,
  { fileId, paper, fileName, at }: { fileId: string; paper: PayeePaper; fileName: string; at: Date },
): Promise<void> {
  await sql`
    insert into beneficiary_paper (merchant_id, beneficiary_id, file_id, paper, file_name, added_at)
    values (${merchantId}, ${id}, ${fileId}, ${paper}, ${fileName}, ${at})
    on conflict (merchant_id, beneficiary_id, file_id) do update set removed_at = null`.execute(tx);
}

/** It is no longer shown; what was decided by it stays provable. */
export async function detachPaper(
  tx: Tx,
  { merchantId, id }: BeneficiaryKey,
  fileId: string,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update beneficiary_paper set removed_at = ${at}
    where merchant_id = ${merchantId} and beneficiary_id = ${id} and file_id = ${fileId} and removed_at is null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function listPapers(db: Db, merchantId: string, payees: readonly string[]): Promise<Paper[]> {
  const { rows } = await sql<Paper>`
    select beneficiary_id as "beneficiaryId", file_id as "fileId", paper, file_name as "fileName", added_at as "addedAt"
    from beneficiary_paper
    where merchant_id = ${merchantId} and beneficiary_id = any(${payees}::uuid[]) and removed_at is null
    order by added_at, file_id`.execute(db);
  return rows;
}

export type Related = {
  id: string;
  relateName: string;
  relateType: RelationType;
  relateContract: string;
  createdAt: Date;
};
export async function insertRelated(tx: Tx, merchantId: string, r: Related): Promise<void> {
  await sql`insert into related_party (merchant_id, id, name, relation, contract_file_id, created_at)
    values (${merchantId}, ${r.id}, ${r.relateName}, ${r.relateType}, ${r.relateContract}, ${r.createdAt})`.execute(tx);
}
export async function listRelated(db: Db, merchantId: string): Promise<Related[]> {
  const { rows } = await sql<Related>`
    select id, name as "relateName", relation as "relateType", contract_file_id as "relateContract",
      created_at as "createdAt"
    from related_party where merchant_id = ${merchantId} order by created_at desc, id desc limit 500`.execute(db);
  return rows;
}

/** What operators have added to the shipped lists. */
export async function findListedBank(db: Db, scheme: BankCodeScheme, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from bank_listing where scheme = ${scheme} and code = ${code}`.execute(db);
  return rows[0]?.name;
}
export async function listAddedBanks(
  db: Db,
  schemes: readonly BankCodeScheme[],
): Promise<{ scheme: BankCodeScheme; code: string; name: string }[]> {
  const { rows } = await sql<{ scheme: BankCodeScheme; code: string; name: string }>`
    select scheme, code, name from bank_listing where scheme = any(${schemes}::text[]) order by code`.execute(db);
  return rows;
}
export async function saveBank(
  tx: Tx,
  { scheme, code, name, by, at }: { scheme: BankCodeScheme; code: string; name: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into bank_listing (scheme, code, name, added_by, added_at) values (${scheme}, ${code}, ${name}, ${by}, ${at})
    on conflict (scheme, code) do update set name = excluded.name, added_by = excluded.added_by,
      added_at = excluded.added_at`.execute(tx);
}
