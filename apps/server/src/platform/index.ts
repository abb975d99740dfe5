import { createAudit, type Audit } from "./audit.ts";
import { createAuditAnchors, type AuditAnchors } from "./audit-anchor.ts";
import { systemClock, type Clock } from "./clock.ts";
import { databaseUrls, type Config } from "./config.ts";
import { createDatabase, type Database, type Db } from "./db.ts";
import { storageOf } from "./file-storage.ts";
import { createContentCheck, type ScanContent } from "./file-content.ts";
import { createFiles, type Files } from "./files.ts";
import { createIdempotency, type Idempotency } from "./idempotency.ts";
import { createIds, type Ids } from "./ids.ts";
import { createJobs, type JobsService } from "./jobs.ts";
import { createLifecycleEngine, type LifecycleEngine } from "./lifecycle-engine.ts";
import { createLists, type Lists } from "./list-query.ts";
import { createLive, type Live } from "./live.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createPrecedence, type Precedence } from "./precedence.ts";
import type { Capability } from "./capability.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { purge } from "./purge.ts";
import { completeSealing } from "./reseal.ts";
import { systemRandom, type Random } from "./random.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createSheetReader, type ReadSheet } from "./read-sheet.ts";
import { createSandboxClock, type SandboxClock } from "./sandbox-clock.ts";
import { createSecrets, type Secrets } from "./secrets.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSpool, type Spool } from "./spool.ts";

/** The kernel, wired: everything a module may need that knows nothing of the business. */
export type Platform = {
  config: Config;
  database: Database;
  db: Db;
  /** The product's time: in the sandbox it can be moved forward. */
  clock: Clock;
  /** Real time, whatever the sandbox pretends: for what the outside world also counts (authenticators, leases). */
  wallClock: Clock;
  /** The same clock with its lever; undefined in production, which has no sandbox. */
  sandboxClock: SandboxClock | undefined;
  random: Random;
  ids: Ids;
  secrets: Secrets;
  sessions: Sessions;
  idempotency: Idempotency;
  rateLimits: RateLimits;
  files: Files;
  readSheet: ReadSheet;
  spool: Spool;
  lists: Lists;
  outbox: Outbox;
  jobs: JobsService;
  audit: Audit;
  auditAnchors: AuditAnchors;
  live: Live;
  precedence: Precedence;
  lifecycles: LifecycleEngine;
  log: Log;
  metrics: Metrics;
  /** After every module has registered its outbox handlers and jobs. */
  start(): Promise<void>;
  /** Finishes what has begun, then lets go of the database. */
  stop(): Promise<void>;
};
export type PlatformOptions = {
  clock?: Clock;
  random?: Random;
  log?: Log;
  /** Every upload is shown to it, where the configuration names one. */
  scan?: ScanContent | undefined;
  /** Whether what runs by the clock begins by itself; it does where nothing is said. */
  keepsTime?: boolean;
};

/** Expects a migrated database. */
export function createPlatform(config: Config, options: PlatformOptions = {}): Platform {
  const {
    clock: wallClock = systemClock,
    random = systemRandom,
    log = createLog({ level: config.logLevel }),
    scan,
    keepsTime = true,
  } = options;
  const urls = databaseUrls(config);
  const precedence = createPrecedence();
  const database = createDatabase({ urls, log, poolSize: config.poolSize, giveWay: precedence.giveWay });
  const { db } = database;
  const live = createLive({ url: urls.direct, db, log });
  const aheadMs = () => sandboxClock?.aheadMs() ?? 0;
  const jobs = createJobs({ ...config, ...precedence, directUrl: urls.direct, db, live, log, aheadMs, keepsTime });
  const sandboxClock =
    config.mode === "sandbox"
      ? createSandboxClock({ base: wallClock, db, live, timeMoved: jobs.timeMoved })
      : undefined;
  // Sign-ins, limits and leases keep real time: moving the sandbox's clock must not sign everyone out.
  const clock = wallClock;
  const ids = createIds(clock, random);
  const secrets = createSecrets(config.secretKeys, random);
  const storage = storageOf(config);
  const sessions = createSessions({ db, clock, random, ids, live });
  const rateLimits = createRateLimits({ db: database.hot, clock });
  const files = createFiles({ db, clock, ids, secrets, storage, acceptContent: createContentCheck({ scan }) });
  const outbox = createOutbox({ database, clock, ids, secrets, live, log });
  const sealing = { url: urls.direct, db, clock, secrets, log };
  jobs.register({ ...sweepJobs({ sessions, rateLimits, outbox, files, db, wallClock }), ...sealJob(sealing) });
  return {
    config,
    database,
    db,
    sandboxClock,
    random,
    ids,
    secrets,
    sessions,
    rateLimits,
    files,
    readSheet: createSheetReader(),
    spool: createSpool({ secrets, storage }),
    outbox,
    jobs,
    live,
    precedence,
    lifecycles: createLifecycleEngine({ ids, live }),
    log,
    wallClock,
    clock: sandboxClock ?? wallClock,
    idempotency: createIdempotency({ database, clock, secrets }),
    audit: createAudit({ clock, ids }),
    auditAnchors: createAuditAnchors({ db, clock, secrets, storage }),
    lists: createLists({ database, secrets, clock: sandboxClock ?? wallClock }),
    metrics: createMetrics(database),
    async start() {
      await live.start();
      await sandboxClock?.refresh();
      await jobs.start();
      if (config.workers) outbox.start();
    },
    async stop() {
      await outbox.stop();
      await jobs.stop();
      await live.stop();
      await database.close();
    },
  };
}

/** A migration that was interrupted may have left cells in the clear: whoever serves goes on with it. */
const sealJob = (sealing: Parameters<typeof completeSealing>[0]) =>
  ({
    "platform.seal-cells": { cron: "35 * * * *", run: () => completeSealing(sealing) },
  }) satisfies Capability["jobs"];

/** What has had its time goes, a little at a time and mostly at night. */
const sweepJobs = ({
  db,
  wallClock,
  sessions,
  rateLimits,
  outbox,
  files,
}: Pick<Platform, "sessions" | "rateLimits" | "outbox" | "files" | "db" | "wallClock">) =>
  ({
    "platform.sweep-sessions": { cron: "*/15 * * * *", run: async () => void (await sessions.sweep()) },
    "platform.sweep-rate-limits": { cron: "*/10 * * * *", run: async () => void (await rateLimits.sweep()) },
    "platform.sweep-outbox": { cron: "40 3 * * *", run: async () => void (await outbox.sweep()) },
    "platform.purge": { cron: "50 3 * * *", run: async () => void (await purge({ db, clock: wallClock })) },
    "platform.sweep-files": { cron: "20 3 * * *", run: async () => void (await files.sweep()) },
  }) satisfies Capability["jobs"];
