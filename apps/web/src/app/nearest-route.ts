import type { PortalRoute } from "@coralhub/domain";

/** How many letters must change to make one of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The page a mistyped address probably meant; nothing where it is only a guess. */
export function nearestRoute(path: string, routes: readonly PortalRoute[]): PortalRoute | undefined {
  const wanted = path.toLowerCase().slice(0, 60);
  const near = routes
    .filter((row) => row.chrome !== "bare" && !row.redirect)
    .map((row) => ({ row, far: distance(wanted, row.path.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far)[0];
  return near && near.far <= Math.max(2, wanted.length / 4) ? near.row : undefined;
}
