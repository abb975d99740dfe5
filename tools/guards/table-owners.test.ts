import { expect, test } from "vitest";
import type { SourceFile } from "./source-files.ts";
import { tableOwners, tableProblems } from "./table-owners.ts";

const MODULES = "apps/server/src/modules";
const MIGRATIONS: SourceFile[] = [
  { path: "database/0001_platform.sql", text: "create table session (id uuid);" },
  {
    path: "database/0040_stores.sql",
    text: "create table store (id uuid);\ncreate view store_brief as select id from store;\ncreate table sandbox_shop (id uuid);",
  },
  { path: "database/0050_income.sql", text: "create table income (id uuid);" },
];
const problemsOf = (path: string, text: string): string[] =>
  tableProblems([
    ...MIGRATIONS,
    { path: `${MODULES}/stores/index.ts`, text: "" },
    { path: `${MODULES}/income/index.ts`, text: "" },
    { path, text },
  ]);

test("a table belongs to the capability whose migration creates it", () => {
  expect(tableOwners(MIGRATIONS).get("store")).toEqual({ owner: "stores", kind: "table" });
  expect(tableOwners(MIGRATIONS).get("store_brief")).toEqual({ owner: "stores", kind: "view" });
});

test("own tables, others' views and the simulated world's tables are fine", () => {
  const store = "sql`select * from income i left join store_brief s on s.id = i.store_id`";
  expect(problemsOf(`${MODULES}/income/incomes-store.ts`, store)).toEqual([]);
  expect(
    problemsOf("apps/server/src/rails/shops/sandbox/shops-store.ts", "sql`insert into sandbox_shop (id)`"),
  ).toEqual([]);
  expect(problemsOf("apps/server/src/platform/session-store.ts", "sql`delete from session`")).toEqual([]);
  expect(problemsOf(`${MODULES}/income/desk.test.ts`, "sql`select * from store`")).toEqual([]);
});

test.each([
  "sql`select * from store where id = 1`",
  "sql<{ id: string }>`select i.id from income i join store s on true`",
  "sql`insert into store (id) values (1)`",
  "sql`update store set id = 1`",
  "sql`delete from store`",
  "sql`update store_brief set id = 1`",
  "({ from: sql`store s`, id: sql`s.id` })",
  'const MANY = "insert into store (id) select 1"',
  "sql`select * from session`",
])("a foreign table is found: %s", (text) => {
  expect(problemsOf(`${MODULES}/income/incomes-store.ts`, text)).toEqual([expect.stringContaining("belongs to")]);
});

test("the platform and the rails touch no capability's tables", () => {
  expect(problemsOf("apps/server/src/platform/lists.ts", "sql`select * from store`")).toHaveLength(1);
  expect(problemsOf("apps/server/src/rails/shops/sandbox/shops-store.ts", "sql`select * from store`")).toHaveLength(1);
});
