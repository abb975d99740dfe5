import type { OauthConnector } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type Journey = { merchantId: string; sessionId: string; storeId: string; connector: OauthConnector };

export async function insertState(
  db: Db,
  {
    merchantId,
    sessionId,
    storeId,
    connector,
    stateHash,
    verifier,
    expiresAt,
  }: Journey & {
    stateHash: Uint8Array;
    verifier: Uint8Array;
    expiresAt: Date;
  },
): Promise<void> {
  await sql`
    insert into oauth_state (state_hash, owner_id, session_id, store_id, connector, verifier, expires_at)
    values (${stateHash}, ${merchantId}, ${sessionId}, ${storeId}, ${connector}, ${verifier}, ${expiresAt})`.execute(
    db,
  );
}

type Back = { stateHash: Uint8Array; merchantId: string; sessionId: string; now: Date };
/** Counts once, and only for the merchant and session that set out; otherwise it is as if it had never been. */
export async function takeState(
  db: Db | Tx,
  { stateHash, merchantId, sessionId, now }: Back,
): Promise<{ storeId: string; connector: OauthConnector; verifier: Uint8Array } | undefined> {
  const { rows } = await sql<{ storeId: string; connector: OauthConnector; verifier: Uint8Array }>`
    update oauth_state set used_at = ${now}
     where state_hash = ${stateHash} and owner_id = ${merchantId} and session_id = ${sessionId}
       and used_at is null and expires_at > ${now}
    returning store_id as "storeId", connector, verifier`.execute(db);
  return rows[0];
}

export async function forgetStates(db: Db, before: Date): Promise<void> {
  await sql`delete from oauth_state where expires_at < ${before}`.execute(db);
}
