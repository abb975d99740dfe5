const PIECE_BYTES = 1_048_576;
/** A place is the piece's number and where in it the text begins; no piece is longer than this. */
const PLACES = 2 ** 28;
const LENGTH_BYTES = 4;

/** Says that what was put on it is more than it was made for. */
export class ShelfFull extends Error {}

/**
 * Texts packed one behind the other outside the heap. The cells of a hundred thousand orders as objects take four times the
 * room, and the collector has to walk through all of them again and again.
 */
export class Shelf {
  readonly #pieces: Buffer[] = [];
  readonly #most: number;
  #used = PIECE_BYTES;
  #all = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** Where it stands. */
  put(text: string): number {
    const needed = LENGTH_BYTES + Buffer.byteLength(text);
    this.#all += needed;
    if (this.#all > this.#most) throw new ShelfFull();
    if (this.#used + needed > PIECE_BYTES) {
      this.#pieces.push(Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, needed)));
      this.#used = 0;
    }
    const piece = this.#pieces.at(-1)!;
    const at = this.#used;
    piece.writeUInt32LE(needed - LENGTH_BYTES, at);
    piece.write(text, at + LENGTH_BYTES);
    this.#used += needed;
    return (this.#pieces.length - 1) * PLACES + at;
  }

  get(place: number): string {
    const piece = this.#pieces[Math.floor(place / PLACES)]!;
    const from = (place % PLACES) + LENGTH_BYTES;
    return piece.toString("utf8", from, from + piece.readUInt32LE(from - LENGTH_BYTES));
  }
}
