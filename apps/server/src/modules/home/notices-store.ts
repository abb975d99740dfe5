import type { Address } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Notice = { id: string; title: string; body: string; path: Address | null; publishedAt: Date };

export async function listNotices(db: Db, now: Date, limit: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select id, title, body, path, published_at as "publishedAt" from notice
    where published_at <= ${now} and withdrawn_at is null order by published_at desc, id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Notices a start brings along; those already there stay as they are. */
export async function plantNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  for (const n of notices) {
    await sql`insert into notice (id, title, body, path, published_at)
      values (${n.id}, ${n.title}, ${n.body}, ${n.path}, ${n.publishedAt}) on conflict do nothing`.execute(tx);
  }
}
