import { interleave, median, medianRatio, rounded, type Bench, type Figures } from "../harness.ts";
import {
  findBrokenChains,
  findOverdrawnAccounts,
  findUnbalancedBooks,
  findWrongHolds,
} from "../../apps/server/src/modules/ledger/reconcile-store.ts";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import type { Db } from "../../apps/server/src/platform/db.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { CONNECTIONS, startHttpLoad } from "./http-load.ts";
import { prepareTpcb } from "./tpcb.ts";
import { drive, fund, workloads } from "./workloads.ts";
import { startWorld } from "./world.ts";

/** Short turns, several in each round: a shared machine changes its speed from second to second. */
const SECONDS = 1;
const TURNS_EACH_ROUND = 6;
const WARM_UP_SECONDS = 2;

/** After every run: whoever is fast must also be right. */
export async function assertInvariants(db: Db, since: Date): Promise<void> {
  const checks = [findUnbalancedBooks(db), findOverdrawnAccounts(db), findWrongHolds(db), findBrokenChains(db, since)];
  const breaches = (await Promise.all(checks)).flat();
  if (breaches.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(breaches)}`);
}

function ownCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export const ledgerBench: Bench = {
  name: "ledger",
  about: "transfers through the ledger beside pgbench TPC-B on the same PostgreSQL",
  async run({ rounds, log }) {
    const world = await startWorld();
    const { db } = world.database;
    const ids = createIds(systemClock, systemRandom);
    const writer = createWriter({ pool: world.database.openPipelines("bench", 4), clock: systemClock, ids });
    const merchants = await fund(writer, ids);
    const work = workloads(merchants);
    const tpcb = await prepareTpcb(world.ownerUrl);
    // Merchants of its own: what two processes writing the same books cost each other is another question.
    const http = await startHttpLoad(world, await fund(writer, ids, CONNECTIONS));
    log(tpcb.about);

    const cpu = new Map<string, number[]>();
    /** Rate of a run; its CPU time, ours and PostgreSQL's, is kept beside it. */
    const measured =
      (
        name: string,
        cpuMicros: () => Promise<number> | number,
        run: () => Promise<{ rate: number; answered: number }>,
      ) =>
      async () => {
        const since = new Date();
        const before = (await cpuMicros()) + world.postgresCpuMicros();
        const { rate, answered } = await run();
        const spent = (await cpuMicros()) + world.postgresCpuMicros() - before;
        cpu.set(name, [...(cpu.get(name) ?? []), spent / answered]);
        await assertInvariants(db, since);
        return rate;
      };
    const posting = (name: keyof typeof work, inFlight: number, seconds = SECONDS) =>
      measured(`${name}.${inFlight}`, ownCpuMicros, () => drive(writer, work[name], inFlight, seconds));
    await drive(writer, work.plain, 256, WARM_UP_SECONDS);
    await http.measure(WARM_UP_SECONDS);
    await tpcb.measure(WARM_UP_SECONDS);
    const rates = await interleave(rounds * TURNS_EACH_ROUND, {
      tpcb: measured(
        "tpcb",
        () => 0,
        async () => {
          const rate = await tpcb.measure(SECONDS);
          return { rate, answered: rate * SECONDS };
        },
      ),
      "plain.16": posting("plain", 16),
      "plain.256": posting("plain", 256),
      "fee.256": posting("fee", 256),
      "zipf.256": posting("zipf", 256),
      "mixed.256": posting("mixed", 256),
      "http.64": measured("http.64", http.cpuMicros, () => http.measure(SECONDS)),
    });
    await http.close();
    await tpcb.close();
    await writer.close();
    await world.close();

    for (const [name, values] of Object.entries(rates)) {
      log(`${name.padEnd(10)} ${Math.round(median(values))}/s, CPU ${rounded(median(cpu.get(name)!), 1)} µs each`);
    }
    return figuresOf(rates, cpu);
  },
};

type Rates = Record<"tpcb" | "plain.16" | "plain.256" | "fee.256" | "zipf.256" | "mixed.256" | "http.64", number[]>;

function figuresOf(rates: Rates, cpu: Map<string, number[]>): Figures {
  const over = (name: keyof Rates, base: keyof Rates) => rounded(medianRatio(rates[name], rates[base]), 2);
  return {
    "ledger.plain.16": over("plain.16", "tpcb"),
    "ledger.plain.256": over("plain.256", "tpcb"),
    // These three are told beside plain transfers at the same load.
    "ledger.fee.256": over("fee.256", "plain.256"),
    "ledger.zipf.256": over("zipf.256", "plain.256"),
    "ledger.mixed.256": over("mixed.256", "plain.256"),
    "ledger.http.64": over("http.64", "tpcb"),
    "ledger.plain.256.cpu.us": rounded(median(cpu.get("plain.256")!), 1),
    "ledger.plain.16.cpu.us": rounded(median(cpu.get("plain.16")!), 1),
    "ledger.http.64.cpu.us": rounded(median(cpu.get("http.64")!), 1),
    // PostgreSQL's part alone.
    "ledger.tpcb.cpu.us": rounded(median(cpu.get("tpcb")!), 1),
  };
}
