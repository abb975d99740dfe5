import type { RouteRow } from "./route-paths.ts";

export type Visit = {
  path: string;
  row: RouteRow | undefined;
  hasToken: boolean;
  flags: Partial<Record<string, boolean>>;
};
export type Verdict = { go: string } | { proceed: true; needsIdentity: boolean };

/** The specification's routing rules, in its order. What it says about /login itself is in the login page's own script. */
export function judge({ path, row, hasToken, flags }: Visit): Verdict {
  if (path === "/") return { go: "/login" };
  // Whoever is not signed in yet is asked to first: their flags are not known.
  if (!row || (hasToken && row.flag && !flags[row.flag])) return { go: "/404" };
  if (row.redirect) return { go: row.redirect };
  if (row.access === "public") return { proceed: true, needsIdentity: false };
  return hasToken ? { proceed: true, needsIdentity: true } : { go: "/login" };
}
