import * as domain from "@coralhub/domain";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lifecycleMoves, type Kept } from "./lifecycle-moves.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

type Stored = { stored: { table: string; column?: string } };
const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && "actions" in value && "stored" in value && value.stored !== undefined;
const KEPT = Object.values<unknown>(domain)
  .filter(isStored)
  .map(({ stored: { table, column = "state" } }): Kept => ({ table, column }));

const planted = (text: string, path = "apps/server/src/modules/payouts/planted-store.ts"): SourceFile[] => [
  { path, text },
];

test("no statement moves a thing along its lifecycle beside the engine", () => {
  expect(KEPT.length).toBeGreaterThan(40);
  expect(lifecycleMoves(sourceFiles(join(import.meta.dirname, "../..")), KEPT)).toEqual([]);
});

test.each([
  "sql`update payout set state = ${to} where id = ${id}`",
  "sql`update payout p set decided_by = coalesce(${by}, decided_by), state = 'settled' from x where p.id = x.id`",
  "sql`update payout set state = case when state = 'submitted' then 'settled' else state end where id = ${id}`",
])("it is found: %s", (text) => {
  expect(lifecycleMoves(planted(text), KEPT)).toEqual([
    "apps/server/src/modules/payouts/planted-store.ts: payout.state is set by hand; use the engine's advance",
  ]);
});

test("asking for a state, other tables, tests and fixtures are left alone", () => {
  expect(lifecycleMoves(planted("sql`update payout set decided_by = ${by} where state = 'submitted'`"), KEPT)).toEqual(
    [],
  );
  const until =
    "sql`update coupon set expires_at = case when state = 'unused' then expires_at else ${at} end where id = ${id}`";
  expect(lifecycleMoves(planted(until), KEPT)).toEqual([]);
  expect(lifecycleMoves(planted("sql`update sandbox_payout set state = ${to}`"), KEPT)).toEqual([]);
  const moved = "sql`update payout set state = ${to}`";
  expect(lifecycleMoves(planted(moved, "apps/server/src/modules/payouts/payouts-fixture.ts"), KEPT)).toEqual([]);
});
