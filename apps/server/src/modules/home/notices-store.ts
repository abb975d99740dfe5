import type { Address, NoticeAudience } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Notice = { id: string; title: string; body: string; path: Address | null; publishedAt: Date };
export type WrittenNotice = Notice & { audience: NoticeAudience; listed: readonly string[] };

/** What this merchant is to read by now. */
export async function listNotices(
  db: Db,
  reader: { merchantId: string; certified: boolean },
  now: Date,
  limit: number,
): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select id, title, body, path, published_at as "publishedAt" from notice
    where published_at <= ${now} and withdrawn_at is null
      and (audience = 'all' or (audience = 'certified' and ${reader.certified}) or ${reader.merchantId} = any(listed))
    order by published_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Notices a start brings along; those already there stay as they are, and nobody is told again. */
export async function plantNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  for (const n of notices) {
    await sql`insert into notice (id, title, body, path, published_at, told_at)
      values (${n.id}, ${n.title}, ${n.body}, ${n.path}, ${n.publishedAt}, ${n.publishedAt})
      on conflict do nothing`.execute(tx);
  }
}

type DeskNotice = Notice & {
  audience: NoticeAudience;
  listed: number;
  withdrawnAt: Date | null;
  isTold: boolean;
  madeByName: string | null;
};
export async function listWritten(db: Db, limit: number): Promise<DeskNotice[]> {
  const { rows } = await sql<DeskNotice>`
    select n.id, n.title, n.body, n.path, n.published_at as "publishedAt", n.audience,
      cardinality(n.listed) as listed, n.withdrawn_at as "withdrawnAt", n.told_at is not null as "isTold",
      o.name as "madeByName"
    from notice n left join operator_brief o on o.id = n.made_by
    order by n.published_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertNotice(tx: Tx, n: WrittenNotice & { madeBy: string; at: Date }): Promise<void> {
  await sql`insert into notice (id, title, body, path, published_at, audience, listed, made_by, made_at)
    values (${n.id}, ${n.title}, ${n.body}, ${n.path}, ${n.publishedAt}, ${n.audience}, ${[...n.listed]}::uuid[],
      ${n.madeBy}, ${n.at})`.execute(tx);
}

/** Only before anybody has read it; false where it is too late. */
export async function changeNotice(tx: Tx, n: WrittenNotice & { keepsList: boolean }, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notice set title = ${n.title}, body = ${n.body}, path = ${n.path}, published_at = ${n.publishedAt},
      audience = ${n.audience}, listed = ${n.keepsList ? sql`listed` : sql`${[...n.listed]}::uuid[]`}
    where id = ${n.id} and withdrawn_at is null and published_at > ${now}
      ${n.keepsList ? sql`and audience = 'listed'` : sql``}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function withdraw(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notice set withdrawn_at = ${now}, withdrawn_by = ${by} where id = ${id} and withdrawn_at is null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export type NoticeToTell = Pick<WrittenNotice, "id" | "title" | "body" | "audience" | "listed"> & {
  toldThrough: string | null;
};
export async function listToTell(db: Db, now: Date): Promise<NoticeToTell[]> {
  const { rows } = await sql<NoticeToTell>`
    select id, title, body, audience, listed, told_through as "toldThrough" from notice
    where told_at is null and withdrawn_at is null and published_at <= ${now} order by published_at, id`.execute(db);
  return rows;
}

/** Locks the notice for one slice; false where it was withdrawn meanwhile, or another server told the same slice. */
export async function keepTold(
  tx: Tx,
  id: string,
  { before, through, toldAt }: { before: string | null; through: string | null; toldAt: Date | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notice set told_through = coalesce(${through}, told_through), told_at = ${toldAt}
    where id = ${id} and withdrawn_at is null and told_at is null
      and told_through is not distinct from ${before}::uuid`.execute(tx);
  return numAffectedRows === 1n;
}
