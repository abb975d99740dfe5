import * as domain from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  allowedWords,
  grantProblems,
  indexedStates,
  missingColumns,
  NOT_SPREAD,
  primaryKey,
  spreadProblems,
} from "./schema.ts";

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

const isLifecycle = (value: unknown): value is domain.Lifecycle =>
  typeof value === "object" && value !== null && "states" in value && "actions" in value && "initial" in value;
const LIFECYCLES = Object.values<unknown>(domain).filter(isLifecycle);

test("every lifecycle's states are what its column allows", async () => {
  expect(LIFECYCLES.length).toBeGreaterThan(0);
  for (const { name, stored, states } of LIFECYCLES) {
    expect(stored, `lifecycle ${name} does not say where it is stored`).toBeDefined();
    const column = `${stored!.table}.${stored!.column ?? "state"}`;
    const words = await allowedWords(database.query, column);
    expect(words?.toSorted(), column).toEqual(Object.keys(states).toSorted());
  }
});

test("every lifecycle's key, times and further columns are its table's", async () => {
  for (const { stored } of LIFECYCLES) {
    const { table, key = ["merchant_id", "id"], changedAt = [], reachedAt = {}, columns = [] } = stored!;
    const named = [key, changedAt, Object.values<string | undefined>(reachedAt), columns]
      .flat()
      .filter((column) => column !== undefined);
    expect(await missingColumns(database.query, table, named), table).toEqual([]);
    expect(await primaryKey(database.query, table), table).toEqual(key);
  }
});

/** Lists of states that are no group of theirs: said by the domain in words of their own. */
const OTHER_LISTS: Readonly<Record<string, readonly string[]>> = {
  certification_expiry: domain.MONEY_MAY_MOVE,
  certification_application_queue: domain.QUEUED,
  export_job_left: ["cancelled", "failed"],
  loan_owing: domain.OWING,
  payout_before_sending: domain.UNSENT_PAYOUTS,
  tax_refund_once: ["cancelled", "declined"],
  trade_order_stands_once: domain.STANDING_STATES,
};

test("an index over some states is one over groups of them", async () => {
  for (const { stored, groups } of LIFECYCLES) {
    const lists = await indexedStates(database.query, stored!.table, stored!.column ?? "state");
    const { open, moving, ended } = groups;
    const unions = [open, moving, ended, [open, moving], [moving, ended], [open, ended]].map((parts) =>
      parts.flat().toSorted().join(),
    );
    for (const { index, words } of lists) {
      const expected = OTHER_LISTS[index] ? [OTHER_LISTS[index].toSorted().join()] : unions;
      expect(expected, index).toContain(words.toSorted().join());
    }
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
