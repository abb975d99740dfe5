import { addressOf, fillPath, PORTAL, type Address, type PortalKey, type PortalRow } from "@coralhub/domain";

export type Visit = {
  row: PortalRow | undefined;
  /** The address's query. */
  search: string;
  hasToken: boolean;
  flags: Partial<Record<string, boolean>>;
};
export type Verdict = { go: Address } | { proceed: true; needsIdentity: boolean };

/** The specification's routing rules, in its order. What it says about /login itself is in the login page's own script. */
export function judge({ row, search, hasToken, flags }: Visit): Verdict {
  // Whoever is not signed in yet is asked to first: their flags are not known.
  if (!row || (hasToken && row.flag && !flags[row.flag])) return { go: addressOf("lost") };
  if (row.redirect) return { go: fillPath(PORTAL[row.redirect as PortalKey].path) };
  if (row.access === "public") return { proceed: true, needsIdentity: false };
  if (!hasToken) return { go: addressOf("login") };
  const given = new URLSearchParams(search);
  if (row.list && row.needs?.some((name) => !given.get(name))) {
    return { go: fillPath(PORTAL[row.list as PortalKey].path) };
  }
  return { proceed: true, needsIdentity: true };
}
