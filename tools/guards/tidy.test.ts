import { afterEach, expect, test } from "vitest";
import { plantTree, PROJECT, type PlantedTree } from "./planted-tree.ts";
import { tidy } from "./tidy.ts";
import { NAME_RULES, WORD_RULES } from "./tidy-rules.ts";

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());
const problemsOf = (files: Record<string, string>) => tidy((tree = plantTree(files)).root);

const MODULE = {
  "apps/server/src/modules/payouts/index.ts": "",
  "apps/server/src/modules/payouts/README.md": "# payouts",
};
const IN_MODULE = "apps/server/src/modules/payouts/request-payout.ts";

/** One planted violation for every rule; a rule without one fails below. */
const PLANTED: Record<string, Record<string, string>[]> = {
  unfinished: [{ "packages/domain/src/a.ts": "// TODO later" }, { "docs/a.md": "FIXME" }],
  "silenced check": [
    { "tools/a.ts": "// @ts-ignore\n" },
    { "tools/a.ts": "// oxlint-disable-next-line no-eval\n" },
    { "tools/a.ts": "const a = b as any;" },
  ],
  "partial test": [
    { "e2e/a.spec.ts": "test.only('x', () => {})" },
    { "packages/ui/src/a.test.ts": "describe.skip('x', () => {})" },
  ],
  "test that changes its process": [
    { "apps/server/src/a.test.ts": 'vi.mock("node:dns/promises", () => ({}));' },
    { "packages/testkit/src/a.test.ts": "vi.useFakeTimers();" },
    { "packages/domain/src/a.test.ts": 'vi.stubGlobal("fetch", fetch);' },
    { "apps/server/src/a-fixture.ts": 'process.env.LOG_LEVEL = "debug";' },
  ],
  "the browser's own calendar": [{ "apps/web/src/features/escrow/a-page.tsx": '<TextField type="date" />' }],
  "own clock": [
    { ...MODULE, [IN_MODULE]: "const now = new Date();" },
    { ...MODULE, [IN_MODULE]: "const now = Date.now();" },
    { "packages/domain/src/a.ts": "export const now = new Date;" },
  ],
  "own randomness": [
    { ...MODULE, [IN_MODULE]: "Math.random()" },
    { ...MODULE, [IN_MODULE]: "const id = randomUUID();" },
  ],
  "SQL outside a store": [{ ...MODULE, [IN_MODULE]: "await sql<{ id: string }>`select 1`.execute(tx)" }],
  "address spelled out": [
    { "apps/web/src/features/home/a.tsx": '<Link to="/nowhere">' },
    { "apps/web/src/platform/a.ts": 'location.assign("/login");' },
  ],
  "day of any year": [{ "packages/contract/src/home/a.ts": "export const day = z.iso.date();" }],
  barrel: [{ "apps/web/src/features/home/parts.ts": 'export * from "./a.ts";' }],
  "package host": [
    { "docs/a.md": "see https://registry.example.com/x" },
    { ".npmrc": "registry=https://npmmirror.example/" },
  ],
  "path of one machine": [{ "README.md": "see ../shared/design.md" }, { "tools/a.ts": 'const root = "/work/main/x";' }],
  "vague name": [
    { "apps/web/src/platform/utils.ts": "" },
    { "packages/ui/src/helpers/a.ts": "" },
    { "packages/ui/src/date-helper.ts": "" },
    { "apps/server/src/platform/session-manager.ts": "" },
  ],
  "numbered name": [{ "packages/ui/src/formV2.ts": "" }, { "apps/web/src/platform/client2.ts": "" }],
  "door in the wrong place": [{ "packages/ui/src/list/index.ts": "" }],
};

const RULES = [...WORD_RULES, ...NAME_RULES].map(({ name }) => name);

test.each(RULES)("%s is found where it is planted", (name) => {
  expect(PLANTED[name]?.length).toBeGreaterThan(0);
  for (const files of PLANTED[name]!) {
    expect(problemsOf(files), JSON.stringify(files)).toEqual([expect.stringContaining(name)]);
    tree!.remove();
  }
});

test("a file of 450 lines is too long", () => {
  expect(problemsOf({ "packages/domain/src/a.ts": "\n".repeat(450) })).toEqual([expect.stringContaining("450 lines")]);
  tree!.remove();
  expect(problemsOf({ "packages/domain/src/a.ts": "\n".repeat(449) })).toEqual([]);
});
test("what a command writes from the tables is as long as they are", () => {
  expect(problemsOf({ "packages/sdk/src/contract/a.ts": "\n".repeat(450) })).toEqual([]);
});

test("a module without its door or its README is found", () => {
  expect(problemsOf({ [IN_MODULE]: "" })).toEqual([
    expect.stringContaining("index.ts"),
    expect.stringContaining("README.md"),
  ]);
});

test("clocks and SQL are fine where they belong", () => {
  const files = {
    ...MODULE,
    "apps/server/src/modules/payouts/payouts-store.ts": "sql`select 1`",
    "apps/server/src/modules/payouts/a.test.ts": "new Date()",
    "apps/server/src/platform/clock.ts": "new Date()",
    "apps/server/src/modules/payouts/dates.ts": "new Date(text)",
  };
  expect(problemsOf(files)).toEqual([]);
});

test("an empty folder is not clean", () => {
  expect(problemsOf({})).toHaveLength(1);
});

test("the project itself is read", () => {
  expect(tidy(PROJECT)).not.toContainEqual(expect.stringContaining("nothing to read"));
});
