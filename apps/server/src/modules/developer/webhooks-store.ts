import type { deliveryList, eventList, WebhookView } from "@coralhub/contract";
import type { WebhookType } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import type { AppKey } from "./apps-store.ts";

export type WebhookKey = { merchantId: string; id: string };
export type Webhook = WebhookKey & {
  app: string;
  topic: string;
  type: WebhookType;
  address: string;
  enabled: boolean;
  pausedAt: Date | null;
  failures: number;
  sealedSecret: Buffer;
  sealedOldSecret: Buffer | null;
  oldSecretUntil: Date | null;
};
const COLUMNS = sql`w.merchant_id as "merchantId", w.id, w.app, w.topic, w.type, w.address, w.enabled, w.paused_at as "pausedAt",
  w.failures, w.sealed_secret as "sealedSecret", w.sealed_old_secret as "sealedOldSecret",
  w.old_secret_until as "oldSecretUntil"`;

export async function findWebhook(db: Db | Tx, { merchantId, id }: WebhookKey): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`
    select ${COLUMNS} from open_webhook w where w.merchant_id = ${merchantId} and w.id = ${id}`.execute(db);
  return rows[0];
}

export async function findByTopic(tx: Tx, { merchantId, id }: AppKey, topic: string): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`
    select ${COLUMNS} from open_webhook w
    where w.merchant_id = ${merchantId} and w.app = ${id} and w.topic = ${topic} for update`.execute(tx);
  return rows[0];
}

export async function insertWebhook(
  tx: Tx,
  webhook: Pick<Webhook, "merchantId" | "id" | "app" | "topic" | "type" | "address" | "enabled"> & {
    sealedSecret: Uint8Array;
  },
  at: Date,
): Promise<void> {
  await sql`
    insert into open_webhook (merchant_id, id, app, topic, type, address, enabled, sealed_secret, created_at, changed_at)
    values (${webhook.merchantId}, ${webhook.id}, ${webhook.app}, ${webhook.topic}, ${webhook.type}, ${webhook.address},
      ${webhook.enabled}, ${webhook.sealedSecret}, ${at}, ${at})`.execute(tx);
}

/** Enabled again, it starts afresh. */
export async function updateWebhook(
  tx: Tx,
  { merchantId, id }: WebhookKey,
  { type, address, enabled }: Pick<Webhook, "type" | "address" | "enabled">,
  at: Date,
): Promise<void> {
  await sql`
    update open_webhook set type = ${type}, address = ${address}, enabled = ${enabled}, failures = 0, paused_at = null,
      changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** The one before it goes on signing until then: of two that are made at once, the later replaces the earlier. False: no such. */
export async function setSecret(
  tx: Tx,
  { merchantId, id }: WebhookKey,
  { secret, oldUntil }: { secret: Uint8Array; oldUntil: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update open_webhook set sealed_secret = ${secret}, sealed_old_secret = sealed_secret, old_secret_until = ${oldUntil}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteWebhook(tx: Tx, { merchantId, id }: WebhookKey): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from open_webhook where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

const STANDING = sql`case when d.delivered_at is not null then 'delivered' when d.parked_at is not null then 'parked'
  else 'waiting' end`;
const SHOWN = 40;
type Described = Omit<WebhookView, "recent"> & { recent: WebhookView["recent"] | null };
export async function describeWebhooks(db: Db, { merchantId, id }: AppKey): Promise<WebhookView[]> {
  const { rows } = await sql<Described>`
    select w.id, w.type as "webhookType", w.topic as "webhookTopic", w.address as "webhookAddress", w.enabled as "isEnabled",
      w.paused_at as "pausedAt", recent.marks as recent, recent.last_at as "lastAt",
      coalesce(open.waiting, 0)::int as waiting, coalesce(open.parked, 0)::int as parked
    from open_webhook w
    left join lateral (
      select array_agg(mark order by created_at, id) as marks, max(created_at) as last_at from (
        select d.created_at, d.id, case when d.delivered_at is not null and d.attempts <= 1 then 'once'
          when d.delivered_at is not null then 'retried' when d.parked_at is not null then 'parked' else 'waiting' end as mark
        from open_delivery d where d.merchant_id = w.merchant_id and d.webhook = w.id
        order by d.created_at desc, d.id desc limit ${SHOWN}) latest) recent on true
    left join lateral (
      select count(*) filter (where d.due_at is not null) as waiting, count(*) filter (where d.parked_at is not null) as parked
      from open_delivery d where d.merchant_id = w.merchant_id and d.webhook = w.id and d.delivered_at is null) open on true
    where w.merchant_id = ${merchantId} and w.app = ${id} order by w.topic`.execute(db);
  return rows.map((row) => ({ ...row, recent: row.recent ?? [] }));
}

export const deliverySource: ListSource<(typeof deliveryList)["row"]> = {
  from: sql`open_delivery d`,
  owner: sql`d.merchant_id`,
  id: sql`d.id`,
  columns: {
    id: sql`d.id`,
    createdAt: sql`d.created_at`,
    webhookId: sql`d.webhook::text`,
    topic: sql`d.topic`,
    sequence: sql`d.sequence::int`,
    standing: STANDING,
    attempts: sql`d.attempts`,
    dueAt: sql`d.due_at`,
  },
};
export const eventSource: ListSource<(typeof eventList)["row"]> = {
  from: sql`open_event e`,
  owner: sql`e.merchant_id`,
  id: sql`e.id`,
  columns: {
    id: sql`e.id`,
    topic: sql`e.topic`,
    subject: sql`e.subject`,
    subjectId: sql`e.subject_id::text`,
    at: sql`e.at`,
  },
};

/** Of these things only. */
export const eventsOf = (subjects: readonly string[]): typeof eventSource => ({
  ...eventSource,
  where: sql`e.subject = any(${subjects}::text[])`,
});

export type Attempt = { at: string; status: number | null; problem: string | null; ms: number; answer: string };
export type DeliveryRow = {
  id: string;
  createdAt: Date;
  webhookId: string;
  topic: string;
  sequence: number;
  standing: "delivered" | "waiting" | "parked";
  attempts: number;
  dueAt: Date | null;
  body: string;
  log: Attempt[];
};
export async function findDelivery(db: Db, { merchantId, id }: WebhookKey): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.created_at as "createdAt", d.webhook as "webhookId", d.topic, d.sequence::int as sequence,
      ${STANDING} as standing, d.attempts, d.due_at as "dueAt", d.body, d.log
    from open_delivery d where d.merchant_id = ${merchantId} and d.id = ${id}`.execute(db);
  return rows[0];
}

/** One of them, or all of a stretch of time, whatever became of them; without either all that have not arrived. */
export async function replay(
  tx: Tx,
  { merchantId, id }: WebhookKey,
  which: { deliveryId?: string | undefined; begin?: Date | undefined; end?: Date | undefined },
  at: Date,
): Promise<number> {
  const isRange = which.begin !== undefined || which.end !== undefined;
  const chosen = which.deliveryId
    ? sql`id = ${which.deliveryId}`
    : isRange
      ? sql`created_at >= ${which.begin ?? new Date(0)} and created_at < ${which.end ?? at}`
      : sql`delivered_at is null`;
  const { numAffectedRows } = await sql`
    update open_delivery set due_at = ${at}, parked_at = null, delivered_at = null, attempts = 0, lease_ends_at = null
    where merchant_id = ${merchantId} and webhook = ${id} and ${chosen}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export type DeliveryHealth = { waiting: number; parked: number; paused: number };
export async function deliveryHealth(db: Db, now: Date, since: Date): Promise<DeliveryHealth> {
  const { rows } = await sql<DeliveryHealth>`
    select (select count(*)::int from open_delivery where due_at is not null and due_at < ${now}) as waiting,
      (select count(*)::int from open_delivery where parked_at is not null and created_at >= ${since}) as parked,
      (select count(*)::int from open_webhook where paused_at is not null) as paused`.execute(db);
  return rows[0]!;
}
