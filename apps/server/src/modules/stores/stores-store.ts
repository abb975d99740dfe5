import { amazonSitesBeside, storeLifecycle, type AuthorisationState, type StoreState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type StoreKey = { merchantId: string; id: string };
export const keyOf = ({ merchantId, id }: StoreKey): StoreKey => ({ merchantId, id });
/** Answers of the form that have no column of their own and are no secrets. */
export type StoreFields = Readonly<Record<string, string>>;
export type Store = StoreKey & {
  platform: string;
  name: string;
  url: string;
  country: string | null;
  state: StoreState;
  version: number;
  authorisation: AuthorisationState;
  authorisedUntil: Date | null;
  hidden: boolean;
  remark: string;
  accountOption: string;
  holderName: string;
  receivingAccountId: string | null;
  fields: StoreFields;
  submittedAt: Date;
  dueAt: Date;
  decidedAt: Date | null;
  decidedBy: string;
  declineReason: string;
  createdAt: Date;
  boundAt: Date | null;
  /** Its platform account is another merchant's, and it is this one's turn to prove or to mend that. */
  mustProve: boolean;
};
/** What a form decides about a store. */
export type StoreFacts = Pick<
  Store,
  "platform" | "name" | "url" | "country" | "accountOption" | "holderName" | "fields"
>;

const STORE = sql`merchant_id as "merchantId", id, platform, name, url, country, state, version, authorisation,
  authorised_until as "authorisedUntil", hidden, remark, account_option as "accountOption", holder_name as "holderName",
  receiving_account_id as "receivingAccountId", fields, submitted_at as "submittedAt", due_at as "dueAt",
  decided_at as "decidedAt", decided_by as "decidedBy", decline_reason as "declineReason", created_at as "createdAt",
  bound_at as "boundAt", exists (select 1 from account_claim a where a.merchant_id = store.merchant_id
    and a.store_id = store.id and a.state in ('found', 'declined')) as "mustProve"`;

/** Removed ones are there too: who needs only living ones looks at the state. */
export async function findStore(db: Db, { merchantId, id }: StoreKey): Promise<Store | undefined> {
  const { rows } = await sql<Store>`
    select ${STORE} from store where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function lockStore(tx: Tx, { merchantId, id }: StoreKey): Promise<Store | undefined> {
  const { rows } = await sql<Store>`
    select ${STORE} from store where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** In one order, so that two who want the same ones do not wait for each other in a circle. */
export async function lockStores(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Store[]> {
  const { rows } = await sql<Store>`
    select ${STORE} from store where merchant_id = ${merchantId} and id = any(${ids}) and state <> 'removed'
    order by id for no key update`.execute(tx);
  return rows;
}

export type StoreChoice = { platform?: string; state?: StoreState; receivingAccountId?: string };
const MOST_CHOICES = 500;
export async function listStores(db: Db, merchantId: string, choice: StoreChoice): Promise<Store[]> {
  const { rows } = await sql<Store>`
    select ${STORE} from store
    where merchant_id = ${merchantId} and state <> 'removed'
      and (${choice.platform ?? null}::text is null or platform = ${choice.platform ?? null})
      and (${choice.state ?? null}::text is null or state = ${choice.state ?? null})
      and (${choice.receivingAccountId ?? null}::uuid is null or receiving_account_id = ${choice.receivingAccountId ?? null})
    order by created_at desc, id desc limit ${MOST_CHOICES}`.execute(db);
  return rows;
}

export async function insertStore(
  tx: Tx,
  { merchantId, id }: StoreKey,
  { platform, name, url, country, accountOption, holderName, fields }: StoreFacts,
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<void> {
  await sql`
    insert into store (merchant_id, id, platform, name, url, country, state, account_option, holder_name, fields,
      submitted_at, due_at, created_at)
    values (${merchantId}, ${id}, ${platform}, ${name}, ${url}, ${country}, ${storeLifecycle.initial}, ${accountOption},
      ${holderName}, ${JSON.stringify(fields)}::jsonb, ${at}, ${dueAt}, ${at})`.execute(tx);
}

/** What a merchant may change at any time, because nobody but the merchant reads it. */
export type StoreLabels = { name?: string; remark?: string; hidden?: boolean };
export async function labelStores(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  { name, remark, hidden }: StoreLabels,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update store set name = coalesce(${name ?? null}, name), remark = coalesce(${remark ?? null}, remark),
      hidden = coalesce(${hidden ?? null}, hidden)
    where merchant_id = ${merchantId} and id = any(${ids}) and state <> 'removed'`.execute(tx);
  return Number(numAffectedRows);
}

export async function payInto(tx: Tx, { merchantId, id }: StoreKey, receivingAccountId: string): Promise<void> {
  await sql`
    update store set receiving_account_id = ${receivingAccountId}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Answers that no reviewer judges. */
export async function saveFields(tx: Tx, { merchantId, id }: StoreKey, fields: StoreFields): Promise<void> {
  await sql`
    update store set fields = ${JSON.stringify(fields)}::jsonb
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** The same seller's living shops on the other sites one Amazon authorisation covers, in one order. */
export async function listAmazonSiblings(
  db: Db | Tx,
  { merchantId, id, platform, country, fields }: Store,
): Promise<Store[]> {
  const sites = platform === "AMAZON" ? amazonSitesBeside(country) : [];
  const seller = fields["sellerId"];
  if (sites.length === 0 || !seller) return [];
  const { rows } = await sql<Store>`
    select ${STORE} from store
    where merchant_id = ${merchantId} and id <> ${id} and platform = ${platform} and country = any(${sites})
      and fields ->> 'sellerId' = ${seller} and state <> 'removed'
    order by id`.execute(db);
  return rows;
}

/** What names the account on the platform, by whichever of them it asks. */
const ACCOUNT_FIELDS = ["sellerId", "publisherId", "vendorId", "username", "storeHash"] as const;
const ACCOUNT_NUMBER = `lower(coalesce(${ACCOUNT_FIELDS.map((field) => `fields ->> '${field}'`).join(", ")}))`;
export const typedAccount = ({ fields }: Pick<Store, "fields">): string | undefined =>
  ACCOUNT_FIELDS.map((field) => fields[field]).find(Boolean);
/** Does a living store of another merchant carry the same number on the same platform? */
export async function isSellerElsewhere(db: Db, store: Store): Promise<boolean> {
  const { merchantId, platform } = store;
  const seller = typedAccount(store);
  if (!seller) return false;
  // A login name is the same account however it is written.
  const { rows } = await sql`
    select 1 from store where platform = ${platform} and ${sql.raw(ACCOUNT_NUMBER)} = lower(${seller})
      and state <> 'removed' and merchant_id <> ${merchantId} limit 1`.execute(db);
  return rows.length > 0;
}

export type StoreCounts = { pending: number; total: number; platform: number };
/** Waits for others of the same merchant who count in order to add one. */
export async function countForLimits(tx: Tx, merchantId: string, platform: string | null): Promise<StoreCounts> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stores:${merchantId}`}, 0))`.execute(tx);
  return countStores(tx, merchantId, platform);
}

/** Until the transaction ends; false while another sheet of this merchant is being handed in, by whatever process. */
export async function claimImport(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`store-import:${merchantId}`}, 0)) as free`.execute(tx);
  return rows[0]!.free;
}

export async function countStores(db: Db, merchantId: string, platform: string | null): Promise<StoreCounts> {
  const { rows } = await sql<StoreCounts>`
    select count(*) filter (where state = 'pending')::int as pending, count(*)::int as total,
      count(*) filter (where platform = ${platform}::text)::int as platform
    from store where merchant_id = ${merchantId} and state <> 'removed'`.execute(db);
  return rows[0]!;
}

export async function countByAccount(db: Db, merchantId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ accountId: string; count: number }>`
    select receiving_account_id as "accountId", count(*)::int as count from store
    where merchant_id = ${merchantId} and state <> 'removed' and receiving_account_id is not null
    group by receiving_account_id`.execute(db);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}
