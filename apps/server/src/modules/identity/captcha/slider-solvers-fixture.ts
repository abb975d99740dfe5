/** Scripts that attack the slider, for the test that counts how often they win. */
export type Raw = { data: Buffer; width: number; height: number; channels: number };
export type Puzzle = { board: Raw; piece: Raw; top: number };

const lightAt = ({ data, width, channels }: Raw, x: number, y: number): number => {
  const at = (y * width + x) * channels;
  return data[at]! + data[at + 1]! + data[at + 2]!;
};

/** What solved 20 of 20 before: the place where a square of the piece's size, at the piece's height, is brightest. */
export function brightestPlace({ board, piece, top }: Puzzle): number {
  const size = piece.width;
  let best = { x: 0, light: -1 };
  for (let x = 0; x + size < board.width; x += 2) {
    let light = 0;
    for (let dx = 0; dx < size; dx += 4) for (let dy = 0; dy < size; dy += 4) light += lightAt(board, x + dx, top + dy);
    if (light > best.light) best = { x, light };
  }
  return best.x;
}

/** The hole's two edges: where the board changes most at both sides of a piece's width, at any height. */
export function sharpestEdges({ board, piece }: Puzzle): number {
  const size = piece.width;
  const change = Array.from({ length: board.width - 2 }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < board.height; y += 2) sum += Math.abs(lightAt(board, x + 2, y) - lightAt(board, x, y));
    return sum;
  });
  return bestOf(board.width - size - 2, (x) => change[x]! + change[x + size]!);
}

/** The piece's content at its seams: where its outer columns are most like the board's beside them. */
export function likestSeams({ board, piece, top }: Puzzle): number {
  const size = piece.width;
  return bestOf(board.width - size - 2, (x) => {
    if (x < 2) return -Infinity;
    let unlike = 0;
    for (let y = 8; y < size - 8; y++) {
      unlike += Math.abs(lightAt(piece, 8, y) - lightAt(board, x - 1, top + y));
      unlike += Math.abs(lightAt(piece, size - 9, y) - lightAt(board, x + size + 1, top + y));
    }
    return -unlike;
  });
}

function bestOf(count: number, score: (x: number) => number): number {
  let best = { x: 0, score: -Infinity };
  for (let x = 0; x < count; x++) {
    const reached = score(x);
    if (reached > best.score) best = { x, score: reached };
  }
  return best.x;
}

const COARSE = 4;
type Plane = { width: number; height: number; at: Float32Array };
const planeOf = (width: number, height: number, value: (x: number, y: number) => number): Plane => ({
  width,
  height,
  at: Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
});
const edgesOf = ({ width, height, at }: Plane): Plane =>
  planeOf(width, height, (x, y) => {
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0;
    const i = y * width + x;
    return Math.hypot(at[i + 1]! - at[i - 1]!, at[i + width]! - at[i - width]!);
  });
const coarse = (raw: Raw): Plane =>
  planeOf(Math.floor(raw.width / COARSE), Math.floor(raw.height / COARSE), (x, y) => {
    let light = 0;
    for (let dx = 0; dx < COARSE; dx++)
      for (let dy = 0; dy < COARSE; dy++) light += lightAt(raw, x * COARSE + dx, y * COARSE + dy);
    return light;
  });

/** The figure's outline itself, as the piece has it, at every place and turn and in both mirrorings: the likest wins. */
export function likestOutline({ board, piece, top }: Puzzle): number {
  const map = edgesOf(coarse(board));
  const figure = edgesOf(coarse(piece));
  const last = Math.floor(top / COARSE);
  let best = { x: 0, score: -Infinity };
  for (let turn = 0; turn < 360; turn += 30)
    for (const side of [1, -1]) {
      const found = likestSpot(map, outlineOf(figure, turn, side, map.width), last);
      if (found.score > best.score) best = found;
    }
  return (best.x + 0.5) * COARSE - piece.width / 2;
}

function likestSpot(map: Plane, outline: Outline, last: number): { x: number; score: number } {
  let best = { x: 0, score: -Infinity };
  for (let cy = REACH; cy < last - REACH; cy++)
    for (let cx = REACH; cx < map.width - REACH; cx++) {
      const score = correlation(map.at, outline, cy * map.width + cx);
      if (score > best.score) best = { x: cx, score };
    }
  return best;
}

const REACH = 9;
type Outline = { steps: Int32Array; weights: Float32Array };
/** Turned around its middle; weights without their mean, so that plain brightness counts nothing. */
function outlineOf({ width, at }: Plane, turn: number, side: number, boardWidth: number): Outline {
  const middle = (width - 1) / 2;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const spots: { step: number; weight: number }[] = [];
  for (let dy = -REACH; dy <= REACH; dy++)
    for (let dx = -REACH; dx <= REACH; dx++) {
      if (Math.hypot(dx, dy) > REACH) continue;
      const [x, y] = [Math.round(middle + side * (dx * cos + dy * sin)), Math.round(middle - dx * sin + dy * cos)];
      spots.push({ step: dy * boardWidth + dx, weight: at[y * width + x]! });
    }
  const mean = spots.reduce((sum, { weight }) => sum + weight, 0) / spots.length;
  const length = Math.hypot(...spots.map(({ weight }) => weight - mean));
  return {
    steps: Int32Array.from(spots, ({ step }) => step),
    weights: Float32Array.from(spots, ({ weight }) => (weight - mean) / length),
  };
}

function correlation(map: Float32Array, { steps, weights }: Outline, middle: number): number {
  let sum = 0;
  let squares = 0;
  let product = 0;
  for (let i = 0; i < steps.length; i++) {
    const value = map[middle + steps[i]!]!;
    sum += value;
    squares += value * value;
    product += value * weights[i]!;
  }
  const spread = squares - (sum * sum) / steps.length;
  return spread <= 1 ? -Infinity : product / Math.sqrt(spread);
}
