import { execFile } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { plantTree, PROJECT, type PlantedTree } from "./planted-tree.ts";

/** The linter, the formatter and the dead-code finder, each run with the project's own configuration on a planted mistake. */
let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

const BIN = join(PROJECT, "node_modules/.bin");

function run(
  files: Record<string, string>,
  configs: string[],
  command: string[],
): Promise<{ code: number; output: string }> {
  const { root } = (tree = plantTree(files));
  for (const name of configs) cpSync(join(PROJECT, name), join(root, name));
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  const env = { ...process.env, PATH: [BIN, process.env.PATH].join(delimiter) };
  return new Promise((resolve) => {
    execFile(join(BIN, command[0]!), command.slice(1), { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

const MISTAKES: Record<string, string> = {
  "no-floating-promises": "const work = async () => 1;\nwork();\n",
  "no-misused-promises":
    "export const run = (list: number[]) => list.forEach(async () => { await Promise.resolve(); });\n",
  "no-explicit-any": "export const a = (b: any) => String(b);\n",
  "no-unsafe-member-access": 'export const a: unknown = JSON.parse("{}").b;\n',
  "no-default-export": "export default 1;\n",
  "max-lines-per-function": `export function long() {\n${"  String(1);\n".repeat(70)}}\n`,
  "no-unused-vars": "const a = 1;\n",
  "switch-exhaustiveness-check":
    'export const a = (b: "x" | "y") => { switch (b) { case "x": return 1; } return 2; };\n',
};

test("lint finds each planted mistake, and only in the file it was planted in", async () => {
  const planted = Object.entries(MISTAKES).map(([rule, text]) => [`tools/${rule}.ts`, text]);
  const files = {
    ...(Object.fromEntries(planted) as Record<string, string>),
    "tools/clean.ts": "export const a = (b: number): number => b + 1;\n",
  };
  const { code, output } = await run(
    files,
    [".oxlintrc.json", "tsconfig.json", "tsconfig.base.json"],
    ["oxlint", "-f", "unix", "tools"],
  );
  const found = output.split("\n").flatMap((line) => {
    const [, file, rule] = /^tools\/(.+)\.ts:.*\(([^)]+)\)\]$/.exec(line) ?? [];
    return file && rule === file ? [rule] : [];
  });
  expect([...new Set(found)].toSorted(), output).toEqual(Object.keys(MISTAKES).toSorted());
  expect(output).not.toContain("clean.ts");
  expect(code).toBe(1);
});

test("a badly formatted file is found, a tidy one is not", async () => {
  const check = (text: string) => run({ "a.ts": text }, [".oxfmtrc.json"], ["oxfmt", "--check"]);
  expect(await check("export const a   =  1\n")).toMatchObject({
    code: 1,
    output: expect.stringContaining("a.ts") as string,
  });
  tree!.remove();
  expect(await check("export const a = 1;\n")).toMatchObject({ code: 0 });
});

test("dead files and dead exports are found", async () => {
  const files = {
    "package.json": JSON.stringify({ name: "planted", type: "module", workspaces: ["packages/*"] }),
    "packages/domain/package.json": JSON.stringify({ name: "@coralhub/domain", type: "module" }),
    "packages/domain/src/index.ts": 'export { used } from "./alive.ts";\n',
    "packages/domain/src/alive.ts": "export const used = 1;\nexport const deadExport = 2;\n",
    "packages/domain/src/dead-file.ts": "export const x = 1;\n",
  };
  const { code, output } = await run(files, ["knip.json"], ["knip", "--no-progress"]);
  expect(output).toContain("dead-file.ts");
  expect(output).toContain("deadExport");
  expect(code).toBe(1);
});
