import type { Connector } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

export type Consent = {
  id: string;
  connector: Connector;
  account: string;
  codeHash: Uint8Array;
  codeEndsAt: Date;
  at: Date;
};
export type Tokens = { accessHash: Uint8Array; accessEndsAt: Date | null; refreshHash: Uint8Array | null };

export async function insertConsent(
  db: Db,
  { id, connector, account, codeHash, codeEndsAt, at }: Consent,
): Promise<void> {
  await sql`
    insert into sandbox_authorisation (id, connector, account, code_hash, code_ends_at, created_at)
    values (${id}, ${connector}, ${account}, ${codeHash}, ${codeEndsAt}, ${at})`.execute(db);
}

/** A code counts once, soon, and only at its own platform. */
export async function exchangeCode(
  db: Db,
  {
    connector,
    codeHash,
    now,
    endsAt,
    accessHash,
    accessEndsAt,
    refreshHash,
  }: Tokens & { connector: Connector; codeHash: Uint8Array; now: Date; endsAt: Date | null },
): Promise<{ id: string; account: string } | undefined> {
  const { rows } = await sql<{ id: string; account: string }>`
    update sandbox_authorisation
       set exchanged_at = ${now}, ends_at = ${endsAt}, access_hash = ${accessHash}, access_ends_at = ${accessEndsAt},
           refresh_hash = ${refreshHash}
     where code_hash = ${codeHash} and connector = ${connector} and exchanged_at is null and code_ends_at > ${now}
    returning id, account`.execute(db);
  return rows[0];
}

/** A refresh token counts once: the next one comes with the answer. */
export async function rotateTokens(
  db: Db,
  { id, before, now, accessHash, accessEndsAt, refreshHash }: Tokens & { id: string; before: Uint8Array; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sandbox_authorisation
       set access_hash = ${accessHash}, access_ends_at = ${accessEndsAt}, refresh_hash = ${refreshHash},
           refreshes = refreshes + 1
     where id = ${id} and refresh_hash = ${before} and revoked_at is null and (ends_at is null or ends_at > ${now})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function insertKeys(
  db: Db,
  {
    id,
    connector,
    account,
    accessHash,
    at,
  }: { id: string; connector: Connector; account: string; accessHash: Uint8Array; at: Date },
): Promise<void> {
  await sql`
    insert into sandbox_authorisation (id, connector, account, access_hash, exchanged_at, created_at)
    values (${id}, ${connector}, ${account}, ${accessHash}, ${at}, ${at})`.execute(db);
}

/** As if it had been agreed to and exchanged long ago. */
export async function insertPlanted(
  db: Db,
  {
    id,
    connector,
    account,
    at,
    endsAt,
    accessHash,
    accessEndsAt,
    refreshHash,
    revokedAt,
  }: Tokens & {
    id: string;
    connector: Connector;
    account: string;
    at: Date;
    endsAt: Date | null;
    revokedAt: Date | null;
  },
): Promise<void> {
  await sql`
    insert into sandbox_authorisation (id, connector, account, exchanged_at, access_hash, access_ends_at, refresh_hash,
      ends_at, revoked_at, created_at)
    values (${id}, ${connector}, ${account}, ${at}, ${accessHash}, ${accessEndsAt}, ${refreshHash}, ${endsAt},
      ${revokedAt}, ${at})`.execute(db);
}

export async function isAccepted(db: Db, id: string, accessHash: Uint8Array, now: Date): Promise<boolean> {
  const { rows } = await sql<{ good: boolean }>`
    select revoked_at is null and (access_ends_at is null or access_ends_at > ${now})
       and (ends_at is null or ends_at > ${now}) as good
    from sandbox_authorisation where id = ${id} and access_hash = ${accessHash}`.execute(db);
  return rows[0]?.good === true;
}

export async function markRevoked(db: Db, id: string, now: Date): Promise<void> {
  await sql`update sandbox_authorisation set revoked_at = coalesce(revoked_at, ${now}) where id = ${id}`.execute(db);
}
