import type { accountClaimList } from "@coralhub/contract";
import type { AccountClaimState, Connector } from "@coralhub/domain";
import { accountClaimLifecycle } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../../platform/count-up-to.ts";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ListSource } from "../../../platform/list-query.ts";
import type { StoreKey } from "../stores-store.ts";
import type { PlatformAccount } from "./platform-accounts-store.ts";

/** What a merchant typed is mended by typing; what the platform itself has said is not. */
export type Namer = "platform" | "typed";
export type AccountClaim = {
  merchantId: string;
  id: string;
  storeId: string;
  connector: Connector;
  account: string;
  namedBy: Namer;
  state: AccountClaimState;
  statement: string;
  fileIds: string[];
  foundAt: Date;
  submittedAt: Date | null;
  decidedAt: Date | null;
  answer: string;
};

const CLAIM = sql`merchant_id as "merchantId", id, store_id as "storeId", connector, account, named_by as "namedBy", state, statement,
  file_ids as "fileIds", found_at as "foundAt", submitted_at as "submittedAt", decided_at as "decidedAt", answer`;
const { open, ended } = accountClaimLifecycle.groups;

/** The newest of a store's. */
export async function findClaimOf(db: Db | Tx, { merchantId, id }: StoreKey): Promise<AccountClaim | undefined> {
  const { rows } = await sql<AccountClaim>`
    select ${CLAIM} from account_claim where merchant_id = ${merchantId} and store_id = ${id}
    order by found_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** What stands between a store and its account: somebody else has it, and nothing is settled. */
export async function findOpenClaim(db: Db | Tx, key: StoreKey): Promise<AccountClaim | undefined> {
  const claim = await findClaimOf(db, key);
  return claim && !ended.some((state) => state === claim.state) ? claim : undefined;
}

export async function findClaim(db: Db | Tx, { merchantId, id }: StoreKey): Promise<AccountClaim | undefined> {
  const { rows } = await sql<AccountClaim>`
    select ${CLAIM} from account_claim where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * One at a time for a store: what is open stays, and is about the account met last unless it is being looked at. Typing
 * changes nothing about what the platform has said.
 */
export async function insertClaim(
  tx: Tx,
  store: StoreKey,
  { connector, account }: PlatformAccount,
  { id, at, namedBy }: { id: string; at: Date; namedBy: Namer },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into account_claim (merchant_id, id, store_id, connector, account, named_by, state, found_at)
    values (${store.merchantId}, ${id}, ${store.id}, ${connector}, ${account}, ${namedBy}, ${accountClaimLifecycle.initial},
      ${at})
    on conflict (merchant_id, store_id) where state in ('found', 'submitted', 'declined')
      do update set connector = excluded.connector, account = excluded.account, named_by = excluded.named_by
      where account_claim.state = any(${open}::text[])
        and (excluded.named_by = 'platform' or account_claim.named_by = 'typed')
    returning id`.execute(tx);
  return rows[0]?.id === id;
}

export const accountClaimSource: ListSource<(typeof accountClaimList)["row"]> = {
  from: sql`account_claim a join store s on s.merchant_id = a.merchant_id and s.id = a.store_id`,
  owner: sql`a.merchant_id`,
  id: sql`a.id`,
  columns: {
    id: sql`a.id`,
    merchantId: sql`a.merchant_id`,
    merchantsId: sql`a.store_id`,
    storeName: sql`s.name`,
    connector: sql`a.connector`,
    account: sql`a.account`,
    state: sql`a.state`,
    statement: sql`a.statement`,
    foundAt: sql`a.found_at`,
    submittedAt: sql`a.submitted_at`,
    decidedAt: sql`a.decided_at`,
    decidedBy: sql`a.decided_by`,
    answer: sql`a.answer`,
  },
};

export const countWaitingClaims = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from account_claim where state in ('submitted')`);
