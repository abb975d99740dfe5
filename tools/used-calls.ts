import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a page holds the calls in: `const calls = connect(…)`, the light pages' `lightApi`, or calls taken out of either. */
const CLIENT = /\b(?:const|let)\s+(\w+)\s*(?::[^=]+)?=\s*(?:connect|createClient)\b/g;
const TAKEN = /\b(?:const|let)\s+\{([^}]+)\}\s*=\s*(?:connect|createClient)\b/g;
/** Clients chosen by a key (`QUIET[kind]`) or handed out by a function. */
const HANDED_OUT = ["QUIET", "quietly", "lightApi"];

/** Every call a page makes by name, through one of the clients that are made from endpoint tables. */
export function callsMade(sources: readonly string[]): ReadonlySet<string> {
  const matches = (pattern: RegExp) =>
    sources.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found!));
  const clients = new Set([...HANDED_OUT, ...matches(CLIENT)]);
  const made = new RegExp(`\\b(?:${[...clients].join("|")})(?:\\[[^\\]]*\\]|\\([^)]*\\))?\\s*\\.\\s*(\\w+)`, "g");
  const taken = matches(TAKEN).flatMap((names) => names.split(",").map((name) => name.split(":")[0]!.trim()));
  return new Set([...matches(made), ...taken]);
}

const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** The portal's own files. */
export function portalSources(root: string): string[] {
  const web = join(root, "apps/web/src");
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(isSource);
  return files.map((name) => readFileSync(join(web, name), "utf8"));
}

/** Names a table of the contract chooses (`OWN_BINDINGS`), where the page writes `calls[own.bind]`. */
export function chosenByTable(root: string): string[] {
  const table = readFileSync(join(root, "packages/contract/src/stores/own-bindings.ts"), "utf8");
  return [...table.matchAll(/(?:bind|update): "(\w+)"/g)].map(([, name]) => name!);
}
