const MARK = "all";

/**
 * Without a word in the address a desk opens at what waits. Whoever asked for everything finds that in the address, so that a
 * reload, a bookmark and the way back show it again; any other question says itself what it is.
 */
export function askedSearch(next: string): string {
  const asked = new URLSearchParams(next);
  asked.delete(MARK);
  return asked.toString() || `${MARK}=1`;
}
