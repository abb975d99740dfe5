import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type FaceCheckState = "waiting" | "opened" | "passed" | "failed";
export type FaceCheckRow = {
  id: string;
  ownerId: string;
  state: FaceCheckState;
  attempts: number;
  reason: string;
  /** Whom it is for: see `faceIndexOf`. Null in those from before this was asked; they speak for nobody. */
  personIndex: Uint8Array | null;
  expiresAt: Date;
};
const COLUMNS = sql`id, owner_id as "ownerId", state, attempts, reason, person_index as "personIndex",
  expires_at as "expiresAt"`;

export async function insertFaceCheck(tx: Tx, keyHash: Uint8Array, check: FaceCheckRow, at: Date): Promise<void> {
  await sql`insert into face_check (key_hash, id, owner_id, state, attempts, reason, person_index, expires_at, created_at)
    values (${keyHash}, ${check.id}, ${check.ownerId}, ${check.state}, ${check.attempts}, ${check.reason},
      ${check.personIndex}, ${check.expiresAt}, ${at})`.execute(tx);
}

export async function findByKey(db: Db, keyHash: Uint8Array): Promise<FaceCheckRow | undefined> {
  const { rows } = await sql<FaceCheckRow>`select ${COLUMNS} from face_check where key_hash = ${keyHash}`.execute(db);
  return rows[0];
}

export async function findFaceCheck(db: Db, ownerId: string, id: string): Promise<FaceCheckRow | undefined> {
  const { rows } = await sql<FaceCheckRow>`
    select ${COLUMNS} from face_check where owner_id = ${ownerId} and id = ${id}`.execute(db);
  return rows[0];
}

/** A check for this person nobody has opened yet, with enough time left. */
export async function findWaiting(
  db: Db,
  ownerId: string,
  personIndex: Uint8Array,
  usableAt: Date,
): Promise<FaceCheckRow | undefined> {
  const { rows } = await sql<FaceCheckRow>`
    select ${COLUMNS} from face_check
    where owner_id = ${ownerId} and person_index = ${personIndex} and state = 'waiting' and expires_at > ${usableAt}
    order by id desc limit 1`.execute(db);
  return rows[0];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Passed, and made for this person. */
export async function hasPassedFaceCheck(
  db: Db,
  ownerId: string,
  id: string,
  personIndex: Uint8Array,
): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const { rows } = await sql`
    select 1 from face_check where owner_id = ${ownerId} and id = ${id} and state = 'passed'
      and person_index = ${personIndex}`.execute(db);
  return rows.length === 1;
}

export async function markOpened(db: Db, keyHash: Uint8Array): Promise<void> {
  await sql`update face_check set state = 'opened' where key_hash = ${keyHash} and state = 'waiting'`.execute(db);
}

/** Compare-and-set on the number of attempts: two phones with one code do not both decide it. */
export async function settleAttempt(
  tx: Tx,
  keyHash: Uint8Array,
  attempts: number,
  outcome: { state: FaceCheckState; reason: string; fileId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update face_check set state = ${outcome.state}, reason = ${outcome.reason}, file_id = ${outcome.fileId},
      attempts = attempts + 1
    where key_hash = ${keyHash} and attempts = ${attempts} and state in ('waiting', 'opened')`.execute(tx);
  return numAffectedRows === 1n;
}
