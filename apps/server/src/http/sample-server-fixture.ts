import type { Config } from "../platform/config.ts";
import { createPlatform, type Platform } from "../platform/index.ts";
import { createSample, type SampleState } from "./sample-calls-fixture.ts";
import { createHttpServer, type HttpOptions } from "./server.ts";

export const MERCHANT = "0193a000-0000-7000-8000-000000000001";
export const CERTIFIED = "0193a000-0000-7000-8000-000000000002";
export const OPERATOR = "0193a000-0000-7000-8000-00000000000a";
const OPERATORS = new Map([
  [OPERATOR, { id: OPERATOR, email: "reviewer@coralhub.test", name: "审核", roles: ["reviewer" as const] }],
]);

export type SampleServer = {
  url: string;
  platform: Platform;
  state: SampleState;
  flagOn: boolean;
  token(realm: "merchant" | "operator", subjectId: string): Promise<string>;
  close(): Promise<void>;
};

/** The mount over the sample calls, on a real platform and database; tests start as many as they like on one database. */
export async function startSampleServer(config: Config, overrides: Partial<HttpOptions> = {}): Promise<SampleServer> {
  const platform = createPlatform(config);
  const { state, ...sample } = createSample();
  const http = await createHttpServer({
    poolSize: platform.config.poolSize,
    ports: {
      ...platform,
      flagIsOn: async () => server.flagOn,
      isCertified: async (merchantId) => merchantId === CERTIFIED,
      findOperator: async (id) => {
        const operator = OPERATORS.get(id);
        return operator && { operator, setUp: true, restsUntil: null };
      },
    },
    modules: { sample },
    sandbox: true,
    trustedProxies: 0,
    publicUrl: "http://127.0.0.1:8080",
    log: platform.log,
    registry: platform.metrics,
    metricsToken: "a-token-for-the-scraper",
    readiness: async () => ({ database: true }),
    pages: { web: "/nowhere", console: "/nowhere" },
    // A test and its server share a process: what keeps the one busy is no rush of callers to the other.
    loadLimits: { maxInFlight: 1000, maxLoopDelayMs: 60_000 },
    ...overrides,
  });
  await platform.start();
  const server: SampleServer = {
    url: await http.listen({ host: "127.0.0.1", port: 0 }),
    platform,
    state,
    flagOn: false,
    async token(realm, subjectId) {
      const device = { address: "127.0.0.1", userAgent: "test" };
      const person = { subjectId: platform.ids.next(), ownerId: subjectId, subjectName: null };
      const who = realm === "merchant" ? ({ realm, ...person } as const) : ({ realm, subjectId } as const);
      const { token } = await platform.database.transaction((tx) => platform.sessions.open(tx, { ...who, ...device }));
      return token;
    },
    async close() {
      await http.close();
      await platform.stop();
    },
  };
  return server;
}
