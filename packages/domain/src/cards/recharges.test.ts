import { expect, test } from "vitest";
import { actionsFor } from "../lifecycle.ts";
import { rechargeLifecycle } from "./recharges.ts";

test("an announcement is given up where nothing has come, not while money for it is looked at", () => {
  expect(actionsFor(rechargeLifecycle, "pending", "system")).toContain("fail");
  expect(actionsFor(rechargeLifecycle, "processing", "system")).not.toContain("fail");
});
