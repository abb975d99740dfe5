import { addUp, describeFailure, unreachedMoves } from "@coralhub/testkit/simulate/report";
import { describeLife } from "@coralhub/testkit/simulate/plan";
import { live, type Lived } from "@coralhub/testkit/simulate/run";
import { afterAll, expect, test } from "vitest";
import { SIMULATIONS } from "./capabilities.ts";
import { BY_LUCK, FIXED_LIVES } from "./fixed-lives.ts";
import { UNREACHED } from "./unreached.ts";

const A_LIFE_MS = 600_000;
const lives: Lived[] = [];
afterAll(() => void (lives.length = 0));

test.each(FIXED_LIVES)(
  "seed $seed: $days days of $merchants merchants break no law",
  async (life) => {
    const lived = await live(life, SIMULATIONS);
    lives.push(lived);
    const told =
      lived.failure && describeFailure(life, lived, lived.steps.slice(-3), `npm run simulate -- ${describeLife(life)}`);
    expect(told).toBeUndefined();
  },
  A_LIFE_MS,
);

test("every move of every lifecycle is made in these lives, or named as one that is not", () => {
  const { moves } = addUp(lives);
  // A list that names what was made is out of date: `npm run simulate -- --fixed --write`.
  expect(Object.keys(UNREACHED).filter((name) => moves.has(name))).toEqual([]);
  expect(
    unreachedMoves({ calls: new Map(), refusals: new Map(), moves }).filter(
      (name) => !(name in UNREACHED) && !BY_LUCK.has(name),
    ),
  ).toEqual([]);
});
