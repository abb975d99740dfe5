import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NOT_OURS = new Set([
  "node_modules",
  "dist",
  ".git",
  ".data",
  ".cache",
  "test-results",
  "playwright-report",
  ".claude",
]);
const TEXT = /\.(ts|tsx|mjs|js|css|sql|json|md|html|yml|yaml|svg|sh)$|(^|\/)(\.ci\/run|\.npmrc|\.gitignore)$/;

export type SourceFile = { path: string; text: string };

/** Every text file of the project below `root`, with paths as seen from there. */
export function sourceFiles(root: string): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name)) continue;
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) visit(path);
      else if (TEXT.test(path)) found.push({ path, text: readFileSync(join(root, path), "utf8") });
    }
  };
  visit("");
  return found;
}
