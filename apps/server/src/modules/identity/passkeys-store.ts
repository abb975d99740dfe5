import { sql } from "kysely";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";

export type Passkey = PersonKey & {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};
const COLUMNS = sql`p.merchant_id as "merchantId", p.person_id as "personId", p.id, p.credential_id as "credentialId", p.public_key as "publicKey", p.counter,
  p.transports, p.name, p.created_at as "createdAt", p.last_used_at as "lastUsedAt"`;

export async function listPasskeys(db: Db, who: PersonKey): Promise<Passkey[]> {
  const { rows } =
    await sql<Passkey>`select ${COLUMNS} from merchant_passkey p where p.merchant_id = ${who.merchantId} and p.person_id = ${who.personId} order by p.id`.execute(
      db,
    );
  return rows;
}

export async function findByCredential(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    select ${COLUMNS} from passkey_directory d join merchant_passkey p on p.merchant_id = d.owner_id and p.person_id = d.person_id and p.id = d.passkey_id
    where d.credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** False when the credential is known already. */
export async function insertPasskey(tx: Tx, p: Omit<Passkey, "lastUsedAt">): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into passkey_directory (credential_id, owner_id, person_id, passkey_id)
    values (${p.credentialId}, ${p.merchantId}, ${p.personId}, ${p.id}) on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`insert into merchant_passkey (merchant_id, person_id, id, credential_id, public_key, counter, transports, name, created_at)
    values (${p.merchantId}, ${p.personId}, ${p.id}, ${p.credentialId}, ${p.publicKey}, ${p.counter}, ${p.transports}, ${p.name}, ${p.createdAt})`.execute(
    tx,
  );
  return true;
}

/** All of a person's. */
export async function deletePasskeys(tx: Tx, who: PersonKey): Promise<void> {
  const { rows } = await sql<{ credentialId: string }>`
    delete from merchant_passkey where merchant_id = ${who.merchantId} and person_id = ${who.personId}
    returning credential_id as "credentialId"`.execute(tx);
  const ids = rows.map(({ credentialId }) => credentialId);
  await sql`delete from passkey_directory where credential_id = any(${ids})`.execute(tx);
}

export async function deletePasskey(tx: Tx, who: PersonKey, id: string): Promise<boolean> {
  const { rows } = await sql<{ credentialId: string }>`
    delete from merchant_passkey where merchant_id = ${who.merchantId} and person_id = ${who.personId} and id = ${id} returning credential_id as "credentialId"`.execute(
    tx,
  );
  if (!rows[0]) return false;
  await sql`delete from passkey_directory where credential_id = ${rows[0].credentialId}`.execute(tx);
  return true;
}

/** False when it was removed meanwhile. */
export async function recordPasskeyUse(
  tx: Tx,
  who: PersonKey,
  id: string,
  counter: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update merchant_passkey set counter = ${counter}, last_used_at = ${at}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export type ChallengePurpose = "register" | "signIn" | "stepUp";
export type Challenge = {
  id: string;
  purpose: ChallengePurpose;
  /** Null at the door, where nobody is named. */
  personId: string | null;
  challenge: string;
  expiresAt: Date;
};
export async function insertChallenge(db: Db, c: Challenge): Promise<void> {
  await sql`insert into passkey_challenge (id, purpose, person_id, challenge, expires_at)
    values (${c.id}, ${c.purpose}, ${c.personId}, ${c.challenge}, ${c.expiresAt})`.execute(db);
}

/** A challenge is answered once, right or wrong. */
export async function takeChallenge(
  db: Db,
  id: string,
  purpose: ChallengePurpose,
  personId: string | null,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string }>`
    delete from passkey_challenge where id = ${id} and purpose = ${purpose} and person_id is not distinct from ${personId}
      and expires_at > ${now} returning challenge`.execute(db);
  return rows[0]?.challenge;
}

export async function sweepChallenges(db: Db, now: Date): Promise<void> {
  await sql`delete from passkey_challenge where expires_at < ${now}`.execute(db);
}
