import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

export type CaughtMail = {
  id: string;
  channel: "sms" | "email";
  to: string;
  subject: string | null;
  text: string;
  code: string | null;
  sentAt: Date;
};

export async function insertMails(db: Db, mails: readonly CaughtMail[]): Promise<void> {
  const all = <K extends keyof CaughtMail>(name: K) => mails.map((mail) => mail[name]);
  await sql`insert into sandbox_mail (id, channel, recipient, subject, text, code, sent_at)
    select * from unnest(${all("id")}::uuid[], ${all("channel")}::text[], ${all("to")}::text[], ${all("subject")}::text[],
      ${all("text")}::text[], ${all("code")}::text[], ${all("sentAt")}::timestamptz[])`.execute(db);
}

export async function listMail(db: Db, to: string | undefined, limit: number): Promise<CaughtMail[]> {
  const ofOne = to === undefined ? sql`` : sql`where recipient = ${to}`;
  const { rows } = await sql<CaughtMail>`
    select id, channel, recipient as "to", subject, text, code, sent_at as "sentAt"
    from sandbox_mail ${ofOne} order by sent_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
