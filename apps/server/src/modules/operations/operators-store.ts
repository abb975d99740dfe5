import type { OperatorRole } from "@coralhub/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Operator = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  passwordInitial: boolean;
  roles: OperatorRole[];
  totpSecret: Uint8Array | null;
  totpPending: Uint8Array | null;
  totpPendingAt: Date | null;
  totpLastStep: bigint | null;
  disabledAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
};

const columns = sql`id, email, name, password_hash as "passwordHash", password_initial as "passwordInitial", roles,
  totp_secret as "totpSecret", totp_pending as "totpPending", totp_pending_at as "totpPendingAt",
  totp_last_step as "totpLastStep", disabled_at as "disabledAt", last_sign_in_at as "lastSignInAt", created_at as "createdAt"`;

export async function findOperatorByEmail(db: Db, email: string): Promise<Operator | undefined> {
  return (await sql<Operator>`select ${columns} from operator where email = ${email}`.execute(db)).rows[0];
}

export async function findOperatorById(db: Db, id: string): Promise<Operator | undefined> {
  return (await sql<Operator>`select ${columns} from operator where id = ${id}`.execute(db)).rows[0];
}

export async function lockOperator(tx: Tx, id: string): Promise<Operator | undefined> {
  return (await sql<Operator>`select ${columns} from operator where id = ${id} for update`.execute(tx)).rows[0];
}

export async function listOperators(db: Db): Promise<Operator[]> {
  return (
    await sql<Operator>`select ${columns} from operator order by disabled_at is not null, created_at, email`.execute(db)
  ).rows;
}

/** One at a time decides who is an admin, also where there is none yet to lock. */
const ADMINS_LOCK = 7_263_548_112;

/** The admins in use. Two of them cannot remove each other at the same moment. */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from operator where 'admin' = any(roles) and disabled_at is null order by id for update`.execute(tx);
  return rows.map((row) => row.id);
}

export type NewOperator = Pick<
  Operator,
  "id" | "email" | "name" | "passwordHash" | "passwordInitial" | "roles" | "createdAt"
>;

/** False when the e-mail already has an account. */
export async function insertOperator(tx: Tx, o: NewOperator): Promise<boolean> {
  const result = await sql`
    insert into operator (id, email, name, password_hash, password_initial, roles, created_at)
    values (${o.id}, ${o.email}, ${o.name}, ${o.passwordHash}, ${o.passwordInitial}, ${o.roles}::text[], ${o.createdAt})
    on conflict do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export const setRoles = (tx: Tx, id: string, roles: readonly OperatorRole[]) =>
  sql`update operator set roles = ${[...roles]}::text[] where id = ${id}`.execute(tx);

export const setDisabled = (tx: Tx, id: string, at: Date | null) =>
  sql`update operator set disabled_at = ${at} where id = ${id}`.execute(tx);

export const setPassword = (tx: Tx, id: string, hash: string, initial: boolean) =>
  sql`update operator set password_hash = ${hash}, password_initial = ${initial} where id = ${id}`.execute(tx);

/** False when it is no longer the one that was proved: somebody changed or reset it meanwhile. */
export async function replacePassword(tx: Tx, id: string, hash: string, proven: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator set password_hash = ${hash}, password_initial = false
    where id = ${id} and password_hash = ${proven}`.execute(tx);
  return numAffectedRows === 1n;
}

/** False when the operator has chosen an own one meanwhile. */
export async function setInitialPassword(tx: Tx, id: string, hash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator set password_hash = ${hash} where id = ${id} and password_initial`.execute(tx);
  return numAffectedRows === 1n;
}

export const markSignedIn = (tx: Tx, id: string, at: Date) =>
  sql`update operator set last_sign_in_at = ${at} where id = ${id}`.execute(tx);

export const setPendingTotp = (tx: Tx, id: string, sealed: Uint8Array, at: Date) =>
  sql`update operator set totp_pending = ${sealed}, totp_pending_at = ${at} where id = ${id}`.execute(tx);

export const activateTotp = (tx: Tx, id: string, sealed: Uint8Array, step: number) =>
  sql`update operator set totp_secret = ${sealed}, totp_pending = null, totp_pending_at = null, totp_last_step = ${step}
      where id = ${id}`.execute(tx);

/** False when this step, or a later one, was used in the meantime. */
export async function takeTotpStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const result = await sql`
    update operator set totp_last_step = ${step}
    where id = ${id} and (totp_last_step is null or totp_last_step < ${step})`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function clearTotp(tx: Tx, id: string): Promise<void> {
  await sql`update operator set totp_secret = null, totp_pending = null, totp_pending_at = null, totp_last_step = null
            where id = ${id}`.execute(tx);
  await sql`delete from operator_recovery_code where operator_id = ${id}`.execute(tx);
}

export async function replaceRecoveryCodes(tx: Tx, operatorId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await sql`delete from operator_recovery_code where operator_id = ${operatorId}`.execute(tx);
  await sql`insert into operator_recovery_code (operator_id, code_hash)
            select ${operatorId}, unnest(${[...hashes]}::bytea[])`.execute(tx);
}

/** True once per code. */
export async function takeRecoveryCode(tx: Tx, operatorId: string, hash: Uint8Array, at: Date): Promise<boolean> {
  const result = await sql`
    update operator_recovery_code set used_at = ${at}
    where operator_id = ${operatorId} and code_hash = ${hash} and used_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function countRecoveryCodes(db: Db, operatorId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from operator_recovery_code where operator_id = ${operatorId} and used_at is null`.execute(
    db,
  );
  return rows[0]?.left ?? 0;
}
