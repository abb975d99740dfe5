import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boundaries } from "../boundaries.ts";
import { migrationProblems } from "../migrations.ts";
import { plantTree, PROJECT, type PlantedTree } from "../planted-tree.ts";
import { sourceFiles } from "../source-files.ts";
import { tableProblems } from "../table-owners.ts";

/** Everything a capability without pages stands in. */
const COPIED = ["packages/domain", "packages/contract", "packages/testkit", "apps/server", "database"];
const LEFT_OUT = /(\.test\.ts|\/node_modules|\/dist)$/;
/** Where a line goes in each list. */
const LISTS: Record<string, string> = {
  "packages/domain/src/capabilities.ts": "const CAPABILITIES = {\n",
  "packages/contract/src/capabilities.ts": "const CAPABILITIES = {\n",
  "apps/server/src/app.ts": '    .add("home", createHome)\n',
};
const CALL = `import { greetingEndpoints as calls } from "@coralhub/contract";
import { createLog, migrate } from "@coralhub/server";
import { createTestDatabase, startTestServer } from "@coralhub/testkit";

const database = await createTestDatabase();
await migrate({ config: database.config, log: createLog({ level: "silent" }) });
const server = await startTestServer({ database });
const merchant = await server.registerMerchant();
for (const text of ["早", "午", "晚"]) await server.call(calls.addGreeting, { text }, merchant);
const refused = await server.call(calls.addGreeting, { text: "夜" }, merchant).catch((error) => error.reason);
const greetings = await server.call(calls.greetings, {}, merchant);
console.log(JSON.stringify({ refused, texts: greetings.map(({ text }) => text).toSorted() }));
await server.close();
await database.drop();
process.exit(0);
`;

type Block = { path: string; text: string };
/** The page's code, by the path behind the fence. */
function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^( *)```\w+ (\S+)\n(.*?)^ *```$/gms)].map(([, indent, path, text]) => ({
    path: path!,
    text: text!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

function addTo(root: string, { path, text }: Block): void {
  const file = join(root, path);
  const place = LISTS[path];
  mkdirSync(dirname(file), { recursive: true });
  if (place === undefined) {
    const before = path.endsWith("/src/index.ts") && !path.includes("/modules/") ? readFileSync(file, "utf8") : "";
    return writeFileSync(file, before + text);
  }
  const lines = text.trimEnd().split("\n");
  const imports = lines.filter((line) => line.startsWith("import "));
  const entries = lines.filter((line) => !line.startsWith("import "));
  const list = readFileSync(file, "utf8");
  expect(list, `${path} has no list where the page says`).toContain(place);
  writeFileSync(file, [...imports, list.replace(place, `${place}${entries.join("\n")}\n`)].join("\n"));
}

const run = (program: string, args: string[], cwd: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });

let tree: PlantedTree;
beforeAll(() => {
  const tsconfig = {
    extends: join(PROJECT, "tsconfig.base.json"),
    // What the compiler learnt of the house it need not learn again before it changes.
    compilerOptions: { tsBuildInfoFile: "../planted-capability.tsbuildinfo" },
    include: ["packages/*/src", "apps/server/src", "call.ts"],
  };
  tree = plantTree(
    { "tsconfig.json": JSON.stringify(tsconfig), "call.ts": CALL, "package.json": '{ "type": "module" }' },
    { at: join(PROJECT, ".cache/planted-capability") },
  );
  for (const folder of COPIED) {
    cpSync(join(PROJECT, folder), join(tree.root, folder), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path),
    });
  }
  mkdirSync(join(tree.root, "node_modules/@coralhub"), { recursive: true });
  for (const folder of COPIED.filter((name) => name !== "database")) {
    symlinkSync(join(tree.root, folder), join(tree.root, "node_modules/@coralhub", folder.split("/")[1]!));
  }
  for (const block of blocksOf(readFileSync(join(PROJECT, "docs/CONTRIBUTING.md"), "utf8"))) addTo(tree.root, block);
});
afterAll(() => tree.remove());

test("a capability added as the page says compiles and keeps the house's rules", { timeout: 240_000 }, async () => {
  expect(await run(join(PROJECT, "node_modules/.bin/tsc"), ["-p", "tsconfig.json", "--checkers", "1"], tree.root)).toBe(
    "",
  );
  expect(tableProblems(sourceFiles(tree.root))).toEqual([]);
  expect(migrationProblems(tree.root)).toEqual([]);
  expect(await boundaries(tree.root)).toEqual([]);
});

test("and answers", { timeout: 120_000 }, async () => {
  expect(await run(process.execPath, ["call.ts"], tree.root)).toBe(
    `${JSON.stringify({ refused: "greeting.too_many", texts: ["早", "午", "晚"].toSorted() })}\n`,
  );
});
