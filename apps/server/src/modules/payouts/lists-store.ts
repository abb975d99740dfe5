import type { payoutDeskList, payoutList } from "@coralhub/contract";
import { moneyOf, STUCK_HOURS, type Currency, type Money, type PayoutTrouble } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import type { Family } from "./check-order.ts";

const COLUMNS = {
  id: sql`p.id`,
  kind: sql`p.kind`,
  way: sql`p.way`,
  state: sql`p.state`,
  amount: { minor: sql`p.amount_minor`, currency: sql`p.currency` },
  arrives: { minor: sql`p.arrives_minor`, currency: sql`p.arrives_currency` },
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

/** What a person has to look at; each has an index of its own to be found by. */
const troublesAt = (now: Date) => {
  const since = new Date(now.getTime() - STUCK_HOURS * 3_600_000);
  return {
    contradicted: sql`p.contradicted_at is not null and p.contradiction_seen_at is null`,
    stuck: sql`p.state = 'processing' and p.sent_at <= ${since}`,
  } satisfies Record<PayoutTrouble, unknown>;
};

export function payoutDeskSource(
  now: Date,
  wanted: readonly string[] = [],
): ListSource<(typeof payoutDeskList)["row"]> {
  const { contradicted, stuck } = troublesAt(now);
  const asked = [contradicted, stuck].filter((_, at) => wanted.includes(["contradicted", "stuck"][at]!));
  return {
    ...SOURCE,
    columns: {
      ...COLUMNS,
      merchantId: sql`p.merchant_id`,
      trouble: sql`case when ${contradicted} then 'contradicted' when ${stuck} then 'stuck' end`,
    },
    ...(asked.length > 0 && { where: sql`(${sql.join(asked, sql` or `)})` }),
  };
}

/** How many a person has to look at; one with a proposal is counted as that. */
export async function countTroubled(db: Db, now: Date): Promise<number> {
  const { contradicted, stuck } = troublesAt(now);
  const apart = sql`not exists (select 1 from payout_resolution r
    where r.merchant_id = p.merchant_id and r.payout_id = p.id and r.state = 'proposed')`;
  const [unseen, silent] = await Promise.all([
    countUpTo(db, sql`select 1 from payout p where ${contradicted} and ${apart}`),
    countUpTo(db, sql`select 1 from payout p where ${stuck} and not (${contradicted}) and ${apart}`),
  ]);
  return unseen + silent;
}

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
