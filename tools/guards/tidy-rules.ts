import { OWN_PROCESS } from "../runner/own-process.ts";

/** One row per thing the house does not want. `where` chooses files by path, `not` excepts some of them. */
export type WordRule = { name: string; pattern: RegExp; where: RegExp; not?: RegExp; advice: string };

const CODE = /\.(ts|tsx|mjs|js)$/;
const TEST = /\.test\.tsx?$|-fixture\.ts$/;
/** The rules' own table and the tests that plant violations have to spell them. */
const RULES_THEMSELVES = /^tools\/guards\//;
const MODULES = /^(apps\/server\/src\/(modules|rails)|packages\/(domain|contract)\/src)\/.*\.ts$/;

export const WORD_RULES: readonly WordRule[] = [
  {
    name: "unfinished",
    pattern: /\b(TODO|FIXME|HACK)\b/,
    where: /./,
    not: RULES_THEMSELVES,
    advice: "finish it, or open an issue",
  },
  {
    name: "silenced check",
    pattern: /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint|oxfmt|biome|prettier)-(disable|ignore)|\bas any\b/,
    where: CODE,
    not: RULES_THEMSELVES,
    advice: "say the type, or change the code",
  },
  {
    name: "partial test",
    pattern: /\b(describe|test|it)\.(skip|only|todo|fixme)\b/,
    where: CODE,
    not: RULES_THEMSELVES,
    advice: "every test runs",
  },
  {
    // These share a process with the tests of other files.
    name: "test that changes its process",
    pattern:
      /\bvi\.(mock|doMock|useFakeTimers|stub(Global|Env)|resetModules)\(|\bprocess\.chdir\(|\bprocess\.env(\.\w+|\[[^\]]+\]) *=(?!=)/,
    where: TEST,
    not: new RegExp(`^(${[...OWN_PROCESS, "tools/guards/tidy.test.ts"].join("|")})$`),
    advice: "hand in what has to be different",
  },
  {
    name: "the browser's own calendar",
    pattern: /type="(date|time|month|datetime-local)"/,
    // The sheet of filters on a phone is left out: there the system has the best one.
    where: /^apps\/(web|console)\/.*\.tsx$/,
    advice: "it speaks the browser's language: use DateField or the form's own date",
  },
  {
    name: "own clock",
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bnew Date\b(?!\()/,
    where: MODULES,
    not: TEST,
    advice: "take the injected clock",
  },
  {
    name: "own randomness",
    pattern: /\bMath\.random\(|\brandom(UUID|Bytes|Int)\(|\bgetRandomValues\(/,
    where: MODULES,
    not: TEST,
    advice: "take the injected randomness or ids",
  },
  {
    name: "SQL outside a store",
    pattern: /\bsql(<[^`]*>)?`/,
    where: /^apps\/server\/src\/modules\/.*\.ts$/,
    not: /-store\.ts$|-fixture\.ts$|\.test\.ts$/,
    advice: "move it to the module's *-store.ts",
  },
  {
    name: "address spelled out",
    pattern: /\b(href|to)="\/(?!docs\/)|\blocation\.(assign|replace)\(["`]\/[^")]*["`]\)/,
    where: /^apps\/(web|console)\/src\/.*\.tsx?$/,
    not: TEST,
    advice: "name the page by its key: addressOf, deskAddress; in a light document `satisfies PortalPath`",
  },
  {
    name: "day of any year",
    pattern: /\bz\.iso\.date\(/,
    where: /^packages\/contract\/src\/.*\.ts$/,
    not: /\/wire-time\.ts$/,
    advice:
      "days of the year 9999 do not add up: take wireDay, or dayOr with words of its own; an answer takes toldDay",
  },
  {
    name: "barrel",
    pattern: /^export \* from/m,
    where: CODE,
    not: /^packages\/[^/]+\/src\/index\.ts$|^packages\/ui\/src\/(browser|light|style-gallery)\/index\.ts$/,
    advice: "only a package's door may re-export everything",
  },
  {
    name: "package host",
    pattern:
      /https?:\/\/[^\s"'/]*(registry|npmmirror|artifactory|verdaccio)[^\s"'/]*|\bregistry\.(npmjs|yarnpkg|npmmirror)\b/i,
    where: /./,
    not: RULES_THEMSELVES,
    advice: "where packages come from is the machine's business",
  },
  {
    name: "path of one machine",
    pattern: /\.\.\/shared\/|(^|[\s"'`(])\/(work|home\/\w+|Users\/\w+)\//m,
    where: /./,
    not: RULES_THEMSELVES,
    advice: "the project stands on its own; paths start at its root",
  },
];

export type NameRule = { name: string; pattern: RegExp; not?: RegExp; advice: string };

export const NAME_RULES: readonly NameRule[] = [
  {
    name: "vague name",
    pattern: /(^|[/.-])(utils?|helpers?|managers?|common|misc|stuff|shared)([/.-]|$)/i,
    advice: "name what it is, not that it is used",
  },
  {
    name: "numbered name",
    pattern: /([a-z]2|-?v\d+)\.[a-z]+$/i,
    not: /^(docs|database)\//,
    advice: "replace the old one instead",
  },
  {
    name: "door in the wrong place",
    pattern: /(^|\/)index\.tsx?$/,
    not: /^(packages\/[^/]+\/src|packages\/ui\/src\/(browser|light|style-gallery)|packages\/contract\/src\/refusals|apps\/[^/]+\/src|apps\/server\/src\/(platform|demo)|apps\/server\/src\/(modules|rails|platform)\/[^/]+|apps\/(web|console)\/src\/features\/[^/]+)\/index\.tsx?$/,
    advice: "index.ts is the door of a package, module or feature",
  },
];

/** Data grows with the world; code does not have to. */
export const SIZE_LIMIT_LINES = 450;
export const SIZED = /\.(ts|tsx|mjs|js|css|sql)$/;
/** Written by `npm run sdk:contract` and compared by a test: as long as the tables it is written from. */
export const NOT_SIZED = /^packages\/sdk\/src\/contract\//;
