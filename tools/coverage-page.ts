/**
 * `npm run docs:coverage` writes docs/coverage.md: every route and call of the specification, what answers it, which
 * page makes the call, and which test proves it. A test compares the page with what this says.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { PORTAL_ROUTES } from "@coralhub/domain";
import {
  answersCall,
  describeCoverage,
  measureProject,
  routeCovers,
  specifiedCalls,
  specifiedRoutes,
} from "./coverage.ts";
import { handlerOf } from "./call-handlers.ts";
import { keptJourneys, type Journey } from "./journeys.ts";
import { callsNamed, pagesOfCalls, portalSources, type Source } from "./used-calls.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs/coverage.md");

const sourcesIn = (folder: string, wanted: (name: string) => boolean): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && wanted(name))
    .toSorted()
    .map((name) => join(ROOT, folder, name))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const isTest = (name: string): boolean => /\.(test|spec)\.tsx?$/.test(name);
const firstWith = (sources: readonly Source[], pattern: RegExp): string =>
  sources.find(({ text }) => pattern.test(text))?.file ?? "";

/** A file by its last part: the whole way there is in the tree. */
const short = (file: string): string => (file ? `\`${file.split("/").slice(-2).join("/")}\`` : "—");
const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

type Named = Endpoint & { call: string };
const endpoints: Named[] = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([table, calls]) =>
  Object.entries(calls).map(([name, ours]) => ({ ...ours, call: `${table}.${name}` })),
);

/** Of every call a test names, the first test that does: the server's own before what journeys ask for beside the page. */
function proofs(): ReadonlyMap<string, string> {
  const tests = [...sourcesIn("apps/server/src", isTest), ...sourcesIn("e2e", isTest)];
  return new Map(
    tests.flatMap((source) => [...callsNamed(source)].map((call) => [call, source.file] as const)).toReversed(),
  );
}

type Covered = { name: string; ours: Named | undefined; page: string; journey: string; proof: string | undefined };
function coveredCalls(): Covered[] {
  const pages = pagesOfCalls(portalSources(ROOT));
  const journeys = keptJourneys();
  const proven = proofs();
  const calls = specifiedCalls();
  return calls.map((call) => {
    // Of a family, one that a page makes, and rather one that a journey makes and a test names.
    const family = endpoints.filter((one) => answersCall(calls, call, one));
    const worth = (one: Named): number =>
      (pages.has(one.call) ? 4 : 0) + (journeys[one.call] ? 2 : 0) + (proven.has(one.call) ? 1 : 0);
    const [ours] = family.toSorted((one, other) => worth(other) - worth(one));
    return {
      name: `\`${call.method} ${call.path}\``,
      ours,
      page: (ours && pages.get(ours.call)) ?? "",
      journey: describeJourney(ours && journeys[ours.call]),
      proof: ours && proven.get(ours.call),
    };
  });
}

const describeJourney = (journey: Journey | undefined): string =>
  journey ? `\`${journey.file}\`: ${journey.title.replace(/ @\w+$/, "").replaceAll("|", "\\|")}` : "";

/** Calls that no page makes are made by no journey either: a program, or whoever keeps to the old name, makes them. */
const isMadeInPages = ({ alias, forPrograms }: Named): boolean => !alias && !forPrograms;

/** Calls that no test makes by name: the walk over all of them sees whom they refuse, not what they do. */
export const unprovenCalls = (): string[] =>
  coveredCalls().flatMap(({ name, ours, proof }) => (ours && !proof ? [`${name} (${ours.call})`] : []));

/** Calls that no journey makes in a browser. */
export const callsWithoutJourney = (): string[] => {
  const unmade = coveredCalls().flatMap(({ ours, journey }) =>
    ours && isMadeInPages(ours) && !journey ? [ours.call] : [],
  );
  return [...new Set(unmade)].toSorted();
};

const callRows = (): string[] =>
  coveredCalls().map(({ name, ours, page, journey, proof = "" }) => {
    if (!ours) return row(name, "not yet", "—", "—", "—", "—");
    const used = ours.alias ? `alias of \`${ours.alias}\`` : ours.forPrograms ? "for programs" : short(page);
    const seen = journey || (isMadeInPages(ours) ? "none yet" : "—");
    return row(name, ours.call, short(handlerOf(ours.call)), used, seen, short(proof));
  });

function routeRows(): string[] {
  // The console has addresses of its own, some of them spelled alike.
  const journeys = sourcesIn("e2e", (name) => isTest(name) && !name.startsWith("console-"));
  return specifiedRoutes().map(({ path }) => {
    const ours = PORTAL_ROUTES.find((route) => routeCovers(path, route.path));
    if (!ours) return row(`\`${path}\``, "not yet", "—");
    const proof = firstWith(
      journeys,
      new RegExp(`(?<!ask\\()["'\`]${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}["'\`?]`),
    );
    return row(`\`${path}\``, `${ours.key}：${ours.title}`, proof ? short(proof) : "`e2e/portal-pages-*.spec.ts`");
  });
}

export async function coveragePage(): Promise<string> {
  const text = `# Coverage

Written by \`npm run docs:coverage\` and compared by a test: every call and route of the specification, what answers it and
in which file of the server, where the portal uses it, the journey that proves it, and the first of the server's own tests
that makes it by name.

A call's journey makes it in a browser, by what is pressed and opened there, and is answered: \`npm run docs:journeys\`
writes down what the journeys ask for (\`e2e/journeys.json\`). A journey that does something stands before one that opens
page after page. Calls without a journey or without a test that makes them, and journeys that are gone, are refused by a
test; whom each call refuses is walked for all of them by \`every-call.test.ts\`, which is no proof. Aliases are kept
because the specification names them: what they answer is the other call's, or a part of it, no page makes them, and their
test is their proof. What is for programs only answers with a table the pages hold themselves. Decisions are in
[domain.md](domain.md).

${describeCoverage(measureProject())}

## Calls

| Specified | Answered by | Handler | Page | Journey | Test |
| --- | --- | --- | --- | --- | --- |
${callRows().join("\n")}

## Routes

| Specified | Page | Proof |
| --- | --- | --- |
${routeRows().join("\n")}
`;
  return (await format("coverage.md", text, { printWidth: 120 })).code;
}

if (import.meta.main) writeFileSync(PAGE, await coveragePage());
