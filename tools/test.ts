import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeCoverage, floorProblems, measureProject, readFloor } from "./coverage.ts";
import { boundaries } from "./guards/boundaries.ts";
import { lockProblems, type Lock } from "./guards/lock.ts";
import { migrationProblems } from "./guards/migrations.ts";
import { sourceFiles } from "./guards/source-files.ts";
import { tableProblems } from "./guards/table-owners.ts";
import { tidy } from "./guards/tidy.ts";
import { ROOT, runCommand, runPlaywright, runVitest } from "./runner/commands.ts";
import { fromProblems, type Outcome, type Step } from "./runner/outcome.ts";

const readLock = () => JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;

/** With one checker: each further one works out the contract's types again, three times the work on cores that are busy anyway. */
const checkTypes = (project: string) => runCommand("tsc", "-p", project, "--checkers", "1");

/** Reading only: these run two at a time. */
const STATIC: Step[] = [
  { name: "types", run: () => checkTypes("tsconfig.json") },
  { name: "types, browser", run: () => checkTypes("tsconfig.browser.json") },
  { name: "types, browser tests", run: () => checkTypes("tsconfig.browser-tests.json") },
  { name: "types, journeys", run: () => checkTypes("tsconfig.e2e.json") },
  { name: "lint", run: () => runCommand("oxlint") },
  { name: "format", run: () => runCommand("oxfmt", "--check") },
  { name: "boundaries", run: async () => fromProblems(await boundaries(ROOT)) },
  { name: "tidy", run: async () => fromProblems(tidy(ROOT)) },
  { name: "dead code", run: () => runCommand("knip", "--no-progress") },
  { name: "lock", run: async () => fromProblems(lockProblems(readLock())) },
  { name: "migrations", run: async () => fromProblems(migrationProblems(ROOT)) },
  { name: "table owners", run: async () => fromProblems(tableProblems(sourceFiles(ROOT))) },
  { name: "coverage", run: async () => fromProblems(floorProblems(measureProject(), readFloor())) },
];
const UNIT: Step = { name: "unit", run: () => runVitest("unit", "unit-own") };
/** Each of these keeps both cores busy by itself. */
const WHOLE: Step[] = [
  { name: "api", run: () => runVitest("api") },
  { name: "alone", run: () => runVitest("alone") },
  { name: "browser", run: runPlaywright },
];

type Result = Outcome & { name: string; durationMs: number };

async function runStep(step: Step): Promise<Result> {
  const begin = performance.now();
  const outcome = await step
    .run()
    .catch((error: unknown): Outcome =>
      fromProblems([error instanceof Error ? (error.stack ?? error.message) : String(error)]),
    );
  const result = { ...outcome, name: step.name, durationMs: performance.now() - begin };
  console.log(`${result.failed > 0 ? "✗" : "✓"} ${step.name} (${inSeconds(result.durationMs)})`);
  if (result.output) console.log(result.output.trimEnd());
  return result;
}

async function runSideBySide(steps: Step[], lanes: number): Promise<Result[]> {
  const waiting = [...steps];
  const lane = async (): Promise<Result[]> => {
    const results: Result[] = [];
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
    return results;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat();
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function table(results: Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  return results
    .map(({ name, passed, failed, skipped, durationMs }) => {
      const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
      return `  ${failed > 0 ? "✗" : "✓"} ${name.padEnd(width)}  ${inSeconds(durationMs).padStart(8)}  ${counts}`;
    })
    .join("\n");
}

async function main(args: string[]): Promise<number> {
  const fast = args.includes("--fast");
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  const chosen = (step: Step) => wanted.length === 0 || wanted.includes(step.name);
  const results = await runSideBySide([...STATIC, UNIT].filter(chosen), 2);
  for (const step of fast ? [] : WHOLE.filter(chosen)) {
    console.log(`… ${step.name}`);
    results.push(await runStep(step));
  }
  const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, result) => total + result[key], 0);
  for (const { name, refused = [] } of results)
    for (const { test, why } of refused) console.log(`\n✗ ${name}: ${test}\n${why}`);
  console.log(`\n${table(results)}\n`);
  console.log(describeCoverage(measureProject()));
  console.log(
    `${sum("passed")} passed, ${sum("failed")} failed${sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""}`,
  );
  return sum("failed") > 0 || results.length === 0 ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
