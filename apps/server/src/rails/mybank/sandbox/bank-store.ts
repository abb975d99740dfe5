import type { SandboxMybankPlan } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type Application = {
  reference: string;
  holder: string;
  accountEnd: string;
  state: "taken" | "accepted" | "refused" | "unbound";
  reason: string | null;
  at: Date;
};
export type Settings = { plan: SandboxMybankPlan; delaySeconds: number };
const COLUMNS = sql`reference, holder, account_end as "accountEnd", state, reason, at`;

export async function readSettings(db: Db): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select plan, delay_seconds as "delaySeconds" from sandbox_mybank_settings`.execute(db);
  return rows[0] ?? { plan: "accept", delaySeconds: 30 };
}
export async function saveSettings(tx: Tx, { plan, delaySeconds }: Settings): Promise<void> {
  await sql`insert into sandbox_mybank_settings (plan, delay_seconds) values (${plan}, ${delaySeconds})
    on conflict (one) do update set plan = excluded.plan, delay_seconds = excluded.delay_seconds`.execute(tx);
}

type New = Pick<Application, "reference" | "holder" | "accountEnd" | "at"> & {
  plan: string | null;
  dueAt: Date | null;
};
/** The same application again is the same one. */
export async function takeApplication(db: Db, a: New): Promise<void> {
  await sql`insert into sandbox_mybank (reference, holder, account_end, state, plan, due_at, at)
    values (${a.reference}, ${a.holder}, ${a.accountEnd}, 'taken', ${a.plan}, ${a.dueAt}, ${a.at})
    on conflict (reference) do nothing`.execute(db);
}

/** What was due by now has happened by now. */
export async function findApplication(
  db: Db,
  reference: string,
  now: Date,
  refusal: string,
): Promise<Application | undefined> {
  await sql`update sandbox_mybank
    set state = case plan when 'accept' then 'accepted' else 'refused' end,
      reason = case plan when 'refuse' then ${refusal} end, due_at = null
    where reference = ${reference} and state = 'taken' and due_at <= ${now}`.execute(db);
  const { rows } = await sql<Application>`select ${COLUMNS} from sandbox_mybank where reference = ${reference}`.execute(
    db,
  );
  return rows[0];
}
export async function listApplications(db: Db): Promise<Application[]> {
  const { rows } =
    await sql<Application>`select ${COLUMNS} from sandbox_mybank order by at desc, number desc limit 30`.execute(db);
  return rows;
}
export async function decideApplication(
  tx: Tx,
  reference: string,
  from: Application["state"],
  to: Application["state"],
  reason: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update sandbox_mybank set state = ${to}, reason = ${reason}, due_at = null
    where reference = ${reference} and state = ${from}`.execute(tx);
  return numAffectedRows === 1n;
}
