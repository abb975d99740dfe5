import type { Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Link = {
  merchantId: string;
  id: string;
  kind: "supplier" | "service";
  name: string;
  country: string;
  currency: Currency;
  createdAt: Date;
  expiresAt: Date;
  filled: Record<string, unknown> | null;
  sealedNumber: Uint8Array | null;
  filledAt: Date | null;
  closedAt: Date | null;
};
const COLUMNS = sql`owner_id as "merchantId", id, kind, name, country, currency, created_at as "createdAt",
  expires_at as "expiresAt", filled, sealed_number as "sealedNumber", filled_at as "filledAt", closed_at as "closedAt"`;

export async function insertLink(
  tx: Tx,
  secretHash: Uint8Array,
  link: Omit<Link, "filled" | "sealedNumber" | "filledAt" | "closedAt">,
): Promise<void> {
  await sql`
    insert into beneficiary_link (secret_hash, owner_id, id, kind, name, country, currency, created_at, expires_at)
    values (${secretHash}, ${link.merchantId}, ${link.id}, ${link.kind}, ${link.name}, ${link.country}, ${link.currency},
      ${link.createdAt}, ${link.expiresAt})`.execute(tx);
}

/** By its secret, for whoever fills it in: once, and in time. */
export async function findOpenLink(db: Db, secretHash: Uint8Array, now: Date): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    select ${COLUMNS} from beneficiary_link
    where secret_hash = ${secretHash} and filled_at is null and closed_at is null and expires_at > ${now}`.execute(db);
  return rows[0];
}

export async function fillLink(
  tx: Tx,
  secretHash: Uint8Array,
  { filled, sealedNumber, at }: { filled: object; sealedNumber: Uint8Array; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update beneficiary_link set filled = ${JSON.stringify(filled)}::jsonb, sealed_number = ${sealedNumber}, filled_at = ${at}
    where secret_hash = ${secretHash} and filled_at is null and closed_at is null and expires_at > ${at}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listLinks(db: Db, merchantId: string): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select ${COLUMNS} from beneficiary_link
    where owner_id = ${merchantId} and closed_at is null order by created_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** All of them: nobody fills them in any more, and what was written there is forgotten. */
export async function closeLinks(tx: Tx, merchantId: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update beneficiary_link set closed_at = ${at}, filled = null, sealed_number = null
    where owner_id = ${merchantId} and closed_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function findFilled(db: Db, merchantId: string, id: string): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    select ${COLUMNS} from beneficiary_link
    where owner_id = ${merchantId} and id = ${id} and closed_at is null`.execute(db);
  return rows[0];
}

/** Taken over, or given up, once; the sealed answer is not needed any more. */
export async function closeLink(
  tx: Tx,
  merchantId: string,
  id: string,
  at: Date,
  beneficiaryId: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update beneficiary_link set closed_at = ${at}, beneficiary_id = ${beneficiaryId}, filled = null, sealed_number = null
    where owner_id = ${merchantId} and id = ${id} and closed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}
