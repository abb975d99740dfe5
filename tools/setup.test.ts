import { execFile } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plantTree, PROJECT, type PlantedTree } from "./guards/planted-tree.ts";

/** A project with stand-ins for npm and apt-get that write down how they were called. */
let tree: PlantedTree;
beforeEach(() => {
  tree = plantTree({
    "package-lock.json": JSON.stringify({ packages: { "node_modules/a": { version: "1.0.0", integrity: "x" } } }),
    "apps/web/vite.config.ts": "",
    "apps/web/src/page.tsx": "one",
    "apps/web/src/page.test.tsx": "one",
    "packages/ui/src/a.ts": "",
    "packages/contract/src/a.ts": "",
    "packages/domain/src/a.ts": "",
    "bin/npm": `#!/bin/sh\necho "npm $* PATH=$PATH" >> "$CALLS"\n[ "$1" = ci ] && mkdir -p node_modules\n[ "$1" = run ] && mkdir -p apps/web/dist\nexit 0\n`,
    "bin/apt-get": `#!/bin/sh\necho "apt-get $*" >> "$CALLS"\n[ "$1" = install ] && : > "$CHROMIUM"\nexit 0\n`,
  });
  for (const name of ["npm", "apt-get"]) chmodSync(join(tree.root, "bin", name), 0o755);
  mkdirSync(join(tree.root, "tools"));
  cpSync(join(PROJECT, "tools/setup.mjs"), join(tree.root, "tools/setup.mjs"));
});
afterEach(() => tree.remove());

async function setUp(
  purpose: string,
  env: Record<string, string> = {},
): Promise<{ calls: string[]; code: number; output: string }> {
  const file = join(tree.root, "calls");
  rmSync(file, { force: true });
  const path = [
    join(tree.root, "node_modules/.bin"),
    join(tree.root, "bin"),
    dirname(process.execPath),
    "/usr/bin",
    "/bin",
  ];
  const result = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(tree.root, "tools/setup.mjs"), purpose],
      { env: { PATH: path.join(delimiter), CALLS: file, CHROMIUM: "/bin/sh", ...env } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
  return { ...result, calls: existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [] };
}

test("a first run installs without the project's own Node, and builds", async () => {
  const { calls, code } = await setUp("start");
  expect(code).toBe(0);
  expect(calls).toEqual([expect.stringMatching(/^npm ci /), expect.stringMatching(/^npm run build -w apps\/web /)]);
  expect(calls[0]).not.toContain("node_modules/.bin");
  expect(calls[1]).toContain("node_modules/.bin");
});

test("nothing is done twice, and each step again only for its own reason", async () => {
  await setUp("start");
  expect((await setUp("start")).calls).toEqual([]);
  writeFileSync(join(tree.root, "apps/web/src/page.test.tsx"), "two");
  expect((await setUp("start")).calls).toEqual([]);
  writeFileSync(join(tree.root, "packages/domain/src/a.ts"), "two");
  expect((await setUp("start")).calls).toEqual([expect.stringContaining("run build")]);
  appendFileSync(join(tree.root, "package-lock.json"), "\n");
  expect((await setUp("start")).calls).toEqual([
    expect.stringContaining("npm ci"),
    expect.stringContaining("run build"),
  ]);
});

test("an installation made by hand is recognised", async () => {
  mkdirSync(join(tree.root, "node_modules"));
  cpSync(join(tree.root, "package-lock.json"), join(tree.root, "node_modules/.package-lock.json"));
  expect((await setUp("start")).calls).toEqual([expect.stringContaining("run build")]);
});

test("a failed build is said and tried again", async () => {
  writeFileSync(
    join(tree.root, "bin/npm"),
    `#!/bin/sh\n[ "$1" = ci ] && mkdir -p node_modules && exit 0\necho broken page\nexit 1\n`,
  );
  expect(await setUp("start")).toMatchObject({ code: 1, output: expect.stringContaining("broken page") as string });
  expect(await setUp("start")).toMatchObject({ code: 1 });
});

test("the browser is installed for tests only, or the command is said", async () => {
  const missing = { CHROMIUM: join(tree.root, "nowhere") };
  expect((await setUp("start", missing)).calls).toHaveLength(2);
  const { calls, code, output } = await setUp("test", missing);
  if (process.getuid?.() === 0) {
    expect(calls).toEqual([
      "apt-get update",
      expect.stringMatching(/^apt-get install -y .*chromium chromium-headless-shell fonts-noto-cjk/),
    ]);
  } else {
    expect({ code, calls }).toEqual({ code: 1, calls: [] });
    expect(output).toContain("sudo apt-get install -y");
  }
});
