import type { CampaignApplicationState, CampaignPage, Currency, Money, PrizeKind, PrizeState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

type Of = { merchantId: string; campaignId: string };

export async function grantChances(
  tx: Tx,
  { merchantId, campaignId }: Of,
  causes: readonly { cause: string; id: string }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into campaign_chance (merchant_id, campaign_id, cause, id, granted_at)
    select ${merchantId}, ${campaignId}, t.cause, t.id, ${at}
    from unnest(${causes.map(({ cause }) => cause)}::text[], ${causes.map(({ id }) => id)}::uuid[]) t (cause, id)
    on conflict (merchant_id, campaign_id, cause) do nothing`.execute(tx);
}

/** What chances were granted for, used or not. */
export async function listCauses(db: Db, { merchantId, campaignId }: Of): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select cause from campaign_chance where merchant_id = ${merchantId} and campaign_id = ${campaignId}`.execute(db);
  return rows.map(({ cause }) => cause);
}

export type Chance = { cause: string; id: string };
export async function openChances(db: Db, { merchantId, campaignId }: Of): Promise<Chance[]> {
  const { rows } = await sql<Chance>`
    select cause, id from campaign_chance
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and used_at is null order by granted_at, cause`.execute(
    db,
  );
  return rows;
}

/** Takes one that nobody has taken, or the very one that is named. */
export async function takeChance(
  tx: Tx,
  { merchantId, campaignId }: Of,
  at: Date,
  id?: string,
): Promise<Chance | undefined> {
  const { rows } = await sql<Chance>`
    update campaign_chance set used_at = ${at}
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and used_at is null and cause = (
      select cause from campaign_chance
      where merchant_id = ${merchantId} and campaign_id = ${campaignId} and used_at is null
        ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by granted_at, cause limit 1 for update)
    returning cause, id`.execute(tx);
  return rows[0];
}

export async function findChanceCampaign(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ campaignId: string; used: boolean } | undefined> {
  const { rows } = await sql<{ campaignId: string; used: boolean }>`
    select campaign_id as "campaignId", used_at is not null as used from campaign_chance
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/** The next number; the campaign's row is held until the draw is over, so that draws come one after the other. */
export async function nextNumber(tx: Tx, campaignId: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ draws: number }>`
    update campaign set draws = draws + 1
    where id = ${campaignId} and state = 'running' and starts_at <= ${now} and ends_at > ${now} returning draws`.execute(
    tx,
  );
  return rows[0]?.draws;
}

/** Holds the campaign's row like a draw, without a number of its own; false where it does not run. */
export async function holdRunning(tx: Tx, campaignId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from campaign
    where id = ${campaignId} and state = 'running' and starts_at <= ${now} and ends_at > ${now} for update`.execute(tx);
  return rows.length > 0;
}

/** One from the stock and its cost from the budget, or nothing of either. */
export async function takePrize(
  tx: Tx,
  campaignId: string,
  position: number,
): Promise<{ before: number | null; after: number | null } | undefined> {
  const { rows } = await sql<{ before: number | null; after: number | null }>`
    with cost as (
      update campaign c set spent_minor = c.spent_minor + p.cost_minor from campaign_prize p
      where c.id = ${campaignId} and p.campaign_id = c.id and p.position = ${position}
        and c.spent_minor + p.cost_minor <= c.budget_minor and (p.stock is null or p.given < p.stock)
      returning c.id)
    update campaign_prize p set given = p.given + 1 from cost
    where p.campaign_id = cost.id and p.position = ${position}
    returning p.stock - p.given + 1 as before, p.stock - p.given as after`.execute(tx);
  return rows[0];
}

/** As if it had not been taken; the campaign's row is still held by the draw. */
export async function returnPrize(tx: Tx, campaignId: string, position: number): Promise<void> {
  await sql`
    with back as (
      update campaign_prize set given = given - 1 where campaign_id = ${campaignId} and position = ${position}
      returning cost_minor)
    update campaign c set spent_minor = c.spent_minor - back.cost_minor from back where c.id = ${campaignId}`.execute(
    tx,
  );
}

/** Whether the cheapest of what costs anything and is left no longer fits. */
export async function isExhausted(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ exhausted: boolean }>`
    select coalesce(c.budget_minor - c.spent_minor < (
      select min(p.cost_minor) from campaign_prize p
      where p.campaign_id = c.id and p.cost_minor > 0 and (p.stock is null or p.given < p.stock)), false) as exhausted
    from campaign c where c.id = ${campaignId}`.execute(tx);
  return rows[0]?.exhausted ?? false;
}

export type NewDraw = Of & {
  id: string;
  number: number | null;
  cause: string;
  chancesBefore: number;
  chancesAfter: number;
  random: string | null;
  commitment: string;
  drawnPosition: number;
  position: number;
  stockBefore: number | null;
  stockAfter: number | null;
  state: PrizeState;
  at: Date;
};
/** False where this cause has had its draw. */
export async function insertDraw(tx: Tx, d: NewDraw): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into campaign_draw (merchant_id, id, campaign_id, number, cause, chances_before, chances_after, random, commitment,
      drawn_position, position, stock_before, stock_after, state, drawn_at, changed_at)
    values (${d.merchantId}, ${d.id}, ${d.campaignId}, ${d.number}, ${d.cause}, ${d.chancesBefore}, ${d.chancesAfter},
      ${d.random}, ${d.commitment}, ${d.drawnPosition}, ${d.position}, ${d.stockBefore}, ${d.stockAfter}, ${d.state}, ${d.at},
      ${d.at})
    on conflict (merchant_id, campaign_id, cause) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type Drawn = {
  merchantId: string;
  id: string;
  campaign: string;
  campaignId: string;
  page: CampaignPage;
  number: number | null;
  position: number;
  prize: string;
  /** Where the random value pointed; another prize was given where that one was at an end. */
  drawnPrize: string;
  kind: PrizeKind;
  isGrand: boolean;
  state: PrizeState;
  chancesAfter: number;
  random: string | null;
  commitment: string;
  note: string | null;
  drawnAt: Date;
};
const DRAWN = sql`d.merchant_id as "merchantId", d.id, c.name as campaign, c.id as "campaignId", c.page, d.number, d.position,
  p.name as prize, pointed.name as "drawnPrize", p.kind, p.is_grand as "isGrand", d.state, d.chances_after as "chancesAfter", d.random, d.commitment, d.note,
  d.drawn_at as "drawnAt"`;
const FROM = sql`campaign_draw d join campaign c on c.id = d.campaign_id
  join campaign_prize p on p.campaign_id = d.campaign_id and p.position = d.position
  join campaign_prize pointed on pointed.campaign_id = d.campaign_id and pointed.position = d.drawn_position`;

type Wanted = { page?: CampaignPage; campaignId?: string | undefined; won?: boolean; limit: number };
/** The latest first; `won` leaves out what brought nothing, before it is counted against the limit. */
export async function listDrawn(
  db: Db,
  merchantId: string,
  { page, campaignId, won, limit }: Wanted,
): Promise<Drawn[]> {
  const { rows } = await sql<Drawn>`
    select ${DRAWN} from ${FROM}
    where d.merchant_id = ${merchantId} ${page ? sql`and c.page = ${page}` : sql``}
      ${campaignId ? sql`and c.id = ${campaignId}` : sql``} ${won ? sql`and p.kind <> 'nothing'` : sql``}
    order by d.drawn_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findDrawn(db: Db, merchantId: string, id: string): Promise<Drawn | undefined> {
  const { rows } = await sql<Drawn>`
    select ${DRAWN} from ${FROM} where d.merchant_id = ${merchantId} and d.id = ${id}`.execute(db);
  return rows[0];
}

/** Positions drawn by this merchant, each once. */
export async function listPositions(db: Db, { merchantId, campaignId }: Of): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select distinct position from campaign_draw
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} order by position`.execute(db);
  return rows.map(({ position }) => position);
}

/** What has waited longest first. */
export async function listToSend(db: Db, limit: number): Promise<Drawn[]> {
  const { rows } = await sql<Drawn>`
    select ${DRAWN} from ${FROM} where d.state <> 'given'
    order by (d.state = 'toSend') desc, case when d.state = 'toSend' then d.drawn_at end, d.drawn_at desc, d.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from campaign_draw where state = 'toSend')
      + (select count(*) from campaign_application where state = 'waiting'))::int as count`.execute(db);
  return rows[0]!.count;
}

export async function insertReward(
  tx: Tx,
  r: { merchantId: string; id: string; cause: string; title: string; amount: Money; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into promotion_reward (merchant_id, id, cause, title, currency, amount_minor, posting_id, paid_at)
    values (${r.merchantId}, ${r.id}, ${r.cause}, ${r.title}, ${r.amount.currency}, ${r.amount.minor}, ${r.id}, ${r.at})
    on conflict (merchant_id, cause) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function countRewards(db: Db, merchantId: string): Promise<{ currency: Currency; count: number }[]> {
  const { rows } = await sql<{ currency: Currency; count: number }>`
    select currency, count(*)::int as count from promotion_reward where merchant_id = ${merchantId} group by currency`.execute(
    db,
  );
  return rows;
}

export type Application = {
  merchantId: string;
  id: string;
  campaignId: string;
  campaign: string;
  state: CampaignApplicationState;
  company: string;
  contact: Uint8Array;
  mobile: Uint8Array;
  platform: string;
  monthlyDollars: number;
  note: string;
  reason: string | null;
  createdAt: Date;
};
const APPLICATION = sql`a.merchant_id as "merchantId", a.id, a.campaign_id as "campaignId", c.name as campaign, a.state, a.company,
  a.contact, a.mobile, a.platform, a.monthly_dollars as "monthlyDollars", a.note, a.reason, a.created_at as "createdAt"`;

/** False where there is one already. */
export async function insertApplication(
  tx: Tx,
  a: Omit<Application, "state" | "reason" | "campaign">,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into campaign_application (merchant_id, id, campaign_id, state, company, contact, mobile, platform, monthly_dollars,
      note, created_at, changed_at)
    values (${a.merchantId}, ${a.id}, ${a.campaignId}, 'waiting', ${a.company}, ${a.contact}, ${a.mobile}, ${a.platform},
      ${a.monthlyDollars}, ${a.note}, ${a.createdAt}, ${a.createdAt})
    on conflict (merchant_id, campaign_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findApplication(
  db: Db,
  merchantId: string,
  campaignId: string,
): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${APPLICATION} from campaign_application a join campaign c on c.id = a.campaign_id
    where a.merchant_id = ${merchantId} and a.campaign_id = ${campaignId}`.execute(db);
  return rows[0];
}

export async function findApplicationById(db: Db, merchantId: string, id: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${APPLICATION} from campaign_application a join campaign c on c.id = a.campaign_id
    where a.merchant_id = ${merchantId} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** Whoever has waited longest first: nobody is hidden behind those who came later. */
export async function listApplications(db: Db, limit: number): Promise<Application[]> {
  const { rows } = await sql<Application>`
    select ${APPLICATION} from campaign_application a join campaign c on c.id = a.campaign_id
    order by (a.state = 'waiting') desc, case when a.state = 'waiting' then a.created_at end, a.created_at desc, a.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
