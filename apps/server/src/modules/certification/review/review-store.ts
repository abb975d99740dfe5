import type { reviewList } from "@coralhub/contract";
import type { CertificationForm } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { countUpTo } from "../../../platform/count-up-to.ts";
import { isId } from "../../../platform/ids.ts";
import { containsIndexed, containsText } from "../../../platform/list-conditions.ts";
import type { ListSource, Sql } from "../../../platform/list-query.ts";

const given = (conditions: (text: string) => Sql[]) => (value: unknown) =>
  typeof value === "string" && value !== "" ? conditions(value) : [];

/** Over all merchants: operators only. */
export const reviewSource: ListSource<(typeof reviewList)["row"]> = {
  from: sql`certification_application a left join operator_brief o on o.id = a.held_by`,
  owner: sql`a.merchant_id`,
  id: sql`a.id`,
  columns: {
    id: sql`a.id`,
    merchantId: sql`a.merchant_id`,
    form: sql`a.form`,
    number: sql`a.number`,
    state: sql`a.state`,
    submissionKind: sql`a.submission_kind`,
    version: sql`a.version`,
    subjectName: sql`a.subject_name`,
    submittedAt: sql`a.submitted_at`,
    dueAt: sql`a.due_at`,
    decidedAt: sql`a.decided_at`,
    riskScore: sql`a.risk_score`,
    highRisk: sql`case when a.high_risk then 'yes' else 'no' end`,
    assessed: sql`a.assessed_at is not null`,
    holder: sql`coalesce(o.name, '')`,
  },
  // Each says first what an index can answer.
  conditions: {
    subjectName: given((text) => [containsIndexed(sql`a.subject_name`, text)]),
    merchantId: given((text) => [isId(text) ? sql`a.merchant_id = ${text}` : sql`false`]),
    holder: given((text) => [sql`a.held_by is not null`, containsText(sql`o.name`, text)]),
  },
};

export async function operatorName(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from operator_brief where id = ${id}`.execute(db);
  return rows[0]?.name ?? "";
}

/** How many cases each operator has in hand. */
export async function countHeld(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; held: number }>`
    select held_by as id, count(*)::int as held from certification_application
    where held_by is not null group by held_by`.execute(db);
  return new Map(rows.map(({ id, held }) => [id, held]));
}

type Counts = { waiting: number; second: number; supplement: number; overdue: number; dueSoon: number; mine: number };
export async function countQueue(db: Db, operatorId: string, now: Date, soon: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'second')::int as second,
      count(*) filter (where state = 'supplement')::int as supplement,
      count(*) filter (where state <> 'supplement' and due_at < ${now})::int as overdue,
      count(*) filter (where state <> 'supplement' and due_at >= ${now} and due_at < ${soon})::int as "dueSoon",
      count(*) filter (where held_by = ${operatorId})::int as mine
    from certification_application where state in ('waiting', 'second', 'supplement')`.execute(db);
  return rows[0]!;
}

/** Waiting for a decision of ours, as the bar of the console shows it. */
export const countWaiting = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from certification_application where state in ('waiting', 'second')`);

export async function countByForm(db: Db): Promise<{ form: CertificationForm; waiting: number }[]> {
  const { rows } = await sql<{ form: CertificationForm; waiting: number }>`
    select form, count(*)::int as waiting from certification_application
    where state in ('waiting', 'second') group by form order by form`.execute(db);
  return rows;
}

export async function countDays(db: Db, from: Date) {
  const { rows } = await sql<{ day: string; approved: number; rejected: number; inTime: number }>`
    select to_char(decided_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      count(*) filter (where state in ('approved', 'superseded'))::int as approved,
      count(*) filter (where state not in ('approved', 'superseded'))::int as rejected,
      count(*) filter (where decided_at <= due_at)::int as "inTime"
    from certification_application where decided_at >= ${from} group by 1 order by 1`.execute(db);
  return rows;
}
