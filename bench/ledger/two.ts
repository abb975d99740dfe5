import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls } from "../../apps/server/src/platform/config.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { assertInvariants } from "./ledger.ts";
import type { WriterAnswer, WriterRequest } from "./two-writer.ts";
import { fund } from "./workloads.ts";
import { startWorld, type BenchWorld } from "./world.ts";

const MERCHANTS = 400;
/** The same in all: two processes have half of it each. */
const IN_FLIGHT = 256;
const SECONDS = 2;

async function startWriter(world: BenchWorld): Promise<ChildProcess> {
  const env = { ...process.env, DATABASE_URL: databaseUrls(world.config).owner, DATA_DIR: world.config.dataDir };
  const child = fork(join(import.meta.dirname, "two-writer.ts"), { env });
  await once(child, "message");
  return child;
}
async function rateOf(writers: readonly ChildProcess[], merchants: string[]): Promise<number> {
  const answers = await Promise.all(
    writers.map(async (writer) => {
      const answer = once(writer, "message") as Promise<[WriterAnswer]>;
      writer.send({ merchants, inFlight: IN_FLIGHT / writers.length, seconds: SECONDS } satisfies WriterRequest);
      return (await answer)[0];
    }),
  );
  return answers.reduce((sum, { rate }) => sum + rate, 0);
}

/** What two processes that write the same books cost each other. */
export const ledgerTwoBench: Bench = {
  name: "ledger.two.shared",
  about: `two processes on the same ${MERCHANTS} merchants, and on one, beside a single process`,
  async run({ rounds, log }) {
    const world = await startWorld();
    const owner = new pg.Client(world.ownerUrl);
    await owner.connect();
    const writer = createWriter({
      pool: world.database.openPipelines("bench", 4),
      clock: systemClock,
      ids: createIds(systemClock, systemRandom),
    });
    const merchants = await fund(writer, createIds(systemClock, systemRandom), MERCHANTS);
    await writer.close();
    const two = [await startWriter(world), await startWriter(world)];
    const one = two.slice(0, 1);
    const single = merchants.slice(0, 1);
    const deadlocks = async () =>
      (await owner.query<{ n: number }>("select sum(deadlocks)::int as n from pg_stat_database")).rows[0]!.n;
    const measured = (writers: readonly ChildProcess[], of: string[]) => async () => {
      const since = new Date();
      const rate = await rateOf(writers, of);
      await assertInvariants(world.database.db, since);
      return rate;
    };
    await rateOf(two, merchants);
    const before = await deadlocks();
    const rates = await interleave(rounds, {
      one: measured(one, merchants),
      two: measured(two, merchants),
      oneSingle: measured(one, single),
      twoSingle: measured(two, single),
    });
    const met = (await deadlocks()) - before;
    for (const child of two) {
      child.send("stop" satisfies WriterRequest);
      await once(child, "exit");
    }
    await owner.end();
    await world.close();
    for (const [name, values] of Object.entries(rates)) log(`${name.padEnd(10)} ${Math.round(median(values))}/s`);
    return {
      "ledger.two.shared": rounded(medianRatio(rates.two, rates.one), 2),
      "ledger.two.single": rounded(medianRatio(rates.twoSingle, rates.oneSingle), 2),
      "ledger.two.deadlocks": met,
    };
  },
};
