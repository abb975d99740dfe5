import type {
  Currency,
  FileProblem,
  GivenOrder,
  OrderField,
  OrderRefundKind,
  OrderSheet,
  OrderSheetKey,
} from "@coralhub/domain";
import {
  columnsOf,
  givenOf,
  habitsOf,
  HEADER_WITHIN,
  ORDER_ROWS_AT_MOST,
  orderSheet,
  plainHeader,
  plainOrderNumber,
  readOrder,
} from "@coralhub/domain/orders/reading";
import { parse } from "csv-parse";
import { streamXlsxRows } from "hucre/xlsx";
import { Readable } from "node:stream";
import { ArchiveProblem, cleanArchive } from "../../platform/clean-archive.ts";
import { isSure, type ComingRow } from "./packed-rows.ts";
import { asTyped, isOfOtherMoney, refundLines, withoutChargebacks, withSums, type GivenRefund } from "./sheet-sums.ts";
import { Shelf, ShelfFull } from "./shelf.ts";

/** A file's own fault: why nothing of it could be read. */
export class SheetProblem extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
export type SheetQuestion = {
  bytes: Uint8Array;
  isWorkbook: boolean;
  sheet: OrderSheetKey;
  platform: string;
  currency: Currency | null;
  now: Date;
};
/** In our file of refused orders: where each stood. */
export const OLD_LINE = "原文件行号";
type Cells = AsyncIterable<{ line: number; cells: string[] }>;
/** What the lines of one order say together. */
type Gathered = {
  line: number;
  mends: number | null;
  given: GivenOrder;
  amounts: readonly string[];
  /** What a column of the report says of refunds, line by line. */
  returned: readonly string[];
  refunds: readonly GivenRefund[];
  repeated: boolean;
  unsold: boolean;
  unknown: boolean;
};
/** What a line says of its order: that nobody has paid for it, that somebody has, or what no report was known to say. */
type Word = "unsold" | "paid" | "unknown";
/**
 * One line of an order as it stands on the shelf: the line's number, its cells, what it adds, what it mends, of a refund what it is
 * and its ids, and what else it says of its order.
 */
type Packed = [
  line: number,
  given: GivenOrder,
  parts: string[],
  mends: number | null,
  refund: [OrderRefundKind, string[]] | null,
  word?: Word,
];

/** A line of nothing but separators tells nothing; this many of them are a sheet made to be long. */
const MOST_LINES = 1_000_000;
const MOST_COLUMNS = 300;
const PIECE_BYTES = 65_536;
/** A kilobyte for each of a hundred thousand orders, many times what their cells take. */
const MOST_KEPT_BYTES = 100 * 1_048_576;

/** Orders of a file, in its order; they are read and checked as they are asked for. */
export type Sheet = { total: number; take(from: number, to: number): ComingRow[] };

/** Goes through a file once, and keeps no more of it than the cells of its orders. Runs in a thread of its own. */
export async function readSheet(question: SheetQuestion): Promise<Sheet> {
  const sheet = orderSheet(question.sheet);
  const { total, orderAt, amounts, dates } = await gather(sheet, linesOf(question));
  if (total === 0) throw new SheetProblem("empty");
  const habits = habitsOf(amounts, dates);
  const { platform, currency, now } = question;
  const rowOf = ({ line, mends, repeated, unsold, unknown, ...order }: Gathered): ComingRow => {
    const given = withSums(sheet, order, habits, currency);
    const read = readOrder(given, { platform, currency, now, habits });
    if (repeated) read.findings.push("duplicateInFile");
    if (unsold) read.findings.push("notSold");
    if (unknown) read.findings.push("kindUnknown");
    if (isOfOtherMoney(order.refunds, read.currency) && !read.findings.includes("currencyOther"))
      read.findings.push("currencyOther");
    const refunds = refundLines(sheet, order.refunds, habits, read.currency);
    if (refunds.length > 0 && refunds.every(({ kind }) => kind === "chargeback"))
      read.findings = read.findings.map((one) => (one === "refundOnly" ? "chargebackOnly" : one));
    // What is written down by itself comes on top of the figure that stays with the order's cells.
    const kept = isSure(read) ? withoutChargebacks(given, order, habits, currency) : given;
    return { line, given: asTyped(kept, habits, read.currency ?? currency), read, mends, refunds };
  };
  return {
    total,
    take(from, to) {
      const count = Math.max(0, Math.min(to, total) - from);
      return Array.from({ length: count }, (_none, at) => rowOf(orderAt(from + at)));
    },
  };
}

const linesOf = ({ bytes, isWorkbook }: SheetQuestion): Cells => (isWorkbook ? workbookLines(bytes) : textLines(bytes));

async function* workbookLines(bytes: Uint8Array): Cells {
  const archive = await cleanArchive(bytes).catch((error: unknown) => {
    throw error instanceof ArchiveProblem && error.what === "too_complex" ? new SheetProblem("tooComplex") : error;
  });
  // A workbook numbers its rows itself: one that has a number twice, or none, would lose orders that were counted.
  let last = -1;
  for await (const { index, values } of streamXlsxRows(archive)) {
    if (index > MOST_LINES) throw new SheetProblem("tooManyRows");
    if (!Number.isInteger(index) || index <= last) throw new SheetProblem("damaged");
    last = index;
    yield { line: index + 1, cells: values.slice(0, MOST_COLUMNS).map(cellText) };
  }
}
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  // A sheet's times carry no zone: the reader makes them as if they were UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  // A workbook can write signs that are none: half a character, and the one that no table takes.
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "");
  return typeof value === "number" ? numberText(value) : "";
};
/** Numbers of more than fifteen digits have lost their end: they are shown as what they are, damaged. */
const numberText = (value: number): string =>
  Math.abs(value) >= 1e15 ? value.toExponential().toUpperCase() : String(value);

async function* textLines(bytes: Uint8Array): Cells {
  const encoding = encodingOf(bytes);
  const parser = Readable.from(decoded(bytes, encoding)).compose(
    parse({
      delimiter: delimiterOf(new TextDecoder(encoding).decode(bytes.subarray(0, 16_384))),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 1_000_000,
    }),
  ) as AsyncIterable<{ record: string[]; info: { lines: number } }>;
  for await (const { record, info } of parser) yield { line: info.lines, cells: record.slice(0, MOST_COLUMNS) };
}
/** Piece by piece: as a whole, the text would take twice the room of the file. */
function* decoded(bytes: Uint8Array, encoding: string): Iterable<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
  }
  yield decoder.decode();
}
/** Strict UTF-8, or what Chinese and Japanese spreadsheets write; a mixture is none of them. */
function encodingOf(bytes: Uint8Array): string {
  for (const encoding of ["utf-8", "gb18030"]) {
    try {
      for (const _piece of decoded(bytes, encoding));
      return encoding;
    } catch {
      // The next one.
    }
  }
  throw new SheetProblem("encoding");
}
function delimiterOf(text: string): string {
  const head = text.slice(0, 8_192);
  const count = (sign: string) => head.split(sign).length;
  return ["\t", ";", ","].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
}

/** What the page takes and shows; the rest of a longer one says nothing about an order, and costs time to look at. */
const LONGEST_CELL = 300;
const withinLength = (cell: string): string =>
  cell.length <= LONGEST_CELL ? cell : cell.slice(0, LONGEST_CELL).toWellFormed();

async function gather(sheet: OrderSheet, lines: Cells) {
  const kept = keepOrders(sheet);
  const [amounts, dates] = [new Set<string>(), new Set<string>()];
  const before: GivenOrder = {};
  let header: ({ columns: ReadonlyMap<OrderField, number[]> } & ReturnType<typeof placesOf>) | undefined;
  let looked = 0;
  for await (const { line, cells: written } of lines) {
    const cells = written.map(withinLength);
    if (!header) {
      const columns = columnsOf(sheet, cells);
      if (columns) header = { columns, ...requirePlaces(sheet, cells) };
      else if (++looked > HEADER_WITHIN) throw new SheetProblem("header");
      continue;
    }
    const given = givenOf(header.columns, cells);
    for (const field of sheet.fillDown ?? []) {
      if (given[field] === undefined) given[field] = before[field];
      else before[field] = given[field];
    }
    const kind = kindOf(sheet, header, cells);
    const refund = kind === "refund" || kind === "chargeback" ? kind : null;
    // A refund's own number is no order's: where it does not say whose it is, its number is missing.
    if (refund !== null && sheet.lines?.refundOf !== undefined) {
      delete given.orderNumber;
      const order = cellAt(cells, header.refundOfAt);
      if (order !== "") given.orderNumber = order;
    }
    if (kind === "other" || isNoOrder(given)) continue;
    const number = plainOrderNumber(given.orderNumber);
    const repeated = sheet.oneLine === true && number !== null && kept.has(number);
    // No number has a tab: a line that stands for itself is never taken for another order.
    const key = repeated || number === null ? `\t${line}` : number;
    const parts = partsOf(given, header, cells);
    const mends = /^\d{1,7}$/.exec((cells[header.mendsAt] ?? "").trim())?.[0];
    const told: Packed[4] = refund && [refund, header.refundIdsAt.map((at) => cellAt(cells, at))];
    const packed: Packed = [line, given, parts, mends === undefined ? null : Number(mends), told];
    const word = refund === null ? wordOf(sheet, header, cells, kind) : undefined;
    if (word !== undefined) packed.push(word);
    kept.add(key, packed, repeated);
    if (given.amount !== undefined && amounts.size < 5_000) amounts.add(given.amount);
    if (given.orderedAt !== undefined && dates.size < 5_000) dates.add(given.orderedAt);
  }
  if (!header) throw new SheetProblem("header");
  return { ...kept.done({ saysPaid: header.paidAt.length > 0 }), amounts, dates };
}

/** Orders as their lines come, packed; most of them have one line. */
function keepOrders({ amountPer }: OrderSheet) {
  const shelf = new Shelf(MOST_KEPT_BYTES);
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  const more = new Map<number, number[]>();
  const repeats = new Set<number>();
  const put = (packed: Packed): number => {
    try {
      return shelf.put(JSON.stringify(packed));
    } catch (error) {
      throw error instanceof ShelfFull ? new SheetProblem("tooComplex") : error;
    }
  };
  const orderAt = (order: number, saysPaid: boolean): Gathered => {
    const all = [firsts[order]!, ...(more.get(order) ?? [])].map((place) => JSON.parse(shelf.get(place)) as Packed);
    const [line, , , mends] = all[0]!;
    const says = (word: Word) => all.some((one) => one[5] === word);
    const others = all.filter((one) => one[5] !== "unsold");
    // What stands once for the order is said of all of it; of lines that each have their own, the others count.
    const isUnsold = says("unsold") && (amountPer === "order" || others.every((one) => one[4]));
    const isUnpaid = saysPaid && !says("paid") && all.some((one) => !one[4]);
    const unsold = isUnsold || isUnpaid;
    const lines = isUnsold ? all : others;
    const given: GivenOrder = {};
    const [amounts, refunds]: [string[], GivenRefund[]] = [[], []];
    // What the sale says of the order counts before what its refund says, whichever stands first.
    for (const [, cells, parts, , refund] of [...lines.filter((one) => !one[4]), ...lines.filter((one) => one[4])]) {
      for (const [field, text] of Object.entries(cells)) given[field as OrderField] ??= text;
      const { orderedAt: at = "", currency = "" } = cells;
      if (refund) refunds.push({ kind: refund[0], ids: refund[1], parts, at, currency });
      else amounts.push(...parts);
    }
    const returned = lines.flatMap(([, cells]) => cells.refunded ?? []);
    return {
      line,
      mends,
      given,
      amounts,
      returned,
      refunds,
      repeated: repeats.has(order),
      unsold,
      unknown: says("unknown"),
    };
  };
  return {
    has: (key: string): boolean => numbers.has(key),
    add(key: string, packed: Packed, repeated: boolean): void {
      const known = numbers.get(key);
      if (known === undefined && firsts.length >= ORDER_ROWS_AT_MOST) throw new SheetProblem("tooManyRows");
      const place = put(packed);
      if (known === undefined) {
        if (repeated) repeats.add(firsts.length);
        numbers.set(key, firsts.push(place) - 1);
      } else if (more.has(known)) more.get(known)!.push(place);
      else more.set(known, [place]);
    },
    /** Nothing comes any more: which number was which is forgotten. `saysPaid`: each order says when it was paid. */
    done({ saysPaid }: { saysPaid: boolean }) {
      numbers.clear();
      return { total: firsts.length, orderAt: (order: number) => orderAt(order, saysPaid) };
    },
  };
}

function placesOf({ lines, plus = [], minus = [], unsold, paid = [] }: OrderSheet, header: readonly string[]) {
  const names = header.map(plainHeader);
  const at = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(plainHeader(name)));
  const found = (spellings: readonly string[]) => spellings.map(at).filter((place) => place >= 0);
  return {
    kindAt: at(lines?.column),
    onlyAt: at(lines?.only?.column),
    impactAt: at(lines?.impact),
    refundOfAt: at(lines?.refundOf),
    refundIdsAt: (lines?.refundIds ?? []).map(at),
    mendsAt: at(OLD_LINE),
    plusAt: found(plus),
    minusAt: found(minus),
    unsoldAt: found(unsold?.columns ?? []),
    paidAt: found(paid),
  };
}
type Places = ReturnType<typeof placesOf>;

/** The same, of a file that still says what its lines are and whether its orders were paid, as its platform's own does. */
function requirePlaces(sheet: OrderSheet, header: readonly string[]): Places {
  const places = placesOf(sheet, header);
  const asked = [...(sheet.paid ?? []), ...(sheet.unsold?.columns ?? [])];
  const isSilent = asked.length > 0 && places.paidAt.length + places.unsoldAt.length === 0;
  if (isSilent || (sheet.lines !== undefined && places.kindAt < 0)) throw new SheetProblem("header");
  return places;
}

/** What a line adds to its order, and what is taken off: a discount, written with a minus or without. */
const partsOf = ({ amount = "" }: GivenOrder, { plusAt, minusAt }: Places, cells: readonly string[]): string[] => [
  ...[amount, ...plusAt.map((at) => cells[at] ?? "")].filter((text) => text !== ""),
  ...minusAt
    .map((at) => cellAt(cells, at).replaceAll(/[()-]/g, ""))
    .flatMap((text) => (text === "" ? [] : /\d/.test(text) ? `-${text}` : text)),
];

const cellAt = (cells: readonly string[], at: number): string => (cells[at] ?? "").trim().replace(/^-+$/, "");

function kindOf(
  { lines }: OrderSheet,
  { kindAt, onlyAt, impactAt }: Places,
  cells: readonly string[],
): "order" | "other" | "unknown" | OrderRefundKind {
  if (!lines) return "order";
  const word = (at: number) => cellAt(cells, at).toLowerCase();
  if (lines.only && onlyAt >= 0 && !lines.only.is.includes(word(onlyAt))) return "other";
  const kind = word(kindAt);
  if (lines.refunds.includes(kind)) return "refund";
  if (lines.chargebacks.includes(kind)) return "chargeback";
  if (impactAt >= 0 && word(impactAt) !== "credit") return "other";
  if (lines.orders.includes(kind)) return "order";
  return lines.neither === undefined || lines.neither.includes(kind) ? "other" : "unknown";
}

function wordOf(
  { unsold }: OrderSheet,
  { unsoldAt, paidAt }: Places,
  cells: readonly string[],
  kind: ReturnType<typeof kindOf>,
): Word | undefined {
  if (kind === "unknown") return "unknown";
  if (unsoldAt.some((at) => unsold?.is.includes(cellAt(cells, at).toLowerCase()))) return "unsold";
  return paidAt.some((at) => cellAt(cells, at) !== "") ? "paid" : undefined;
}
/** Empty lines, the line of descriptions below a header, and totals at the end. */
const isNoOrder = ({ orderNumber, amount, orderedAt }: GivenOrder): boolean =>
  (orderNumber === undefined && amount === undefined) ||
  /^(total|合计|platform unique order id|record\(s\) downloaded)/i.test(orderNumber ?? "") ||
  (orderNumber === undefined && orderedAt === undefined);
