import { expect, test } from "vitest";
import { problemText } from "./refusal-fields.ts";
import { endingIn, takeEach } from "./take-each.ts";

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

test("a payment that was sent back instead of approved is not counted as done, and is named with why", async () => {
  type State = "submitted" | "unverified";
  const taken = await takeEach<State>(["submitted", "unverified"], (state) =>
    endingIn("submitted", Promise.resolve({ state }), "汇率变动，已请商户重新确认"),
  );
  expect(taken.done).toEqual(["submitted"]);
  expect(taken.refused.map(({ row, why }) => `${row} ${problemText(why)}`)).toEqual([
    "unverified 汇率变动，已请商户重新确认",
  ]);
});
