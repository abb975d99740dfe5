/**
 * `npm run docs:journeys` runs the browser journeys, keeps what each asked the server for, and writes e2e/journeys.json: of
 * every call the journey that makes it in a browser and is answered. A part of them may be run alone
 * (`RECORD_CALLS=1 playwright test --no-deps e2e/payouts.spec.ts`, then `node tools/journeys.ts`): the rest stays as it was.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALL_ENDPOINTS, fullPath, type Endpoint } from "@coralhub/contract";
import { callsNamed } from "./used-calls.ts";

/** Which file of e2e, and which of its tests by its title. */
export type Journey = { file: string; title: string };
type Asked = Journey & { asked: string[] };

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "e2e");
const KEPT = join(FOLDER, "journeys.json");
const RECORD = join(ROOT, ".cache/journey-calls.jsonl");

export const keptJourneys = (): Readonly<Record<string, Journey>> =>
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, Journey>) : {};

type Place = { call: string; method: string; parts: string[] };
const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");
const isParameter = (part: string): boolean => part.startsWith("{");
const places: Place[] = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS)
  .flatMap(([table, calls]) =>
    Object.entries(calls).map(([name, ours]) => ({
      call: `${table}.${name}`,
      method: ours.method,
      parts: partsOf(fullPath(ours)),
    })),
  )
  // As the server chooses: words before parameters.
  .toSorted((one, other) => one.parts.filter(isParameter).length - other.parts.filter(isParameter).length);

/** `POST /api/login` as the call that answers it. */
export function callAt(asked: string): string | undefined {
  const [method, path = ""] = asked.split(" ");
  const parts = partsOf(path);
  return places.find(
    (place) =>
      place.method === method &&
      place.parts.length === parts.length &&
      place.parts.every((part, at) => isParameter(part) || part === parts[at]),
  )?.call;
}

/** Opening a page and looking at it proves less than a journey that does something on it. */
const isSweep = ({ file }: Journey): boolean => /^(?:portal-pages|console-pages|page-)/.test(file);

type Titles = { said: ReadonlySet<string>; patterns: readonly RegExp[] };
const TITLE = /\btest(?:\.only|\.fixme)?\(\s*(["'`])((?:\\.|(?!\1).)*)\1/g;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const known = new Map<string, Titles>();
/** The titles that a file gives its tests; one made in a loop (`${path} opens`) stands for all it may become. */
function titlesOf(file: string): Titles {
  const before = known.get(file);
  if (before) return before;
  const text = readFileSync(join(FOLDER, file), "utf8");
  const own = [...text.matchAll(TITLE)].map(([, quote, title]) => ({ quote, title: title! }));
  const lists = [...text.matchAll(/from "\.\/([\w-]+-list\.ts)"/g)].map(([, name]) => titlesOf(name!));
  const titles = {
    said: new Set(own.filter(({ title }) => !title.includes("${")).map(({ title }) => title)),
    patterns: [
      ...own
        .filter(({ title }) => title.includes("${"))
        .map(
          ({ title }) =>
            new RegExp(
              `^${title
                .split(/\$\{[^}]*\}/)
                .map(escaped)
                .join(".*")}$`,
            ),
        ),
      ...lists.flatMap(({ patterns }) => patterns),
    ],
  };
  known.set(file, titles);
  return titles;
}

export function journeyExists({ file, title }: Journey): boolean {
  if (!existsSync(join(FOLDER, file))) return false;
  const { said, patterns } = titlesOf(file);
  return said.has(title) || patterns.some((pattern) => pattern.test(title));
}

const byName = (one: Journey, other: Journey): number =>
  one.file === other.file ? (one.title < other.title ? -1 : 1) : one.file < other.file ? -1 : 1;

/** Of the journeys that make a call: rather one that names it, then one that does something, then the one that asks for least. */
function chooseJourney(call: string, journeys: readonly Asked[], naming: ReadonlyMap<string, ReadonlySet<string>>) {
  const rank = (one: Asked): number => (naming.get(one.file)?.has(call) ? 0 : isSweep(one) ? 2 : 1);
  const [best] = journeys.toSorted(
    (one, other) => rank(one) - rank(other) || one.asked.length - other.asked.length || byName(one, other),
  );
  return best && { file: best.file, title: best.title };
}

function writeJourneys(): void {
  const run = readFileSync(RECORD, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Asked);
  const naming = new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(".spec.ts"))
      .map((name) => [name, callsNamed({ file: join(FOLDER, name), text: readFileSync(join(FOLDER, name), "utf8") })]),
  );
  const making = new Map<string, Asked[]>();
  for (const journey of run)
    for (const call of new Set(journey.asked.flatMap((asked) => callAt(asked) ?? [])))
      making.set(call, [...(making.get(call) ?? []), journey]);
  const kept = Object.entries(keptJourneys()).filter(([, journey]) => journeyExists(journey) && !isSweep(journey));
  const found = [...making].map(([call, journeys]) => [call, chooseJourney(call, journeys, naming)] as const);
  const all = Object.fromEntries([...Object.entries(keptJourneys()), ...found, ...kept]);
  const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  rmSync(RECORD);
  console.log(`${sorted.length} calls are made by a journey`);
}

if (import.meta.main) writeJourneys();
