import { OPERATOR_ROLES, type OperatorRole, type OperatorSelf } from "@coralhub/contract";
import { CONSOLE_ROUTES } from "@coralhub/domain";
import { expect, test } from "vitest";
import { judge } from "./guards.ts";
import { barDesks, mayOpen } from "./desks.ts";

const self = (over: Partial<OperatorSelf>): OperatorSelf => ({
  id: "1",
  email: "a@coralhub.test",
  name: "周宁",
  roles: ["reviewer"],
  totpEnrolled: false,
  recoveryCodesLeft: 0,
  setup: [],
  restsUntil: null,
  sandbox: true,
  ...over,
});

test("without a session every desk leads to the sign-in", () => {
  for (const row of CONSOLE_ROUTES) {
    expect(judge(row.path, undefined)).toEqual(row.access === "public" ? { show: "page" } : { go: "/login" });
  }
  expect(judge("/nowhere", undefined)).toEqual({ go: "/login" });
});

test("the root leads each role to its own desk, where what waits is counted", () => {
  const desks = { reviewer: "/certification", finance: "/payouts", admin: "/approvals" } as const;
  for (const role of Object.keys(OPERATOR_ROLES) as OperatorRole[]) {
    expect([role, judge("/", self({ roles: [role] }))]).toEqual([role, { go: desks[role] }]);
    const desk = barDesks(self({ roles: [role] })).find(({ to }) => to === desks[role]);
    expect([role, desk?.waits.length]).toEqual([role, 1]);
  }
  // Whoever moves money besides begins there.
  expect(judge("/", self({ roles: ["admin", "reviewer", "finance"] }))).toEqual({ go: "/payouts" });
  expect(judge("/", self({ roles: ["admin", "reviewer"] }))).toEqual({ go: "/certification" });
});

test("an unknown address says so", () => {
  expect(judge("/nowhere", self({}))).toEqual({ show: "lost" });
  expect(judge("/merchants/0192a000", self({}))).toEqual({ show: "page" });
});

test("a desk of another role, or of the sandbox in production, does not exist", () => {
  expect(judge("/audit", self({}))).toEqual({ show: "lost" });
  expect(judge("/audit", self({ roles: ["admin"] }))).toEqual({ show: "page" });
  expect(judge("/sandbox", self({ sandbox: false }))).toEqual({ show: "lost" });
});

test("an account that is not set up sees only its own security", () => {
  const unready = self({ roles: ["admin"], setup: ["totp"] });
  const open = CONSOLE_ROUTES.filter((row) => row.access !== "public" && mayOpen(row, unready)).map((row) => row.path);
  expect(open).toEqual(["/security"]);
  expect(judge("/audit", unready)).toEqual({ go: "/security" });
  expect(judge("/", unready)).toEqual({ go: "/security" });
});
