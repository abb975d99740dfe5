import { join } from "node:path";
import { createHttpServer } from "./http/server.ts";
import type { MountedModules } from "./http/mount.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { createPlatform, type Platform } from "./platform/index.ts";
import type { Log } from "./platform/log.ts";
import type { Random } from "./platform/random.ts";

const APPS = join(import.meta.dirname, "../..");

export type App = {
  platform: Platform;
  /** Opens the door; the answer says where. */
  listen(): Promise<{ url: string }>;
  /** Stops accepting, lets running calls finish, then lets go of everything. */
  close(): Promise<void>;
};
export type AppOptions = { config: Config; clock?: Clock; random?: Random; log?: Log };

/** The whole server on a migrated database: platform, rails, modules and HTTP, wired by hand. */
export async function createApp({ config, ...injected }: AppOptions): Promise<App> {
  const platform = createPlatform(config, injected);
  const modules: MountedModules = {};
  const http = await createHttpServer({
    ports: {
      ...platform,
      flagIsOn: async () => false,
      isCertified: async () => false,
      findOperator: async () => undefined,
    },
    modules,
    sandbox: config.mode === "sandbox",
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
    listen: async () => ({ url: await http.listen(config) }),
    async close() {
      await http.close();
      await platform.stop();
    },
  };
}
