import { join } from "node:path";
import { expect, test } from "vitest";
import { localTriggers, REFUSED_FORMS, refusedForms } from "./distributable.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const STORE = "apps/server/src/modules/income/planted-store.ts";
const forms = REFUSED_FORMS.map((form) => ({ ...form, known: {} }));
const planted = (text: string, path = STORE): SourceFile[] => [{ path, text }];

test("no statement takes a form that a database spread over nodes refuses, beyond those that are known", () => {
  const files = sourceFiles(join(import.meta.dirname, "../.."));
  expect(files.length).toBeGreaterThan(1000);
  expect(refusedForms(files)).toEqual([]);
});

test.each([
  ["select without columns", "sql`select count(*) from (select from income limit 5) x`"],
  ["recursive query", "sql`with recursive m as (select 1) select 1 from m`"],
  ["skip locked", "sql`select id from income for update skip locked`"],
  ["forced generic plan", "sql`set local plan_cache_mode = force_generic_plan`"],
  [
    "the database's own clock in a changed column",
    "sql`update income set state = 'x', changed_at = now() where id = 1`",
  ],
  [
    "lock on rows of many merchants",
    "sql`select i.id from unnest(${ids}) u (id) join income i using (id) for no key update of i`",
  ],
  [
    "definer function without one merchant among its arguments",
    "create or replace function f(a_merchant uuid[], n int) returns void language plpgsql security definer as $$",
  ],
  ["SQL function with parameters", "create or replace function f(n int) returns int language sql as $$"],
  ["sub-query beside each row", "sql`select coalesce((select sum(amount) from income x where x.id = i.id), 0) from i`"],
])("%s is found", (name, text) => {
  expect(refusedForms(planted(text), forms)).toEqual([`${STORE}: ${name}, 1 instead of 0`]);
});

test("words about it, tests and other files are left alone; what has become less is said", () => {
  expect(refusedForms(planted("// skip locked over all shards"), forms)).toEqual([]);
  expect(
    refusedForms(planted("sql`for update skip locked`", "apps/server/src/modules/income/desk.test.ts"), forms),
  ).toEqual([]);
  const known = [{ ...forms[2]!, known: { [STORE]: { times: 2, why: "" } } }];
  expect(refusedForms(planted("sql`for update skip locked`"), known)).toEqual([
    `${STORE}: skip locked has become less: say 1 instead of 2`,
  ]);
  expect(refusedForms([], known)).toEqual([`${STORE}: is not there any more (skip locked)`]);
});

test("a definer with one merchant, a trigger's function and a lock on named rows are fine", () => {
  for (const text of [
    "create or replace function f(merchant uuid, n int) returns void language plpgsql security definer as $$",
    "create or replace function f() returns trigger language plpgsql security definer as $$",
    "sql`select id from income where merchant_id = ${id} for update`; sql`select 1 from unnest(${ids}) u`",
  ])
    expect(refusedForms(planted(text), forms)).toEqual([]);
});

test("a trigger on a table that stays on one node is known", () => {
  expect(localTriggers(sourceFiles(join(import.meta.dirname, "../..")))).toEqual([]);
  const text = `create table here (\n  id uuid\n);\ncreate table there (\n  merchant_id uuid not null\n);
    create trigger on_here before update on here for each row execute function f();
    create trigger on_there before update on there for each row execute function f();`;
  expect(localTriggers(planted(text, "database/9901_x.sql"), { gone: "" })).toEqual([
    "on_here: a trigger on a table without a merchant",
    "gone: is not there any more",
  ]);
});
