/**
 * A place on this site, or nothing. Whatever an address, a message or a store told us is resolved the way the browser
 * would resolve it, and refused when that leads to another origin or is not a page address at all.
 */
export function safePath(target: string | null | undefined, origin: string): string | null {
  if (!target?.startsWith("/")) return null;
  try {
    const url = new URL(target, origin);
    if (url.origin !== origin || url.pathname.startsWith("//")) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}
