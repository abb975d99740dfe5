import { readFileSync, writeFileSync } from "node:fs";
import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { PORTAL_ROUTES } from "@coralhub/domain";
import { fileURLToPath } from "node:url";
import { pagesOfCalls, portalSources } from "./used-calls.ts";

export type SpecifiedCall = { method: string; path: string; host: string };
export type Count = { done: number; of: number };
/** `used`: covered calls that a page of the portal makes; aliases, and what only programs ask, are counted apart. */
export type Coverage = { endpoints: Count; routes: Count; used: Count; aliases: number; forPrograms: number };
type Floor = { endpoints: number; routes: number; used: number };
const USED_FLOOR = new URL("./used-floor.json", import.meta.url);
/** `call`: its table and its name, since several tables have a `confirm`. */
type NamedEndpoint = Endpoint & { call: string };

const SPECIFICATION = new URL("../packages/contract/src/specification/", import.meta.url);
const FLOOR = new URL("./coverage-floor.json", import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = <T>(url: URL): T => JSON.parse(readFileSync(url, "utf8")) as T;

/** Which of the specification's two hosts a family answers for; the other families are our own. */
const HOSTS: Partial<Record<Endpoint["family"], string>> = { portal: "api", count: "api", gateway: "gateway" };

const segments = (path: string): string[] => path.split("/").filter((part) => part !== "");
const isParameter = (part: string): boolean => /^[{$:]/.test(part);

/** Parameters compare by position; a trailing `*` stands for anything that begins so. */
export function pathCovers(specified: string, ours: string): boolean {
  if (!specified.startsWith("/")) return false;
  if (specified.endsWith("*")) {
    const beginning = specified.slice(0, -1);
    return ours.startsWith(beginning) && ours.length > beginning.length;
  }
  const [wanted, have] = [segments(specified), segments(ours)];
  return (
    wanted.length === have.length &&
    wanted.every((part, at) => part === have[at] || (isParameter(have[at]!) && isParameter(part)))
  );
}

/** What answers for a part of a wildcard that is named by itself does not answer for the rest of it. */
const isNarrower = (path: string, than: string): boolean =>
  path !== than && than.endsWith("*") && path.startsWith(than.slice(0, -1));

/** A page for any platform answers each platform's address. */
export function routeCovers(specified: string, ours: string): boolean {
  const [wanted, have] = [segments(specified), segments(ours)];
  return wanted.length === have.length && wanted.every((part, at) => part === have[at] || isParameter(have[at]!));
}

type Call = Pick<Endpoint, "family" | "method" | "path">;
const answers = (call: SpecifiedCall, { family, method, path }: Call): boolean =>
  HOSTS[family] === call.host && (call.method === "ANY" || call.method === method) && pathCovers(call.path, path);

/** Does our call answer this one of the specification's, and not merely a part of it that is named by itself? */
export const answersCall = (calls: readonly SpecifiedCall[], call: SpecifiedCall, ours: Call): boolean =>
  answers(call, ours) && !calls.some((other) => isNarrower(other.path, call.path) && answers(other, ours));

export function measure(
  calls: SpecifiedCall[],
  endpoints: NamedEndpoint[],
  pages: { path: string }[],
  routes: { path: string }[],
  made: Pick<ReadonlySet<string>, "has">,
): Coverage {
  const answering = (call: SpecifiedCall) => endpoints.filter((ours) => answersCall(calls, call, ours));
  const answered = calls.map(answering).filter((ours) => ours.length > 0);
  const aliases = answered.filter((ours) => ours.every(({ alias }) => alias));
  const forPrograms = answered.filter((ours) => ours.every((one) => one.forPrograms));
  const ownPlace = answered.filter((ours) => !aliases.includes(ours) && !forPrograms.includes(ours));
  return {
    endpoints: { done: answered.length, of: calls.length },
    used: { done: ownPlace.filter((ours) => ours.some(({ call }) => made.has(call))).length, of: ownPlace.length },
    aliases: aliases.length,
    forPrograms: forPrograms.length,
    routes: {
      done: pages.filter((page) => routes.some(({ path }) => routeCovers(page.path, path))).length,
      of: pages.length,
    },
  };
}

export const specifiedCalls = (): SpecifiedCall[] => read(new URL("endpoints.json", SPECIFICATION));
export const specifiedRoutes = (): { path: string }[] => read(new URL("routes.json", SPECIFICATION));

export function measureProject(): Coverage {
  const endpoints = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([table, calls]) =>
    Object.entries(calls).map(([name, ours]) => ({ ...ours, call: `${table}.${name}` })),
  );
  const made = pagesOfCalls(portalSources(ROOT));
  return measure(specifiedCalls(), endpoints, specifiedRoutes(), [...PORTAL_ROUTES], made);
}

/** The recorded numbers are exact, so that losing one call is as visible as losing ten; what pages use may rise unrecorded. */
export function floorProblems(coverage: Coverage, floor: Floor): string[] {
  return (["endpoints", "routes", "used"] as const).flatMap((name) => {
    const { done } = coverage[name];
    if (done < floor[name])
      return [`${name} fell from ${floor[name]} to ${done}: the specification must not lose ground`];
    return done > floor[name] && name !== "used"
      ? [`${name} rose from ${floor[name]} to ${done}: record it with \`npm run coverage\``]
      : [];
  });
}

export const readFloor = (): Floor => ({
  ...read<Omit<Floor, "used">>(FLOOR),
  ...read<Pick<Floor, "used">>(USED_FLOOR),
});

export const describeCoverage = ({ endpoints, routes, used, aliases, forPrograms }: Coverage): string =>
  `endpoints ${endpoints.done}/${endpoints.of}, routes ${routes.done}/${routes.of}, ` +
  `used ${used.done}/${used.of} (${aliases} aliases, ${forPrograms} for programs)`;

/** Records a rise; a fall is never recorded. */
function raiseFloor(): void {
  const coverage = measureProject();
  const floor = readFloor();
  const raised = {
    endpoints: Math.max(floor.endpoints, coverage.endpoints.done),
    routes: Math.max(floor.routes, coverage.routes.done),
    used: Math.max(floor.used, coverage.used.done),
  };
  const { endpoints, routes, used } = raised;
  writeFileSync(FLOOR, `{ "endpoints": ${endpoints}, "routes": ${routes} }\n`);
  writeFileSync(USED_FLOOR, `{ "used": ${used} }\n`);
  console.log(describeCoverage(coverage));
}

if (import.meta.main) raiseFloor();
