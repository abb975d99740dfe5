import type { Tx } from "./db.ts";

export type JobHandler = { run(data: unknown): Promise<void>; /** Cron in Asia/Shanghai for jobs that run by the clock. */ cron?: string };
export type JobHandlers = Record<string, JobHandler>;
export type Jobs = {
  /** The job exists if and only if the transaction commits. */
  send(tx: Tx, name: string, data: object, options?: { startAfter?: Date; key?: string }): Promise<void>;
};
