/** The whole product in a process of its own, as it is started anywhere. */
import { incomeList } from "@coralhub/contract";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { createApp } from "../../apps/server/src/app.ts";
import { selectIncomes } from "../../apps/server/src/modules/income/records/select-incomes.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { loadConfig } from "../../apps/server/src/platform/config.ts";
import { createLists } from "../../apps/server/src/platform/list-query.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";

export type ProductReady = { url: string };
export type ProductRequest = "cpu" | "stop" | "times" | { export: string };

const config = loadConfig(process.env);
const app = await createApp({ config });
const { url } = await app.listen();

const began = new WeakMap<object, number>();
let times: number[] | undefined;
/** From now on: how long the server itself has each request. */
function takeTimes(): number[] {
  const taken = times ?? [];
  if (!times) {
    type Message = { request: IncomingMessage };
    subscribe("http.server.request.start", (message) => began.set((message as Message).request, performance.now()));
    subscribe("http.server.response.finish", (message) => {
      const at = began.get((message as Message).request);
      if (at !== undefined) times!.push(performance.now() - at);
    });
  }
  times = [];
  return taken;
}

/** A merchant's incomes as CSV, through this process as a download goes; how many lines. */
async function exportIncomes(merchantId: string): Promise<number> {
  const { database } = app.platform;
  const lists = createLists({ database, secrets: createSecrets(config.secretKeys, systemRandom), clock: systemClock });
  const source = await selectIncomes(database, merchantId, { filters: {} });
  let lines = 0;
  const body = lists.export({ ownerId: merchantId }, incomeList, source, {}).body as AsyncIterable<Uint8Array>;
  for await (const piece of body) for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  return lines;
}

process.send!({ url } satisfies ProductReady);
process.on("message", (message: ProductRequest) => {
  if (message === "cpu") process.send!(process.cpuUsage());
  else if (message === "times") process.send!(takeTimes());
  else if (message === "stop") void app.close().then(() => process.exit());
  else void exportIncomes(message.export).then((lines) => process.send!({ lines }));
});
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
