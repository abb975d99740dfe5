import type { FileReply } from "@coralhub/contract";
import { BRAND, toShanghaiTime, type PaperLanguage } from "@coralhub/domain";
import { setImmediate } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { readFonts } from "./fonts.ts";

const [REGULAR, STRONG] = ["regular", "strong"];

const INK = "#101a33";
const QUIET = "#5b6478";
const LINE = "#d9dde5";
const ACCENT = "#e8604c";
const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin - 28;

export type Column = { title: string; width: number; align?: "left" | "right" };
export type Pdf = {
  heading(text: string): void;
  paragraph(text: string): void;
  /** Label and value, one below the other. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void;
  /** The house's round seal, beside what was written last. */
  seal(words: string): void;
  /** Repeats its head on every page. Rows are waited for: a long table lets others do their work in between. */
  table(columns: readonly Column[]): { row(cells: readonly string[]): Promise<void> };
  finish(): void;
  readonly body: AsyncIterable<Uint8Array>;
};

/** One look for every paper we hand out: the brand on top, what it is, facts, and who vouches for it below. */
export function openPdf({
  title,
  subtitle,
  issuedAt,
  language = "zh",
}: {
  title: string;
  subtitle: string;
  issuedAt: Date;
  language?: PaperLanguage;
}): Pdf {
  const doc = new PDFDocument({
    size: "A4",
    // None before ours are registered.
    font: "",
    margin: PAGE.margin,
    info: { Title: title, Author: BRAND.company, CreationDate: issuedAt },
  });
  const { regular, strong } = readFonts();
  doc.registerFont(REGULAR, regular).registerFont(STRONG, strong);
  const page = drawFrame(doc, FRAMES[language], issuedAt);
  drawTitle(doc, title, subtitle);
  const room = (height: number): boolean => {
    if (doc.y + height <= BOTTOM) return false;
    page.next();
    return true;
  };
  return {
    body: doc,
    heading(text) {
      room(40);
      doc.moveDown(0.8).font(STRONG).fontSize(12).fillColor(INK).text(text, PAGE.margin).moveDown(0.4);
    },
    paragraph(text) {
      doc.font(REGULAR).fontSize(10).fillColor(INK);
      room(doc.heightOfString(text, { width: WIDTH }));
      doc.text(text, PAGE.margin, doc.y, { width: WIDTH, lineGap: 3 }).moveDown(0.5);
    },
    facts: (rows) => drawFacts(doc, rows, room),
    seal(words) {
      room(SEAL.radius * 2 + 24);
      drawSeal(doc, FRAMES[language].brand, words);
    },
    table: (columns) => drawTable(doc, columns, room),
    finish: () => doc.end(),
  };
}

type Frame = { brand: string; beside: string; foot: (issuedAt: string, page: number) => string };
const FRAMES: Record<PaperLanguage, Frame> = {
  zh: {
    brand: BRAND.name,
    beside: BRAND.latinName,
    foot: (issuedAt, page) =>
      `${BRAND.company}   ${BRAND.servicePhone}   出具时间 ${issuedAt}（北京时间）   第 ${page} 页`,
  },
  en: {
    brand: BRAND.latinName,
    beside: "",
    foot: (issuedAt, page) =>
      `${BRAND.latinCompany}   ${BRAND.servicePhone}   Issued ${issuedAt} (Beijing time)   Page ${page}`,
  },
};

type Doc = InstanceType<typeof PDFDocument>;
type Room = (height: number) => boolean;

/** What every page carries. The margin is lifted while the foot is written: text there would open a page of its own. */
function drawFrame(doc: Doc, words: Frame, issuedAt: Date) {
  let number = 0;
  const draw = () => {
    number++;
    doc.font(STRONG).fontSize(13).fillColor(ACCENT).text(words.brand, PAGE.margin, PAGE.margin, { continued: true });
    doc.font(REGULAR).fontSize(10).fillColor(QUIET).text(`  ${words.beside}`);
    const foot = words.foot(toShanghaiTime(issuedAt), number);
    doc.page.margins.bottom = 0;
    doc.fontSize(8).text(foot, PAGE.margin, PAGE.height - PAGE.margin, { width: WIDTH, lineBreak: false });
    doc.page.margins.bottom = PAGE.margin;
    rule(doc, PAGE.margin + 26);
    doc.y = PAGE.margin + 40;
  };
  draw();
  return {
    next() {
      doc.addPage();
      draw();
    },
  };
}

function drawTitle(doc: Doc, title: string, subtitle: string): void {
  doc.font(STRONG).fontSize(20).fillColor(INK).text(title, PAGE.margin);
  doc.font(REGULAR).fontSize(10).fillColor(QUIET).text(subtitle, PAGE.margin).moveDown(1);
}

const SEAL = { radius: 44, star: 12 } as const;
/** Two rings, a star, the company around and what the seal is for below. */
function drawSeal(doc: Doc, brand: string, words: string): void {
  const [x, y] = [PAGE.width - PAGE.margin - SEAL.radius, doc.y + SEAL.radius + 12];
  doc.save().lineWidth(1.6).strokeColor(ACCENT).circle(x, y, SEAL.radius).stroke();
  doc
    .lineWidth(0.6)
    .circle(x, y, SEAL.radius - 4)
    .stroke();
  const points = Array.from({ length: 10 }, (_, at): [number, number] => {
    const [angle, length] = [(Math.PI * at) / 5 - Math.PI / 2, at % 2 === 0 ? SEAL.star : SEAL.star * 0.4];
    return [x + length * Math.cos(angle), y - 4 + length * Math.sin(angle)];
  });
  doc.polygon(...points).fill(ACCENT);
  doc.font(STRONG).fontSize(7).fillColor(ACCENT);
  const box = { width: SEAL.radius * 2 - 16, align: "center" as const, lineBreak: false };
  doc.text(brand, x - SEAL.radius + 8, y - 30, box);
  doc.text(words, x - SEAL.radius + 8, y + 16, box);
  doc.restore();
  doc.x = PAGE.margin;
  doc.y = y + SEAL.radius + 12;
}

const rule = (doc: Doc, y: number) =>
  doc
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();

const LABEL_WIDTH = 130;

function drawFacts(doc: Doc, rows: readonly (readonly [string, string])[], room: Room): void {
  for (const [label, value] of rows) {
    const width = WIDTH - LABEL_WIDTH;
    doc.font(REGULAR).fontSize(10);
    const height = Math.max(doc.heightOfString(value, { width }), 12) + 12;
    room(height);
    const top = doc.y;
    doc.fillColor(QUIET).text(label, PAGE.margin, top, { width: LABEL_WIDTH - 8 });
    doc.fillColor(INK).text(value, PAGE.margin + LABEL_WIDTH, top, { width });
    doc.y = top + height;
    rule(doc, doc.y - 7);
  }
}

const ROW_HEIGHT = 18;
/** So long a table keeps everybody else waiting at most. */
const SLICE_MS = 10;

function drawTable(doc: Doc, columns: readonly Column[], room: Room) {
  const cells = (texts: readonly string[], colour: string) => {
    const top = doc.y;
    let left: number = PAGE.margin;
    doc.font(REGULAR).fontSize(8.5).fillColor(colour);
    for (const [at, { width, align = "left" }] of columns.entries()) {
      // A cell never opens a line or a page of its own: what is too long ends in an ellipsis.
      doc.text(texts[at] ?? "", left, top, { width: width - 6, height: ROW_HEIGHT - 6, align, ellipsis: true });
      left += width;
    }
    doc.y = top + ROW_HEIGHT;
  };
  const head = () => {
    cells(
      columns.map(({ title }) => title),
      QUIET,
    );
    rule(doc, doc.y - 4);
  };
  head();
  let since = performance.now();
  return {
    async row(texts: readonly string[]) {
      if (performance.now() - since > SLICE_MS) {
        await setImmediate();
        since = performance.now();
      }
      if (room(ROW_HEIGHT)) head();
      cells(texts, INK);
    },
  };
}

export const pdfReply = (fileName: string, pdf: Pdf): FileReply => ({
  fileName: `${fileName}.pdf`,
  contentType: "application/pdf",
  body: pdf.body,
});
