import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Outcome, Refused } from "./outcome.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(ROOT, ".cache");
const PATH = [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
/** Servers that tests start, kill and start again compile the same files: the second one takes them from here. */
const NODE_COMPILE_CACHE = join(CACHE, "compiled");

type Finished = { code: number; output: string };

/** Runs one of the project's tools; what it prints is kept, so that steps side by side do not mix their words. */
function execute(command: string[], env: Record<string, string> = {}): Promise<Finished> {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program!, args, {
      cwd: ROOT,
      env: { ...process.env, PATH, NODE_COMPILE_CACHE, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    // Ctrl-C reaches the whole group; a plain SIGTERM to us must not leave a server or browser behind.
    const passOn = () => child.kill("SIGTERM");
    process.once("SIGTERM", passOn);
    const end = (code: number, more = "") => {
      process.off("SIGTERM", passOn);
      resolve({ code, output: Buffer.concat(chunks).toString() + more });
    };
    child.on("error", (error) => end(1, String(error)));
    child.on("close", (code) => end(code ?? 1));
  });
}

export async function runCommand(...command: string[]): Promise<Outcome> {
  const { code, output } = await execute(command);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0, output: "" } : { passed: 0, failed: 1, skipped: 0, output };
}

type Counts = { passed: number; failed: number; skipped: number };

/** A runner that crashed, or found nothing to run, has failed whatever its report says. */
export function judge(counts: Counts | undefined, code: number, output: string): Outcome {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const silentFailure = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: silentFailure ? 1 : failed, skipped, output: failed > 0 || silentFailure ? output : "" };
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

const WHY_LINES = 12;
const short = (why: string): string => stripVTControlCharacters(why).split("\n").slice(0, WHY_LINES).join("\n");

/** A file that does not even load has no test to name: it stands for itself. */
export function refusedByVitest({ testResults }: Pick<VitestReport, "testResults">): Refused[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => ({
        test: `${file} › ${fullName}`,
        why: short(failureMessages?.join("\n") ?? ""),
      }));
    return tests.length === 0 && status === "failed" ? [{ test: file, why: short(message) }] : tests;
  });
}

export async function runVitest(...projects: string[]): Promise<Outcome> {
  const file = join(CACHE, `vitest-${projects[0]}.json`);
  mkdirSync(CACHE, { recursive: true });
  rmSync(file, { force: true });
  const { code, output } = await execute([
    "vitest",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<VitestReport>(file);
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return { ...judge(counts, code, output), refused: report && refusedByVitest(report) };
}

type PlaywrightSuite = {
  specs?: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

export function refusedByPlaywright(suites: PlaywrightSuite[]): Refused[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => ({
        test: `${file}:${line} › ${title} (${tests.map(({ projectName }) => projectName).join(", ")})`,
        why: short(tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? "")).join("\n")),
      })),
    ...refusedByPlaywright(inner),
  ]);
}

export async function runPlaywright(): Promise<Outcome> {
  const file = join(CACHE, "playwright.json");
  rmSync(file, { force: true });
  const { code, output } = await execute(["playwright", "test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<PlaywrightReport>(file);
  const stats = report?.stats;
  const counts = stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  return { ...judge(counts, code, output), refused: report && refusedByPlaywright(report.suites) };
}
