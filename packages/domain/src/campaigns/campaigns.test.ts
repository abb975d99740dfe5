import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  collectionProblem,
  drawText,
  layoutOf,
  oddsText,
  prizeAt,
  prizeProblem,
  splitResult,
  WHOLE_ODDS,
} from "./campaigns.ts";

const seed = createHash("sha256").update("a seed of the test").digest();
const CAMPAIGN = "0192a000-0000-7000-8000-000000000901";
const randomOf = (number: number) => createHmac("sha256", seed).update(drawText(CAMPAIGN, number)).digest("hex");
const prizes = [
  { name: "88", weight: 1_000 },
  { name: "8.88", weight: 50_000 },
  { name: "coupon", weight: 300_000 },
  { name: "nothing", weight: 649_000 },
];

test("a hundred thousand draws come out as the odds say, within the statistical bound", { timeout: 60_000 }, () => {
  const draws = 100_000;
  const counts = new Map<string, number>();
  for (let number = 1; number <= draws; number++) {
    const { name } = prizeAt(prizes, randomOf(number));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const { name, weight } of prizes) {
    const odds = weight / WHOLE_ODDS;
    // Five standard deviations: a fair draw is outside once in two million times.
    const bound = 5 * Math.sqrt(draws * odds * (1 - odds));
    expect(Math.abs((counts.get(name) ?? 0) - draws * odds)).toBeLessThan(bound);
  }
});

test("the ends of the line belong to the first and the last prize", () => {
  expect(prizeAt(prizes, "0".repeat(64)).name).toBe("88");
  expect(prizeAt(prizes, "f".repeat(64)).name).toBe("nothing");
  expect(oddsText(1_000)).toBe("0.1%");
});

test("a page is built of its blocks; odds and rules are never left out", () => {
  expect(layoutOf([{ title: "说明", lines: ["一"] }]).map(({ kind }) => kind)).toEqual(["text", "prizes", "rules"]);
  const rules = { kind: "rules", title: "先看规则", lines: [], picture: null } as const;
  expect(layoutOf([{ ...rules, lines: [] }]).map(({ kind }) => kind)).toEqual(["rules", "prizes"]);
});

test("two versions differ only where chance does not explain it", () => {
  expect(splitResult({ visits: 1000, draws: 100 }, { visits: 1000, draws: 160 })).toEqual({
    a: 0.1,
    b: 0.16,
    better: "b",
  });
  expect(splitResult({ visits: 1000, draws: 100 }, { visits: 1000, draws: 105 }).better).toBeNull();
  expect(splitResult({ visits: 5, draws: 0 }, { visits: 5, draws: 5 }).better).toBeNull();
  expect(splitResult({ visits: 0, draws: 0 }, { visits: 0, draws: 0 })).toEqual({ a: 0, b: 0, better: null });
});

test("odds that do not add up, and nothing to fall back on, are found", () => {
  const nothing = { kind: "nothing", weight: WHOLE_ODDS, stock: null } as const;
  expect(prizeProblem([nothing])).toBeUndefined();
  expect(prizeProblem([])).toBe("请至少设置一个奖品");
  expect(prizeProblem([{ ...nothing, weight: 999_999 }])).toContain("99.9999%");
  expect(prizeProblem([{ ...nothing, stock: 5 }])).toContain("不能限量");
  expect(prizeProblem([{ ...nothing, kind: "card" }])).toBeUndefined();
  for (const kind of ["money", "coupon", "goods"] as const)
    expect(prizeProblem([{ ...nothing, kind }])).toBe("保底奖品只能是谢谢参与或福卡");
});

test("cards and their grand prize belong together, on the page that shows them; an application draws nothing", () => {
  const card = { kind: "card", isGrand: false } as const;
  const grand = { kind: "coupon", isGrand: true } as const;
  expect(collectionProblem("fu", [card, grand])).toBeUndefined();
  expect(collectionProblem("fu", [grand])).toBe("请设置要集的福卡");
  expect(collectionProblem("fu", [card])).toBe("请设置一个集齐大奖");
  expect(collectionProblem("fu", [card, grand, grand])).toBe("请设置一个集齐大奖");
  expect(collectionProblem("fu", [card, { kind: "nothing", isGrand: true }])).toContain("现金、优惠券或实物");
  expect(collectionProblem("draw", [grand])).toBe("福卡和集齐大奖只用在集五福");
  expect(collectionProblem("sunrise", [card])).toBe("申请类活动不抽奖，请删除奖品");
  expect(collectionProblem("sunrise", [])).toBeUndefined();
});
