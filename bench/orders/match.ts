import { matchOrders, type MatchIncome, type MatchOrder } from "@coralhub/domain";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { startMonth } from "./month-world.ts";

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1);
const INCOMES = 40;
const [FEW, MANY] = [10_000, 100_000];
const MONTH = 50_000;
const RUN = fileURLToPath(new URL("./match-run.ts", import.meta.url));

export type MatchRun = { seconds: number; grownMiB: number };

/** A month of a shop: half of its payouts say their settlement number, the others are found by their sums. */
function monthOf(count: number): { incomes: MatchIncome[]; orders: MatchOrder[] } {
  const each = count / INCOMES;
  const orders = Array.from({ length: count }, (_, at): MatchOrder => {
    const payout = Math.floor(at / each);
    return {
      id: `order-${at}`,
      group: `shop-${payout % 4}`,
      netMinor: BigInt(900 + ((at * 7919) % 9_000)),
      orderedAt: new Date(FIRST + payout * DAY_MS + ((at % each) / each) * DAY_MS * 0.9),
      serial: payout % 2 === 0 ? `SETTLE-${payout}` : null,
    };
  });
  const incomes = Array.from({ length: INCOMES }, (_, payout): MatchIncome => {
    const own = orders.slice(payout * each, (payout + 1) * each);
    const sold = own.reduce((sum, { netMinor }) => sum + netMinor, 0n);
    return {
      id: `income-${payout}`,
      group: `shop-${payout % 4}`,
      amountMinor: (sold * 88n) / 100n,
      arrivedAt: new Date(FIRST + (payout + 1) * DAY_MS),
      after: payout < 4 ? null : new Date(FIRST + (payout - 3) * DAY_MS),
      words: payout % 2 === 0 ? `PAYOUT SETTLE-${payout}` : "PAYOUT",
    };
  });
  return { incomes, orders };
}

function timed({ incomes, orders }: ReturnType<typeof monthOf>): number {
  const began = performance.now();
  const matches = matchOrders(incomes, orders);
  const took = performance.now() - began;
  const used = new Set(matches.flatMap(({ orderIds }) => orderIds));
  if (used.size !== matches.reduce((sum, { orderIds }) => sum + orderIds.length, 0)) throw new Error("an order twice");
  if (matches.length !== incomes.length) throw new Error(`${matches.length} of ${incomes.length} were found`);
  return took / orders.length;
}

/** As the job does it: out of the tables, in its thread, and back into them. In a process of its own, so that its peak is its own. */
async function matchMonth(): Promise<MatchRun> {
  const world = await startMonth(MONTH, INCOMES);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, world.merchants[0]!.merchantId], {
      env: { ...process.env, DATABASE_URL: world.config.databaseUrl, DATA_DIR: world.config.dataDir },
    });
    const { rows } = await world.owner.query<{ orders: number; incomes: number }>(
      "select count(*)::int as orders, count(distinct income_id)::int as incomes from order_match where unbound_at is null",
    );
    const { orders, incomes } = rows[0]!;
    if (incomes !== INCOMES) throw new Error(`${orders} orders stand behind ${incomes} of ${INCOMES} incomes`);
    return JSON.parse(stdout) as MatchRun;
  } finally {
    await world.close();
  }
}

export const orderMatchBench: Bench = {
  name: "orders.match",
  about: `${INCOMES} payouts against ${FEW} and ${MANY} orders: what one order costs must not grow with their number`,
  async run({ rounds }) {
    const [few, many] = [monthOf(FEW), monthOf(MANY)];
    timed(few);
    const taken = await interleave(rounds, {
      few: () => Promise.resolve(timed(few)),
      many: () => Promise.resolve(timed(many)),
    });
    const month = await matchMonth();
    return {
      "orders.match.month.s": rounded(month.seconds, 1),
      "orders.match.month.grownMiB": rounded(month.grownMiB, 0),
      "orders.match.10k.ms": rounded(median(taken.few) * FEW, 1),
      "orders.match.100k.ms": rounded(median(taken.many) * MANY, 1),
      "orders.match.growth": rounded(medianRatio(taken.many, taken.few), 2),
    };
  },
};
