import { expect, test } from "vitest";
import { askedLast } from "./desk-question.ts";

test("trouble is asked for in every state, and a state is shown whole", () => {
  const waiting = { state: ["awaitingApproval"], merchantId: "m" };
  const stuck = { trouble: ["stuck"], merchantId: "m" };
  expect(askedLast(waiting, { ...waiting, trouble: ["stuck"] })).toEqual(stuck);
  expect(askedLast(stuck, { ...stuck, state: ["completed"] })).toEqual({ state: ["completed"], merchantId: "m" });
  expect(askedLast(waiting, { ...waiting, kind: ["supplier"] })).toEqual({ ...waiting, kind: ["supplier"] });
});
