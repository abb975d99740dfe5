import type { auditList } from "@coralhub/contract";
import { AUDIT_ACTIONS } from "@coralhub/domain";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { likeText } from "../../platform/sql-words.ts";

export type AuditEntry = { id: string; at: Date; actor: string; action: string; detail: Record<string, unknown> };

/** The newest entries of one family of actions, with the operator's name. */
export async function readRecentEntries(db: Db, actionPrefix: string, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select e.id, e.at, coalesce(o.name, e.actor_id) as actor, e.action, e.detail
    from audit_log e left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id
    where e.action like ${`${likeText(actionPrefix)}%`}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

type Deed = { id: string; at: Date; action: string; who: string };
/**
 * What was done by this merchant or about it lately, the newest last, as a timeline is read. Deeds only, looks would
 * bury them; a point or a line stands before the word, because `reviewed` is a deed.
 */
export async function readDeeds(db: Db, merchantId: string, limit: number): Promise<Deed[]> {
  const newest = (condition: RawBuilder<unknown>) => sql`(
    select id, at, actor_kind, actor_id, action from audit_log
     where ${condition} and action !~ '[._](viewed|read)$' order by at desc, id desc limit ${limit})`;
  const { rows } = await sql<Deed>`
    select e.id, e.at, e.action,
           case e.actor_kind when 'merchant' then '商户' when 'system' then '系统' else coalesce(o.name, '同事') end as who
      from (${newest(sql`actor_id = ${merchantId}`)}
            union ${newest(sql`subject = ${`merchant:${merchantId}`}`)}
            union ${newest(sql`detail ->> 'merchantId' = ${merchantId}`)}) e
      left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id
     order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows.toReversed();
}

export async function countEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ last: bigint | null }>`select max(seq) as last from audit_chain`.execute(db);
  return Number(rows[0]?.last ?? 0n);
}

const words = sql.join(
  Object.entries(AUDIT_ACTIONS).map(([action, label]) => sql`when ${action} then ${label}`),
  sql` `,
);

/** The labels are put in by the database, so that the page and the exported file say the same. */
export const auditSource: ListSource<typeof auditList.row> = {
  from: sql`audit_log e left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id`,
  owner: sql`e.actor_id`,
  id: sql`e.id`,
  columns: {
    id: sql`e.id`,
    at: sql`e.at`,
    actorKind: sql`e.actor_kind`,
    actor: sql`coalesce(o.name || ' ' || o.email, e.actor_id)`,
    action: sql`e.action`,
    what: sql`case e.action ${words} else e.action end`,
    subject: sql`e.subject`,
    detail: sql`e.detail::text`,
    address: sql`coalesce(e.address, '')`,
  },
};
