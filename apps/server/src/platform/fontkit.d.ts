/** As much of it as is used here: it comes without types. */
declare module "fontkit" {
  export type Glyph = { id: number; advanceWidth: number; path: { toSVG(): string } };
  export type Font = { unitsPerEm: number; glyphsForString(text: string): Glyph[] };
  export function create(bytes: Uint8Array): Font;
}
