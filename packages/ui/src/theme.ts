/*
 * The one place for colour, type, shape and motion: the CSS variables (tokens.css), the antd theme (antd-theme.ts) and
 * the charts read it. It imports nothing, so that entry pages may use it without carrying antd.
 */

export const TONES = ["neutral", "info", "success", "warning", "danger"] as const;
type ToneName = (typeof TONES)[number];
type ToneColours = { text: string; tint: string; line: string };

export type Palette = {
  ground: string;
  panel: string;
  raised: string;
  sunken: string;
  bar: string;
  bar2: string;
  barLine: string;
  /** The bar's lower hairline: seen in dark only, where bar and page are close. */
  barEdge: string;
  barControl: string;
  barText: string;
  barText2: string;
  barText3: string;
  barWarn: string;
  text: string;
  text2: string;
  text3: string;
  textOff: string;
  line: string;
  line2: string;
  lineControl: string;
  link: string;
  select: string;
  selectSoft: string;
  onSelect: string;
  coral: string;
  coralHover: string;
  coralPress: string;
  onCoral: string;
  coralText: string;
  /** A veil over the page while a drawer or dialog is open. */
  veil: string;
  float: string;
  modal: string;
  tone: Record<ToneName, ToneColours>;
  /** Saturation and lightness of a platform tile; the hue comes from the platform's code. */
  tile: { ground: string; shape: string; letters: string };
  /** Series in this order; `rest` is every bar of a single series but the current one. */
  chart: { series: readonly [string, string, string, string, string, string]; rest: string };
};

export const light: Palette = {
  ground: "#F6F7F9",
  panel: "#FFFFFF",
  raised: "#FFFFFF",
  sunken: "#F0F2F6",
  bar: "#0B1B33",
  bar2: "#16294A",
  barLine: "#22385E",
  barEdge: "#0B1B33",
  barControl: "#5F769F",
  barText: "#FFFFFF",
  barText2: "#B4C0D4",
  barText3: "#8FA0BC",
  barWarn: "#FFCF8A",
  text: "#0B1B33",
  text2: "#46546B",
  text3: "#5F6C82",
  textOff: "#9AA4B5",
  line: "#E5E8EE",
  line2: "#D3D9E3",
  lineControl: "#8490A4",
  link: "#1F55B5",
  select: "#1B3A6B",
  selectSoft: "#E9EFF9",
  onSelect: "#FFFFFF",
  coral: "#FF7A66",
  coralHover: "#FF6650",
  coralPress: "#F2563F",
  onCoral: "#0B1B33",
  coralText: "#B53A25",
  veil: "rgba(11, 27, 51, 0.28)",
  float: "0 4px 16px rgba(11, 27, 51, 0.1), 0 0 0 1px rgba(11, 27, 51, 0.06)",
  modal: "0 24px 64px rgba(11, 27, 51, 0.22)",
  tone: {
    neutral: { text: "#46546B", tint: "#F0F2F6", line: "#DDE2EA" },
    info: { text: "#1F55B5", tint: "#EDF3FD", line: "#CFDFF8" },
    success: { text: "#0B6B43", tint: "#E8F6EF", line: "#C4E6D5" },
    warning: { text: "#825200", tint: "#FFF5DF", line: "#F3DDAE" },
    danger: { text: "#B01E2E", tint: "#FDEDEE", line: "#F5CDD1" },
  },
  tile: { ground: "38% 93%", shape: "42% 84%", letters: "48% 26%" },
  chart: { series: ["#1B3A6B", "#E4604A", "#2B8A80", "#B8862B", "#5E8FD6", "#8490A4"], rest: "#C6D2E6" },
};

export const dark: Palette = {
  ground: "#0A1424",
  panel: "#111D31",
  raised: "#18263D",
  sunken: "#0D1829",
  bar: "#0D192C",
  bar2: "#17263F",
  barLine: "#22314B",
  barEdge: "#22314B",
  barControl: "#5F769F",
  barText: "#E9EEF6",
  barText2: "#AEBACD",
  barText3: "#8D9BB2",
  barWarn: "#FFCF8A",
  text: "#E9EEF6",
  text2: "#AEBACD",
  text3: "#8D9BB2",
  textOff: "#56647C",
  line: "#22314B",
  line2: "#2C3D5A",
  lineControl: "#66758F",
  link: "#8DB6FF",
  select: "#A9C6FF",
  selectSoft: "#1B3157",
  onSelect: "#0B1B33",
  coral: "#FF8573",
  coralHover: "#FF9A8A",
  coralPress: "#FF7A66",
  onCoral: "#0B1B33",
  coralText: "#FF9C8C",
  veil: "rgba(4, 9, 18, 0.6)",
  float: "0 4px 16px rgba(0, 0, 0, 0.4), 0 0 0 1px #22314B",
  modal: "0 24px 64px rgba(0, 0, 0, 0.5), 0 0 0 1px #22314B",
  tone: {
    neutral: { text: "#AEBACD", tint: "#1D2B43", line: "#2C3D5A" },
    info: { text: "#9CC0FF", tint: "#172B4E", line: "#22406F" },
    success: { text: "#6FD6A6", tint: "#10322A", line: "#1C4D40" },
    warning: { text: "#F0C067", tint: "#352A14", line: "#54431F" },
    danger: { text: "#FF9DA3", tint: "#3A1B25", line: "#5C2B39" },
  },
  tile: { ground: "38% 20%", shape: "42% 27%", letters: "48% 76%" },
  chart: { series: ["#A9C6FF", "#FF8573", "#58BDB1", "#E0B45C", "#6E97DA", "#7F8DA6"], rest: "#33486C" },
};

/** Hues of platform tiles; the code's hash picks one. */
export const TILE_HUES = [212, 14, 172, 262, 38, 334, 148, 196] as const;

const FAMILY =
  '"PingFang SC", "HarmonyOS Sans SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif';
const MONO = 'ui-monospace, "SF Mono", "JetBrains Mono", Consolas, monospace';
export const font = { family: FAMILY, mono: `${MONO}, ${FAMILY}` } as const;

/** Size, line height, weight of every role a text can have. */
export const type = {
  "figure-xl": [40, 48, 500],
  figure: [24, 32, 500],
  /** The one sentence of an entry page or of the ink band. */
  hero: [32, 40, 600],
  title: [24, 32, 600],
  section: [16, 24, 600],
  "body-lg": [16, 26, 400],
  body: [14, 22, 400],
  label: [13, 20, 500],
  caption: [12, 18, 400],
} as const satisfies Record<string, readonly [size: number, line: number, weight: 400 | 500 | 600]>;
export type TypeRole = keyof typeof type;

export const space = [4, 8, 12, 16, 24, 32, 48, 64] as const;
export const radius = { small: 4, normal: 8, large: 12 } as const;
export const control = { small: 32, normal: 40, large: 48 } as const;
const motion = { colour: "120ms", enter: "160ms", leave: "120ms", ease: "cubic-bezier(0.2, 0, 0, 1)" } as const;

/** Below `narrow` the portal is the phone's, below `wide` side columns fall under the main one. */
export const breakpoint = { narrow: 768, wide: 1280 } as const;

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase();

function colourVariables(k: Palette): [string, string][] {
  const plain = Object.entries(k).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[kebab(name), value]] : [],
  );
  const tones = TONES.flatMap((tone): [string, string][] => [
    [tone, k.tone[tone].text],
    [`${tone}-tint`, k.tone[tone].tint],
    [`${tone}-line`, k.tone[tone].line],
  ]);
  const tiles = Object.entries(k.tile).map(([part, value]): [string, string] => [`tile-${part}`, value]);
  const chart = k.chart.series.map((value, index): [string, string] => [`chart-${index + 1}`, value]);
  return [...plain, ...tones, ...tiles, ...chart, ["chart-rest", k.chart.rest]];
}

function constantVariables(): [string, string][] {
  return [
    ["font", `\n    ${font.family}`],
    ["mono", `${MONO}, var(--font)`],
    ...Object.entries(type).flatMap(([role, [size, line]]): [string, string][] => [
      [`size-${role}`, `${size}px`],
      [`leading-${role}`, `${line}px`],
    ]),
    ["radius", `${radius.normal}px`],
    ["radius-small", `${radius.small}px`],
    ["radius-large", `${radius.large}px`],
    ["control", `${control.normal}px`],
    ["control-small", `${control.small}px`],
    ["control-large", `${control.large}px`],
    ["colour-time", motion.colour],
    ["enter-time", motion.enter],
    ["leave-time", motion.leave],
    ["ease", motion.ease],
  ];
}

const lines = (variables: [string, string][], indent: string) =>
  variables
    .map(([name, value]) => `${indent}--${name}:${value.startsWith("\n") ? "" : " "}${value};\n`)
    .join("")
    .replace(/#[0-9A-F]{6}\b/g, (hex) => hex.toLowerCase());

/** The stylesheet of tokens: light by default, dark where asked for, or where the system asks and nobody chose. */
export function cssVariables(): string {
  const roles = Object.entries(type).map(
    ([role, [, , weight]]) =>
      `.type-${role} {\n  font-size: var(--size-${role});\n  line-height: var(--leading-${role});\n  font-weight: ${weight};\n}\n`,
  );
  return (
    `/* Written by theme.ts: change the tokens there. */\n` +
    `:root {\n${lines(constantVariables(), "  ")}}\n` +
    `:root,\n[data-theme="light"] {\n  color-scheme: light;\n${lines(colourVariables(light), "  ")}}\n` +
    `[data-theme="dark"] {\n  color-scheme: dark;\n${lines(colourVariables(dark), "  ")}}\n` +
    `@media (prefers-color-scheme: dark) {\n  :root:not([data-theme]) {\n    color-scheme: dark;\n${lines(colourVariables(dark), "    ")}  }\n}\n` +
    roles.join("")
  );
}
