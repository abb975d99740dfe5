import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const AREAS = [
  "packages/domain",
  "packages/contract",
  "packages/sdk",
  "packages/ui",
  "packages/testkit",
  "apps/server",
  "apps/web",
  "apps/console",
];

type Report = {
  summary: { violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[] };
  modules: { source: string }[];
};

/** Import directions and cycles. A checker that could not read an area must not call it clean. */
export async function boundaries(root: string): Promise<string[]> {
  const areas = AREAS.filter((area) => existsSync(join(root, area, "src")));
  if (areas.length === 0) return [`${root}: nothing to read, so nothing was checked`];
  const { summary, modules } = await cruise(root, areas);
  const unread = areas.filter(
    (area) => !modules.some(({ source }) => source.startsWith(`${area}/src/`) && /\.tsx?$/.test(source)),
  );
  return [
    ...unread.map((area) => `${area}: no module was read`),
    ...summary.violations.map(
      ({ rule, from, to, cycle }) => `${rule.name}: ${from} → ${cycle?.map(({ name }) => name).join(" → ") ?? to}`,
    ),
  ];
}

function cruise(root: string, areas: string[]): Promise<Report> {
  const program = join(PROJECT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [
    program,
    "--config",
    join(PROJECT, ".dependency-cruiser.mjs"),
    "--output-type",
    "json",
    ...areas.map((area) => `${area}/src`),
  ];
  return new Promise((resolve, reject) => {
    // Violations give a non-zero exit as well; the report tells them from a failure to run.
    execFile(process.execPath, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Report);
      } catch {
        reject(new Error(`dependency-cruiser did not report: ${stderr}`));
      }
    });
  });
}
