import * as domain from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowedWords, grantProblems, NOT_SPREAD, spreadProblems } from "./schema.ts";

const ROLE = "coralhub_app";
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("merchant tables can be spread over machines", async () => {
  expect(await spreadProblems(database.query)).toEqual([]);
  expect(Object.values(NOT_SPREAD).every((reason) => reason.length > 20)).toBe(true);
});

test("every table says what the application may do", async () => {
  expect(await grantProblems(database.query, ROLE)).toEqual([]);
});

type Found = Pick<domain.Lifecycle, "name" | "states">;
const isLifecycle = (value: unknown): value is Found =>
  typeof value === "object" && value !== null && "states" in value && "actions" in value && "initial" in value;

test("every lifecycle's states are what its column allows", async () => {
  const lifecycles = Object.values<unknown>(domain).filter(isLifecycle);
  expect(lifecycles.length).toBeGreaterThan(0);
  for (const lifecycle of lifecycles) {
    const place = domain.LIFECYCLE_TABLES.find((row) => row.lifecycle.name === lifecycle.name);
    expect(place, `lifecycle ${lifecycle.name} is missing in LIFECYCLE_TABLES`).toBeDefined();
    const words = await allowedWords(database.query, place!.column);
    expect(words?.toSorted(), place!.column).toEqual(Object.keys(lifecycle.states).toSorted());
  }
});

const PLANTED: [what: string, statement: string, complaint: RegExp][] = [
  [
    "a primary key without the merchant",
    "create table planted (id uuid primary key, merchant_id uuid not null)",
    /planted: the primary key/,
  ],
  [
    "a unique key without the merchant",
    "create table planted (merchant_id uuid, id uuid, no text unique, primary key (merchant_id, id))",
    /planted: unique constraint/,
  ],
  [
    "a unique index without the merchant",
    "create table planted (merchant_id uuid, id uuid, no text, primary key (merchant_id, id)); create unique index on planted (no)",
    /planted: unique constraint/,
  ],
  [
    "a reference without the merchant",
    `create table planted (merchant_id uuid primary key, other uuid references merchant (merchant_id))`,
    /planted: foreign key/,
  ],
  [
    "a reference from outside",
    "create table planted (id uuid primary key, owner_id uuid references merchant (merchant_id))",
    /planted: foreign key/,
  ],
];

test.each(PLANTED)("%s is found", async (_what, statement, complaint) => {
  await database.query(statement);
  expect(await spreadProblems(database.query)).toContainEqual(expect.stringMatching(complaint));
  await database.query("drop table planted");
});

test("a table without grants, or with too many, is found", async () => {
  await database.query("create table planted (id uuid primary key)");
  expect(await grantProblems(database.query, ROLE)).toEqual([`planted: nothing is granted to ${ROLE}`]);
  await database.query(`grant all on planted to ${ROLE}; grant select on planted to public`);
  expect(await grantProblems(database.query, ROLE)).toEqual([
    expect.stringContaining("TRUNCATE"),
    "planted: granted to everyone",
  ]);
  await database.query("drop table planted");
});

test("a state the check does not know is seen", async () => {
  await database.query("create table planted (state text check (state in ('open', 'closed')), other text)");
  expect(await allowedWords(database.query, "planted.state")).toEqual(["open", "closed"]);
  expect(await allowedWords(database.query, "planted.other")).toBeUndefined();
  expect(await allowedWords(database.query, "nowhere.state")).toBeUndefined();
  await database.query("drop table planted");
});
