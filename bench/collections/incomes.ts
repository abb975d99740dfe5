import { incomeList, type IncomeSelection, type ListInput } from "@coralhub/contract";
import { selectIncomes } from "../../apps/server/src/modules/income/records/select-incomes.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createLists } from "../../apps/server/src/platform/list-query.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";
import { interleave, median, medianRatio, rounded, type Bench, type BenchContext, type Figures } from "../harness.ts";
import type { BenchWorld } from "../ledger/world.ts";
import { measureExport } from "./export.ts";
import { fillIncomes, SECONDS_APART, START, type BenchMerchant } from "./income-world.ts";

const SMALL: BenchMerchant = { merchantId: "0193a000-0000-7000-8000-00000000b001", incomes: 10_000 };
const LARGE: BenchMerchant = { merchantId: "0193a000-0000-7000-8000-00000000b002", incomes: 10_000_000 };
const READS = 20;

const PAGE: ListInput & IncomeSelection = { pageNo: 1, pageSize: 20, order: "desc", filters: {} };
/** What merchants narrow by: common and rare values, several at once, the search box. */
const NARROWED: readonly Partial<IncomeSelection>[] = [
  { filters: { state: ["abnormal"] } },
  { filters: { state: ["credited"] } },
  { filters: { platform: ["QOO10"] } },
  { fromCurrencyList: ["JPY"] },
  { filters: { payerName: "number 17" } },
  { filters: { state: ["abnormal", "returned"] } },
  { filters: { state: ["credited"], currency: ["USD"] } },
];

type Look = () => Promise<unknown>;

async function looksAt(
  { database }: BenchWorld,
  { merchantId, incomes }: BenchMerchant,
): Promise<Record<string, Look>> {
  const secrets = createSecrets(["a key for the bench that is long enough"], systemRandom);
  const remembering = createLists({ database, secrets, clock: systemClock });
  /** New each time, these remember nothing of the last look: everything is counted again. */
  const forgetful = () => createLists({ database, secrets, clock: systemClock });
  const page = async (over: Partial<ListInput & IncomeSelection>, lists = remembering) => {
    const input = { ...PAGE, ...over };
    return lists.page({ ownerId: merchantId }, incomeList, await selectIncomes(database, merchantId, input), input);
  };
  // A cursor says where to go on, whatever led there: here to the oldest tenth.
  const depth = new Date(Date.parse(START) + (incomes / 10) * SECONDS_APART * 1000);
  const { nextCursor } = await page({ endTime: depth.toISOString().slice(0, 10) });
  if (!nextCursor) throw new Error("there is no page at this depth");
  return {
    first: () => page({}),
    filtered: async () => {
      for (const narrowed of NARROWED) await page(narrowed);
    },
    counted: async () => {
      for (const narrowed of NARROWED) await page(narrowed, forgetful());
    },
    deep: () => page({ cursor: nextCursor }),
  };
}

const millisOf = (look: Look) => async () => {
  const started = performance.now();
  for (let n = 0; n < READS; n++) await look();
  return (performance.now() - started) / READS;
};

export async function measureLists(
  world: BenchWorld,
  large: BenchMerchant,
  { rounds, log }: BenchContext,
): Promise<Figures> {
  const [small, big] = [await looksAt(world, SMALL), await looksAt(world, large)];
  const figures: Figures = {};
  for (const name of Object.keys(small)) {
    const contenders = { small: millisOf(small[name]!), big: millisOf(big[name]!) };
    await contenders.small();
    await contenders.big();
    const millis = await interleave(rounds, contenders);
    log(`${name}: ${rounded(median(millis.small), 1)} ms beside ${rounded(median(millis.big), 1)} ms`);
    figures[`income.list.${name}`] = rounded(medianRatio(millis.big, millis.small), 2);
  }
  return figures;
}

export const worldOf = (rows: number | undefined, log: (line: string) => void) => {
  const large = { ...LARGE, incomes: rows ?? LARGE.incomes };
  return fillIncomes([SMALL, large], log).then((world) => ({ world, large }));
};

/** A merchant's income list with a long history beside one with a short one, and a long file of it. */
export const incomesBench: Bench = {
  name: "incomes",
  about: "income list at 10 million rows beside 10 thousand; a million rows exported beside bare COPY",
  async run(context) {
    const { world, large } = await worldOf(context.rows, context.log);
    try {
      return { ...(await measureLists(world, large, context)), ...(await measureExport(world, large, context)) };
    } finally {
      await world.close();
    }
  },
};
