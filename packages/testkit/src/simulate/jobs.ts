import type { TestServer } from "../server.ts";
import type { Costs } from "./costs.ts";
import { LawBroken } from "./simulation.ts";

type Queued = { name: string; data: object | null };
/** Answers false where somebody outside was not there for it. */
type Run = (name: string, data: object) => Promise<boolean>;

/** Somebody outside who does not answer, on purpose: the server is right to say so, and has to cope. */
export const ORDERED =
  /the answer of the simulated [a-z ]+ was lost|the simulated [a-z ]+ is down|(screening lists|mybank) do(es)? not answer/;
const AGAIN_MS = 3_600_000;

/** What is asked for without a moment waits for a worker alone; a planned moment is the life's, whatever day it is outside. */
const AT_ONCE = "start_after = created_on";

/** Runs what waits for nothing but a worker, or for a moment that has come; answers how many there were. */
export async function runQueued({ app, database, clock }: TestServer, run: Run): Promise<number> {
  const due = await database.query<Queued>(
    `with due as (delete from pgboss.job where state in ('created', 'retry')
       and (${AT_ONCE} or start_after <= $1) returning name, data, created_on, id)
     select name, data from due order by created_on, name, data::text, id`,
    [clock.now()],
  );
  for (const { name, data } of due) {
    if (await run(name, data ?? {})) continue;
    const startAfter = new Date(clock.now().getTime() + AGAIN_MS);
    await app.platform.database.transaction((tx) => app.platform.jobs.send(tx, name, data ?? {}, { startAfter }));
  }
  return due.length;
}

/**
 * Whether anything waits for a worker at this moment, and the next moment for which a job or a delivery is planned. What is held
 * back is looked at with whatever else is due: by itself it is every ten minutes, for as long as somebody is frozen.
 */
export type Ahead = { due: boolean; next: Date | null };
export async function lookAhead({ database, clock }: TestServer): Promise<Ahead> {
  const [ahead] = await database.query<Ahead>(
    `select coalesce(j.due, false) or coalesce(o.due, false) as due, least(j.next, o.next) as next
       from (select bool_or(${AT_ONCE} or start_after <= $1) as due,
                    min(start_after) filter (where start_after <> created_on and start_after > $1) as next
               from pgboss.job where state in ('created', 'retry')) j,
            (select bool_or(due_at <= $1) as due, min(due_at) filter (where due_at > $1) as next
               from outbox where state = 'waiting' and held_since is null) o`,
    [clock.now()],
  );
  return ahead!;
}
/** As long as nothing was done since the look. */
export const isDue = ({ due, next }: Ahead, now: Date): boolean => due || (next !== null && next <= now);

/** What compares comes after what listens: hours pass at once here, and everybody else would have been heard in between. */
const COMPARES = /^ledger\./;
const ONCE_A_DAY = /^(\d+) (\d+) \* \* \*$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHANGHAI_MS = 8 * HOUR_MS;

/** What reads everything ever written does so once a week: a year of nights would read it three hundred times. */
const READS_ALL: readonly string[] = ["operations.anchor-audit", "ledger.check-whole"];
const WEEK_DAYS = 7;

/** Whether a job by the clock would have begun between two moments; one that runs more than once a day always would. */
export function beganBetween(cron: string, from: Date | undefined, until: Date, everyDays = 1): boolean {
  const [, minute, hour] = ONCE_A_DAY.exec(cron) ?? [];
  if (minute === undefined || !from) return true;
  const plannedMs = Number(hour) * HOUR_MS + Number(minute) * 60_000 - SHANGHAI_MS;
  const apartMs = everyDays * DAY_MS;
  const lastMs = Math.floor((until.getTime() - plannedMs) / apartMs) * apartMs + plannedMs;
  return lastMs > from.getTime();
}

/** What runs by the clock, as often as its plan says, and at most once each time the clock is moved. */
export function createClockwork(): (server: TestServer, run: Run, settle: () => Promise<void>) => Promise<void> {
  const ran = new Map<string, Date>();
  return async ({ app, clock }, run, settle) => {
    const jobs = app.platform.jobs.byClock();
    const runThose = async (wanted: (name: string) => boolean) => {
      for (const { name, cron } of jobs) {
        const everyDays = READS_ALL.includes(name) ? WEEK_DAYS : 1;
        if (!wanted(name) || !beganBetween(cron, ran.get(name), clock.now(), everyDays)) continue;
        ran.set(name, clock.now());
        await run(name, {});
      }
    };
    await runThose((name) => !COMPARES.test(name));
    await settle();
    await runThose((name) => COMPARES.test(name));
  };
}

export async function runJob(app: TestServer["app"], name: string, data: object, costs?: Costs): Promise<boolean> {
  const work = () => app.platform.jobs.run(name, data);
  try {
    await (costs ? costs.spend("jobs", name, work) : work());
    return true;
  } catch (error) {
    if (error instanceof Error && ORDERED.test(error.message)) return false;
    throw new LawBroken("每个任务都做得完", `${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
