import { expect, test } from "vitest";
import { askedSearch } from "../../platform/asked-search.ts";
import { askedLast } from "./desk-question.ts";

test("trouble is asked for in every state, and a state is shown whole", () => {
  const waiting = { state: ["awaitingApproval"], merchantId: "m" };
  const stuck = { trouble: ["stuck"], merchantId: "m" };
  expect(askedLast(waiting, { ...waiting, trouble: ["stuck"] })).toEqual(stuck);
  expect(askedLast(stuck, { ...stuck, state: ["completed"] })).toEqual({ state: ["completed"], merchantId: "m" });
  expect(askedLast(waiting, { ...waiting, kind: ["supplier"] })).toEqual({ ...waiting, kind: ["supplier"] });
});

test("whoever asks for everything finds that in the address, and any other question stands for itself", () => {
  expect(askedSearch("")).toBe("all=1");
  expect(askedSearch("all=1")).toBe("all=1");
  expect(askedSearch("all=1&state=completed")).toBe("state=completed");
  expect(askedSearch("state=failed&page=2")).toBe("state=failed&page=2");
});
