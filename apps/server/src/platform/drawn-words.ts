import { create, type Font } from "fontkit";
import { readFonts } from "./fonts.ts";

let opened: Record<"regular" | "strong", Font> | undefined;
const fonts = () => (opened ??= { regular: create(readFonts().regular), strong: create(readFonts().strong) });

export type Words = { text: string; size: number; fill: string; strong?: boolean; x: number; y: number };

const rounded = (number: number) => Number(number.toFixed(2));

/** Words as shapes, so that a picture looks the same wherever it is drawn: the machine needs no fonts of its own. */
export function drawnWords({ text, size, fill, strong = false, x, y }: Words): string {
  const font = fonts()[strong ? "strong" : "regular"];
  const scale = size / font.unitsPerEm;
  let at = 0;
  const shapes = font.glyphsForString(text).map((glyph) => {
    // What the font does not have (a smiley) leaves no box behind.
    const shape = glyph.id === 0 ? "" : glyph.path.toSVG();
    const drawn = shape && `<path transform="translate(${rounded(at)} 0)" d="${shape}"/>`;
    at += glyph.id === 0 ? 0 : glyph.advanceWidth;
    return drawn;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join("")}</g>`;
}

/** How wide they will be. */
export function widthOfWords({ text, size, strong = false }: Pick<Words, "text" | "size" | "strong">): number {
  const font = fonts()[strong ? "strong" : "regular"];
  const units = font
    .glyphsForString(text)
    .reduce((sum, { id, advanceWidth }) => sum + (id === 0 ? 0 : advanceWidth), 0);
  return (units * size) / font.unitsPerEm;
}
