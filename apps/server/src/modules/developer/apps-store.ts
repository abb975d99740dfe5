import type { ListSource } from "../../platform/list-query.ts";
import type { openAppDeskList } from "@coralhub/contract";
import type { ApiScope } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type AppKey = { merchantId: string; id: string };
export type OpenApp = AppKey & {
  appId: string;
  product: string;
  enabled: boolean;
  ipWhitelist: string[];
  scopes: ApiScope[];
  callsPerMinute: number;
  suspendedReason: string | null;
  personId: string;
  createdAt: Date;
};
const COLUMNS = sql`a.merchant_id as "merchantId", a.id, a.app_id as "appId", a.product, a.enabled,
  a.ip_whitelist as "ipWhitelist", a.scopes, a.calls_per_minute as "callsPerMinute",
  a.suspended_reason as "suspendedReason", a.person_id as "personId", a.created_at as "createdAt"`;

export async function listApps(db: Db | Tx, merchantId: string): Promise<OpenApp[]> {
  const { rows } = await sql<OpenApp>`
    select ${COLUMNS} from open_app a where a.merchant_id = ${merchantId} order by a.id`.execute(db);
  return rows;
}

export async function findApp(db: Db | Tx, merchantId: string, appId: string): Promise<OpenApp | undefined> {
  const { rows } = await sql<OpenApp>`
    select ${COLUMNS} from open_app a where a.merchant_id = ${merchantId} and a.app_id = ${appId}`.execute(db);
  return rows[0];
}

export async function findAppById(db: Db | Tx, { merchantId, id }: AppKey): Promise<OpenApp | undefined> {
  const { rows } = await sql<OpenApp>`
    select ${COLUMNS} from open_app a where a.merchant_id = ${merchantId} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** By the name in a header, whoever's it is. Who has closed the account with us has no programs any more. */
export async function findNamedApp(db: Db | Tx, appId: string): Promise<OpenApp | undefined> {
  const { rows } = await sql<OpenApp>`
    select ${COLUMNS} from open_app_name n join open_app a on a.merchant_id = n.owner_id and a.id = n.id
    join merchant_open m on m.merchant_id = a.merchant_id where n.app_id = ${appId}`.execute(db);
  return rows[0];
}

/** Who counts in order to add one waits for the others. */
export const lockApps = (tx: Tx, merchantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`open-apps:${merchantId}`}, 0))`.execute(tx);

export async function insertApp(tx: Tx, app: Omit<OpenApp, "enabled" | "suspendedReason">): Promise<void> {
  await sql`insert into open_app_name (app_id, owner_id, id) values (${app.appId}, ${app.merchantId}, ${app.id})`.execute(
    tx,
  );
  await sql`
    insert into open_app (merchant_id, id, app_id, product, ip_whitelist, scopes, calls_per_minute, person_id, created_at,
      changed_at)
    values (${app.merchantId}, ${app.id}, ${app.appId}, ${app.product}, ${app.ipWhitelist}::text[], ${app.scopes}::text[],
      ${app.callsPerMinute}, ${app.personId}, ${app.createdAt}, ${app.createdAt})`.execute(tx);
}

type AppChange = Partial<Pick<OpenApp, "product" | "enabled" | "ipWhitelist" | "scopes" | "callsPerMinute">>;
export async function updateApp(tx: Tx, { merchantId, id }: AppKey, change: AppChange, at: Date): Promise<void> {
  const { product, enabled, ipWhitelist, scopes, callsPerMinute } = change;
  await sql`
    update open_app set product = coalesce(${product ?? null}, product), enabled = coalesce(${enabled ?? null}, enabled),
      ip_whitelist = coalesce(${ipWhitelist ?? null}::text[], ip_whitelist),
      scopes = coalesce(${scopes ?? null}::text[], scopes),
      calls_per_minute = coalesce(${callsPerMinute ?? null}::int, calls_per_minute), changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function setSuspension(
  tx: Tx,
  { merchantId, id }: AppKey,
  reason: string | null,
  at: Date,
): Promise<void> {
  await sql`update open_app set suspended_reason = ${reason}, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function merchantsWithApps(db: Db | Tx, merchantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct merchant_id as id from open_app where merchant_id = any(${merchantIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

export async function keepToken(tx: Tx, { merchantId, id }: AppKey, hash: Buffer, at: Date): Promise<void> {
  await sql`
    insert into open_token (merchant_id, app, secret_hash, created_at) values (${merchantId}, ${id}, ${hash}, ${at})
    on conflict (merchant_id, app) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at`.execute(
    tx,
  );
}

export async function findToken(db: Db, { merchantId, id }: AppKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`
    select secret_hash as hash from open_token where merchant_id = ${merchantId} and app = ${id}`.execute(db);
  return rows[0]?.hash;
}

export const openAppDeskSource: ListSource<(typeof openAppDeskList)["row"]> = {
  from: sql`open_app a`,
  owner: sql`a.merchant_id`,
  id: sql`a.id`,
  columns: {
    merchantId: sql`a.merchant_id`,
    id: sql`a.id`,
    appId: sql`a.app_id`,
    product: sql`a.product`,
    standing: sql`case when a.suspended_reason is not null then 'suspended' when a.enabled then 'enabled' else 'disabled' end`,
    callsPerMinute: sql`a.calls_per_minute`,
    createdAt: sql`a.created_at`,
  },
};
