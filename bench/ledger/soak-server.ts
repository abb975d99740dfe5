/** A server process for the soak: takes transfers over HTTP, posts them through the real ledger, and may die at any moment. */
import { Refusal } from "@coralhub/contract";
import { parseMoney, type AccountCode } from "@coralhub/domain";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";

export type SoakPosting = {
  merchantId: string;
  key: string;
  transfers: { from: AccountCode; to: AccountCode; amount: string }[];
};

const database = createDatabase({
  urls: { app: process.env["SOAK_DATABASE_URL"]!, pooled: false },
  log: createLog({ level: "silent" }),
});
const writer = createWriter({
  pool: database.openPipelines("soak", 5),
  clock: systemClock,
  ids: createIds(systemClock, systemRandom),
});

const server = createServer((request, response) => {
  void (async () => {
    try {
      const { merchantId, key, ...asked } = JSON.parse(await text(request)) as SoakPosting;
      const transfers = asked.transfers.map(({ amount, ...way }) => ({ ...way, amount: parseMoney(amount, "USD") }));
      await writer.post({ merchantId, key, reason: "wallet.transfer", transfers });
      response.writeHead(200).end("posted");
    } catch (error) {
      const reason = error instanceof Refusal ? error.reason : String(error);
      response.writeHead(reason === "ledger.insufficient_funds" ? 409 : 503).end(reason);
    }
  })();
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port));
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
