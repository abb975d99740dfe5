import sharp from "sharp";
import type { Random } from "../../../platform/random.ts";
import { bendOutline } from "./bend-outline.ts";
import { THINGS, type Thing } from "./figures.ts";

/** The puzzle's measures in page pixels; drawn twice as dense for sharp screens. */
export const SLIDER = { width: 320, height: 208, piece: 48, tolerance: 5 } as const;
const DENSITY = 2;
const NIGHT = "#0B1B33";
const LANE = "#13284A";
const BLUES = ["#2C4A7C", "#3D66A8", "#24406E"] as const;
/** As bright as one another: none stands out. */
const PAINTS = ["#FF7A66", "#F2B35D", "#8FD3C8", "#9DB8F2", "#D8A6E8", "#E8E4DA"] as const;

/** Ways to paint a figure that people tell apart at a glance. */
const WAYS = [
  (paint: string) => `fill="${paint}"`,
  (paint: string) => `fill="none" stroke="${paint}" stroke-width="2.4" stroke-linejoin="round"`,
  (paint: string) => `fill="${paint}" fill-opacity="0.4" stroke="${paint}" stroke-width="1.8" stroke-linejoin="round"`,
] as const;

const FIGURES = 15;
/** Of them as many others are painted like the wanted one, all but its own thing: the paint alone tells next to nothing. */
const PAINTED_ALIKE = 12;
/** How much larger than their outlines figures are drawn: what people name at a glance on a screen of normal density. */
const SIZE = 1.15;
const ROWS = 3;
const MIDDLES = { first: 30, apart: 18.5, jitter: 2 } as const;
const ROW_HEIGHT = 52;
/** The first place that is not under the piece before it was moved. */
const NEAREST = 2;

export type SliderPuzzle = { x: number; y: number; board: Buffer; piece: Buffer };
type Between = (low: number, high: number) => number;
type Figure = { thing: Thing; way: number };
type Placed = Figure & { x: number; y: number };

/**
 * The piece shows a thing, full, hollow or pale; it belongs under the same thing painted in the same way. There is no hole and
 * no seam, and nothing of the piece's own picture is on the board: the right place has another drawing of the thing, which
 * people know for the same and whoever compares outlines does not. What is most like the piece is a trap: its very drawing,
 * as upright as there, painted in another way.
 */
export async function drawSlider(random: Random): Promise<SliderPuzzle> {
  const { width, height, piece } = SLIDER;
  const between: Between = (low, high) => low + random.below(high - low + 1);
  const wanted = between(NEAREST, FIGURES - 1);
  const placed = placesFor(figuresFor(wanted, between), between);
  const { thing, way, x: middle } = placed[wanted]!;
  const turn = between(-15, 15);
  const [own, ...others] = shuffled(THINGS[thing], between);
  const shown = bendOutline(own!, between);
  const drawn = placed.map((one, i) => {
    const isTrap = one.thing === thing && i !== wanted;
    if (isTrap) return figureAt(one, { id: `p${i}`, outline: shown, stance: `rotate(${turn})` }, between);
    const drawings = i === wanted ? others : THINGS[one.thing];
    const outline = bendOutline(drawings[between(0, drawings.length - 1)]!, between);
    return figureAt(one, { id: `p${i}`, outline, stance: stanceBy(between) }, between);
  });
  const lane = `<rect y="${height - piece - 4}" width="${width}" height="${piece + 4}" fill="${LANE}"/>`;
  const night = `<rect width="${width}" height="${height}" fill="${NIGHT}"/>`;
  const scene = `${night}${weeds(between)}${ribbons(placed, between)}${drawn.join("")}${hairs(between)}${lane}`;
  const [board, plate] = await Promise.all([
    sharp(svg(width, height, scene))
      .png({ palette: true, colours: 64 })
      .toBuffer(),
    sharp(svg(piece, piece, plateOf(shown, way, turn)))
      .png()
      .toBuffer(),
  ]);
  return { x: Math.round(middle - piece / 2), y: height - piece - 2, board, piece: plate };
}

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * DENSITY}" height="${height * DENSITY}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

function shuffled<T>(all: readonly T[], between: Between): T[] {
  const left = [...all];
  return all.map(() => left.splice(between(0, left.length - 1), 1)[0]!);
}

/** From left to right: the wanted one at its place, its thing painted in the other ways, and every other thing. */
function figuresFor(wanted: number, between: Between): Figure[] {
  const [thing, ...others] = shuffled(Object.keys(THINGS) as Thing[], between);
  const [way, ...otherWays] = shuffled([...WAYS.keys()], between);
  const traps = otherWays.map((other) => ({ thing: thing!, way: other }));
  const rest = Array.from({ length: FIGURES - WAYS.length }, (_, i) => ({
    thing: others[i % others.length]!,
    way: i < PAINTED_ALIKE ? way! : otherWays[i % otherWays.length]!,
  }));
  return shuffled([...traps, ...rest], between).toSpliced(wanted, 0, { thing: thing!, way: way! });
}

/** Side by side from left to right, neighbours in different rows, so that no two are near each other's place. */
function placesFor(figures: readonly Figure[], between: Between): Placed[] {
  let rows: number[] = [];
  return figures.map((figure, i) => {
    if (i % ROWS === 0) {
      const last = rows.at(-1);
      do rows = shuffled([0, 1, 2], between);
      while (rows[0] === last);
    }
    const { first, apart, jitter } = MIDDLES;
    const x = first + i * apart + between(-jitter, jitter);
    return { ...figure, x, y: ROW_HEIGHT * (rows[i % ROWS]! + 0.5) - 2 + between(-3, 3) };
  });
}

/** Turned, slanted, squeezed and mirrored by lot, so far as people do not mind. */
function stanceBy(between: Between): string {
  const lot = () => (between(0, 1) === 0 ? 1 : -1);
  const squeezed = lot() * (between(6, 12) / 100);
  return `rotate(${lot() * between(8, 30)}) skewX(${lot() * between(4, 10)}) scale(${lot() * (1 + squeezed)} ${1 - squeezed})`;
}

type Drawing = { id: string; outline: string; stance: string };
/** In patches of several paints. */
function figureAt({ way, x, y }: Placed, { id, outline, stance }: Drawing, between: Between): string {
  const place = `d="${outline}" transform="translate(${x} ${y}) ${stance} scale(${SIZE})"`;
  // The ribbons pass behind it: people see a figure in front of them, and its inside is its own.
  return `${patches(id, between)}<path ${place} fill="${NIGHT}"/><path ${place} ${WAYS[way]!(`url(#${id})`)}/>`;
}

/** Three paints side by side, hard against one another: no colour is a figure's own. */
function patches(id: string, between: Between): string {
  const paints = shuffled(PAINTS, between).slice(0, 3);
  const [first, second] = [between(25, 40), between(58, 75)];
  const edges = [0, first, first, second, second, 100];
  const stops = edges.map((at, i) => `<stop offset="${at}%" stop-color="${paints[i >> 1]!}"/>`);
  return `<linearGradient id="${id}" gradientTransform="rotate(${between(0, 90)} 0.5 0.5)">${stops.join("")}</linearGradient>`;
}

function plateOf(outline: string, way: number, turn: number): string {
  const side = SLIDER.piece - 3;
  const plate = `<rect x="1.5" y="1.5" width="${side}" height="${side}" rx="10" fill="#FFFFFF" stroke="#FF7A66" stroke-width="3"/>`;
  return `${plate}<path d="${outline}" transform="translate(24 24) rotate(${turn}) scale(${SIZE})" ${WAYS[way]!(NIGHT)}/>`;
}

/** From figure to figure, as broad and as bright as what they are drawn with: all hang together for whoever follows colours. */
function ribbons(placed: readonly Placed[], between: Between): string {
  const near = () => between(-14, 14);
  return placed
    .flatMap((from, i) => placed.slice(i + 1, i + 3).map((to) => ({ from, to })))
    .map(({ from, to }) => {
      const middle = `${(from.x + to.x) / 2 + near()} ${(from.y + to.y) / 2 + near()}`;
      const path = `M${from.x} ${from.y}Q${middle} ${to.x} ${to.y}`;
      return stroke(path, PAINTS[between(0, PAINTS.length - 1)]!, between(18, 26) / 10);
    })
    .join("");
}

const wave = (between: Between): string => {
  const { width, height } = SLIDER;
  const points = Array.from({ length: 3 }, () => `${between(0, width)} ${between(0, height)}`);
  return `M-8 ${between(0, height)}C${points.join(" ")}`;
};
const weeds = (between: Between): string =>
  Array.from({ length: 5 }, (_, i) => stroke(wave(between), BLUES[i % BLUES.length]!, between(2, 4))).join("");
/** Over the figures, in their own colours: outlines run into one another for whoever follows edges. */
const hairs = (between: Between): string =>
  Array.from({ length: 3 }, () => stroke(wave(between), PAINTS[between(0, PAINTS.length - 1)]!, 1)).join("");

const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
