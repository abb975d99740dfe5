import type { messageList } from "@coralhub/contract";
import {
  messageLifecycle,
  type MessageCategory,
  type MessageChannel,
  type MessageEventName,
  type MessageState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type NewMessage = {
  id: string;
  merchantId: string;
  event: MessageEventName;
  category: MessageCategory;
  title: string;
  body: string;
  link: { label: string; path: string } | null;
  needsAction: boolean;
  createdAt: Date;
  status?: MessageState;
};

export async function insertMessage(tx: Tx, m: NewMessage): Promise<void> {
  await sql`insert into message (merchant_id, id, event, category, title, body, link_label, link_path, needs_action, status, created_at)
    values (${m.merchantId}, ${m.id}, ${m.event}, ${m.category}, ${m.title}, ${m.body}, ${m.link?.label ?? null}, ${m.link?.path ?? null},
      ${m.needsAction}, ${m.status ?? messageLifecycle.initial}, ${m.createdAt})`.execute(tx);
}

export type Mark = "all" | "unread" | "waiting";
const inSet = (mark: Mark) =>
  mark === "unread" ? sql`status = 'unread'` : mark === "waiting" ? sql`needs_action` : sql`true`;

/** "unread" sorts after "read", so that descending by status and id is unread first, each half newest first. */
export const messageSource = (mark: Mark): ListSource<(typeof messageList)["row"]> => ({
  from: sql`message`,
  owner: sql`merchant_id`,
  id: sql`id`,
  where: sql`status <> 'deleted' and ${inSet(mark)}`,
  columns: {
    id: sql`id`,
    category: sql`category`,
    title: sql`title`,
    body: sql`body`,
    link: sql`case when link_path is null then null else json_build_object('label', link_label, 'path', link_path) end`,
    needsAction: sql`needs_action`,
    status: sql`status`,
    createdAt: sql`created_at`,
  },
});

export type Selection = { ids: readonly string[] } | { mark: Mark; category: MessageCategory | undefined };

export async function listChosen(
  db: Db,
  merchantId: string,
  chosen: Selection,
  from: readonly MessageState[],
): Promise<{ merchantId: string; id: string }[]> {
  const which =
    "ids" in chosen
      ? sql`id = any(${chosen.ids}::uuid[])`
      : sql`${inSet(chosen.mark)} and (${chosen.category ?? null}::text is null or category = ${chosen.category ?? null})`;
  const { rows } = await sql<{ merchantId: string; id: string }>`
    select merchant_id as "merchantId", id from message
    where merchant_id = ${merchantId} and status = any(${from}::text[]) and ${which}`.execute(db);
  return rows;
}

export async function countUnread(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where merchant_id = ${merchantId} and status = 'unread'`.execute(db);
  return rows[0]!.count;
}

export async function countAll(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where merchant_id = ${merchantId} and status <> 'deleted'`.execute(db);
  return rows[0]!.count;
}

export async function countByCategory(db: Db, merchantId: string) {
  const { rows } = await sql<{ category: MessageCategory; unread: number; waiting: number }>`
    select category, count(*)::int as unread, (count(*) filter (where needs_action))::int as waiting
    from message where merchant_id = ${merchantId} and status = 'unread' group by category`.execute(db);
  return rows;
}

export type Preference = { event: string; channel: MessageChannel; wanted: boolean };
export async function listPreferences(db: Db, merchantId: string): Promise<Preference[]> {
  const { rows } = await sql<Preference>`
    select event, channel, wanted from message_preference where merchant_id = ${merchantId}`.execute(db);
  return rows;
}

export async function savePreferences(
  tx: Tx,
  merchantId: string,
  events: readonly string[],
  channel: MessageChannel,
  wanted: boolean,
): Promise<void> {
  await sql`insert into message_preference (merchant_id, event, channel, wanted)
    select ${merchantId}, unnest(${events}::text[]), ${channel}, ${wanted}
    on conflict (merchant_id, event, channel) do update set wanted = excluded.wanted`.execute(tx);
}

/** Everything a merchant was told, for the export of personal data. */
export async function allMessages(db: Db, merchantId: string) {
  const { rows } = await sql<{ title: string; body: string; status: string; createdAt: Date }>`
    select title, body, status, created_at as "createdAt" from message where merchant_id = ${merchantId} order by id desc limit 10000`.execute(
    db,
  );
  return rows;
}
