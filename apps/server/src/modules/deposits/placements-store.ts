import type { placementDeskList, placementList } from "@coralhub/contract";
import {
  moneyOf,
  type DepositCurrency,
  type DepositTerm,
  type MaturityInstruction,
  type Money,
  type PlacementState,
  type YearDays,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type PlacementKey = { merchantId: string; id: string };
export type Placement = PlacementKey & {
  state: PlacementState;
  principal: Money<DepositCurrency>;
  termMonths: DepositTerm;
  rate: string;
  yearDays: YearDays;
  valueDate: string;
  maturesOn: string;
  interest: Money<DepositCurrency>;
  accrued: Money<DepositCurrency>;
  accruedThrough: string;
  instruction: MaturityInstruction;
  renewMinor: bigint | null;
  rail: string;
  reference: string;
  reason: string | null;
  renewedFrom: string | null;
  renewedTo: string | null;
  paidInterestMinor: bigint | null;
  createdAt: Date;
  endedAt: Date | null;
  askedAt: Date | null;
  settledAt: Date | null;
  holdPostingId: string | null;
};

type Row = Omit<Placement, "principal" | "interest" | "accrued"> & {
  currency: DepositCurrency;
  principalMinor: bigint;
  interestMinor: bigint;
  accruedMinor: bigint;
};
const COLUMNS = sql`merchant_id as "merchantId", id, state, currency, principal_minor as "principalMinor",
  term_months as "termMonths", rate, year_days as "yearDays", value_date as "valueDate", matures_on as "maturesOn",
  interest_minor as "interestMinor", accrued_minor as "accruedMinor", accrued_through as "accruedThrough", instruction,
  renew_minor as "renewMinor", rail, rail_reference as reference, reason, renewed_from as "renewedFrom",
  renewed_to as "renewedTo", paid_interest_minor as "paidInterestMinor", created_at as "createdAt", ended_at as "endedAt",
  asked_at as "askedAt", settled_at as "settledAt", hold_posting_id as "holdPostingId"`;
const placementOf = ({ currency, principalMinor, interestMinor, accruedMinor, ...rest }: Row): Placement => ({
  ...rest,
  principal: moneyOf(currency, principalMinor),
  interest: moneyOf(currency, interestMinor),
  accrued: moneyOf(currency, accruedMinor),
});

export async function findPlacement(db: Db, { merchantId, id }: PlacementKey): Promise<Placement | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_placement where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && placementOf(rows[0]);
}

export async function lockPlacement(tx: Tx, { merchantId, id }: PlacementKey): Promise<Placement | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_placement where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && placementOf(rows[0]);
}

/** Everything that is still earning or waiting to, by maturity. */
export async function listOpen(db: Db, merchantId: string): Promise<Placement[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_placement
    where merchant_id = ${merchantId} and state in ('pending', 'held') order by matures_on, id`.execute(db);
  return rows.map(placementOf);
}

export type NewPlacement = Omit<
  Placement,
  "accrued" | "reason" | "renewedTo" | "paidInterestMinor" | "endedAt" | "askedAt" | "settledAt"
>;
/** The reference stands beside it from the first moment, so that whatever the partner says finds its way. */
export async function insertPlacement(tx: Tx, p: NewPlacement): Promise<void> {
  await sql`
    insert into deposit_placement (merchant_id, id, state, currency, principal_minor, term_months, rate, year_days, value_date,
      matures_on, interest_minor, accrued_through, instruction, renew_minor, rail, rail_reference, renewed_from,
      hold_posting_id, created_at, changed_at)
    values (${p.merchantId}, ${p.id}, ${p.state}, ${p.principal.currency}, ${p.principal.minor}, ${p.termMonths}, ${p.rate},
      ${p.yearDays}, ${p.valueDate}, ${p.maturesOn}, ${p.interest.minor}, ${p.accruedThrough}, ${p.instruction}, ${p.renewMinor}, ${p.rail},
      ${p.reference}, ${p.renewedFrom}, ${p.holdPostingId}, ${p.createdAt}, ${p.createdAt})`.execute(tx);
  await sql`insert into deposit_reference (reference, owner_id, placement_id)
    values (${p.reference}, ${p.merchantId}, ${p.id})`.execute(tx);
}

export type Subject = { merchantId: string; placementId: string | null };
export async function findByReference(db: Db, reference: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select owner_id as "merchantId", placement_id as "placementId" from deposit_reference
    where reference = ${reference}`.execute(db);
  return rows[0];
}

/** A choice for maturity replaces the one before; the state stays. */
export async function setInstruction(
  tx: Tx,
  { merchantId, id }: PlacementKey,
  { instruction, renewMinor }: Pick<Placement, "instruction" | "renewMinor">,
): Promise<void> {
  await sql`update deposit_placement set instruction = ${instruction}, renew_minor = ${renewMinor}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function markAsked(db: Db, { merchantId, id }: PlacementKey, at: Date): Promise<void> {
  await sql`update deposit_placement set asked_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(db);
}

/** True the first time. */
export async function markSettled(tx: Tx, { merchantId, id }: PlacementKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update deposit_placement set settled_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and settled_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export type AccrualDay = { day: string; amount: Money<DepositCurrency>; total: Money<DepositCurrency> };
/** Each day once; and how far the books have come. */
export async function insertAccruals(
  tx: Tx,
  { merchantId, id }: PlacementKey,
  days: readonly AccrualDay[],
): Promise<void> {
  const last = days.at(-1)!;
  await sql`
    insert into deposit_accrual (merchant_id, placement_id, day, amount_minor, total_minor)
    select ${merchantId}, ${id}, d.day, d.amount, d.total
      from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ amount }) => amount.minor.toString())}::int8[],
                  ${days.map(({ total }) => total.minor.toString())}::int8[]) as d (day, amount, total)`.execute(tx);
  await sql`update deposit_placement set accrued_minor = ${last.total.minor}, accrued_through = ${last.day}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function listAccruals(
  db: Db,
  { merchantId, id }: PlacementKey,
  of: DepositCurrency,
): Promise<AccrualDay[]> {
  const { rows } = await sql<{ day: string; amount: bigint; total: bigint }>`
    select day, amount_minor as amount, total_minor as total from deposit_accrual
    where merchant_id = ${merchantId} and placement_id = ${id} order by day desc limit 400`.execute(db);
  return rows.map(({ day, amount, total }) => ({ day, amount: moneyOf(of, amount), total: moneyOf(of, total) }));
}

type Period = { from: string; to: string };
/** Those that earned on a day of the period, or ended in it; what the partner never took is left out. */
export async function listBetween(
  db: Db,
  merchantId: string,
  { from, to }: Period,
  limit: number,
): Promise<Placement[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_placement
    where merchant_id = ${merchantId} and state not in ('pending', 'refused') and value_date <= ${to}
      and (ended_at is null or (ended_at at time zone 'Asia/Shanghai')::date >= ${from})
    order by value_date, id limit ${limit}`.execute(db);
  return rows.map(placementOf);
}

export async function sumAccruals(db: Db, merchantId: string, { from, to }: Period) {
  const { rows } = await sql<{ placementId: string; minor: bigint }>`
    select placement_id as "placementId", sum(amount_minor)::int8 as minor from deposit_accrual
    where merchant_id = ${merchantId} and day between ${from} and ${to} group by placement_id`.execute(db);
  return rows;
}

/** Behind with their interest on this day, those that wait longest first. */
export async function listToAccrue(db: Db, today: string, limit: number): Promise<PlacementKey[]> {
  const { rows } = await sql<PlacementKey>`
    select merchant_id as "merchantId", id from deposit_placement
    where state = 'held' and accrued_through < ${today} and accrued_through < matures_on
    order by accrued_through, merchant_id, id limit ${limit}`.execute(db);
  return rows;
}

export async function listToMature(db: Db, today: string, limit: number): Promise<PlacementKey[]> {
  const { rows } = await sql<PlacementKey>`
    select merchant_id as "merchantId", id from deposit_placement
    where state = 'held' and matures_on <= ${today} order by matures_on, merchant_id, id limit ${limit}`.execute(db);
  return rows;
}

/** The days on which something that is not over will mature. */
export async function listMaturities(
  db: Db,
  after: string,
): Promise<{ currency: DepositCurrency; maturesOn: string }[]> {
  const { rows } = await sql<{ currency: DepositCurrency; maturesOn: string }>`
    select distinct currency, matures_on as "maturesOn" from deposit_placement
    where state in ('pending', 'held') and matures_on > ${after} order by 2, 1`.execute(db);
  return rows;
}
export async function listMaturingOn(db: Db, currency: DepositCurrency, day: string): Promise<PlacementKey[]> {
  const { rows } = await sql<PlacementKey>`
    select merchant_id as "merchantId", id from deposit_placement
    where state in ('pending', 'held') and currency = ${currency} and matures_on = ${day}
    order by merchant_id, id`.execute(db);
  return rows;
}
/** Whoever was told of the old day is told of the new one when it comes. */
export async function setMaturity(
  tx: Tx,
  { merchantId, id }: PlacementKey,
  { maturesOn, interest }: Pick<Placement, "maturesOn" | "interest">,
): Promise<void> {
  await sql`update deposit_placement set matures_on = ${maturesOn}, interest_minor = ${interest.minor},
      reminded_at = null
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Still held, maturing after the first day and by the last, and their owner does not know yet. */
export async function listMaturing(
  db: Db,
  { after, by }: { after: string; by: string },
  limit: number,
): Promise<PlacementKey[]> {
  const { rows } = await sql<PlacementKey>`
    select merchant_id as "merchantId", id from deposit_placement
    where state = 'held' and matures_on > ${after} and matures_on <= ${by} and reminded_at is null
    order by matures_on, merchant_id, id limit ${limit}`.execute(db);
  return rows;
}
/** True the first time. */
export async function markMaturityTold(tx: Tx, { merchantId, id }: PlacementKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update deposit_placement set reminded_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and reminded_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** The partner owes an answer and has not been asked for a while. */
export async function listToAsk(db: Db, before: Date, limit: number): Promise<PlacementKey[]> {
  const { rows } = await sql<PlacementKey>`
    select merchant_id as "merchantId", id from deposit_placement
    where state = 'pending' and coalesce(asked_at, created_at) <= ${before}
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

export async function countPlacements(db: Db, merchantId: string): Promise<{ open: number; all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    select count(*) filter (where state in ('pending', 'held'))::int as open, count(*)::int as all
    from deposit_placement where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

const listColumns = {
  id: sql`p.id`,
  state: sql`p.state`,
  currency: sql`p.currency`,
  principal: { currency: sql`p.currency`, minor: sql`p.principal_minor` },
  termMonths: sql`p.term_months`,
  rate: sql`p.rate`,
  valueDate: sql`p.value_date`,
  maturesOn: sql`p.matures_on`,
  interest: { currency: sql`p.currency`, minor: sql`p.interest_minor` },
  accrued: { currency: sql`p.currency`, minor: sql`p.accrued_minor` },
  instruction: sql`p.instruction`,
  createdAt: sql`p.created_at`,
  endedAt: sql`p.ended_at`,
};
export const placementSource: ListSource<(typeof placementList)["row"]> = {
  from: sql`deposit_placement p`,
  owner: sql`p.merchant_id`,
  id: sql`p.id`,
  columns: listColumns,
};
/** Only what has come to its end. */
export const endedSource = (states: readonly PlacementState[]): ListSource<(typeof placementList)["row"]> => ({
  ...placementSource,
  where: sql`p.state = any(${states}::text[])`,
});
export const placementDeskSource: ListSource<(typeof placementDeskList)["row"]> = {
  ...placementSource,
  columns: { ...listColumns, merchantId: sql`p.merchant_id` },
};
