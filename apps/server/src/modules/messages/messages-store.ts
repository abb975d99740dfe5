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

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const all = <T>(of: (message: NewMessage) => T): T[] => messages.map(of);
  await sql`insert into message (merchant_id, id, event, category, title, body, link_label, link_path, needs_action, status, created_at)
    select * from unnest(${all((m) => m.merchantId)}::uuid[], ${all((m) => m.id)}::uuid[], ${all((m) => m.event)}::text[],
      ${all((m) => m.category)}::text[], ${all((m) => m.title)}::text[], ${all((m) => m.body)}::text[],
      ${all((m) => m.link?.label ?? null)}::text[], ${all((m) => m.link?.path ?? null)}::text[],
      ${all((m) => m.needsAction)}::boolean[], ${all((m) => m.status ?? messageLifecycle.initial)}::text[],
      ${all((m) => m.createdAt)}::timestamptz[])`.execute(tx);
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
  return (await listPreferencesOf(db, [merchantId])).get(merchantId) ?? [];
}

export async function listPreferencesOf(
  db: Db,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, Preference[]>> {
  const { rows } = await sql<Preference & { merchantId: string }>`
    select merchant_id as "merchantId", event, channel, wanted from message_preference
    where merchant_id = any(${merchantIds}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ merchantId }) => merchantId);
}

type Input = { merchantId: string; events: readonly string[]; channel: MessageChannel; wanted: boolean; at: Date };
export async function savePreferences(tx: Tx, { merchantId, events, channel, wanted, at }: Input): Promise<void> {
  await sql`insert into message_preference (merchant_id, event, channel, wanted, changed_at)
    select ${merchantId}, unnest(${events}::text[]), ${channel}, ${wanted}, ${at}
    on conflict (merchant_id, event, channel) do update set wanted = excluded.wanted, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

/** By whom each was reached; `same` is the push that is asked about, however long ago. */
export type PushCount = { merchantId: string; channel: MessageChannel; same: boolean; count: number };
export async function lockPushes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('message_push', 0))`.execute(tx);
}

export async function countPushes(
  db: Db,
  merchantIds: readonly string[],
  { reference, since }: { reference: string; since: Date },
): Promise<PushCount[]> {
  const { rows } = await sql<PushCount>`
    select merchant_id as "merchantId", channel, reference = ${reference} as same, count(*)::int as count from message_push
    where merchant_id = any(${merchantIds}::uuid[]) and (sent_at > ${since} or reference = ${reference})
    group by merchant_id, channel, same`.execute(db);
  return rows;
}

type Pushed = { merchantId: string; reference: string; channel: MessageChannel; at: Date };
export async function insertPushes(tx: Tx, pushes: readonly Pushed[]): Promise<void> {
  if (pushes.length === 0) return;
  await sql`insert into message_push (merchant_id, reference, channel, sent_at)
    select * from unnest(${pushes.map((p) => p.merchantId)}::uuid[], ${pushes.map((p) => p.reference)}::uuid[],
      ${pushes.map((p) => p.channel)}::text[], ${pushes.map((p) => p.at)}::timestamptz[])`.execute(tx);
}

/** Everything a merchant was told, for the export of personal data. */
export async function allMessages(db: Db, merchantId: string) {
  const { rows } = await sql<{ title: string; body: string; status: string; createdAt: Date }>`
    select title, body, status, created_at as "createdAt" from message where merchant_id = ${merchantId} order by id desc limit 10000`.execute(
    db,
  );
  return rows;
}
