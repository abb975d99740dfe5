import type { ReactNode } from "react";

/** The drawings behind the titles: flat shapes in the house's colours, made at build time, without a byte of script. */
const scene = (parts: ReactNode, box = "0 0 480 240") => (
  <svg viewBox={box} preserveAspectRatio="xMaxYMax meet" fill="none">
    {parts}
  </svg>
);
const CORAL = "var(--coral)";
const GOLD = "var(--bar-warn)";

/** Thanks: an opened envelope, and what grows out of it. */
export const LETTER_SCENE = scene(
  <>
    <path d="M150 118 290 40l140 78v104H150Z" fill="var(--warning-line)" />
    <path d="M180 62h220v130H180Z" fill="var(--panel)" stroke="var(--warning-line)" strokeWidth="2" />
    <path d="M206 92h120M206 112h164M206 132h140" stroke="var(--line-2)" strokeWidth="5" strokeLinecap="round" />
    <path d="m150 118 140 72 140-72v104H150Z" fill={GOLD} />
    <path d="m150 222 116-78M430 222l-116-78" stroke="var(--warning)" strokeOpacity=".45" strokeWidth="2" />
    <circle cx="290" cy="182" r="20" fill={CORAL} />
    <path
      d="M290 194v-22m0 10c-7-1-10-5-10-11m10 8c7-1 10-5 10-11"
      stroke="var(--on-coral)"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <path
      d="M92 214c0-46 10-78 34-104M104 168c-18-4-28-16-30-34m37 12c16-4 24-14 26-30"
      stroke={CORAL}
      strokeWidth="5"
    />
    <circle cx="128" cy="106" r="9" fill={CORAL} />
    <circle cx="73" cy="128" r="7" fill={CORAL} />
  </>,
);

/** Waves from one end of any screen to the other. */
const sea = (y: number): string => `M-2000 ${y}q40-18 80 0${"t80 0".repeat(49)}`;

/** Treasure: a ship on its course at night. */
export const SEA_SCENE = scene(
  <>
    <circle cx="396" cy="62" r="30" fill={GOLD} />
    <circle cx="408" cy="54" r="26" fill="var(--stage)" />
    <g fill="var(--bar-text-2)">
      <circle cx="60" cy="40" r="2" />
      <circle cx="130" cy="72" r="1.5" />
      <circle cx="214" cy="30" r="2" />
      <circle cx="298" cy="58" r="1.5" />
      <circle cx="332" cy="22" r="2" />
    </g>
    <path
      d="M20 196c60-70 120 10 180-40s70-30 96-22"
      stroke={GOLD}
      strokeWidth="3"
      strokeDasharray="2 12"
      strokeLinecap="round"
    />
    <path d="m12 188 16 16m0-16-16 16" stroke={CORAL} strokeWidth="5" strokeLinecap="round" />
    <path d="M284 150h120l-18 38H304Z" fill={CORAL} />
    <path d="M340 146V66M340 70c34 10 46 34 46 68h-46ZM334 84c-22 10-34 28-36 54h36Z" fill="var(--bar-text)" />
    <path d="M340 146V62" stroke="var(--bar-text-2)" strokeWidth="4" />
    <path d={`${sea(190)}v60h-4000Z`} fill="var(--bar-2)" />
    <path d={`${sea(214)}v36h-4000Z`} fill="var(--bar-line)" />
  </>,
);

/** Friends: one finds the next, and they hold together. */
export const CHAIN_SCENE = scene(
  <>
    <path
      d="M70 176c70 0 70-96 150-96s76 84 150 84"
      stroke="var(--success-line)"
      strokeWidth="10"
      strokeLinecap="round"
    />
    <circle cx="70" cy="176" r="40" fill="var(--success)" />
    <circle cx="70" cy="164" r="12" fill="var(--panel)" />
    <path d="M48 200c0-16 10-22 22-22s22 6 22 22Z" fill="var(--panel)" />
    <circle cx="220" cy="80" r="46" fill={CORAL} />
    <circle cx="220" cy="66" r="14" fill="var(--on-coral)" />
    <path d="M194 108c0-18 12-26 26-26s26 8 26 26Z" fill="var(--on-coral)" />
    <circle
      cx="372"
      cy="160"
      r="38"
      fill="var(--panel)"
      stroke="var(--success)"
      strokeWidth="3"
      strokeDasharray="7 7"
    />
    <path d="M372 144v32m-16-16h32" stroke="var(--success)" strokeWidth="5" strokeLinecap="round" />
  </>,
);

/** The wheel's lamps: rings that run out of the picture. */
export const LAMPS_SCENE = scene(
  <>
    <circle cx="360" cy="220" r="190" stroke="var(--bar-line)" strokeWidth="2" />
    <circle cx="360" cy="220" r="150" stroke={CORAL} strokeWidth="14" strokeDasharray="2 29.4" strokeLinecap="round" />
    <circle cx="360" cy="220" r="110" stroke="var(--bar-line)" strokeWidth="2" />
    <circle cx="360" cy="220" r="70" stroke={GOLD} strokeWidth="8" strokeDasharray="1 26.5" strokeLinecap="round" />
    <path d="M120 60h44M142 38v44M232 30h24M244 18v24" stroke={GOLD} strokeWidth="4" strokeLinecap="round" />
  </>,
);

/** Five blessings: lanterns under the eaves. */
const lantern = (x: number, drop: number, size: number) => (
  <g transform={`translate(${x} 0)`}>
    <path d={`M0 0v${drop}`} stroke={GOLD} strokeWidth="2" />
    <g transform={`translate(0 ${drop}) scale(${size})`}>
      <rect x="-16" y="0" width="32" height="8" rx="2" fill={GOLD} />
      <path d="M-30 38c0-22 12-30 30-30s30 8 30 30-12 30-30 30-30-8-30-30Z" fill={CORAL} />
      <path d="M-12 10c-8 18-8 38 0 56M12 10c8 18 8 38 0 56" stroke={GOLD} strokeWidth="2" />
      <rect x="-16" y="68" width="32" height="8" rx="2" fill={GOLD} />
      <path d="M0 76v30m-7-30v22M7 76v22" stroke={GOLD} strokeWidth="3" strokeLinecap="round" />
    </g>
  </g>
);
export const LANTERN_SCENE = scene(
  <>
    <path d="M0 4h480" stroke={GOLD} strokeWidth="8" />
    {lantern(80, 40, 0.8)}
    {lantern(190, 76, 1)}
    {lantern(310, 30, 0.9)}
    {lantern(412, 90, 1.1)}
  </>,
);

/** Labour day: tools, drawn on the squared paper of the page. */
export const PLAN_SCENE = scene(
  <>
    <g stroke="var(--info)" strokeWidth="5" strokeLinejoin="round">
      <circle cx="330" cy="120" r="58" fill="var(--panel)" />
      <circle cx="330" cy="120" r="22" fill="var(--info-tint)" />
      <path
        d="M318 44h24l4 20h-32ZM318 196h24l4-20h-32ZM254 108v24l20 4v-32ZM406 108v24l-20 4v-32Z"
        fill="var(--panel)"
      />
      <path
        d="m268 76 18-18 17 11-24 24ZM392 76l-18-18-17 11 24 24ZM268 164l18 18 17-11-24-24ZM392 164l-18 18-17-11 24-24Z"
        fill="var(--panel)"
      />
    </g>
    <path d="M110 196 190 116" stroke={CORAL} strokeWidth="16" strokeLinecap="round" />
    <path d="m176 92 38 38 24-10-10-24-28-28Z" fill={CORAL} />
  </>,
);

/** Sunrise: it comes up over the sea. */
export const SUNRISE_SCENE = scene(
  <>
    <g stroke={GOLD} strokeWidth="6" strokeLinecap="round">
      <path d="M300 70V34M222 92l-20-30M378 92l20-30M170 146l-34-18M430 146l34-18" />
    </g>
    <path d="M206 190a94 94 0 0 1 188 0Z" fill={CORAL} />
    <path d="M40 194h440M96 212h340M168 230h220" stroke="var(--bar-text-2)" strokeWidth="4" strokeLinecap="round" />
  </>,
);
