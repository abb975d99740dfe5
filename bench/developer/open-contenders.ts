/** A bare hello, and the real mount with the real gate in front of one call: both in one process, one answers, the other idles. */
import { endpoint, money, type OpenOperation } from "@coralhub/contract";
import fastify from "fastify";
import { z } from "zod";
import { createHttpServer } from "../../apps/server/src/http/server.ts";
import { createStanding } from "../../apps/server/src/modules/certification/index.ts";
import { createCallCounter } from "../../apps/server/src/modules/developer/count-calls.ts";
import type { DeveloperDeps } from "../../apps/server/src/modules/developer/deps.ts";
import { createRequestLog } from "../../apps/server/src/modules/developer/keep-log.ts";
import { createKnownApps } from "../../apps/server/src/modules/developer/known-apps.ts";
import { createCallVerifier } from "../../apps/server/src/modules/developer/verify-call.ts";
import { loadConfig } from "../../apps/server/src/platform/config.ts";
import { createPlatform } from "../../apps/server/src/platform/index.ts";

export type OpenContenders = { bare: string; ours: string };

const input = z.object({ amount: money, note: z.string().trim().max(100) });
const echo = endpoint({
  family: "open",
  access: "open",
  scope: "payouts:write",
  method: "POST",
  path: "/bench/echo",
  title: "回声",
  input,
  output: z.object({ amount: money }),
});
const platform = createPlatform(loadConfig(process.env));
const deps = {
  ...platform,
  certification: { mayMoveMoney: createStanding(platform.database.db) },
} as unknown as DeveloperDeps;
const operation: OpenOperation = { of: "bench.echo", endpoint: echo };
const log = createRequestLog(deps);
const gate = createCallVerifier(
  deps,
  { echo: operation },
  { apps: createKnownApps(deps), counter: createCallCounter(deps), log },
);
const http = await createHttpServer({
  poolSize: platform.config.poolSize,
  ports: {
    ...platform,
    openGate: gate,
    flagIsOn: async () => true,
    isCertified: async () => true,
    findOperator: async () => undefined,
  },
  modules: {
    open: {
      endpoints: { echo },
      handlers: { echo: async (_ctx: unknown, { amount }: z.output<typeof input>) => ({ amount }) },
    },
  },
  sandbox: true,
  trustedProxies: 0,
  publicUrl: "http://127.0.0.1:8080",
  log: platform.log,
  registry: platform.metrics,
  metricsToken: undefined,
  readiness: async () => ({ database: true }),
  pages: { web: "/nowhere", console: "/nowhere" },
});
await platform.start();
const bare = fastify();
bare.post("/", async () => ({ hello: "world" }));
const at = { host: "127.0.0.1", port: 0 };
process.send!({ bare: await bare.listen(at), ours: await http.listen(at) } satisfies OpenContenders);
process.on("message", (question) => {
  if (question === "cpu") return void process.send!(process.cpuUsage());
  void Promise.all([bare.close(), http.close()])
    .then(() => log.close())
    .then(() => platform.stop())
    .then(() => process.exit());
});
process.once("disconnect", () => process.exit());
