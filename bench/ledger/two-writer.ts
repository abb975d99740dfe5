/** A process of its own that writes postings of the merchants it is told, and says how many were answered. */
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { drive, workloads } from "./workloads.ts";

export type WriterRequest = "stop" | { merchants: string[]; inFlight: number; seconds: number };
export type WriterAnswer = { answered: number; rate: number };

const database = createDatabase({ urls: databaseUrls(loadConfig(process.env)), log: createLog({ level: "error" }) });
const writer = createWriter({
  pool: database.openPipelines("bench", 4),
  clock: systemClock,
  ids: createIds(systemClock, systemRandom),
});
let turns = 0;
async function work({ merchants, inFlight, seconds }: Exclude<WriterRequest, "stop">): Promise<WriterAnswer> {
  const { plain } = workloads(merchants, `bench:${process.pid}:${turns++}`);
  return drive(writer, plain, inFlight, seconds);
}
process.on("message", (request: WriterRequest) => {
  if (request === "stop") void writer.close().then(() => process.exit());
  else void work(request).then((answer) => process.send!(answer));
});
process.send!("ready");
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
