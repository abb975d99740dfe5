import { CURRENCIES, type Currency, type PlatformCategory } from "@coralhub/domain";
import type { CSSProperties, ReactNode } from "react";
import { TILE_HUES } from "../theme.ts";
import "./values.css";

/** One cut shape by category, on a 40 × 40 tile. */
const SHAPES: Record<PlatformCategory, ReactNode> = {
  marketplace: <path d="M12 40A28 28 0 0 1 40 12V40Z" />,
  appStore: <path d="M26 12a14 14 0 1 1 0 28a14 14 0 0 1 0-28m0 7a7 7 0 1 0 0 14a7 7 0 0 0 0-14" fillRule="evenodd" />,
  adNetwork: <path d="M9 28h6v12H9zM18 22h6v18h-6zM27 16h6v24h-6z" />,
  payment: <path d="M14 20a10 10 0 1 1 0 20a10 10 0 0 1 0-20M28 18a10 10 0 1 1 0 20a10 10 0 0 1 0-20" />,
  cod: <path d="M0 24h40v16H0z" />,
  offline: (
    <path
      d={[8, 16, 24, 32]
        .flatMap((y) => [8, 16, 24, 32].map((x) => `M${x - 1.6} ${y}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0`))
        .join("")}
    />
  ),
  social: <path d="M40 4V40H4Z" />,
};

/** The same code always has the same hue. */
export function hueOf(code: string): (typeof TILE_HUES)[number] {
  let hash = 0;
  for (const letter of code) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0;
  return TILE_HUES[hash % TILE_HUES.length]!;
}

type PlatformTileProps = {
  code: string;
  /** One or two letters. */
  letters: string;
  category: PlatformCategory;
  size?: 24 | 32 | 40 | 56;
  /** Where two neighbours would share a hue, the list may turn one. */
  hue?: (typeof TILE_HUES)[number];
};

/** Drawn by us; always beside the platform's name, so it is silent. */
export function PlatformTile({ code, letters, category, size = 40, hue = hueOf(code) }: PlatformTileProps) {
  return (
    <svg
      className="tile"
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      style={{ "--hue": hue } as CSSProperties}
    >
      <rect className="tile-ground" width="40" height="40" />
      <g className="tile-shape">{SHAPES[category]}</g>
      <text
        x="20"
        y="20"
        textAnchor="middle"
        dominantBaseline="central"
        className={letters.length > 1 ? "tile-two" : "tile-one"}
      >
        {letters}
      </text>
    </svg>
  );
}

/** A round tile with the currency's sign; no flags. */
export function CurrencyTile({ currency, active }: { currency: Currency; active?: boolean }) {
  return (
    <span className={`currency-tile ${active ? "active" : ""}`} aria-hidden="true">
      {CURRENCIES[currency].symbol}
    </span>
  );
}

/** A square for what is not a platform: an icon on `sunken`, or on the tint of its tone. */
export function IconTile({
  children,
  tone,
}: {
  children: ReactNode;
  tone?: "warning" | "danger" | "info" | "success";
}) {
  return (
    <span className={`icon-tile ${tone ? `tone-${tone}` : ""}`} aria-hidden="true">
      {children}
    </span>
  );
}
