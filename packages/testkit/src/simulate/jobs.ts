import type { TestServer } from "../server.ts";
import { LawBroken } from "./simulation.ts";

type Queued = { name: string; data: object | null };

/** Runs what waits for nothing but a worker, or for a moment that has come; answers how many there were. */
export async function runQueued({ app, database, clock }: TestServer): Promise<number> {
  const due = await database.query<Queued>(
    `with due as (delete from pgboss.job where state in ('created', 'retry')
       and (start_after <= created_on or start_after <= $1) returning name, data, created_on, id)
     select name, data from due order by created_on, name, id`,
    [clock.now()],
  );
  for (const { name, data } of due) await run(app, name, data ?? {});
  return due.length;
}

/** The first moment until then for which something is planned: a job, or another try of a delivery. */
export async function nextPlanned({ database, clock }: TestServer, until: Date): Promise<Date | undefined> {
  const [row] = await database.query<{ at: Date | null }>(
    `select least(
       (select min(start_after) from pgboss.job where state in ('created', 'retry') and start_after > created_on and start_after > $1),
       (select min(due_at) from outbox where state = 'waiting' and due_at > $1)) as at`,
    [clock.now()],
  );
  return row?.at && row.at <= until ? row.at : undefined;
}

/** Whether anything waits for a worker at this moment. */
export async function hasDue({ database, clock }: TestServer): Promise<boolean> {
  const [row] = await database.query<{ due: boolean }>(
    `select exists (select from pgboss.job where state in ('created', 'retry') and (start_after <= created_on or start_after <= $1))
       or exists (select from outbox where state = 'waiting' and due_at <= $1) as due`,
    [clock.now()],
  );
  return row!.due;
}

/** What compares comes after what listens: hours pass at once here, and everybody else would have been heard in between. */
const COMPARES = /^ledger\./;

/** What runs by the clock. */
export async function runClockwork({ app }: TestServer, settle: () => Promise<void>): Promise<void> {
  const names = app.platform.jobs.byClock();
  for (const name of names.filter((one) => !COMPARES.test(one))) await run(app, name, {});
  await settle();
  for (const name of names.filter((one) => COMPARES.test(one))) await run(app, name, {});
}

async function run(app: TestServer["app"], name: string, data: object): Promise<void> {
  try {
    await app.platform.jobs.run(name, data);
  } catch (error) {
    throw new LawBroken("每个任务都做得完", `${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
