import { sourceFiles, type SourceFile } from "./source-files.ts";
import { NAME_RULES, NOT_SIZED, SIZE_LIMIT_LINES, SIZED, WORD_RULES } from "./tidy-rules.ts";

/** The house's own order: sizes, names and words. Dead code, default exports and long functions have tools of their own. */
export function tidy(root: string): string[] {
  const files = sourceFiles(root).filter(({ path }) => path !== "package-lock.json");
  if (files.length === 0) return [`${root}: nothing to read, so nothing was checked`];
  return [
    ...files.flatMap((file) => [...sizeProblems(file), ...nameProblems(file), ...wordProblems(file)]),
    ...moduleProblems(files),
  ];
}

function sizeProblems({ path, text }: SourceFile): string[] {
  const lines = text.split("\n").length - 1;
  return SIZED.test(path) && !NOT_SIZED.test(path) && lines >= SIZE_LIMIT_LINES
    ? [`${path}: ${lines} lines, the limit is ${SIZE_LIMIT_LINES}: split it by what it says`]
    : [];
}

const nameProblems = ({ path }: SourceFile): string[] =>
  NAME_RULES.filter(({ pattern, not }) => pattern.test(path) && !not?.test(path)).map(
    ({ name, advice }) => `${path}: ${name}: ${advice}`,
  );

function wordProblems({ path, text }: SourceFile): string[] {
  return WORD_RULES.flatMap(({ name, pattern, where, not, advice }) => {
    if (!where.test(path) || not?.test(path)) return [];
    const match = pattern.exec(text);
    if (!match) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [`${path}:${line}: ${name} (${match[0].trim()}): ${advice}`];
  });
}

/** A module says in ten lines what it owns. */
function moduleProblems(files: SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const modules = new Set(files.flatMap(({ path }) => /^apps\/server\/src\/modules\/[^/]+(?=\/)/.exec(path) ?? []));
  return [...modules].flatMap((module) =>
    ["index.ts", "README.md"]
      .filter((name) => !paths.has(`${module}/${name}`))
      .map((name) => `${module}: a module needs its ${name}`),
  );
}
