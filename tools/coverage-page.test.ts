import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coveragePage } from "./coverage-page.ts";

const cellsOf = (line: string): string[] => line.split("|").map((cell) => cell.trim());
/** What answers each call and route, by its row. */
const answersIn = (page: string): Map<string, string> =>
  new Map(
    page
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => [cellsOf(line)[1]!, cellsOf(line)[2]!]),
  );

test("the page of coverage claims nothing that is not there: `npm run docs:coverage` writes it", async () => {
  const [kept, now] = [readFileSync(`${import.meta.dirname}/../docs/coverage.md`, "utf8"), await coveragePage()];
  const [written, current] = [answersIn(kept), answersIn(now)];
  expect(written.size).toBeGreaterThan(400);
  // What has come since, and what was split since, may be written down later; what is claimed must hold.
  for (const [specified, answer] of written)
    if (answer !== "not yet" && current.has(specified)) expect(current.get(specified)).toBe(answer);
});
