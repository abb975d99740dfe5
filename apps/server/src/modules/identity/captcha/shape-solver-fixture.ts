import type { Puzzle, Raw } from "./slider-solvers-fixture.ts";

/**
 * A script written for this very drawing: it splits the board by the six paints, fills outlines, undoes each shape's slant and
 * stretch, and compares it with the piece over every turn and mirroring, and by how it is painted.
 */
type Mask = { width: number; height: number; at: Uint8Array };
type Shape = Mask & { left: number; top: number };

const NIGHT = [11, 27, 51] as const;
const PAINTS = [
  [255, 122, 102],
  [242, 179, 93],
  [143, 211, 200],
  [157, 184, 242],
  [216, 166, 232],
  [232, 228, 218],
] as const;
const ALL_PAINTS = -1;

const colourAt = ({ data, channels }: Raw, i: number) =>
  [data[i * channels]!, data[i * channels + 1]!, data[i * channels + 2]!] as const;
const lightOf = (raw: Raw, i: number) => colourAt(raw, i).reduce((sum, part) => sum + part, 0);

/** Which paint over the night a pixel is, and how much of it. */
function unmixed(colour: readonly number[]): { paint: number; share: number } {
  let best = { paint: 0, share: 0, error: Infinity };
  const above = colour.map((part, k) => part - NIGHT[k]!);
  for (const [paint, full] of PAINTS.entries()) {
    const way = full.map((part, k) => part - NIGHT[k]!);
    const length = way.reduce((sum, part) => sum + part * part, 0);
    const share = Math.max(0, Math.min(1.05, above.reduce((sum, part, k) => sum + part * way[k]!, 0) / length));
    const error = above.reduce((sum, part, k) => sum + (part - share * way[k]!) ** 2, 0);
    if (error < best.error) best = { paint, share, error };
  }
  return best;
}

function neighboursOf(k: number, { width, height }: Mask): number[] {
  const [x, y] = [k % width, Math.floor(k / width)];
  const near: number[] = [];
  for (let Y = Math.max(0, y - 1); Y <= Math.min(height - 1, y + 1); Y++)
    for (let X = Math.max(0, x - 1); X <= Math.min(width - 1, x + 1); X++) near.push(Y * width + X);
  return near;
}

/** What hangs together, as lists of pixels. */
function partsOf(mask: Mask): number[][] {
  const left = Uint8Array.from(mask.at);
  const parts: number[][] = [];
  for (let i = 0; i < left.length; i++) {
    if (!left[i]) continue;
    left[i] = 0;
    const part = [i];
    for (const k of part)
      for (const j of neighboursOf(k, mask)) {
        if (left[j]) part.push(j);
        left[j] = 0;
      }
    parts.push(part);
  }
  return parts;
}
const largestOf = (mask: Mask): number[] => partsOf(mask).toSorted((a, b) => b.length - a.length)[0] ?? [];

/** Without what is thinner than the radius on both sides. */
function opened({ width, height, at }: Mask, r: number): Mask {
  const out = new Uint8Array(width * height);
  const square = (x: number, y: number, see: (i: number) => boolean) => {
    for (let dy = -r; dy <= r; dy++) for (let dx = -r; dx <= r; dx++) if (!see((y + dy) * width + x + dx)) return false;
    return true;
  };
  for (let y = r; y < height - r; y++)
    for (let x = r; x < width - r; x++) if (square(x, y, (i) => at[i] === 1)) square(x, y, (i) => (out[i] = 1) === 1);
  return { width, height, at: out };
}

/** With its holes closed: all that the outside does not reach. */
function filled(part: readonly number[], boardWidth: number): Shape {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (const k of part) {
    const [x, y] = [k % boardWidth, Math.floor(k / boardWidth)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  [left, top] = [left - 1, top - 1];
  const [width, height] = [right + 2 - left, bottom + 2 - top];
  const at = new Uint8Array(width * height).fill(1);
  const wall = new Uint8Array(width * height);
  for (const k of part) wall[(Math.floor(k / boardWidth) - top) * width + (k % boardWidth) - left] = 1;
  const outside = [0];
  at[0] = 0;
  for (const k of outside) {
    const x = k % width;
    for (const j of [x > 0 ? k - 1 : -1, x < width - 1 ? k + 1 : -1, k - width, k + width])
      if (j >= 0 && j < at.length && at[j] && !wall[j]) {
        at[j] = 0;
        outside.push(j);
      }
  }
  return { width, height, at, left, top };
}

const TURNS = 72;
const RINGS = 14;
/** Seen from its middle, as round as it can be made: no slant or stretch is left. */
function signatureOf({ width, height, at }: Mask): Uint8Array {
  let [n, sx, sy, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < at.length; i++) {
    if (!at[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [n, sx, sy, xx, xy, yy] = [n + 1, sx + x, sy + y, xx + x * x, xy + x * y, yy + y * y];
  }
  const [cx, cy] = [sx / n, sy / n];
  const [a, b, c] = [xx / n - cx * cx, xy / n - cx * cy, yy / n - cy * cy];
  const s = Math.sqrt(a * c - b * b);
  const t = Math.sqrt(a + c + 2 * s);
  return Uint8Array.from({ length: TURNS * RINGS }, (_, i) => {
    const turn = (Math.floor(i / RINGS) / TURNS) * 2 * Math.PI;
    const r = (((i % RINGS) + 0.5) / RINGS) * 2.8;
    const [u, v] = [r * Math.cos(turn), r * Math.sin(turn)];
    const x = Math.round(cx + ((a + s) * u + b * v) / t);
    const y = Math.round(cy + (b * u + (c + s) * v) / t);
    return x >= 0 && y >= 0 && x < width && y < height ? at[y * width + x]! : 0;
  });
}

function unlikeness(one: Uint8Array, other: Uint8Array): number {
  const ring = (i: number, k: number) => {
    let sum = 0;
    for (let j = 0; j < RINGS; j++) if (one[i * RINGS + j] !== other[k * RINGS + j]) sum += j + 0.5;
    return sum;
  };
  let best = Infinity;
  for (const side of [1, -1])
    for (let shift = 0; shift < TURNS; shift++) {
      let sum = 0;
      for (let i = 0; i < TURNS; i++) sum += ring(i, (side * i + shift + TURNS) % TURNS);
      best = Math.min(best, sum);
    }
  return best;
}

const AROUND = [
  [6, 0],
  [-6, 0],
  [0, 6],
  [0, -6],
  [4, 4],
  [-4, 4],
  [4, -4],
  [-4, -4],
] as const;
/** Full, hollow or pale, by what is well inside. */
function wayOf({ width, height, at, left, top }: Shape, shareAt: (x: number, y: number) => number): string {
  const inside: number[] = [];
  for (let y = 6; y < height - 6; y++)
    for (let x = 6; x < width - 6; x++)
      if (AROUND.every(([dx, dy]) => at[(y + dy) * width + x + dx])) inside.push(shareAt(x + left, y + top));
  const middle = inside.toSorted((a, b) => a - b)[inside.length >> 1] ?? 0;
  return middle < 0.2 ? "hollow" : middle < 0.7 ? "pale" : "full";
}

function pieceShape(piece: Raw): Shape {
  const { width, height } = piece;
  const isRim = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x < 12 || y < 12 || x > width - 13 || y > height - 13;
  };
  const at = Uint8Array.from({ length: width * height }, (_, i) => (!isRim(i) && lightOf(piece, i) < 680 ? 1 : 0));
  return filled(largestOf({ width, height, at }), width);
}

/** The shapes of one paint, or of all together, that are about as large as a figure. */
function shapesOf(mask: Mask): Shape[] {
  const isFigure = (size: number) => size >= 25 && size <= 110;
  return partsOf(mask)
    .filter((part) => part.length >= 120)
    .map((part) => filled(part, mask.width))
    .filter(({ width, height }) => isFigure(width) && isFigure(height))
    .flatMap((shape) => {
      const body = largestOf(opened(shape, 2));
      if (body.length < 500) return [];
      const at = new Uint8Array(shape.at.length);
      for (const k of body) at[k] = 1;
      return [{ ...shape, at }];
    });
}

export function likestShape({ board, piece, top }: Puzzle): number {
  const own = pieceShape(piece);
  const ownWay = wayOf(own, (x, y) => (765 - lightOf(piece, y * piece.width + x)) / (765 - 89));
  const signature = signatureOf(own);
  const { width } = board;
  const height = top - 4;
  const pixels = Array.from({ length: width * height }, (_, i) => unmixed(colourAt(board, i)));
  let best = { x: width / 2, unlike: Infinity };
  for (const least of [0.3, 0.6])
    for (const wanted of [ALL_PAINTS, ...PAINTS.keys()]) {
      const mask = { width, height, at: new Uint8Array(pixels.length) };
      for (const [i, { paint, share }] of pixels.entries())
        if (share > least && (wanted === ALL_PAINTS || paint === wanted)) mask.at[i] = 1;
      for (const shape of shapesOf(wanted === ALL_PAINTS ? opened(mask, 1) : mask)) {
        const way = wayOf(shape, (x, y) => pixels[y * width + x]!.share);
        const unlike = unlikeness(signature, signatureOf(shape)) + (way === ownWay ? 0 : 300);
        if (unlike < best.unlike) best = { x: middleOf(shape), unlike };
      }
    }
  return best.x - piece.width / 2;
}

function middleOf({ width, at, left }: Shape): number {
  let [n, sum] = [0, 0];
  for (let i = 0; i < at.length; i++) if (at[i]) [n, sum] = [n + 1, sum + (i % width)];
  return left + sum / n;
}
