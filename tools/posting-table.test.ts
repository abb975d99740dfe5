import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageWithTable } from "./posting-table.ts";

test("the table of postings is what the code posts: `npm run docs:postings` writes it", async () => {
  const page = readFileSync(`${import.meta.dirname}/../docs/ledger.md`, "utf8");
  expect(await pageWithTable(page)).toBe(page);
});
