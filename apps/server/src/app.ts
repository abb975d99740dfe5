import { join } from "node:path";
import { loadDemoWorld } from "./demo/index.ts";
import { createHttpServer } from "./http/server.ts";
import type { MountedModules } from "./http/mount.ts";
import {
  createFlags,
  createOperations,
  createSandboxControl,
  type MerchantDirectory,
} from "./modules/operations/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { createPlatform, type Platform } from "./platform/index.ts";
import type { Log } from "./platform/log.ts";
import { createPasswords } from "./platform/passwords.ts";
import type { Random } from "./platform/random.ts";
import { createRailModes } from "./rails/modes/index.ts";

const APPS = join(import.meta.dirname, "../..");

export type App = {
  platform: Platform;
  /** The sandbox's people and history; nothing happens where they are already there. */
  loadDemoWorld(): Promise<void>;
  /** Opens the door; the answer says where. */
  listen(): Promise<{ url: string }>;
  /** Stops accepting, lets running calls finish, then lets go of everything. */
  close(): Promise<void>;
};
export type AppOptions = { config: Config; clock?: Clock; random?: Random; log?: Log };

/** The whole server on a migrated database: platform, rails, modules and HTTP, wired by hand. */
export async function createApp({ config, ...injected }: AppOptions): Promise<App> {
  const platform = createPlatform(config, injected);
  const { sandboxClock } = platform;
  const sandbox = sandboxClock !== undefined;
  const passwords = createPasswords();
  const flags = createFlags({ ...platform, clock: platform.wallClock });
  const railModes = createRailModes(platform);
  const merchants: MerchantDirectory = {
    search: async () => [],
    overview: async () => undefined,
    named: async () => new Map(),
  };
  const operations = createOperations({ ...platform, passwords, flags, merchants, sandbox });
  const modules: MountedModules = {
    operations,
    ...(sandboxClock && { sandboxControl: createSandboxControl({ ...platform, clock: sandboxClock, railModes }) }),
  };
  for (const { jobs } of [operations]) if (jobs) platform.jobs.register(jobs);
  const http = await createHttpServer({
    ports: {
      ...platform,
      flagIsOn: flags.isOn,
      isCertified: async () => false,
      findOperator: operations.findOperator,
    },
    modules,
    sandbox,
    trustedProxies: config.trustedProxies,
    log: platform.log,
    registry: platform.metrics,
    metricsToken: config.metricsToken,
    readiness: async () => {
      await platform.database.ping();
      return { database: true, live: platform.live.connected() };
    },
    pages: { web: join(APPS, "web/dist"), console: join(APPS, "console/dist") },
  });
  await platform.start();
  return {
    platform,
    loadDemoWorld: () => loadDemoWorld({ ...platform, passwords, now: platform.clock.now() }),
    listen: async () => ({ url: await http.listen(config) }),
    async close() {
      await http.close();
      await platform.stop();
    },
  };
}
