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

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs/coverage.md");

type Source = { file: string; text: string };
const sourcesIn = (folder: string, wanted: (name: string) => boolean): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && wanted(name))
    .toSorted()
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), "utf8") }));

const isTest = (name: string): boolean => /\.(test|spec)\.tsx?$/.test(name);
const firstWith = (sources: readonly Source[], pattern: RegExp): string =>
  sources.find(({ text }) => pattern.test(text))?.file ?? "";

/** A file by its last part: the whole way there is in the tree. */
const short = (file: string): string => (file ? `\`${file.split("/").slice(-2).join("/")}\`` : "—");
const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

type Named = Endpoint & { name: string; capability: string };
const endpoints: Named[] = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([capability, table]) =>
  Object.entries(table).map(([name, ours]) => ({ ...ours, name, capability })),
);

function callRows(): string[] {
  const pages = sourcesIn("apps/web/src", (name) => !isTest(name));
  const tests = [...sourcesIn("e2e", isTest), ...sourcesIn("apps/server/src", isTest)];
  const calls = specifiedCalls();
  return calls.map((call) => {
    const ours = endpoints.find((one) => answersCall(calls, call, one));
    const name = `\`${call.method} ${call.path}\``;
    if (!ours) return row(name, "not yet", "—", "—");
    const used = new RegExp(`[.\\])]\\s*${ours.name}\\s*[(,;)]|^const \\{ ${ours.name} \\}`, "m");
    const page = ours.alias ? `alias of \`${ours.alias}\`` : short(firstWith(pages, used));
    const proof = short(firstWith(tests, new RegExp(`\\.${ours.name}\\b`))) || "—";
    return row(name, `${ours.capability}.${ours.name}`, page, proof === "—" ? "`src/every-call.test.ts`" : proof);
  });
}

function routeRows(): string[] {
  const journeys = sourcesIn("e2e", isTest);
  return specifiedRoutes().map(({ path }) => {
    const ours = PORTAL_ROUTES.find((route) => routeCovers(path, route.path));
    if (!ours) return row(`\`${path}\``, "not yet", "—");
    const proof = firstWith(journeys, new RegExp(`["'\`]${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}["'\`?]`));
    return row(`\`${path}\``, `${ours.key}：${ours.title}`, proof ? short(proof) : "`e2e/portal-pages.spec.ts`");
  });
}

export async function coveragePage(): Promise<string> {
  const text = `# Coverage

Written by \`npm run docs:coverage\` and compared by a test: every call and route of the specification, what answers it,
where the portal uses it, and the test that proves it. Calls without a test of their own are walked by
\`every-call.test.ts\`, routes without a journey of their own by \`portal-pages.spec.ts\`. Aliases are kept because the
specification names them; what they answer is the other call's. Decisions are in [domain.md](domain.md).

${describeCoverage(measureProject())}

## Calls

| Specified | Answered by | Page | Proof |
| --- | --- | --- | --- |
${callRows().join("\n")}

## Routes

| Specified | Page | Proof |
| --- | --- | --- |
${routeRows().join("\n")}
`;
  return (await format("coverage.md", text, { printWidth: 120 })).code;
}

if (import.meta.main) writeFileSync(PAGE, await coveragePage());
