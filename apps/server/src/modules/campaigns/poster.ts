import { BRAND, type PosterPage } from "@coralhub/domain";
import { drawnWords, widthOfWords } from "../../platform/drawn-words.ts";
import { pictureOf } from "../../platform/picture.ts";
import { qrPath } from "../../platform/totp.ts";

export type Poster = {
  title: string;
  lines: readonly string[];
  url: string;
  look?: PosterLook;
  /** A JPEG of the campaign's own, in place of the drawing. */
  photo?: Uint8Array | undefined;
};

/** Ground, large words, small words; the drawing of the page in its own colour, 160 by 160. */
export type PosterLook = { ground: string; ink: string; quiet: string; colour: string; drawing: string };
const HOUSE: PosterLook = {
  ground: "#0b1b33",
  ink: "#ffffff",
  quiet: "#b4c0d4",
  colour: "#ff7a66",
  drawing: "M80 150V70m0 40C50 106 34 86 34 54m46 34c30-4 46-24 46-56M80 70c-16-4-24-16-24-36m24 36c16-4 24-16 24-36",
};
const LIGHT = { ink: "#0b1b33", quiet: "#46546b", colour: "#f2563f" };
/** Each page's poster is recognisable beside the page. */
export const POSTER_LOOKS: Readonly<Record<PosterPage, PosterLook>> = {
  ganen: {
    ...LIGHT,
    ground: "#fff5df",
    drawing: "M10 66 80 24l70 42v74H10Zm0 0 70 40 70-40M80 106v34m0-14c-8-2-12-6-12-14m12 6c8-2 12-6 12-14",
  },
  treasure: {
    ...HOUSE,
    colour: "#ffcf8a",
    drawing: "M16 72c0-32 16-44 64-44s64 12 64 44v64H16Zm0 0h128M68 64h24v26H68ZM44 34v102M116 34v102",
  },
  friends: {
    ...LIGHT,
    ground: "#e8f6ef",
    colour: "#0b6b43",
    drawing:
      "M56 32a22 22 0 1 1 0 44 22 22 0 0 1 0-44ZM16 136c0-28 16-42 40-42s40 14 40 42M112 44a16 16 0 1 1 0 32 16 16 0 0 1 0-32ZM108 94c24-4 40 12 40 38",
  },
  draw: {
    ...HOUSE,
    drawing:
      "M80 10a70 70 0 1 1 0 140 70 70 0 0 1 0-140ZM80 68a12 12 0 1 1 0 24 12 12 0 0 1 0-24ZM80 10v58m0 24v58M10 80h58m24 0h58M30 30l42 42m16 16 42 42M130 30 88 72M72 88l-42 42",
  },
  fu: {
    ...HOUSE,
    ground: "#903d39",
    quiet: "#ffe3dd",
    colour: "#ffcf8a",
    drawing:
      "M80 6 154 80 80 154 6 80ZM50 60h20m-10-10v62m0-40-14 18m14-14 12 12M82 54h36M86 66h28v14H86Zm-2 24h32v24H84Zm16 0v24m-16-12h32",
  },
  fiveone: {
    ...LIGHT,
    ground: "#edf3fd",
    colour: "#1f55b5",
    drawing: "M20 34h120v106H20Zm0 34h120M52 20v28m56-28v28M52 104l20 20 38-40",
  },
  sunrise: {
    ...HOUSE,
    ground: "#3a2a42",
    quiet: "#e6d7dd",
    drawing: "M24 112a56 56 0 0 1 112 0ZM4 128h152M28 144h104M80 36V14M38 52 26 34m96 18 12-18M14 84l-10-4m142 4 10-4",
  },
  taxRefundService: {
    ...LIGHT,
    ground: "#edf3fd",
    colour: "#1f55b5",
    drawing: "M44 40V14h84v104h-22M24 40h82v106H24Zm18 26h46M42 84h46M42 102h26m-8 20 10 10 20-22",
  },
  easyLoan: {
    ...HOUSE,
    drawing:
      "M4 112h152M40 136V40m80 96V40M4 104c18-12 30-34 36-64 8 36 24 54 40 54s32-18 40-54c6 30 18 52 36 64M60 112V86m20 26V94m20 18V86",
  },
};

const WIDTH = 750;
const HEIGHT = 1_200;
const QR_SIZE = 320;
const MARGIN = 64;
const textAt = (y: number, size: number, fill: string, text: string): string =>
  drawnWords({ text, size, fill, x: MARGIN, y, strong: size > LINE.size });
const ROOM = WIDTH - 2 * MARGIN;
const TITLE = { size: 56, leading: 68 };
const LINE = { size: 32, leading: 46 };
/** The drawing stands below: so much of words fits above it. */
const MOST = { title: 2, lines: 5 };

/** Broken where the picture ends. */
function broken(text: string, size: number): string[] {
  const rows = [""];
  for (const sign of text) {
    if (widthOfWords({ text: rows.at(-1)! + sign, size, strong: size > LINE.size }) > ROOM) rows.push("");
    rows.push(rows.pop()! + sign);
  }
  return rows;
}
/** What does not fit ends with a sign that says so. */
const atMost = (rows: readonly string[], most: number): string[] =>
  rows.length <= most ? [...rows] : [...rows.slice(0, most - 1), `${rows[most - 1]!.slice(0, -1)}…`];

/** The last of several lines is a code, and always there. */
function rowsOf(lines: readonly string[], most: number): string[] {
  const [last, ...before] = lines.toReversed();
  if (before.length === 0) return atMost(broken(last ?? "", LINE.size), most);
  const rows = before.toReversed().flatMap((line) => broken(line, LINE.size));
  return [...atMost(rows, most - 1), last!];
}

const PHOTO = { width: 400, height: 208, y: 472 };
const photoAt = (bytes: Uint8Array): string =>
  `<image x="${(WIDTH - PHOTO.width) / 2}" y="${PHOTO.y}" width="${PHOTO.width}" height="${PHOTO.height}" ` +
  `preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}"/>`;
const drawingOf = ({ drawing, colour }: PosterLook): string =>
  `<path transform="translate(${(WIDTH - 200) / 2} 476) scale(1.25)" d="${drawing}" fill="none" ` +
  `stroke="${colour}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`;

const HINT = { text: "长按或扫码打开", size: 28 };

/** A picture to pass on, which a phone can keep: what it is about, and a code that a phone reads. */
export function drawPoster({ title, lines, url, look = HOUSE, photo }: Poster): Promise<Uint8Array> {
  const { path, size } = qrPath(url);
  const left = (WIDTH - QR_SIZE) / 2;
  const heads = atMost(broken(title, TITLE.size), MOST.title);
  const from = 248 + (heads.length - 1) * TITLE.leading + 60;
  const words = rowsOf(lines, MOST.lines - heads.length)
    .map((row, at) => textAt(from + at * LINE.leading, LINE.size, look.quiet, row))
    .join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${look.ground}"/>` +
    `<rect x="${MARGIN}" y="96" width="72" height="8" fill="${look.colour}"/>` +
    textAt(168, LINE.size, look.ink, BRAND.name) +
    `${heads.map((row, at) => textAt(248 + at * TITLE.leading, TITLE.size, look.ink, row)).join("")}${words}` +
    (photo ? photoAt(photo) : drawingOf(look)) +
    `<rect x="${left - 24}" y="704" width="${QR_SIZE + 48}" height="${QR_SIZE + 48}" rx="16" fill="#ffffff"/>` +
    `<svg x="${left}" y="728" width="${QR_SIZE}" height="${QR_SIZE}" viewBox="0 0 ${size} ${size}">` +
    `<path d="${path}" fill="#0b1b33"/></svg>` +
    `${drawnWords({ ...HINT, fill: look.quiet, x: (WIDTH - widthOfWords(HINT)) / 2, y: 1_132 })}</svg>`;
  return pictureOf(svg);
}
