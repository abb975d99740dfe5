import type { TestDatabase } from "@coralhub/testkit";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type MortalServer = {
  start(): Promise<void>;
  /** Nobody is asked; `afterwards` ends the time for which it still holds what it had claimed. */
  kill(afterwards: string): Promise<void>;
  /** Undefined between two lives. */
  url(): string | undefined;
  end(): void;
};
type Given = { database: TestDatabase; secretKey: string; dataDir: string };

/** A server process of its own, over and over again. */
export function createMortalServer({ database, secretKey, dataDir }: Given): MortalServer {
  let running: { child: ChildProcess; url: string } | undefined;
  // What it had sent to the database may still be going on there.
  const isGone = async () =>
    (await database.query("select from pg_stat_activity where datname = current_database() and usename like '%app%'"))
      .length === 0;
  return {
    url: () => running?.url,
    async start() {
      const child = fork(join(import.meta.dirname, "mortal-server-fixture.ts"), {
        env: {
          PATH: process.env.PATH,
          SECRET_KEY: secretKey,
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          PORT: "0",
        },
      });
      const [url] = (await once(child, "message")) as [string];
      running = { child, url };
    },
    async kill(afterwards) {
      const { child } = running!;
      running = undefined;
      child.kill("SIGKILL");
      await once(child, "exit");
      while (!(await isGone())) await sleep(20);
      await database.query(afterwards);
    },
    end: () => void running?.child.kill("SIGKILL"),
  };
}
