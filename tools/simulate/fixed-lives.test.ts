import { describeLife } from "@coralhub/testkit/simulate/plan";
import { sumOf, unreachedMoves } from "@coralhub/testkit/simulate/report";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BY_LUCK, FIXED_LIVES } from "./fixed-lives.ts";
import { liveSideBySide, type Told } from "./side-by-side.ts";
import { UNREACHED } from "./unreached.ts";

const ALL_LIVES_MS = 1_200_000;
const lives: Told[] = [];
beforeAll(async () => {
  lives.push(...(await liveSideBySide(FIXED_LIVES.map(describeLife), ["--quiet", "--tries", "0"])));
}, ALL_LIVES_MS);
afterAll(() => void (lives.length = 0));

test.each(FIXED_LIVES.map(({ seed }, at) => ({ seed, at })))(
  "seed $seed, lived beside the others, breaks no law",
  ({ seed, at }) => {
    const { exercised, ...told } = lives[at]!;
    expect(told).toEqual({ seed, failure: undefined });
    expect(exercised.calls.size).toBeGreaterThan(50);
  },
);

test("every move of every lifecycle is made in these lives, or named as one that is not", () => {
  const exercised = sumOf(lives.map((told) => told.exercised));
  // A list that names what was made is out of date: `npm run simulate -- --fixed --write`.
  expect(Object.keys(UNREACHED).filter((name) => exercised.moves.has(name))).toEqual([]);
  expect(unreachedMoves(exercised).filter((name) => !(name in UNREACHED) && !BY_LUCK.has(name))).toEqual([]);
});

test("a life that dies without a word is told as such, with the words it was begun with", async () => {
  const words = "--seed squall --days 1 --kills --together 2";
  await expect(liveSideBySide([words], [])).rejects.toThrow(`the life of ${words} ended with 1 and said nothing`);
});
