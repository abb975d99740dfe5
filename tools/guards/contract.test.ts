import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ALL_ENDPOINTS, done, endpoint, nothing, REFUSALS } from "@coralhub/contract";
import * as domain from "@coralhub/domain";
import { defineLifecycle, type Lifecycle, type StateGroups } from "@coralhub/domain";
import { expect, test } from "vitest";
import { endpointProblems, refusalProblems, type RefusalRow } from "./contract-problems.ts";
import { plantTree, PROJECT } from "./planted-tree.ts";

const CONTRACT = join(PROJECT, "packages/contract/src");
/** The kernel's tables stand in `refusals/`, each capability's own in its folder. */
const isRefusalTable = (name: string) =>
  /(^|[/-])refusals\.ts$|^refusals\/(?!index\.ts$|refusal\.ts$)[^/]+\.ts$/.test(name) && !name.includes(".test.");

async function refusalTables(): Promise<Record<string, Record<string, RefusalRow>>> {
  const names = readdirSync(CONTRACT, { recursive: true, encoding: "utf8" }).filter(isRefusalTable);
  const tables = names.map(async (name) => {
    const [table] = Object.values((await import(join(CONTRACT, name))) as Record<string, Record<string, RefusalRow>>);
    return [name, table!] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

test("every refusal has a number and a name of its own", async () => {
  const tables = await refusalTables();
  expect(Object.keys(tables).length).toBeGreaterThan(0);
  expect(refusalProblems(tables, REFUSALS)).toEqual([]);
});

test("a refusal's number used twice, a name used twice and a forgotten table are found", () => {
  const row = { code: 1, status: 400, message: "请重试" } as const;
  expect(refusalProblems({ a: { x: row }, b: { y: row } }, { x: row, y: row })).toEqual([
    expect.stringContaining("the number 1 of x"),
  ]);
  expect(refusalProblems({ a: { x: row }, b: { x: { ...row, code: 2 } } }, { x: row })).toEqual([
    "b: x is also in a",
    "b: x is not in the catalogue",
  ]);
  expect(refusalProblems({ a: { x: { ...row, message: "no" } } }, { x: row })).toEqual([
    expect.stringContaining("Chinese"),
  ]);
});

test("endpoints do not collide and read their path", () => {
  expect(endpointProblems(ALL_ENDPOINTS)).toEqual([]);
});

test("two calls on one address and an unread path parameter are found", () => {
  const call = endpoint({
    method: "GET",
    path: "/a/{id}",
    title: "看",
    family: "portal",
    access: "merchant",
    input: nothing,
    output: done,
  });
  expect(endpointProblems({ one: { call }, two: { call: { ...call, path: "/a/{other}", title: "x" } } })).toEqual([
    "one.call: {id} is not a field of its input",
    "two.call: GET /api/a/{} is taken by one.call",
    "two.call: {other} is not a field of its input",
    "two.call: the title is for Chinese readers",
  ]);
});

const isLifecycle = (value: unknown): value is Lifecycle =>
  typeof value === "object" && value !== null && "states" in value && "actions" in value && "groups" in value;

test("a lifecycle with a state nobody reaches does not load", () => {
  const state = { label: "x", tone: "info" } as const;
  const states = { a: state, b: state };
  const groups = { open: ["a"], moving: [], ended: ["b"] } as const;
  expect(() => defineLifecycle({ name: "planted", initial: "a", states, groups, actions: {} })).toThrow(/unreachable/);
});

test("a lifecycle with a state in no group, or in two, does not load", () => {
  const state = { label: "x", tone: "info" } as const;
  const states = { a: state, b: state };
  const actions = { go: { label: "x", from: ["a"], to: "b", by: "system" } } as const;
  const load = (groups: StateGroups<"a" | "b">) =>
    defineLifecycle({ name: "planted", initial: "a", states, groups, actions });
  expect(() => load({ open: ["a"], moving: [], ended: ["b"] })).not.toThrow();
  expect(() => load({ open: ["a"], moving: [], ended: [] })).toThrow(/group: b/);
  expect(() => load({ open: ["a"], moving: ["a"], ended: ["b"] })).toThrow(/group: a/);
});

test("a move tells only what the catalogue of messages knows", () => {
  const named = Object.values<unknown>(domain)
    .filter(isLifecycle)
    .flatMap(({ actions }) => Object.values(actions).flatMap(({ tells = [] }) => tells));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(domain.MESSAGE_EVENTS, name))).toEqual([]);
});

const IMPORTS = `import { done, endpoint, nothing } from "@coralhub/contract";
import type { Capability } from "@coralhub/server/platform/capability";
const row = { method: "GET", path: "/x", title: "看", family: "portal", input: nothing, output: done } as const;
`;
const MISTAKES = {
  "clean.ts": `${IMPORTS}const endpoints = { look: endpoint({ ...row, access: "merchant" }) };
export const module: Capability<typeof endpoints> = { endpoints, handlers: { look: async (ctx) => (ctx.merchantId, null) } };\n`,
  "without-access.ts": `${IMPORTS}export const look = endpoint({ ...row });\n`,
  "unknown-access.ts": `${IMPORTS}export const look = endpoint({ ...row, access: "anyone" });\n`,
  "without-handler.ts": `${IMPORTS}const endpoints = { look: endpoint({ ...row, access: "merchant" }) };
export const module: Capability<typeof endpoints> = { endpoints, handlers: {} };\n`,
  "merchant-on-public.ts": `${IMPORTS}const endpoints = { look: endpoint({ ...row, access: "public" }) };
export const module: Capability<typeof endpoints> = { endpoints, handlers: { look: async (ctx) => (ctx.merchantId, null) } };\n`,
  "wrong-answer.ts": `${IMPORTS}const endpoints = { look: endpoint({ ...row, access: "merchant" }) };
export const module: Capability<typeof endpoints> = { endpoints, handlers: { look: async () => 1 } };\n`,
};

test("a route without access, a missing handler and a wrong answer do not compile", { timeout: 180_000 }, async () => {
  const tsconfig = JSON.stringify({
    extends: "../../tsconfig.base.json",
    // What the compiler learnt of the contract and the server it need not learn again before they change.
    compilerOptions: { tsBuildInfoFile: "../planted-contract.tsbuildinfo" },
    include: ["*.ts"],
  });
  const tree = plantTree({ ...MISTAKES, "tsconfig.json": tsconfig }, { at: join(PROJECT, ".cache/planted-contract") });
  try {
    const output = await new Promise<string>((resolve) => {
      const compiler = join(PROJECT, "node_modules/.bin/tsc");
      // One checker: each further one works out the contract's types again.
      execFile(compiler, ["-p", "tsconfig.json", "--checkers", "1"], { cwd: tree.root }, (_error, stdout) =>
        resolve(stdout),
      );
    });
    const wrong = new Set(output.split("\n").flatMap((line) => /^([\w-]+\.ts)\(/.exec(line)?.[1] ?? []));
    expect([...wrong].toSorted(), output).toEqual(
      Object.keys(MISTAKES)
        .filter((name) => name !== "clean.ts")
        .toSorted(),
    );
  } finally {
    tree.remove();
  }
});
