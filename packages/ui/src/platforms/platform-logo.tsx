import { platformByCode, TILE_COLOURS, type Platform, type TileColour } from "@coralhub/domain";
import { TILE_HUES } from "../theme.ts";
import { PlatformTile } from "../values/tiles.tsx";
import "./platforms.css";

const HUES = Object.fromEntries(TILE_COLOURS.map((colour, at) => [colour, TILE_HUES[at]!])) as Record<
  TileColour,
  (typeof TILE_HUES)[number]
>;

type PlatformLogoProps = {
  /** The platform, or its code. A code the catalogue does not know keeps its first letters. */
  platform: Platform | string;
  size?: 24 | 32 | 40 | 56;
  /** With the name beside it, as wide as the catalogue says; without, the page writes the name. */
  named?: boolean;
};

/** A platform's mark, drawn by us: its letters on its tint, cut by its category. */
export function PlatformLogo({ platform, size = 40, named = false }: PlatformLogoProps) {
  const code = typeof platform === "string" ? platform : platform.code;
  const row = typeof platform === "string" ? platformByCode(platform) : platform;
  const tile = row ? (
    <PlatformTile code={code} letters={row.logo.mark} category={row.category} hue={HUES[row.logo.colour]} size={size} />
  ) : (
    <PlatformTile code={code} letters={code.slice(0, 2)} category="offline" size={size} />
  );
  if (!named) return tile;
  return (
    <span className="platform-logo" style={{ minWidth: row?.logo.width }}>
      {tile}
      <span>{row?.name ?? code}</span>
    </span>
  );
}
