import type { App, AppOptions, Config, ReadSite } from "@coralhub/server";
import { createCall, type Call } from "./call.ts";
import { createRunningClock, type TestClock } from "./clock.ts";
import { testConfig } from "./config.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { driveApp, type SandboxDriver } from "./sandbox-driver.ts";

export type TestServer = SandboxDriver & {
  url: string;
  app: App;
  config: Config;
  clock: TestClock;
  database: TestDatabase;
  call: Call;
  close(): Promise<void>;
};

export type TestServerOptions = {
  /** A second server on the database of the first, or one prepared by the test; it is then not dropped on close. */
  database?: TestDatabase;
  clock?: TestClock;
  config?: Partial<Config>;
  /** Instead of real hashing: to count what is looked at, or to save its time. */
  passwords?: AppOptions["passwords"];
  /** Instead of the machine's: to live the same thing twice. */
  random?: AppOptions["random"];
  /** Instead of the quiet one: to read what is written. */
  log?: AppOptions["log"];
  /** Instead of the known holidays: to live through more years than they reach. */
  isBankingDay?: AppOptions["isBankingDay"];
};

/** The test runs in the same process: what keeps the test busy must not look to the server like a rush of callers. */
const BUSY_TEST = { maxInFlight: 1000, maxLoopDelayMs: 20_000, heldMs: 0 };

/** What the builds hold does not change while tests run: hashing it for each server took half of its start. */
const sites = new Map<string, ReturnType<ReadSite>>();
const readOnce =
  (read: ReadSite): ReadSite =>
  (folder) => {
    const known = sites.get(folder) ?? read(folder);
    sites.set(folder, known);
    return known;
  };

/** The real server in this process, on any free port and a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  // Loaded when asked for: most tests need a database only, and the whole server takes a moment to load.
  const { createApp, readSite } = await import("@coralhub/server");
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? createRunningClock();
  // One proxy is believed, so that tests can come from any address and do not share one rate limit.
  const config = testConfig({ databaseUrl: database.url, trustedProxies: 1, ...options.config });
  const { passwords, log, random, isBankingDay } = options;
  const given = {
    ...(passwords && { passwords }),
    ...(log && { log }),
    ...(random && { random }),
    ...(isBankingDay && { isBankingDay }),
  };
  // What runs by the clock runs when a test says so: whether a minute or an hour ends during a test is chance.
  const ours = { loadLimits: BUSY_TEST, keepsTime: false, readSite: readOnce(readSite) };
  const app = await createApp({ config, clock, ...ours, ...given });
  const { url } = await app.listen();
  const call = createCall(url);
  return {
    ...driveApp(call, app),
    url,
    app,
    config,
    clock,
    database,
    call,
    async close() {
      await app.close();
      if (!options.database) await database.drop();
    },
  };
}
