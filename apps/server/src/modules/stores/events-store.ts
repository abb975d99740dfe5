import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { StoreKey } from "./stores-store.ts";

/** Who acts on a store, as its owner reads it. */
export type StoreActor = { kind: "merchant" | "operator" | "system"; name: string };
export const MERCHANT: StoreActor = { kind: "merchant", name: "您" };

export type StoreEvent = {
  id: string;
  at: Date;
  actorKind: StoreActor["kind"];
  actor: string;
  what: string;
  detail: string;
};

export async function noteEvent(
  { ids }: { ids: Ids },
  tx: Tx,
  { merchantId, id }: StoreKey,
  { at, by, what, detail = "" }: { at: Date; by: StoreActor; what: string; detail?: string },
): Promise<void> {
  await sql`
    insert into store_event (merchant_id, store_id, id, at, actor_kind, actor, what, detail)
    values (${merchantId}, ${id}, ${ids.next()}, ${at}, ${by.kind}, ${by.name}, ${what}, ${detail})`.execute(tx);
}

const MOST_EVENTS = 200;
/** Oldest first, the newest of many. */
export async function listEvents(db: Db, { merchantId, id }: StoreKey): Promise<StoreEvent[]> {
  const { rows } = await sql<StoreEvent>`
    select id, at, actor_kind as "actorKind", actor, what, detail from store_event
    where merchant_id = ${merchantId} and store_id = ${id} order by id desc limit ${MOST_EVENTS}`.execute(db);
  return rows.toReversed();
}
