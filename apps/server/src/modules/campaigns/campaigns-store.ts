import type {
  CampaignAudience,
  CampaignContent,
  CampaignPage,
  CampaignState,
  ChanceRules,
  Currency,
  PrizeKind,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Prize = {
  position: number;
  name: string;
  kind: PrizeKind;
  amountMinor: bigint | null;
  couponPlanId: string | null;
  costMinor: bigint;
  weight: number;
  stock: number | null;
  given: number;
  isGrand: boolean;
};
export type Campaign = {
  id: string;
  page: CampaignPage;
  name: string;
  state: CampaignState;
  startsAt: Date;
  endsAt: Date;
  audience: CampaignAudience;
  chances: ChanceRules;
  content: CampaignContent;
  currency: Currency;
  budgetMinor: bigint;
  spentMinor: bigint;
  draws: number;
  sealedSeed: Uint8Array;
  seedHash: string;
  madeBy: string;
  madeAt: Date;
};

const COLUMNS = sql`c.id, c.page, c.name, c.state, c.starts_at as "startsAt", c.ends_at as "endsAt", c.audience, c.chances,
  c.content, c.currency, c.budget_minor as "budgetMinor", c.spent_minor as "spentMinor", c.draws,
  c.sealed_seed as "sealedSeed", c.seed_hash as "seedHash", c.made_by as "madeBy", c.made_at as "madeAt"`;

export async function findCampaign(db: Db, id: string): Promise<Campaign | undefined> {
  const { rows } = await sql<Campaign>`select ${COLUMNS} from campaign c where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Held until the transaction ends, with every other of its page that has not ended: two cannot be scheduled side by side. */
export async function lockCampaign(tx: Tx, { id, page }: Pick<Campaign, "id" | "page">): Promise<Campaign | undefined> {
  await sql`
    select 1 from campaign where id = ${id} or (page = ${page} and state <> 'ended') order by id for update`.execute(
    tx,
  );
  return findCampaign(tx, id);
}

/** The one that runs, or else the one that comes next, or else the one that ended last. What two people never agreed on is nobody's business. */
export async function campaignOfPage(db: Db, page: CampaignPage, id?: string): Promise<Campaign | undefined> {
  const { rows } = await sql<Campaign>`
    select ${COLUMNS} from campaign c where c.page = ${page} and c.state <> 'draft' and c.decided_at is not null
      ${id === undefined ? sql`` : sql`and c.id = ${id}`}
    order by (c.state = 'running') desc, (c.state = 'paused') desc, (c.state = 'scheduled') desc,
      case when c.state = 'scheduled' then c.starts_at end, c.changed_at desc, c.id desc
    limit 1`.execute(db);
  return rows[0];
}

/** Those that two people agreed on and that have ended. */
export async function listPast(
  db: Db,
  page: CampaignPage,
  limit: number,
): Promise<Pick<Campaign, "id" | "name" | "endsAt">[]> {
  const { rows } = await sql<Pick<Campaign, "id" | "name" | "endsAt">>`
    select id, name, ends_at as "endsAt" from campaign
    where page = ${page} and state = 'ended' and decided_at is not null
    order by changed_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listPrizes(db: Db, campaignId: string): Promise<Prize[]> {
  const { rows } = await sql<Prize>`
    select position, name, kind, amount_minor as "amountMinor", coupon_plan_id as "couponPlanId", cost_minor as "costMinor",
      weight, stock, given, is_grand as "isGrand"
    from campaign_prize where campaign_id = ${campaignId} order by position`.execute(db);
  return rows;
}

type Saved = Omit<Campaign, "state" | "spentMinor" | "draws">;
export async function insertCampaign(tx: Tx, c: Saved): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into campaign (id, page, name, state, starts_at, ends_at, audience, chances, content, currency, budget_minor,
      sealed_seed, seed_hash, made_by, made_at, changed_at)
    values (${c.id}, ${c.page}, ${c.name}, 'draft', ${c.startsAt}, ${c.endsAt}, ${JSON.stringify(c.audience)}::jsonb,
      ${JSON.stringify(c.chances)}::jsonb, ${JSON.stringify(c.content)}::jsonb, ${c.currency}, ${c.budgetMinor},
      ${c.sealedSeed}, ${c.seedHash}, ${c.madeBy}, ${c.madeAt}, ${c.madeAt})
    on conflict (id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** A draft only: what two people have agreed on stays. */
export async function updateDraft(tx: Tx, c: Omit<Saved, "sealedSeed" | "seedHash">): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign set page = ${c.page}, name = ${c.name}, starts_at = ${c.startsAt}, ends_at = ${c.endsAt},
      audience = ${JSON.stringify(c.audience)}::jsonb, chances = ${JSON.stringify(c.chances)}::jsonb,
      content = ${JSON.stringify(c.content)}::jsonb, currency = ${c.currency}, budget_minor = ${c.budgetMinor},
      made_by = ${c.madeBy}, made_at = ${c.madeAt}, changed_at = ${c.madeAt}
    where id = ${c.id} and state = 'draft'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function replacePrizes(tx: Tx, campaignId: string, prizes: readonly Prize[]): Promise<void> {
  await sql`delete from campaign_prize where campaign_id = ${campaignId}`.execute(tx);
  for (const p of prizes) {
    await sql`
      insert into campaign_prize (campaign_id, position, name, kind, amount_minor, coupon_plan_id, cost_minor, weight, stock,
        is_grand)
      values (${campaignId}, ${p.position}, ${p.name}, ${p.kind}, ${p.amountMinor}, ${p.couponPlanId}, ${p.costMinor},
        ${p.weight}, ${p.stock}, ${p.isGrand})`.execute(tx);
  }
}

/** Another one that is agreed on for the same page and time. */
export async function findRival(
  tx: Tx,
  c: Pick<Campaign, "id" | "page" | "startsAt" | "endsAt">,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from campaign where page = ${c.page} and id <> ${c.id} and state not in ('draft', 'ended')
      and starts_at < ${c.endsAt} and ends_at > ${c.startsAt} limit 1`.execute(tx);
  return rows[0]?.name;
}

/** `all` counts every look; `a` and `b` the merchants who are signed in, by what they read, each once a day. */
export type CampaignVariant = "all" | "a" | "b";
type Counts = { variant: CampaignVariant; visits: number; draws: number };
export type DeskCampaign = Campaign & { madeByName: string; counts: Counts[]; winners: number; applications: number };
export async function listCampaigns(db: Db, limit: number): Promise<DeskCampaign[]> {
  const { rows } = await sql<DeskCampaign>`
    select ${COLUMNS}, o.name as "madeByName",
      (select coalesce(jsonb_agg(jsonb_build_object('variant', n.variant, 'visits', n.visits, 'draws', n.draws) order by n.variant), '[]')
       from (select variant, sum(visits) as visits, sum(draws) as draws from campaign_count
             where campaign_id = c.id group by variant) n) as counts,
      (select coalesce(sum(p.given), 0)::int from campaign_prize p where p.campaign_id = c.id and p.kind <> 'nothing') as winners,
      (select count(*)::int from campaign_application a where a.campaign_id = c.id) as applications
    from campaign c join operator_brief o on o.id = c.made_by
    order by c.starts_at desc, c.id limit ${limit}`.execute(db);
  return rows;
}

export type Due = { id: string; action: "start" | "end" };
export async function listDue(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, case when ends_at <= ${now} then 'end' else 'start' end as action from campaign
    where (state = 'scheduled' and starts_at <= ${now}) or (state in ('scheduled', 'running', 'paused') and ends_at <= ${now})
    order by starts_at, id`.execute(db);
  return rows;
}

/** Everybody who looks, as often as they look. */
export async function countVisit(db: Db, campaignId: string, day: string): Promise<void> {
  await sql`
    insert into campaign_count (campaign_id, day, variant, visits) values (${campaignId}, ${day}, 'all', 1)
    on conflict (campaign_id, day, variant) do update set visits = campaign_count.visits + 1`.execute(db);
}

type Visitor = {
  merchantId: string;
  campaignId: string;
  day: string;
  variant: Exclude<CampaignVariant, "all">;
  drew: boolean;
  at: Date;
};
/** A merchant is one visitor a day and one who drew at most: shares of the two versions compare people, not reloads. */
export async function countVisitor(db: Db, v: Visitor): Promise<void> {
  await sql`
    with seen as (
      insert into campaign_visitor as known (merchant_id, campaign_id, day, drew, seen_at)
      values (${v.merchantId}, ${v.campaignId}, ${v.day}, ${v.drew}, ${v.at})
      on conflict (merchant_id, campaign_id, day) do update set drew = true where excluded.drew and not known.drew
      returning (xmax = 0)::int as visits, drew::int as draws)
    insert into campaign_count (campaign_id, day, variant, visits, draws)
    select ${v.campaignId}, ${v.day}::date, ${v.variant}, visits, draws from seen
    on conflict (campaign_id, day, variant) do update
      set visits = campaign_count.visits + excluded.visits, draws = campaign_count.draws + excluded.draws`.execute(db);
}

export async function hasStoreOn(db: Db, merchantId: string, platform: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_brief where merchant_id = ${merchantId} and platform = ${platform} and state = 'bound' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
