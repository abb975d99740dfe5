import { expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "./index.ts";

test("each test database is its own copy", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.query("create table mark (id int primary key)");
  expect(await one.query("select from mark")).toEqual([]);
  await expect(two.query("select from mark")).rejects.toThrow(/mark/);
  await Promise.all([one.drop(), two.drop()]);
});

test("an empty database has no tables", async () => {
  const database = await createEmptyDatabase();
  expect(await database.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  await database.drop();
});
