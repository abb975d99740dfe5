import type { storeList, storeReviewList } from "@coralhub/contract";
import type { AuthorisationState, StoreState } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource, Sql } from "../../platform/list-query.ts";
import { CONNECTED, ENDING } from "./store-status.ts";

/** Tied to its platform at all; the others have no authorisation that could be missing. */
const NEEDS_AUTHORISATION = sql`s.platform = any(${CONNECTED}::text[])`;
/** `needsAction` where the database is asked; `s` is the store. */
const NEEDS_ACTION = sql`(s.state = 'declined' or exists (select 1 from account_claim c where c.merchant_id = s.merchant_id
  and c.store_id = s.id and c.state in ('found', 'declined')) or s.state = 'bound' and (s.authorisation = any(${ENDING}::text[])
  or s.authorisation = 'none' and ${NEEDS_AUTHORISATION}))`;

const yesNo = (condition: Sql) => sql`case when ${condition} then 'yes' else 'no' end`;

export const storeSource: ListSource<(typeof storeList)["row"]> = {
  from: sql`store s`,
  owner: sql`s.merchant_id`,
  id: sql`s.id`,
  where: sql`s.state <> 'removed'`,
  columns: {
    merchantsId: sql`s.id`,
    // Names of platforms are the catalogue's: the page puts them in.
    platform: sql`s.platform`,
    platformCode: sql`s.platform`,
    name: sql`s.name`,
    url: sql`s.url`,
    country: sql`s.country`,
    state: sql`s.state`,
    declineReason: sql`s.decline_reason`,
    dueAt: sql`case when s.state = 'pending' then s.due_at end`,
    authorisation: sql`s.authorisation`,
    authorisedUntil: sql`s.authorised_until`,
    hidden: yesNo(sql`s.hidden`),
    remark: sql`s.remark`,
    needsAction: yesNo(NEEDS_ACTION),
    foreignBankAccountId: sql`s.receiving_account_id`,
    foreignBankAccount: sql`null::text`,
    hasMerchant: sql`case when s.fields->>'applicationType' = 'PRE_APPLY' then '0' else coalesce(s.fields->>'hasMerchant', '1') end`,
    channel: sql`coalesce(s.fields->>'channel', 'platform')`,
    s2n: sql`coalesce(s.fields->>'s2n', '')`,
    attach: sql`coalesce(s.fields->>'attach', '')`,
    // The accounts and their money are another module's: the page asks it afterwards.
    account: sql`null::jsonb`,
    income: sql`'[]'::jsonb`,
    createdAt: sql`s.created_at`,
    boundAt: sql`s.bound_at`,
    text: sql`s.name || ' ' || s.url || ' ' || s.remark`,
  },
  conditions: {
    authorisation: (chosen) => [sql`s.authorisation = any(${chosen}::text[])`, NEEDS_AUTHORISATION],
  },
};

export const reviewSource: ListSource<(typeof storeReviewList)["row"]> = {
  from: sql`store s`,
  owner: sql`s.merchant_id`,
  id: sql`s.id`,
  columns: {
    merchantId: sql`s.merchant_id`,
    merchantsId: sql`s.id`,
    platformCode: sql`s.platform`,
    name: sql`s.name`,
    url: sql`s.url`,
    country: sql`s.country`,
    state: sql`s.state`,
    version: sql`s.version`,
    authorisation: sql`s.authorisation`,
    authorisedUntil: sql`s.authorised_until`,
    foreignBankAccountId: sql`s.receiving_account_id`,
    expectCurrency: sql`s.account_option`,
    expectAccountName: sql`s.holder_name`,
    submittedAt: sql`s.submitted_at`,
    dueAt: sql`s.due_at`,
    decidedAt: sql`s.decided_at`,
    decidedBy: sql`s.decided_by`,
    createdAt: sql`s.created_at`,
  },
};

export async function countByPlatform(db: Db, merchantId: string): Promise<{ platformCode: string; count: number }[]> {
  const { rows } = await sql<{ platformCode: string; count: number }>`
    select platform as "platformCode", count(*)::int as count from store
    where merchant_id = ${merchantId} and state <> 'removed' and not hidden
    group by platform order by count(*) desc, platform`.execute(db);
  return rows;
}

export type StandingCount = {
  state: StoreState;
  authorisation: AuthorisationState;
  hidden: boolean;
  needsAction: boolean;
  needsAuthorisation: boolean;
  count: number;
  nextEndsAt: Date | null;
};
export async function countByStanding(db: Db, merchantId: string): Promise<StandingCount[]> {
  const { rows } = await sql<StandingCount>`
    select state, authorisation, hidden, ${NEEDS_ACTION} as "needsAction", ${NEEDS_AUTHORISATION} as "needsAuthorisation",
      count(*)::int as count, min(authorised_until) as "nextEndsAt"
    from store s where merchant_id = ${merchantId} and state <> 'removed'
    group by state, authorisation, hidden, 4, 5`.execute(db);
  return rows;
}

/** Waiting for a reviewer, as the bar of the console shows it. */
export const countWaiting = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from store where state = 'pending'`);

export async function countForDesk(
  db: Db,
  now: Date,
): Promise<{ state: StoreState; count: number; overdue: number }[]> {
  const { rows } = await sql<{ state: StoreState; count: number; overdue: number }>`
    select state, count(*)::int as count,
      (count(*) filter (where state = 'pending' and due_at < ${now}))::int as overdue
    from store group by state`.execute(db);
  return rows;
}
