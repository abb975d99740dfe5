import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { antdTheme } from "./antd-theme.ts";
import { cssVariables, dark, light, TILE_HUES, TONES, type Palette } from "./theme.ts";

const root = import.meta.dirname;

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (rgb: readonly number[]) =>
  0.2126 * channel(rgb[0]!) + 0.7152 * channel(rgb[1]!) + 0.0722 * channel(rgb[2]!);
const fromHex = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const fromHsl = (hue: number, part: string) => {
  const [s, l] = part.split(" ").map((text) => Number.parseFloat(text) / 100) as [number, number];
  const at = (n: number) => {
    const k = (n + hue / 30) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [at(0), at(8), at(4)];
};
const ratio = (a: readonly number[], b: readonly number[]) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
const hexRatio = (a: string, b: string) => ratio(fromHex(a), fromHex(b));

/** Every pair of text and surface that the parts put together. */
function textPairs(k: Palette): [string, string, string][] {
  const surfaces = { ground: k.ground, panel: k.panel, raised: k.raised, sunken: k.sunken, selectSoft: k.selectSoft };
  const onSurfaces = Object.entries(surfaces).flatMap(([name, ground]): [string, string, string][] => [
    [`text on ${name}`, k.text, ground],
    [`text2 on ${name}`, k.text2, ground],
    [`text3 on ${name}`, k.text3, ground],
    [`link on ${name}`, k.link, ground],
  ]);
  const onTints = TONES.flatMap((tone): [string, string, string][] => [
    [`${tone} on its tint`, k.tone[tone].text, k.tone[tone].tint],
    [`${tone} on panel`, k.tone[tone].text, k.panel],
    [`text on ${tone} tint`, k.text, k.tone[tone].tint],
    [`text3 on ${tone} tint`, k.text3, k.tone[tone].tint],
    [`link on ${tone} tint`, k.link, k.tone[tone].tint],
  ]);
  return [
    ...onSurfaces,
    ...onTints,
    ["coral button", k.onCoral, k.coral],
    ["coral button, hovered", k.onCoral, k.coralHover],
    ["coral button, pressed", k.onCoral, k.coralPress],
    ["coral as text", k.coralText, k.panel],
    ["checked", k.onSelect, k.select],
    ["bar", k.barText, k.bar],
    ["bar, second", k.barText2, k.bar],
    ["bar, third", k.barText3, k.bar],
    ["bar chip", k.barText2, k.bar2],
    ["held on bar", k.barWarn, k.bar],
  ];
}

describe.each([
  ["light", light],
  ["dark", dark],
])("%s palette", (_name, k) => {
  it.each(textPairs(k))("%s reads at AA", (_pair, text, ground) => {
    expect(hexRatio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it("draws outlines, charts and the bar's buttons at 3:1", () => {
    expect(hexRatio(k.lineControl, k.panel)).toBeGreaterThanOrEqual(3);
    expect(hexRatio(k.barControl, k.bar)).toBeGreaterThanOrEqual(3);
    for (const colour of k.chart.series) expect(hexRatio(colour, k.panel)).toBeGreaterThanOrEqual(3);
  });

  it.each(TILE_HUES)("letters of tile hue %i read on ground and shape", (hue) => {
    const letters = fromHsl(hue, k.tile.letters);
    expect(ratio(letters, fromHsl(hue, k.tile.ground))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(letters, fromHsl(hue, k.tile.shape))).toBeGreaterThanOrEqual(4.5);
  });
});

it("shows in the dark which part of a switch is chosen, and its words read", () => {
  const { trackBg, itemSelectedBg, itemSelectedColor } = antdTheme(dark, { isDark: true, still: true }).components!
    .Segmented as Record<string, string>;
  expect(hexRatio(itemSelectedBg!, trackBg!)).toBeGreaterThanOrEqual(1.5);
  expect(hexRatio(itemSelectedColor!, itemSelectedBg!)).toBeGreaterThanOrEqual(4.5);
});

describe("tokens", () => {
  it("has the same tokens in light and dark", () => {
    const names = (k: Palette) => Object.keys(k).sort();
    expect(names(dark)).toEqual(names(light));
  });

  it("writes tokens.css (after a change: vitest run -u)", async () => {
    await expect(cssVariables()).toMatchFileSnapshot("./tokens.css");
  });

  it("is the only file that knows a colour, a shadow or a font size", () => {
    const allowed = new Set(["theme.ts", "tokens.css", "theme.test.ts"]);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(css|tsx?)$/.test(name));
    expect(files.length).toBeGreaterThan(20);
    const guilty = files.filter((name) => {
      if (allowed.has(name)) return false;
      const text = readFileSync(join(root, name), "utf8");
      return /#[0-9a-f]{6}\b|\brgba?\(|font-size:\s*[\d.]+px|fontSize:\s*\d/i.test(text);
    });
    expect(guilty).toEqual([]);
  });

  it("uses only variables that exist", () => {
    const files = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(css|tsx)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
    const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
    const known = new Set(files.flatMap(({ text }) => named(text, /--([\w-]+)"?:/g)));
    const unknown = files.flatMap(({ name, text }) =>
      named(text, /var\(--([\w-]+)\)/g)
        .filter((variable) => !known.has(variable))
        .map((variable) => `${name}: --${variable}`),
    );
    expect(unknown).toEqual([]);
  });
});
