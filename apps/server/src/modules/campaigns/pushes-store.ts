import type { MessageChannel, PushState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PushResult } from "../messages/index.ts";

export type NewPush = {
  id: string;
  campaignId: string;
  channels: readonly MessageChannel[];
  title: string;
  body: string;
  sendAt: Date;
  numbers: PushResult;
  madeBy: string;
  decidedBy: string;
  at: Date;
};
export async function insertPush(tx: Tx, p: NewPush): Promise<void> {
  await sql`
    insert into campaign_push (id, campaign_id, state, channels, title, body, send_at, numbers, made_by, decided_by,
      created_at, changed_at)
    values (${p.id}, ${p.campaignId}, 'waiting', ${p.channels}::text[], ${p.title}, ${p.body}, ${p.sendAt},
      ${JSON.stringify(p.numbers)}::jsonb, ${p.madeBy}, ${p.decidedBy}, ${p.at}, ${p.at})`.execute(tx);
}

export type StoredPush = {
  id: string;
  campaignId: string;
  state: PushState;
  channels: MessageChannel[];
  title: string;
  body: string;
  sendAt: Date;
  reachedUntil: string | null;
  audience: number;
  numbers: PushResult;
};
const COLUMNS = sql`p.id, p.campaign_id as "campaignId", p.state, p.channels, p.title, p.body, p.send_at as "sendAt",
  p.reached_until as "reachedUntil", p.audience, p.numbers`;

export async function listPushesDue(db: Db, now: Date): Promise<StoredPush[]> {
  const { rows } = await sql<StoredPush>`
    select ${COLUMNS} from campaign_push p where p.state in ('waiting', 'sending') and p.send_at <= ${now}
    order by p.send_at, p.id`.execute(db);
  return rows;
}

/** Held while a portion goes out, so that two servers do not send the same one. */
export async function lockPush(tx: Tx, id: string): Promise<StoredPush | undefined> {
  const { rows } = await sql<StoredPush>`
    select ${COLUMNS} from campaign_push p where p.id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function savePortion(
  tx: Tx,
  { id, reachedUntil, audience, numbers }: Pick<StoredPush, "id" | "reachedUntil" | "audience" | "numbers">,
): Promise<void> {
  await sql`update campaign_push set reached_until = ${reachedUntil}, audience = ${audience},
    numbers = ${JSON.stringify(numbers)}::jsonb where id = ${id}`.execute(tx);
}

export type DeskPush = StoredPush & { campaign: string; madeByName: string; decidedByName: string };
export async function listPushes(db: Db, limit: number): Promise<DeskPush[]> {
  const { rows } = await sql<DeskPush>`
    select ${COLUMNS}, c.name as campaign, m.name as "madeByName", d.name as "decidedByName"
    from campaign_push p join campaign c on c.id = p.campaign_id
      join operator_brief m on m.id = p.made_by join operator_brief d on d.id = p.decided_by
    order by p.send_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}
