import type { WebhookType } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Attempt, WebhookKey } from "./webhooks-store.ts";

export type NewEvent = {
  merchantId: string;
  id: string;
  topic: string;
  subject: string;
  subjectId: string;
  at: Date;
};
/** Merchants without an app have nobody to tell. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into open_event (merchant_id, id, topic, subject, subject_id, at)
    select e.merchant_id, e.id, e.topic, e.subject, e.subject_id, e.at
    from unnest(${events.map((one) => one.merchantId)}::uuid[], ${events.map((one) => one.id)}::uuid[],
      ${events.map((one) => one.topic)}::text[], ${events.map((one) => one.subject)}::text[],
      ${events.map((one) => one.subjectId)}::uuid[], ${events.map((one) => one.at)}::timestamptz[])
      as e (merchant_id, id, topic, subject, subject_id, at)
    where exists (select 1 from open_app a where a.merchant_id = e.merchant_id)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

const EVENT = sql`merchant_id as "merchantId", id, topic, subject, subject_id as "subjectId", at`;
/** Those nobody has given to the webhooks yet. */
export async function listUnspread(db: Db, limit: number): Promise<NewEvent[]> {
  const { rows } = await sql<NewEvent>`
    select ${EVENT} from open_event where spread_at is null order by id limit ${limit}`.execute(db);
  return rows;
}
/** Of these, the ones another process has not taken; kept from it until the transaction ends. */
export async function claimEvents(tx: Tx, events: readonly NewEvent[]): Promise<NewEvent[]> {
  const { rows } = await sql<NewEvent>`
    select ${EVENT} from open_event
    where merchant_id = any(${events.map((one) => one.merchantId)}::uuid[]) and id = any(${events.map((one) => one.id)}::uuid[])
      and spread_at is null order by id for update skip locked`.execute(tx);
  return rows;
}

export async function markSpread(tx: Tx, events: readonly NewEvent[], at: Date): Promise<void> {
  await sql`
    update open_event e set spread_at = ${at}
    from unnest(${events.map((one) => one.merchantId)}::uuid[], ${events.map((one) => one.id)}::uuid[]) as k (merchant_id, id)
    where e.merchant_id = k.merchant_id and e.id = k.id`.execute(tx);
}

export type Listener = WebhookKey & { topic: string; type: WebhookType; scopes: string[] };
/**
 * An app that is disabled or suspended is told nothing; what was ready for it waits until it is open again. Neither is one
 * whose owner has closed the account with us.
 */
const IS_OPEN = sql`a.enabled and a.suspended_reason is null
  and exists (select 1 from merchant_open m where m.merchant_id = a.merchant_id)`;

/** Who wants to hear of these; a paused one keeps hearing, its deliveries wait for it. */
export async function listListeners(db: Db | Tx, merchantIds: readonly string[]): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select w.merchant_id as "merchantId", w.id, w.topic, w.type, a.scopes from open_webhook w
    join open_app a on a.merchant_id = w.merchant_id and a.id = w.app
    where w.merchant_id = any(${merchantIds}::uuid[]) and w.enabled and ${IS_OPEN}`.execute(db);
  return rows;
}

/** Whoever changes several webhooks takes them in this order: two who do never wait for each other. */
async function lockWebhooks(tx: Tx, keys: readonly WebhookKey[]): Promise<void> {
  await sql`
    select 1 from open_webhook where (merchant_id, id) in (
      select * from unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[]))
    order by merchant_id, id for no key update`.execute(tx);
}

/** The next numbers of each webhook: `count` of them, the last of which is answered by its id. */
export async function takeSequences(
  tx: Tx,
  takers: readonly (WebhookKey & { count: number })[],
): Promise<Map<string, number>> {
  await lockWebhooks(tx, takers);
  const { rows } = await sql<{ id: string; last: number }>`
    update open_webhook w set last_sequence = w.last_sequence + t.count
    from jsonb_to_recordset(${JSON.stringify(takers)}::jsonb) as t ("merchantId" uuid, id uuid, count int)
    where w.merchant_id = t."merchantId" and w.id = t.id
    returning w.id, w.last_sequence::int as last`.execute(tx);
  return new Map(rows.map(({ id, last }) => [id, last]));
}

export type NewDelivery = {
  merchantId: string;
  id: string;
  webhook: string;
  event: string;
  topic: string;
  sequence: number;
  body: string;
};
export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[], at: Date): Promise<void> {
  await sql`
    insert into open_delivery (merchant_id, id, webhook, event, topic, sequence, body, due_at, created_at)
    select r."merchantId", r.id, r.webhook, r.event, r.topic, r.sequence, r.body, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("merchantId" uuid, id uuid, webhook uuid, event uuid,
      topic text, sequence bigint, body text)`.execute(tx);
}

export type DueDelivery = {
  merchantId: string;
  id: string;
  webhook: string;
  topic: string;
  sequence: number;
  body: string;
  /** What the app may read by now: less, perhaps, than when the notice was written. */
  scopes: string[];
  attempts: number;
  address: string;
  sealedSecret: Buffer;
  sealedOldSecret: Buffer | null;
  oldSecretUntil: Date | null;
};
/** At most so many of each webhook: one that does not answer takes nobody else's turn. */
export async function claimDeliveries(
  tx: Tx,
  {
    now,
    leaseEndsAt,
    limit,
    each,
    busy,
  }: { now: Date; leaseEndsAt: Date; limit: number; each: number; busy: readonly string[] },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with open_hooks as (
      select w.merchant_id, w.id, w.address, w.sealed_secret, w.sealed_old_secret, w.old_secret_until, a.scopes
      from open_webhook w join open_app a on a.merchant_id = w.merchant_id and a.id = w.app
      where w.enabled and w.paused_at is null and ${IS_OPEN} and not w.id = any(${busy}::uuid[])),
    chosen as (
      select d.merchant_id, d.id from open_hooks w cross join lateral (
        select d.merchant_id, d.id, d.due_at from open_delivery d
        where d.merchant_id = w.merchant_id and d.webhook = w.id and d.due_at <= ${now}
          and (d.lease_ends_at is null or d.lease_ends_at <= ${now})
        order by d.due_at, d.sequence limit ${each}) d
      order by d.due_at limit ${limit}),
    taken as (
      select d.merchant_id, d.id from open_delivery d join chosen c on c.merchant_id = d.merchant_id and c.id = d.id
      where d.due_at <= ${now} and (d.lease_ends_at is null or d.lease_ends_at <= ${now})
      for update of d skip locked)
    update open_delivery d set lease_ends_at = ${leaseEndsAt} from taken t, open_hooks w
    where d.merchant_id = t.merchant_id and d.id = t.id and w.merchant_id = d.merchant_id and w.id = d.webhook
    returning d.merchant_id as "merchantId", d.id, d.webhook, d.topic, d.sequence::int as sequence, d.body, d.attempts,
      w.scopes, w.address, w.sealed_secret as "sealedSecret", w.sealed_old_secret as "sealedOldSecret",
      w.old_secret_until as "oldSecretUntil"`.execute(tx);
  return rows;
}

/** What is sent is what the log shows. */
export async function keepBodies(
  tx: Tx,
  bodies: readonly Pick<DueDelivery, "merchantId" | "id" | "body">[],
): Promise<void> {
  await sql`
    update open_delivery d set body = b.body
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as b ("merchantId" uuid, id uuid, body text)
    where d.merchant_id = b."merchantId" and d.id = b.id`.execute(tx);
}

export type Outcome = {
  merchantId: string;
  id: string;
  webhook: string;
  attempt: Attempt;
  /** When to try again; null: delivered, or given up. */
  dueAt: Date | null;
  delivered: boolean;
};
/** Many at a time: what was answered, and how each address stands. */
export async function keepOutcomes(tx: Tx, outcomes: readonly Outcome[], at: Date): Promise<void> {
  const wire = JSON.stringify(outcomes);
  await sql`
    update open_delivery d set attempts = d.attempts + 1, lease_ends_at = null, due_at = o."dueAt",
      delivered_at = case when o.delivered then ${at}::timestamptz end,
      parked_at = case when not o.delivered and o."dueAt" is null then ${at}::timestamptz end,
      log = d.log || jsonb_build_array(o.attempt)
    from jsonb_to_recordset(${wire}::jsonb) as o ("merchantId" uuid, id uuid, "dueAt" timestamptz, delivered boolean,
      attempt jsonb)
    where d.merchant_id = o."merchantId" and d.id = o.id`.execute(tx);
  await lockWebhooks(
    tx,
    outcomes.map(({ merchantId, webhook }) => ({ merchantId, id: webhook })),
  );
  await sql`
    update open_webhook w set failures = case when o.good then 0 else w.failures + o.bad end
    from (select "merchantId" as merchant_id, webhook, bool_or(delivered) as good, count(*) filter (where not delivered)::int as bad
      from jsonb_to_recordset(${wire}::jsonb) as r ("merchantId" uuid, webhook uuid, delivered boolean) group by 1, 2) o
    where w.merchant_id = o.merchant_id and w.id = o.webhook and (w.failures > 0 or o.bad > 0)`.execute(tx);
}

export type DeadWebhook = WebhookKey & { address: string; failures: number; product: string };
/** Paused by this very statement: whoever gets them tells the merchant. */
export async function pauseDead(tx: Tx, ids: readonly string[], failures: number, at: Date): Promise<DeadWebhook[]> {
  const { rows } = await sql<DeadWebhook>`
    update open_webhook w set paused_at = ${at} from open_app a
    where a.merchant_id = w.merchant_id and a.id = w.app and w.id = any(${ids}::uuid[]) and w.failures >= ${failures}
      and w.paused_at is null and w.enabled
    returning w.merchant_id as "merchantId", w.id, w.address, w.failures, a.product`.execute(tx);
  return rows;
}

/** The moment the next one is due that nobody is sending; null where nothing waits. What a dead process held is looked at by the job. */
export async function nextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(d.due_at) as at from open_webhook w
    join open_app a on a.merchant_id = w.merchant_id and a.id = w.app
    cross join lateral (
      select d.due_at from open_delivery d
      where d.merchant_id = w.merchant_id and d.webhook = w.id and d.due_at is not null
        and (d.lease_ends_at is null or d.lease_ends_at <= ${now})
      order by d.due_at limit 1) d
    where w.enabled and w.paused_at is null and ${IS_OPEN}`.execute(db);
  return rows[0]!.at;
}

/** What still waits after all this time belongs to an app or an address that is closed: it goes like the rest. */
export async function sweepDeliveries(db: Db, before: Date): Promise<void> {
  await sql`
    delete from open_delivery where created_at < ${before} and (due_at is null or due_at < ${before})`.execute(db);
  await sql`delete from open_event where at < ${before} and spread_at is not null`.execute(db);
}
