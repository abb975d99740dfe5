import type { connectionList } from "@coralhub/contract";
import type { AuthorisationState, Connector } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ListSource } from "../../../platform/list-query.ts";
import type { StoreKey } from "../stores-store.ts";

export type Connection = StoreKey & {
  connector: Connector;
  account: string | null;
  sealed: Uint8Array;
  lastFour: string;
  authorisedAt: Date;
  endsAt: Date | null;
  refreshAfter: Date | null;
  lastSuccessAt: Date | null;
  failingSince: Date | null;
};

const CONNECTION = sql`c.merchant_id as "merchantId", c.store_id as id, c.connector, c.account, c.sealed,
  c.last_four as "lastFour", c.authorised_at as "authorisedAt", c.ends_at as "endsAt", c.refresh_after as "refreshAfter",
  c.last_success_at as "lastSuccessAt", c.failing_since as "failingSince"`;

export async function findConnection(db: Db | Tx, { merchantId, id }: StoreKey): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${CONNECTION} from store_connection c where c.merchant_id = ${merchantId} and c.store_id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function listConnections(db: Db, merchantId: string, connector: Connector): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${CONNECTION} from store_connection c
    where c.merchant_id = ${merchantId} and c.connector = ${connector}`.execute(db);
  return rows;
}

/** Stores whose platform lets us in right now. */
export async function listConnected(db: Db, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select store_id as id from store_connected where merchant_id = ${merchantId}`.execute(db);
  return rows.map(({ id }) => id);
}

type Kept = Pick<Connection, "connector" | "account" | "sealed" | "lastFour" | "endsAt" | "refreshAfter">;
export async function saveConnection(
  tx: Tx,
  { merchantId, id }: StoreKey,
  { connector, account, sealed, lastFour, endsAt, refreshAfter }: Kept,
  at: Date,
): Promise<void> {
  await sql`
    insert into store_connection (merchant_id, store_id, connector, account, sealed, last_four, authorised_at, ends_at,
      refresh_after, checked_at, last_success_at)
    values (${merchantId}, ${id}, ${connector}, ${account}, ${sealed}, ${lastFour}, ${at}, ${endsAt}, ${refreshAfter},
      ${at}, ${at})
    on conflict (merchant_id, store_id) do update set connector = excluded.connector, account = excluded.account,
      sealed = excluded.sealed, last_four = excluded.last_four, authorised_at = excluded.authorised_at,
      ends_at = excluded.ends_at, refresh_after = excluded.refresh_after, checked_at = excluded.checked_at,
      last_success_at = excluded.last_success_at, leased_until = null, failing_since = null, problem = null`.execute(
    tx,
  );
}

export async function removeConnection(tx: Tx, { merchantId, id }: StoreKey): Promise<void> {
  await sql`delete from store_connection where merchant_id = ${merchantId} and store_id = ${id}`.execute(tx);
}

type Lease = { wallNow: Date; until: Date };
/** Those whose access token ends soon, for this server alone until the lease ends. */
export async function leaseDue(db: Db, now: Date, { wallNow, until }: Lease, limit: number): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    update store_connection c set leased_until = ${until}
     where (c.merchant_id, c.store_id) in (
       select d.merchant_id, d.store_id from store_connection d
        where d.refresh_after <= ${now} and (d.leased_until is null or d.leased_until < ${wallNow})
        order by d.refresh_after limit ${limit} for update skip locked)
    returning ${CONNECTION}`.execute(db);
  return rows;
}

/** This very one, due or not; undefined while somebody else has it, or when its tokens are no longer the ones known. */
export async function leaseOne(
  db: Db,
  { merchantId, id, sealed }: Connection,
  { wallNow, until }: Lease,
): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    update store_connection c set leased_until = ${until}
     where c.merchant_id = ${merchantId} and c.store_id = ${id} and c.refresh_after is not null
       and c.sealed = ${sealed}
       and (c.leased_until is null or c.leased_until < ${wallNow})
    returning ${CONNECTION}`.execute(db);
  return rows[0];
}

/** Fresh tokens in the place of the ones they were made from; nothing where the merchant has agreed anew meanwhile. */
export async function saveRefreshed(
  tx: Tx,
  { merchantId, id, authorisedAt }: Connection,
  { sealed, lastFour, endsAt, refreshAfter }: Omit<Kept, "connector" | "account">,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update store_connection set sealed = ${sealed}, last_four = ${lastFour}, ends_at = ${endsAt},
      refresh_after = ${refreshAfter}, leased_until = null, last_success_at = ${at}, failing_since = null, problem = null
    where merchant_id = ${merchantId} and store_id = ${id} and authorised_at = ${authorisedAt}`.execute(tx);
  return numAffectedRows === 1n;
}

/** `refreshAfter` left out: renewal stays planned as it was. */
export async function noteFailure(
  db: Db | Tx,
  { merchantId, id, authorisedAt }: Connection,
  { at, problem, refreshAfter }: { at: Date; problem: string; refreshAfter?: Date | null },
): Promise<void> {
  const plan = refreshAfter === undefined ? sql`` : sql`, refresh_after = ${refreshAfter}, leased_until = null`;
  await sql`
    update store_connection set failing_since = coalesce(failing_since, ${at}), problem = ${problem} ${plan}
    where merchant_id = ${merchantId} and store_id = ${id} and authorised_at = ${authorisedAt}`.execute(db);
}

export async function noteSuccess(db: Db, { merchantId, id }: StoreKey, at: Date): Promise<void> {
  await sql`
    update store_connection set last_success_at = ${at}, failing_since = null, problem = null
    where merchant_id = ${merchantId} and store_id = ${id}`.execute(db);
}

/** Those nobody has looked at for long, claimed by looking. */
export async function takeUnchecked(db: Db, before: Date, now: Date, limit: number): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    update store_connection c set checked_at = ${now}
     where (c.merchant_id, c.store_id) in (
       select d.merchant_id, d.store_id from store_connection d
         join store s on s.merchant_id = d.merchant_id and s.id = d.store_id
        where d.checked_at < ${before} and s.authorisation in ('authorised', 'expiring')
        order by d.checked_at limit ${limit} for update of d skip locked)
    returning ${CONNECTION}`.execute(db);
  return rows;
}

/** Stores whose consent ends before then and that stand in one of these states. */
export async function listEnding(
  db: Db,
  before: Date,
  states: readonly AuthorisationState[],
  limit: number,
): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${CONNECTION} from store_connection c join store s on s.merchant_id = c.merchant_id and s.id = c.store_id
    where c.ends_at <= ${before} and s.authorisation = any(${states}) and s.state <> 'removed'
    order by c.ends_at limit ${limit}`.execute(db);
  return rows;
}

export type ConnectorHealth = {
  connector: Connector;
  connected: number;
  expiring: number;
  lapsed: number;
  failing: number;
  failingSince: Date | null;
  lastSuccessAt: Date | null;
};
export async function healthByConnector(db: Db): Promise<ConnectorHealth[]> {
  const { rows } = await sql<ConnectorHealth>`
    select c.connector, count(*) filter (where s.authorisation in ('authorised', 'expiring'))::int as connected,
      count(*) filter (where s.authorisation = 'expiring')::int as expiring,
      count(*) filter (where s.authorisation = 'lapsed')::int as lapsed,
      count(*) filter (where c.failing_since is not null)::int as failing,
      min(c.failing_since) as "failingSince", max(c.last_success_at) as "lastSuccessAt"
    from store_connection c join store s on s.merchant_id = c.merchant_id and s.id = c.store_id
    group by c.connector`.execute(db);
  return rows;
}

export const connectionSource: ListSource<(typeof connectionList)["row"]> = {
  from: sql`store_connection c join store s on s.merchant_id = c.merchant_id and s.id = c.store_id`,
  owner: sql`c.merchant_id`,
  id: sql`c.store_id`,
  columns: {
    merchantId: sql`c.merchant_id`,
    storeId: sql`c.store_id`,
    storeName: sql`s.name`,
    connector: sql`c.connector`,
    authorisation: sql`s.authorisation`,
    health: sql`case when c.failing_since is null then 'working' else 'failing' end`,
    account: sql`c.account`,
    lastFour: sql`c.last_four`,
    authorisedAt: sql`c.authorised_at`,
    endsAt: sql`c.ends_at`,
    lastSuccessAt: sql`c.last_success_at`,
    failingSince: sql`c.failing_since`,
    problem: sql`c.problem`,
  },
};
