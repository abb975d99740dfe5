/** A server of the real mount with one call: an authenticated, validated, idempotent transfer with a row of its own. */
import { endpoint, money } from "@coralhub/contract";
import { accountCode } from "@coralhub/domain";
import { z } from "zod";
import { createHttpServer } from "../../apps/server/src/http/server.ts";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import type { MerchantContext } from "../../apps/server/src/platform/context.ts";
import { createPlatform } from "../../apps/server/src/platform/index.ts";
import { loadConfig } from "../../apps/server/src/platform/config.ts";

export type HttpServerReady = { url: string; tokens: string[] };

const input = z.object({ amount: money, memo: z.string().trim().max(100) });
const fundCards = endpoint({
  method: "POST",
  path: "/bench/fund_cards",
  title: "卡钱包充值",
  family: "portal",
  access: "merchant",
  idempotent: true,
  input,
  output: z.object({ id: z.uuid() }),
});
const INSERT_ROW = `insert into bench_funding (merchant_id, id, amount, memo)
  select * from unnest($1::uuid[], $2::uuid[], $3::int8[], $4::text[])`;

const config = loadConfig(process.env);
const platform = createPlatform(config);
const { database, clock, ids } = platform;
const writer = createWriter({ pool: database.openPipelines("ledger", 4), clock, ids });
const transferOf = (amount: z.output<typeof input>["amount"]) => ({
  from: accountCode("wallet", amount.currency),
  to: accountCode("card_wallet", amount.currency),
  amount,
});
const http = await createHttpServer({
  poolSize: platform.config.poolSize,
  ports: {
    ...platform,
    flagIsOn: async () => true,
    isCertified: async () => true,
    findOperator: async () => undefined,
  },
  modules: {
    bench: {
      endpoints: { fundCards },
      handlers: {
        fundCards(ctx: MerchantContext, { amount, memo }: z.output<typeof input>) {
          const { merchantId } = ctx;
          const id = ids.next();
          return ctx.onceWith({ id }, (record) =>
            writer.post({
              merchantId,
              key: `fund:${id}`,
              reason: "card.funded",
              reference: id,
              transfers: [transferOf(amount)],
              business: [
                record,
                {
                  statement: INSERT_ROW,
                  values: [merchantId, id, String(amount.minor), memo],
                },
              ],
            }),
          );
        },
      },
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
const url = await http.listen({ host: "127.0.0.1", port: 0 });
const tokens: string[] = [];
for (const ownerId of process.env["BENCH_MERCHANTS"]!.split(",")) {
  const who = { realm: "merchant" as const, subjectId: platform.ids.next(), ownerId, subjectName: null };
  const device = { ...who, address: "127.0.0.1", userAgent: "bench" };
  tokens.push((await database.transaction((tx) => platform.sessions.open(tx, device))).token);
}
process.on("message", (question) => {
  if (question === "cpu") return void process.send!(process.cpuUsage());
  void http
    .close()
    .then(() => writer.close())
    .then(() => platform.stop())
    .then(() => process.exit());
});
process.send!({ url, tokens } satisfies HttpServerReady);
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
