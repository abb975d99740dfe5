import type { payoutDeskList, payoutList } from "@coralhub/contract";
import {
  moneyOf,
  SENT_PAYOUTS,
  STUCK_HOURS,
  UNDONE_PAYOUTS,
  type Currency,
  type Money,
  type PayoutTrouble,
} from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource, Sql } from "../../platform/list-query.ts";
import { sqlWords } from "../../platform/sql-words.ts";
import type { Family } from "./check-order.ts";

/** Of what failed, was cancelled or came back nothing has arrived, whatever was agreed on. */
const ofDone = (column: string) => sql`case when p.state <> all(${UNDONE_PAYOUTS}::text[]) then ${sql.ref(column)} end`;
const COLUMNS = {
  id: sql`p.id`,
  kind: sql`p.kind`,
  way: sql`p.way`,
  state: sql`p.state`,
  amount: { minor: sql`p.amount_minor`, currency: sql`p.currency` },
  arrives: { minor: ofDone("p.arrives_minor"), currency: ofDone("p.arrives_currency") },
  currency: sql`p.currency`,
  payeeName: sql`p.payee_name`,
  payeeBank: sql`p.payee_bank`,
  payeeLastFour: sql`p.payee_last_four`,
  payeeCountry: sql`p.payee_country`,
  beneficiaryId: sql`p.beneficiary_id`,
  sourceCode: sql`p.source_code`,
  reference: sql`p.rail_reference`,
  batchId: sql`p.batch_id`,
  createdAt: sql`p.created_at`,
  finishedAt: sql`p.finished_at`,
};
const SOURCE = { from: sql`payout p`, owner: sql`p.merchant_id`, id: sql`p.id`, columns: COLUMNS };
type Rows = ListSource<(typeof payoutList)["row"]>;

export const payoutSource: Rows = SOURCE;
/** The ones a merchant has ticked, or all. */
export const chosenSource = (ids: readonly string[] | undefined): Rows =>
  ids ? { ...SOURCE, where: sql`p.id = any(${ids}::uuid[])` } : SOURCE;
export const familySource = ({ kind, way }: Family): Rows => ({
  ...SOURCE,
  where: way ? sql`p.kind = ${kind} and p.way = ${way}` : sql`p.kind = ${kind}`,
});
export const transferSource: Rows = { ...SOURCE, where: sql`p.kind <> 'withdrawal'` };
export const payeeSource = (beneficiaryId: string): Rows => ({
  ...SOURCE,
  where: sql`p.beneficiary_id = ${beneficiaryId}`,
});

/** Whose payments a person has to look at; each is found by an index of its own, and one payment may be in several. */
function troubledAt(now: Date): Record<PayoutTrouble, Sql> {
  const since = new Date(now.getTime() - STUCK_HOURS * 3_600_000);
  // As `troubleOfWord` tells them apart.
  const isAmount = sql`(c.said = 'returned' and c.state_then in (${sqlWords(SENT_PAYOUTS)}))`;
  const unseen = sql`select c.merchant_id, c.payout_id from payout_contradiction c where c.seen_at is null`;
  return {
    amount: sql`${unseen} and ${isAmount}`,
    contradicted: sql`${unseen} and not ${isAmount}`,
    stuck: sql`select s.merchant_id, s.id from payout s where s.state = 'processing' and s.sent_at <= ${since}`,
  };
}
const isAmong = (keys: readonly Sql[]): Sql => sql`(p.merchant_id, p.id) in (${sql.join(keys, sql` union all `)})`;

/** A payment in several troubles shows the one that was asked for, else the gravest: what was said before what was not. */
export function payoutDeskSource(
  now: Date,
  wanted: readonly string[] = [],
): ListSource<(typeof payoutDeskList)["row"]> {
  const troubles = Object.entries(troubledAt(now));
  const asked = troubles.filter(([name]) => wanted.includes(name));
  const shownFirst = [...asked, ...troubles.filter(([name]) => !wanted.includes(name))];
  const cases = shownFirst.map(([name, keys]) => sql`when ${isAmong([keys])} then ${sql.lit(name)}`);
  return {
    ...SOURCE,
    columns: {
      ...COLUMNS,
      merchantId: sql`p.merchant_id`,
      trouble: sql`case ${sql.join(cases, sql` `)} end`,
    },
    // Comparing the column would lose whoever is in two troubles and shows the other.
    conditions: { trouble: () => (asked.length > 0 ? [isAmong(asked.map(([, keys]) => keys))] : []) },
  };
}

/** How many payments a person has to look at, each once; one with a proposal or before its approval is counted as that. */
export const countTroubled = (db: Db, now: Date): Promise<number> =>
  countUpTo(
    db,
    sql`select 1 from payout p
      where ${isAmong(Object.values(troubledAt(now)))} and p.state <> 'awaitingApproval'
        and not exists (select 1 from payout_resolution r
          where r.merchant_id = p.merchant_id and r.payout_id = p.id and r.state = 'proposed')`,
  );

/** What has its day and holds no money yet. */
export async function listPlannedOut(db: Db, merchantId: string): Promise<{ day: string; amount: Money }[]> {
  const { rows } = await sql<{ day: string; currency: Currency; minor: bigint }>`
    select scheduled_for as day, currency, amount_minor as minor from payout
    where merchant_id = ${merchantId} and state = 'scheduled'`.execute(db);
  return rows.map(({ day, currency, minor }) => ({ day, amount: moneyOf(currency, minor) }));
}

/** What waits for finance. */
export const countAwaiting = (db: Db, merchantId?: string): Promise<number> =>
  countUpTo(
    db,
    sql`select 1 from payout where state = 'awaitingApproval' ${merchantId ? sql`and merchant_id = ${merchantId}` : sql``}`,
  );
