import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as contract from "@coralhub/contract";
import { ALL_ENDPOINTS, OWN_ORDER_CALLS, type Endpoint } from "@coralhub/contract";
import { OWN_BINDINGS } from "../packages/contract/src/stores/own-bindings.ts";

/**
 * Which calls a file names, each by its table: `confirm` stands in eight of them. A name in a file means a list of
 * tables, tables of tables, or single calls; where one is handed on (`const`, taken out, imported) the meaning goes along.
 */
export type Source = { file: string; text: string };
type Meaning = { of: readonly object[]; isClient: boolean };
type Scope = ReadonlyMap<string, Meaning>;

const keys = new Map<object, string>(
  Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([capability, table]) =>
    Object.entries(table).map(([name, call]): [object, string] => [call, `${capability}.${name}`]),
  ),
);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
/** A table of calls, or a table of such tables. */
const isTable = (value: unknown, deep = true): value is object =>
  isObject(value) &&
  Object.values(value).some((one) => isObject(one) && (keys.has(one) || (deep && isTable(one, false))));
const CONTRACT: Scope = new Map(
  Object.entries(contract).flatMap(([name, value]): [string, Meaning][] =>
    isTable(value) ? [[name, { of: [value], isClient: false }]] : [],
  ),
);

const memberOf = (of: readonly object[], name: string): object[] =>
  of.flatMap((one) => {
    const key = keys.get(one);
    if (key !== undefined) return key.endsWith(`.${name}`) ? [one] : [];
    const member = (one as Record<string, unknown>)[name];
    return isObject(member) && (keys.has(member) || isTable(member)) ? [member] : [];
  });

/** `calls.first`, `QUIET[kind].first`, `quietly(kind).first`: what is chosen by a key may be any. */
const PATH =
  /(?<![\w$])(?<!(?<!\.\.)\.)(?<!typeof )([A-Za-z_$][\w$]*)((?:(?:\[[^\]\n]*\]|\([^()\n]*\))?\s*\.\s*\w+)*)/g;
function* meant(text: string, scope: Scope): Generator<Meaning> {
  for (const [, head, rest] of text.matchAll(PATH)) {
    const start = scope.get(head!);
    if (!start) continue;
    let { of } = start;
    for (const [, name] of rest!.replaceAll(/\[[^\]]*\]|\([^()]*\)/g, "").matchAll(/\.\s*(\w+)/g)) {
      const next = memberOf(of, name!);
      if (next.length === 0) break;
      of = next;
    }
    yield { of, isClient: start.isClient };
  }
}

const IMPORTED = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)";/g;
const HELD = /\b(?:const|let)\s+(?:\{([^}=]*)\}|(\w+)(?:\s*:[^=\n]+)?)\s*=\s*([\s\S]*?);\s*(?=\n|$|\w)/g;
const HANDS_OUT = /^(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>\s*([\s\S]*)$/;

/** `a, b: c, type D, e as f` as pairs of what it was and what it is called here. */
const namesIn = (list: string): [was: string, is: string][] =>
  list.split(",").flatMap((part): [string, string][] => {
    const [, was, is] = /^\s*(?:type\s+)?(\w+)(?:\s*(?::|\bas\b)\s*(\w+))?/.exec(part) ?? [];
    return was ? [[was, is ?? was]] : [];
  });

const MADE = /\b(?:connect|createClient)\(/g;
/** What the right side of a `const` means: a client, a table, or a function that does nothing but choose one of them. */
function meaningOf(expression: string, scope: Scope): Meaning | undefined {
  const body = HANDS_OUT.exec(expression)?.[1] ?? expression;
  const isMade = expression.search(MADE);
  const isChosen = /^\w+\([^()]*\)$/.test(body);
  if (isMade !== 0 && !isChosen && /[\w\]]\s*\(/.test(body.replaceAll(MADE, ""))) return undefined;
  const parts = [...meant(body, scope)];
  return parts.length === 0
    ? undefined
    : { of: parts.flatMap(({ of }) => of), isClient: isMade >= 0 || parts.some((part) => part.isClient) };
}

const known = new Map<string, Scope>();
function scopeOf(file: string, text: string): Scope {
  const before = known.get(file);
  if (before) return before;
  const scope = new Map<string, Meaning>();
  known.set(file, scope);
  for (const [, list, from] of text.matchAll(IMPORTED)) {
    const other = from!.startsWith(".") ? join(dirname(file), from!) : undefined;
    const theirs =
      other && existsSync(other)
        ? scopeOf(other, readFileSync(other, "utf8"))
        : from!.startsWith("@coralhub/contract")
          ? CONTRACT
          : undefined;
    for (const [was, is] of namesIn(list!)) {
      const meaning = theirs?.get(was);
      if (meaning) scope.set(is, meaning);
    }
  }
  // The light pages' client is made of a table the build puts in its place; its type names the calls.
  if (file.endsWith("platform/light-api.ts"))
    scope.set("lightApi", { of: [...scope.values()].flatMap(({ of }) => of), isClient: true });
  for (const [, taken, name, expression] of text.matchAll(HELD)) {
    const meaning = meaningOf(expression!, scope);
    if (!meaning) continue;
    if (name) scope.set(name, meaning);
    const rest = /\.\.\.(\w+)/.exec(taken ?? "")?.[1];
    if (rest) scope.set(rest, meaning);
    for (const [was, is] of namesIn(taken ?? "")) {
      const of = memberOf(meaning.of, was);
      if (of.length > 0) scope.set(is, { ...meaning, of });
    }
  }
  return scope;
}

const keysOf = (of: readonly object[]): string[] => of.flatMap((one) => keys.get(one) ?? []);

/** `table.name` of every call that a file names; `client`: only through a client, as pages make them. */
export function callsNamed({ file, text }: Source, by: "client" | "any" = "any"): ReadonlySet<string> {
  const scope = scopeOf(file, text);
  const rest = text.replaceAll(IMPORTED, "");
  const counted = by === "client" ? rest : rest.replaceAll(/\b(?:const|let)\s+\{[^}=]*\}\s*=\s*[\w.]+;/g, "");
  return new Set(
    [...meant(counted, scope)].filter(({ isClient }) => isClient || by === "any").flatMap(({ of }) => keysOf(of)),
  );
}

const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** The portal's own files. */
export function portalSources(root: string): Source[] {
  const web = join(root, "apps/web/src");
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(isSource).toSorted();
  return files.map((name) => ({ file: join(web, name), text: readFileSync(join(web, name), "utf8") }));
}

type OwnCalls = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Pages that choose a platform's own call from a table of the contract (`storeCalls[own.bind]`). */
const CHOOSERS: readonly (readonly [table: string, calls: OwnCalls, chooser: RegExp])[] = [
  ["stores", OWN_BINDINGS, /\bownBindingOf\(/],
  ["orders", OWN_ORDER_CALLS, /\bOWN_ORDER_CALLS\[/],
];

/** Of every call a page makes, as `table.name`, the first file that makes it: through a client, or chosen from a table. */
export function pagesOfCalls(sources: readonly Source[]): ReadonlyMap<string, string> {
  const made = sources.flatMap((source) =>
    [...callsNamed(source, "client")].map((call) => [call, source.file] as const),
  );
  const chosen = CHOOSERS.flatMap(([table, calls, chooser]) => {
    const page = sources.find(({ text }) => chooser.test(text))?.file;
    const names = Object.values(calls).flatMap((own) => Object.values(own));
    return page ? names.map((name) => [`${table}.${name}`, page] as const) : [];
  });
  return new Map([...made, ...chosen].toReversed());
}
