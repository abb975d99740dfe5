import { expect, test } from "vitest";
import { ARRIVES, describeLife, planLife, type Life, type PlannedStep } from "./plan.ts";
import type { RecordedCall } from "./record.ts";
import { describeAgain, describeFailure } from "./report.ts";
import type { Lived, Options } from "./run.ts";
import { shrink } from "./shrink.ts";
import type { Actor } from "./simulation.ts";

const LIFE: Life = { seed: "reef", days: 8, merchants: 4, pace: 2 };
const act = async () => {};
const ACTORS: Actor[] = [
  { name: "卖", by: "merchant", weight: 3, act },
  { name: "付", by: "merchant", weight: 1, act },
  { name: "审", by: "operator", perDay: 2, act },
];
const PLAN = planLife(LIFE, ACTORS);
const callOf = ({ number, actor }: PlannedStep): RecordedCall => ({
  step: number,
  who: "merchant 0",
  call: `some.${actor}`,
  input: "{}",
  outcome: "done",
  at: 0,
});

const spentMs = { people: 0, clock: 0, laws: 0 };
/** A life in which a law breaks as soon as all of these steps have been lived, and another law where one of them is missing. */
function fake(needed: readonly PlannedStep[]) {
  const tries: number[][] = [];
  const live = async ({ only, until = LIFE.days }: Options): Promise<Lived> => {
    const steps = PLAN.filter(({ number, day }) => (!only || only.has(number)) && day < until);
    tries.push(steps.map(({ number }) => number));
    const has = (wanted: PlannedStep) => steps.includes(wanted);
    const last = needed.at(-1)!;
    const failure = needed.every(has)
      ? { law: "一条规矩", message: "一条规矩: broken", day: last.day, step: last.number }
      : has(needed[0]!)
        ? { law: "另一条规矩", message: "another", day: needed[0]!.day, step: needed[0]!.number }
        : undefined;
    return { failure, steps, calls: steps.map(callOf), moves: [], merchants: LIFE.merchants, spentMs };
  };
  return { live, tries };
}

const ofMerchants = PLAN.filter(({ actor }) => actor !== ARRIVES);
const NEEDED = [
  ofMerchants.find(({ merchant }) => merchant === 1)!,
  ofMerchants.find(({ day, merchant }) => day === 2 && merchant === null)!,
  ofMerchants.find(({ day, merchant }) => day === 4 && merchant === 0)!,
];

test("a failing life is shrunk to the steps that break the same law, and to no other one", async () => {
  const { live } = fake(NEEDED);
  const failed = await live(LIFE);
  const { steps, lived, until } = await shrink(LIFE, failed, live, { tries: 400, say: () => {} });
  expect(steps.map(({ number }) => number)).toEqual(NEEDED.map(({ number }) => number));
  expect(lived.failure!.law).toBe("一条规矩");
  expect(until).toBe(5);
});

test("shrinking stops where its tries are used up, with the smallest part found by then", async () => {
  const { live, tries } = fake(NEEDED);
  const failed = await live(LIFE);
  const before = tries.length;
  const { steps, lived } = await shrink(LIFE, failed, live, { tries: 5, say: () => {} });
  expect(tries.length - before).toBe(5);
  expect(steps).toEqual(expect.arrayContaining(NEEDED));
  expect(lived.failure!.law).toBe("一条规矩");
});

test("what is printed names seed, day, law, the calls of the smallest part and the command that lives it again", async () => {
  const { live } = fake(NEEDED);
  const { steps, lived, until } = await shrink(LIFE, await live(LIFE), live, { tries: 400, say: () => {} });
  const options = { ...LIFE, until };
  const told = describeFailure(options, lived, steps, describeAgain(options, steps, "npm run simulate --")).split("\n");
  const numbers = steps.map(({ number }) => number);
  expect(told.slice(0, 4)).toEqual([
    `✗ seed reef, day 5, step ${numbers.at(-1)}`,
    "  law: 一条规矩",
    "  一条规矩: broken",
    "  the smallest sequence that still breaks it (3 steps):",
  ]);
  expect(told.filter((line) => line.startsWith("    merchant 0  some."))).toHaveLength(3);
  expect(told.at(-1)).toBe(
    `  again: npm run simulate -- --seed reef --days 8 --merchants 4 --pace 2 --until 5 --only ${numbers.join(",")}`,
  );
  const again = await live({ ...LIFE, until, only: new Set(numbers) });
  expect(again.failure).toEqual(lived.failure);
});

test("the command says everything a life was lived with", () => {
  expect(describeLife({ seed: "7", days: 3, merchants: 2, pace: 4, every: 30, kills: true })).toBe(
    "--seed 7 --days 3 --merchants 2 --pace 4 --every 30 --kills",
  );
  expect(describeLife({ seed: "7", days: 3, merchants: 2, together: 4, focus: ["卡", "贷款"] })).toBe(
    "--seed 7 --days 3 --merchants 2 --together 4 --focus 卡,贷款",
  );
});
