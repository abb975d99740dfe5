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

/** A branch is cut out of the picture; the visitor puts it back. */
export async function drawSlider(random: Random): Promise<SliderPuzzle> {
  const { width, height, piece } = SLIDER;
  const between = (low: number, high: number) => low + random.below(high - low + 1);
  const x = between(width * 0.35, width - piece - 16);
  const y = between(16, height - piece - 16);
  const scene = svg(width, height, sceneOf({ x, y }, between));
  const whole = await sharp(scene).png().toBuffer();
  const [board, cut] = await Promise.all([
    sharp(whole)
      .composite([
        { input: svg(piece, piece, square('fill="#FFFFFF" fill-opacity="0.88"')), left: x * DENSITY, top: y * DENSITY },
      ])
      .png({ palette: true, colours: 64 })
      .toBuffer(),
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
function sceneOf(hole: { x: number; y: number }, between: (low: number, high: number) => number): string {
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
  const branch = [
    `M-8 ${between(0, height)}`,
    `C${between(30, 90)} ${between(0, height)} ${cx - 50} ${cy - 50 * slope} ${cx} ${cy}`,
    `S${width - between(20, 60)} ${between(0, height)} ${width + 8} ${between(0, height)}`,
  ].join("");
  return `<rect width="${width}" height="${height}" fill="${NIGHT}"/>${twigs.join("")}${stroke(branch, CORAL, 5)}`;
}

const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
