import sharp from "sharp";
import type { Random } from "../../../platform/random.ts";

/** The puzzle's measures in page pixels; drawn twice as dense for sharp screens. */
export const SLIDER = { width: 320, height: 160, piece: 48, tolerance: 5 } as const;
const DENSITY = 2;
const RADIUS = 8;
const NIGHT = "#0B1B33";
const CORAL = "#FF7A66";
const BLUES = ["#2C4A7C", "#3D66A8", "#5B8DD9", "#24406E"] as const;

export type SliderPuzzle = { x: number; y: number; board: Buffer; piece: Buffer };

/**
 * A piece is cut out of the picture and what is behind it is painted over with more of the same, so that there is no hole
 * to measure: the visitor sees where the branch is broken and which break the piece mends.
 */
export async function drawSlider(random: Random): Promise<SliderPuzzle> {
  const { width, height, piece } = SLIDER;
  const between = (low: number, high: number) => low + random.below(high - low + 1);
  const x = between(width * 0.35, width - piece - 16);
  const y = between(16, height - piece - 16);
  const { picture, breaks } = sceneOf({ x, y }, between);
  const [whole, filled] = await Promise.all([
    sharp(svg(width, height, picture))
      .png()
      .toBuffer(),
    Promise.all([{ x, y }, ...breaks].map((at) => filledAt(at, between))),
  ]);
  const [board, cut] = await Promise.all([
    sharp(whole).composite(filled).png({ palette: true, colours: 64 }).toBuffer(),
    sharp(whole)
      .extract({ left: x * DENSITY, top: y * DENSITY, width: piece * DENSITY, height: piece * DENSITY })
      .composite([
        { input: svg(piece, piece, square('fill="#FFFFFF"')), blend: "dest-in" },
        { input: svg(piece, piece, square('fill="none" stroke="#FFFFFF" stroke-width="1.5"')) },
      ])
      .png()
      .toBuffer(),
  ]);
  return { x, y, board, piece: cut };
}

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * DENSITY}" height="${height * DENSITY}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
const square = (paint: string): string => {
  const side = SLIDER.piece - 1.5;
  return `<rect x="0.75" y="0.75" width="${side}" height="${side}" rx="${RADIUS}" ${paint}/>`;
};

/** The coral branch always runs through the hole, so that the piece can be recognised by a person. */
function sceneOf(hole: Point, between: (low: number, high: number) => number): { picture: string; breaks: Point[] } {
  const { width, height, piece } = SLIDER;
  const cx = hole.x + piece / 2;
  const cy = hole.y + piece / 2;
  const twigs = Array.from({ length: 6 }, (_, i) => {
    const points = [
      between(-20, width),
      between(-20, height),
      between(0, width),
      between(0, height),
      between(0, width),
      between(0, height + 20),
    ];
    const end =
      i < 2 ? [cx + between(-12, 12), cy + between(-12, 12)] : [between(0, width + 20), between(-20, height + 20)];
    return stroke(
      `M${points[0]} ${points[1]}C${points.slice(2).join(" ")} ${end.join(" ")}`,
      BLUES[i % BLUES.length]!,
      between(2, 4),
    );
  });
  const slope = between(-40, 40) / 100;
  const start = { x: -8, y: between(0, height) };
  const end = { x: width + 8, y: between(0, height) };
  const centre = { x: cx, y: cy };
  const before = [
    { x: between(30, 90), y: between(0, height) },
    { x: cx - 50, y: cy - 50 * slope },
  ] as const;
  const after = [
    { x: cx + 50, y: cy + 50 * slope },
    { x: width - between(20, 60), y: between(0, height) },
  ] as const;
  const to = (point: Point) => `${point.x} ${point.y}`;
  const branch = `M${to(start)}C${before.map(to).join(" ")} ${to(centre)}C${after.map(to).join(" ")} ${to(end)}`;
  const picture = `<rect width="${width}" height="${height}" fill="${NIGHT}"/>${twigs.join("")}${stroke(branch, CORAL, 5)}`;
  const along = [...curve(start, before, centre), ...curve(centre, after, end)];
  return { picture, breaks: otherBreaks(along, centre) };
}

type Point = { x: number; y: number };

/** Points along a cubic curve. */
const curve = (from: Point, [one, two]: readonly [Point, Point], to: Point): Point[] =>
  Array.from({ length: 41 }, (_, i) => {
    const t = i / 40;
    const of = (axis: "x" | "y") =>
      (1 - t) ** 3 * from[axis] +
      3 * (1 - t) ** 2 * t * one[axis] +
      3 * (1 - t) * t ** 2 * two[axis] +
      t ** 3 * to[axis];
    return { x: of("x"), y: of("y") };
  });

/**
 * The branch is broken elsewhere too, in breaks that look alike: measuring finds them all, and only somebody who looks
 * sees which one the piece mends. Never at the piece's own height, where a person could be misled.
 */
function otherBreaks(along: readonly Point[], centre: Point): Point[] {
  const { width, height, piece } = SLIDER;
  const breaks: Point[] = [];
  for (const point of along) {
    const [left, top] = [Math.round(point.x - piece / 2), Math.round(point.y - piece / 2)];
    const inside = left >= 0 && left + piece <= width && top >= 0 && top + piece <= height;
    const apart = [...breaks.map(({ x }) => x + piece / 2), centre.x].every((x) => Math.abs(x - point.x) > piece + 6);
    if (inside && apart && Math.abs(point.y - centre.y) > 10) breaks.push({ x: left, y: top });
  }
  return breaks;
}

const filledAt = async (at: Point, between: (low: number, high: number) => number) => ({
  input: await sharp(svg(SLIDER.piece, SLIDER.piece, fillerOf(between)))
    .png()
    .toBuffer(),
  left: at.x * DENSITY,
  top: at.y * DENSITY,
});

/** Night and twigs, as anywhere else in the picture, and no branch. */
function fillerOf(between: (low: number, high: number) => number): string {
  const { piece } = SLIDER;
  const twigs = Array.from({ length: 2 }, (_, i) => {
    const way = `M${between(-10, 0)} ${between(0, piece)}Q${between(0, piece)} ${between(0, piece)} ${piece + 10} ${between(0, piece)}`;
    return stroke(way, BLUES[i % BLUES.length]!, between(2, 4));
  });
  return `<rect width="${piece}" height="${piece}" fill="${NIGHT}"/>${twigs.join("")}`;
}

const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
