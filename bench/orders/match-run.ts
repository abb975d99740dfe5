/** `match-run.ts <merchant>`: finds the orders behind this merchant's incomes as the job does, and tells what it took. */
import { matchMerchant } from "../../apps/server/src/modules/orders/match-orders.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import type { MatchRun } from "./match.ts";

const [merchantId] = process.argv.slice(2) as [string];
const config = loadConfig({ ...process.env, LOG_LEVEL: "error" });
const database = createDatabase({ urls: databaseUrls(config), log: createLog({ level: "error" }) });
const deps = {
  database,
  clock: systemClock,
  ids: createIds(systemClock, systemRandom),
  // Nobody listens here.
  lifecycles: { happened: () => Promise.resolve() },
} as unknown as Parameters<typeof matchMerchant>[0];

const before = process.memoryUsage().rss;
const began = performance.now();
await matchMerchant(deps, merchantId);
const seconds = (performance.now() - began) / 1000;
// Both threads: what the worker takes, and what is handed to it.
const grownMiB = process.resourceUsage().maxRSS / 1024 - before / 1024 / 1024;
console.log(JSON.stringify({ seconds, grownMiB } satisfies MatchRun));
await database.close();
