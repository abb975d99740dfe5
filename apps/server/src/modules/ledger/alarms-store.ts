import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Breach } from "./reconcile-store.ts";

export type CheckState = { name: string; checkedUntil: Date | null; ranAt: Date; tookMs: number; breaches: number };

/** Raises what is new; what is already open is only seen again. Answers how many are new. */
export async function raiseAlarms(
  db: Db,
  breaches: readonly Breach[],
  nextId: () => string,
  now: Date,
): Promise<number> {
  let raised = 0;
  for (const { rule, subject, detail } of breaches) {
    const { rows } = await sql<{ fresh: boolean }>`
      insert into ledger_alarm (id, rule, subject, detail, raised_at, last_seen_at)
      values (${nextId()}, ${rule}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${now}, ${now})
      on conflict (rule, subject) where cleared_at is null
      do update set last_seen_at = excluded.last_seen_at, detail = excluded.detail
      returning raised_at = last_seen_at as fresh`.execute(db);
    if (rows[0]!.fresh) raised++;
  }
  return raised;
}

export async function hasOpenAlarm(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select 1 from ledger_alarm where cleared_at is null) as open`.execute(db);
  return rows[0]!.open;
}

export async function readOpenAlarm(
  db: Db,
  id: string,
): Promise<{ rule: string; subject: string; raisedAt: Date } | undefined> {
  const { rows } = await sql<{ rule: string; subject: string; raisedAt: Date }>`
    select rule, subject, raised_at as "raisedAt" from ledger_alarm where id = ${id} and cleared_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Undefined where there is no such open alarm. */
export async function clearAlarm(
  tx: Tx,
  id: string,
  by: string,
  note: string,
  now: Date,
): Promise<{ rule: string; subject: string } | undefined> {
  const { rows } = await sql<{ rule: string; subject: string }>`
    update ledger_alarm set cleared_at = ${now}, cleared_by = ${by}, note = ${note}
     where id = ${id} and cleared_at is null returning rule, subject`.execute(tx);
  return rows[0];
}

export async function readChecks(db: Db): Promise<CheckState[]> {
  const { rows } = await sql<CheckState>`
    select name, checked_until as "checkedUntil", ran_at as "ranAt", took_ms as "tookMs", breaches
      from ledger_check order by name`.execute(db);
  return rows;
}

export async function saveCheck(db: Db, check: CheckState): Promise<void> {
  await sql`
    insert into ledger_check (name, checked_until, ran_at, took_ms, breaches)
    values (${check.name}, ${check.checkedUntil}, ${check.ranAt}, ${check.tookMs}, ${check.breaches})
    on conflict (name) do update set checked_until = excluded.checked_until, ran_at = excluded.ran_at,
      took_ms = excluded.took_ms, breaches = excluded.breaches`.execute(db);
}

export async function countOpenAlarms(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from ledger_alarm where cleared_at is null`.execute(db);
  return rows[0]!.open;
}
