/** `seal-run.ts <day>`: seals until this day, as the job does, and tells what it took. */
import { sealDays } from "../../apps/server/src/modules/ledger/seal-days.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import type { SealRun } from "./seal.ts";

const [day] = process.argv.slice(2) as [string];
const config = loadConfig({ ...process.env, LOG_LEVEL: "error" });
const database = createDatabase({ urls: databaseUrls(config), log: createLog({ level: "error" }) });
const now = new Date(`${day}T17:00:00Z`);
const began = performance.now();
const sealed = await sealDays({ db: database.db, clock: { now: () => now } });
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({ sealed, seconds, mib: process.resourceUsage().maxRSS / 1024 } satisfies SealRun));
await database.close();
