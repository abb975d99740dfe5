import { BRAND } from "@coralhub/domain";
import { qrPath } from "../../platform/totp.ts";

export type Poster = { title: string; lines: readonly string[]; url: string };

const WIDTH = 750;
const HEIGHT = 1_200;
const QR_SIZE = 320;
const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/** A picture to pass on: what it is about, and a code that a phone reads. Sharp at any size. */
export function drawPoster({ title, lines, url }: Poster): Uint8Array {
  const { path, size } = qrPath(url);
  const left = (WIDTH - QR_SIZE) / 2;
  const words = lines
    .map((line, index) => `<text x="64" y="${352 + index * 56}" font-size="32" fill="#b4c0d4">${escape(line)}</text>`)
    .join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
    `font-family="PingFang SC, HarmonyOS Sans SC, Noto Sans SC, Microsoft YaHei, sans-serif">` +
    `<title>${escape(title)}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0b1b33"/><rect x="64" y="96" width="72" height="8" fill="#ff7a66"/>` +
    `<text x="64" y="168" font-size="32" fill="#ffffff">${escape(BRAND.name)}</text>` +
    `<text x="64" y="264" font-size="56" font-weight="600" fill="#ffffff">${escape(title)}</text>${words}` +
    `<rect x="${left - 24}" y="696" width="${QR_SIZE + 48}" height="${QR_SIZE + 48}" rx="16" fill="#ffffff"/>` +
    `<svg x="${left}" y="720" width="${QR_SIZE}" height="${QR_SIZE}" viewBox="0 0 ${size} ${size}">` +
    `<path d="${path}" fill="#0b1b33"/></svg>` +
    `<text x="${WIDTH / 2}" y="1132" font-size="28" fill="#b4c0d4" text-anchor="middle">长按或扫码打开</text></svg>`;
  return Buffer.from(svg);
}
