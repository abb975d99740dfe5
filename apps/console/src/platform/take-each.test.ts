import { expect, test } from "vitest";
import { takeEach } from "./take-each.ts";

test("a step for several is taken for each; one that is refused is named with why and keeps none from being done", async () => {
  const asked: string[] = [];
  const why = new Error("刚被同事处理过");
  const taken = await takeEach(["甲", "乙", "丙"], async (row) => {
    asked.push(row);
    if (row === "乙") throw why;
  });
  expect(asked).toEqual(["甲", "乙", "丙"]);
  expect(taken).toEqual({ done: ["甲", "丙"], refused: [{ row: "乙", why }] });
});
