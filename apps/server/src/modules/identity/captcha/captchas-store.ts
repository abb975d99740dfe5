import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

export type OwnCaptchaKind = "slider" | "normal";
/** Judged by a service outside: nothing but its ticket is kept. */
type CaptchaKind = OwnCaptchaKind | "provider";

export async function insertCaptcha(
  db: Db,
  captcha: { id: string; kind: CaptchaKind; answer: string; expiresAt: Date },
): Promise<void> {
  await sql`insert into captcha (id, kind, answer, expires_at)
    values (${captcha.id}, ${captcha.kind}, ${captcha.answer}, ${captcha.expiresAt})`.execute(db);
}

/** Uses up the one answer a captcha takes; undefined when it is unknown, expired or answered before. */
export async function takeAnswer(db: Db, id: string, kind: OwnCaptchaKind, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`
    update captcha set answered_at = ${now}
    where id = ${id} and kind = ${kind} and answered_at is null and expires_at > ${now}
    returning answer`.execute(db);
  return rows[0]?.answer;
}

export async function storeTicket(db: Db, id: string, hash: Uint8Array, expiresAt: Date): Promise<void> {
  await sql`update captcha set ticket_hash = ${hash}, ticket_expires_at = ${expiresAt} where id = ${id}`.execute(db);
}

export async function spendTicket(db: Db, id: string, hash: Uint8Array, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update captcha set ticket_used_at = ${now}
    where id = ${id} and ticket_hash = ${hash} and ticket_used_at is null and ticket_expires_at > ${now}`.execute(db);
  return numAffectedRows === 1n;
}

export async function readCaptcha(db: Db, id: string): Promise<{ kind: OwnCaptchaKind; answer: string } | undefined> {
  const { rows } = await sql<{
    kind: OwnCaptchaKind;
    answer: string;
  }>`select kind, answer from captcha where id = ${id} and kind <> 'provider'`.execute(db);
  return rows[0];
}

export async function sweepCaptchas(db: Db, before: Date): Promise<void> {
  await sql`delete from captcha where expires_at < ${before}`.execute(db);
}
