import { PgBoss } from "pg-boss";
import { APP_ROLE } from "./config.ts";

export const JOB_SCHEMA = "pgboss";

/** The queue's tables are made and upgraded by the owner; the application's role only works with them. */
export async function makeJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOB_SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

export const JOB_QUEUE_GRANTS = `
  grant usage on schema ${JOB_SCHEMA} to ${APP_ROLE};
  grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${APP_ROLE};
  grant usage on all sequences in schema ${JOB_SCHEMA} to ${APP_ROLE};
  grant execute on all functions in schema ${JOB_SCHEMA} to ${APP_ROLE};`;
