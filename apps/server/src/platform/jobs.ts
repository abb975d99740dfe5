import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Db, Tx } from "./db.ts";
import { watchDueJobs } from "./due-jobs.ts";
import { hearGivenUpConnections } from "./given-up-connections.ts";
import { JOB_SCHEMA } from "./job-queue-schema.ts";
import { createHold, createTurns } from "./job-turns.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { inNobodysWay, type GiveWay } from "./precedence.ts";
import { TIME_ZONE } from "./time.ts";

export type JobHandler = {
  run(data: unknown): Promise<void>;
  /** Cron in Asia/Shanghai for jobs that run by the clock. */
  cron?: string;
};
export type JobHandlers = Record<string, JobHandler>;
export type Jobs = {
  /** The job exists if and only if the transaction commits. Jobs of one name with the same `key` are one job. */
  send(tx: Tx, name: string, data: object, options?: { startAfter?: Date; key?: string }): Promise<void>;
};
export type JobCount = { name: string; waiting: number; active: number; failed: number };
export type JobsService = Jobs & {
  /** Before the start; a name exists once. */
  register(handlers: JobHandlers): void;
  /** What each queue holds; for the operators. */
  counts(): Promise<JobCount[]>;
  /** Time was moved forward: what waits for a moment waits less, and everything that runs by the clock runs once. */
  timeMoved(tx: Tx, byMs: number): Promise<void>;
  /** Does a job here and now, beside the queue: for a process without workers that is told what to do when. */
  run(name: string, data: object): Promise<void>;
  /** What runs by the clock and when, in the order of registration. */
  byClock(): { name: string; cron: string }[];
  /** No job of the queue begins here until `work` has ended. */
  heldDuring<T>(work: () => Promise<T>): Promise<T>;
  start(): Promise<void>;
  /** Waits for running jobs, up to 20 s; what is not finished by then is run again elsewhere. */
  stop(): Promise<void>;
};

type Dependencies = {
  /** A session of its own, not behind a pooler: workers are woken by NOTIFY. */
  directUrl: string;
  db: Db;
  live: Live;
  log: Log;
  /** Asked before each run of what runs by the clock. */
  giveWay?: GiveWay;
  /** How far the product's clock is ahead of the database's. */
  aheadMs?: () => number;
  /** Without workers jobs can be sent, and wait for a process that has them. */
  workers?: boolean;
  /** Whether what runs by the clock begins by itself; otherwise it is told to, like any other job. */
  keepsTime?: boolean;
};
type Handlers = ReadonlyMap<string, JobHandler>;

/** Failed runs come again after about 5 s, 10 s, 20 s … up to an hour, for roughly a day. */
const RETRIES = { retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 };
const QUEUE = { ...RETRIES, expireInSeconds: 900, notify: true };
/** Workers are woken: by news of a new job, and by the look for what is due (due-jobs.ts). This is the floor under both. */
const WORK = { batchSize: 1, notifyPollingIntervalSeconds: 60 };
const TOPIC = "platform.jobs";
const STOP_TIMEOUT_MS = 20_000;

export function createJobs({
  directUrl,
  db,
  live,
  log,
  giveWay = inNobodysWay,
  aheadMs = () => 0,
  workers = true,
  keepsTime = true,
}: Dependencies): JobsService {
  const handlers = new Map<string, JobHandler>();
  const boss = createQueue(directUrl, log, { supervise: workers, schedule: workers && keepsTime });
  let started = false;
  const { heldDuring, mayBegin } = createHold();
  let due: { stop(): void } | undefined;

  const send: Jobs["send"] = async (tx, name, data, { startAfter, key } = {}) => {
    if (!handlers.has(name)) throw new Error(`no job is called ${name}`);
    await boss.send(name, data, {
      db: fromKysely(tx),
      ...(key === undefined ? {} : { id: idOf(name, key) }),
      ...(startAfter ? { startAfter: new Date(startAfter.getTime() - aheadMs()) } : {}),
    });
  };

  return {
    send,
    register(more) {
      for (const [name, handler] of Object.entries(more)) {
        if (handlers.has(name)) throw new Error(`two jobs are called ${name}`);
        handlers.set(name, handler);
      }
    },
    counts: () => countJobs(db, [...handlers.keys()]),
    async timeMoved(tx, byMs) {
      await sql`
        update pgboss.job set start_after = start_after - ${byMs} * interval '1 millisecond'
        where state in ('created', 'retry') and start_after > now()`.execute(tx);
      for (const [name, { cron }] of handlers) if (cron) await send(tx, name, {});
      await live.publish(tx, TOPIC, { event: "time-moved", data: null });
    },
    async run(name, data) {
      const handler = handlers.get(name);
      if (!handler) throw new Error(`no job is called ${name}`);
      await handler.run(data);
    },
    byClock: () => [...handlers].flatMap(([name, { cron }]) => (cron ? [{ name, cron }] : [])),
    heldDuring,
    async start() {
      await boss.start();
      started = true;
      await makeQueues(boss, handlers);
      if (!workers) return;
      await schedule(boss, handlers);
      due = await startWorkers(boss, { db, live, log }, begunInTurn(handlers, giveWay, mayBegin), mayBegin);
    },
    async stop() {
      if (!started) return;
      due?.stop();
      // Waited for here: the queue itself looks only every half second whether the last job has ended.
      const ended = Promise.all([...handlers.keys()].map((name) => boss.offWork(name, { wait: true })));
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: true, timeout: 1_000 });
    },
  };
}

/** A process without workers neither looks after the queue nor sends what runs by the clock. */
function createQueue(directUrl: string, log: Log, does: { supervise: boolean; schedule: boolean }): PgBoss {
  hearGivenUpConnections();
  const boss = new PgBoss({
    connectionString: directUrl,
    application_name: "coralhub jobs",
    schema: JOB_SCHEMA,
    max: 3,
    // The schema belongs to the owner: made and upgraded by the migrations, never from here.
    migrate: false,
    createSchema: false,
    reindex: false,
    ...does,
    monitorVacuum: false,
    useListenNotify: true,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  boss.on("warning", (warning) => log.warn({ warning }, "job queue"));
  return boss;
}

async function makeQueues(boss: PgBoss, handlers: Handlers): Promise<void> {
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  await Promise.all(
    [...handlers.keys()].filter((name) => !made.has(name)).map((name) => boss.createQueue(name, QUEUE)),
  );
}

/** What runs by the clock is what the code says now; a run missed while everything was down is made up for once. */
async function schedule(boss: PgBoss, handlers: Handlers): Promise<void> {
  const plan = async ([name, { cron }]: [string, JobHandler]) =>
    cron && (await boss.schedule(name, cron, {}, { tz: TIME_ZONE, missed: "once" }));
  await Promise.all([...handlers].map(plan));
  for (const { name } of await boss.getSchedules()) if (!handlers.get(name)?.cron) await boss.unschedule(name);
}

/** What runs by the clock is due at the same moment; whatever else is sent begins at once. */
function begunInTurn(handlers: Handlers, giveWay: GiveWay, mayBegin: () => Promise<void>): Handlers {
  const inTurn = createTurns({ giveWay, mayBegin });
  return new Map(
    Array.from(handlers, ([name, handler]) => {
      const run = (data: unknown) => inTurn(() => handler.run(data));
      return [name, handler.cron ? { ...handler, run } : handler];
    }),
  );
}

/** Each begins when nothing is held; woken by news, by moved time, and by the look for what is due. */
async function startWorkers(
  boss: PgBoss,
  { db, live, log }: Pick<Dependencies, "db" | "live" | "log">,
  handlers: Handlers,
  mayBegin: () => Promise<void>,
): Promise<{ stop(): void }> {
  const running = new Map<string, string>();
  await Promise.all(
    [...handlers].map(async ([name, { run }]) =>
      running.set(name, await work(boss, log, name, { run: (data) => mayBegin().then(() => run(data)) })),
    ),
  );
  const names = [...handlers.keys()];
  const wake = (some: readonly string[]) => {
    for (const name of some) if (running.has(name)) boss.notifyWorker(running.get(name)!);
  };
  live.subscribe(TOPIC, () => wake(names));
  return watchDueJobs({ db, live, log, names, wake });
}

async function work(boss: PgBoss, log: Log, name: string, { run }: Pick<JobHandler, "run">): Promise<string> {
  const worker: string = await boss.work<unknown>(name, WORK, async ([job]) => {
    try {
      await run(job!.data);
    } catch (error) {
      log.error({ err: error, job: name, jobId: job!.id, attempt: job!.retryCount + 1 }, "job failed");
      throw error;
    } finally {
      // Planned jobs come without news: where one was due there may be more, and each would wait for the next look.
      boss.notifyWorker(worker);
    }
  });
  return worker;
}

async function countJobs(db: Db, names: string[]): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select q.name, count(*) filter (where j.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where j.state = 'active')::int as active, count(*) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name = any(${names}::text[])
    group by q.name order by q.name`.execute(db);
  return rows;
}

/** The queue refuses a second job of one id, also while the first is still in somebody's open transaction. */
function idOf(name: string, key: string): string {
  const hex = createHash("sha256").update(`${name}\0${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
