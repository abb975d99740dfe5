import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** A little project with a violation in it: a guard that stays silent about it guards nothing. */
export type PlantedTree = { root: string; remove(): void };

/** At a place of its own, or at the one it is told: what is remembered of its files must find them there again. */
export function plantTree(files: Record<string, string>, { at }: { at?: string } = {}): PlantedTree {
  if (at) rmSync(at, { recursive: true, force: true });
  const root = at ?? mkdtempSync(join(tmpdir(), "planted-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Lets the planted project import its own packages by name, as the real one does. */
export function linkWorkspaces(root: string, names: string[]): void {
  mkdirSync(join(root, "node_modules/@coralhub"), { recursive: true });
  for (const name of names) {
    const home = join(root, ["server", "web", "console"].includes(name) ? "apps" : "packages", name);
    writeFileSync(
      join(home, "package.json"),
      JSON.stringify({ name: `@coralhub/${name}`, type: "module", exports: { ".": "./src/index.ts" } }),
    );
    symlinkSync(home, join(root, "node_modules/@coralhub", name));
  }
}
