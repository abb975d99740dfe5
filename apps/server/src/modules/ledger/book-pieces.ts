import type { Db } from "../../platform/db.ts";
import { firstIdAt } from "../../platform/ids.ts";
import type { Precedence } from "../../platform/precedence.ts";
import { BREACHES_AT_MOST, readWritten, type Breach } from "./reconcile-store.ts";

/** Whose books are looked at together, from when on, and up to when; all there is where no end is named. */
export type BookPiece = { merchants: readonly string[] | undefined; since: Date; until: Date | undefined };
type Deps = { db: Db; precedence: Pick<Precedence, "giveWay"> };

/** An id may be chosen this long before its posting is written. */
const ID_AHEAD_MS = 600_000;
/** So many postings are walked over at a time; it takes a few milliseconds. */
const WALKED = 2_000;
/** What one statement looks at: a handful of milliseconds of the database, whoever waits for it. */
const ROWS_AT_ONCE = 400;
const MERCHANTS_AT_ONCE = 40;

/** What was written since then, cut so that whoever has precedence waits for none of it long. */
export async function cutBooks(deps: Deps, since: Date, now: Date): Promise<BookPiece[]> {
  const rowsOf = new Map<string, number>();
  let after: string | undefined = firstIdAt(new Date(since.getTime() - ID_AHEAD_MS));
  while (after !== undefined) {
    await deps.precedence.giveWay();
    const written = await readWritten(deps.db, { after, since, limit: WALKED });
    for (const { merchantId, rows } of written?.merchants ?? []) {
      rowsOf.set(merchantId, (rowsOf.get(merchantId) ?? 0) + rows);
    }
    after = written?.last;
  }
  return cutInto(rowsOf, { since, now });
}

function cutInto(rowsOf: ReadonlyMap<string, number>, { since, now }: { since: Date; now: Date }): BookPiece[] {
  const pieces: BookPiece[] = [];
  let together: string[] = [];
  let rowsTogether = 0;
  const close = () => {
    if (together.length > 0) pieces.push({ merchants: together, since, until: undefined });
    [together, rowsTogether] = [[], 0];
  };
  for (const [merchantId, rows] of rowsOf) {
    if (rows > ROWS_AT_ONCE) {
      pieces.push(...stretchesOf(merchantId, { since, now }, Math.ceil(rows / ROWS_AT_ONCE)));
      continue;
    }
    if (rowsTogether + rows > ROWS_AT_ONCE || together.length >= MERCHANTS_AT_ONCE) close();
    together.push(merchantId);
    rowsTogether += rows;
  }
  close();
  return pieces;
}

/** One who wrote much: a stretch of time after the other, the last without an end. */
function stretchesOf(merchantId: string, { since, now }: { since: Date; now: Date }, count: number): BookPiece[] {
  const [begin, length] = [since.getTime(), now.getTime() - since.getTime()];
  const border = (n: number) => new Date(begin + Math.floor((length * n) / count));
  return Array.from({ length: count }, (_, n) => ({
    merchants: [merchantId],
    since: border(n),
    until: n === count - 1 ? undefined : border(n + 1),
  }));
}

/** One after the other, each when nobody's money moves; no more breaches than anybody reads. */
export async function inPieces(
  { precedence }: Pick<Deps, "precedence">,
  pieces: readonly BookPiece[],
  find: (piece: BookPiece) => Promise<Breach[]>,
): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const piece of pieces) {
    await precedence.giveWay();
    found.push(...(await find(piece)));
    if (found.length >= BREACHES_AT_MOST) break;
  }
  return found.slice(0, BREACHES_AT_MOST);
}
