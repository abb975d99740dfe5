import { inflateSync } from "node:zlib";

/**
 * Reads all objects of a PDF, in one walk over its bytes: those between `obj` and `endobj`, and those packed in object
 * streams. The tables of positions in the file are not believed: two readers that trust them can see two documents.
 */
export type PdfNode =
  | { kind: "plain"; text: string }
  | { kind: "name"; name: string }
  | { kind: "list"; items: PdfNode[] }
  | { kind: "dict"; entries: Map<string, PdfNode> };
export type PdfDict = Extract<PdfNode, { kind: "dict" }>;
export type PdfObject = { number: number; generation: number; value: PdfNode; data?: Buffer };
export type PdfFile = { objects: PdfObject[]; trailers: PdfDict[] };

/** `damaged`: not a PDF a reader could be sure about. `excessive`: larger or deeper than any honest document. */
export class PdfProblem extends Error {
  override readonly name = "PdfProblem";
  readonly what: "damaged" | "excessive";
  constructor(what: "damaged" | "excessive") {
    super(what);
    this.what = what;
  }
}

const MOST_UNPACKED_BYTES = 32 * 1024 * 1024;
const MOST_NODES = 1_500_000;
const MOST_OBJECTS = 200_000;
/** Words between objects: of tables of positions, three for each object. */
const MOST_STEPS = 1_000_000;
const DEEPEST = 100;
const END_OF_STREAM = Buffer.from("endstream");
/** Between a stream's data and the word that ends it: a line end, which some writers pad. */
const MOST_SPACE = 16;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const [LESS, GREATER, OPEN, CLOSE, PERCENT, SLASH, BACKSLASH] = Buffer.from("<>[]%/\\") as unknown as number[];
const [PAREN_OPEN, PAREN_CLOSE, CR, LF] = Buffer.from("()\r\n") as unknown as number[];
const DELIMITERS = new Set(Buffer.from("()<>[]{}/%"));
const isRegular = (byte: number): boolean => !SPACE.has(byte) && !DELIMITERS.has(byte);
const INTEGER = /^\+?\d{1,10}$/;

/** Counted over the whole file, packed parts included. */
type Budget = { nodes: number; bytes: number };

class Reader {
  at = 0;
  readonly #bytes: Buffer;
  readonly #budget: Budget;
  constructor(bytes: Buffer, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
  }
  get ended(): boolean {
    return this.at >= this.#bytes.length;
  }
  skipSpace(): void {
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at]!;
      if (byte === PERCENT) {
        while (this.at < this.#bytes.length && this.#bytes[this.at] !== CR && this.#bytes[this.at] !== LF) this.at++;
      } else if (!SPACE.has(byte)) return;
    }
  }
  /** A run of ordinary characters: a number or a word. Empty before a delimiter. */
  word(): string {
    this.skipSpace();
    const start = this.at;
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at]!)) this.at++;
    return this.#bytes.toString("latin1", start, this.at);
  }
  /** Looks at the next word and stays before it unless it is this one. */
  takes(word: string): boolean {
    const before = this.at;
    if (this.word() === word) return true;
    this.at = before;
    return false;
  }
  /** Two numbers and the word after them, as in `5 0 obj`; undefined, and nothing read, where something else stands. */
  numbered(first: string, word: string): [number, number] | undefined {
    const before = this.at;
    const second = INTEGER.test(first) ? this.word() : "";
    if (INTEGER.test(second) && this.word() === word) return [Number(first), Number(second)];
    this.at = before;
    return undefined;
  }
  value(depth = 0): PdfNode {
    if (depth > DEEPEST || ++this.#budget.nodes > MOST_NODES) throw new PdfProblem("excessive");
    this.skipSpace();
    const byte = this.#bytes[this.at];
    if (byte === SLASH) return { kind: "name", name: this.#name() };
    if (byte === OPEN) return this.#list(depth);
    if (byte === LESS)
      return this.#bytes[this.at + 1] === LESS
        ? this.#dict(depth)
        : this.#slice(this.#bytes.indexOf(GREATER!, this.at));
    if (byte === PAREN_OPEN) return this.#string();
    const word = this.word();
    if (word === "") throw new PdfProblem("damaged");
    const reference = this.numbered(word, "R");
    return { kind: "plain", text: reference ? `${reference[0]} ${reference[1]} R` : word };
  }
  #slice(end: number): PdfNode {
    if (end < 0) throw new PdfProblem("damaged");
    const text = this.#bytes.toString("latin1", this.at, end + 1);
    this.at = end + 1;
    return { kind: "plain", text };
  }
  /** /J#61vaScript is another spelling of /JavaScript. */
  #name(): string {
    const start = ++this.at;
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at]!)) this.at++;
    return this.#bytes
      .toString("latin1", start, this.at)
      .replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  #string(): PdfNode {
    let open = 0;
    for (let end = this.at; end < this.#bytes.length; end++) {
      const byte = this.#bytes[end];
      if (byte === BACKSLASH) end++;
      else if (byte === PAREN_OPEN) open++;
      else if (byte === PAREN_CLOSE && --open === 0) return this.#slice(end);
    }
    throw new PdfProblem("damaged");
  }
  #list(depth: number): PdfNode {
    const items: PdfNode[] = [];
    for (this.at++; ; items.push(this.value(depth + 1))) {
      this.skipSpace();
      if (this.#bytes[this.at] === CLOSE) return (this.at++, { kind: "list", items });
    }
  }
  #dict(depth: number): PdfDict {
    const entries = new Map<string, PdfNode>();
    for (this.at += 2; ;) {
      this.skipSpace();
      if (this.#bytes[this.at] === GREATER && this.#bytes[this.at + 1] === GREATER)
        return ((this.at += 2), { kind: "dict", entries });
      if (this.#bytes[this.at] !== SLASH) throw new PdfProblem("damaged");
      const name = this.#name();
      // Of two entries of one name the last counts: the other is not written again.
      entries.set(name, this.value(depth + 1));
    }
  }
  /** The bytes between `stream` and `endstream`: by the length that is told where it is true, else up to the word. */
  data(dict: PdfDict): Buffer | undefined {
    if (!this.takes("stream")) return undefined;
    if (this.#bytes[this.at] === CR) this.at++;
    if (this.#bytes[this.at] === LF) this.at++;
    const start = this.at;
    const told = numberOf(dict.entries.get("Length"));
    if (told !== undefined && start + told <= this.#bytes.length) {
      const after = this.#wordAfter(start + told);
      if (after !== undefined) {
        this.at = after;
        return this.#bytes.subarray(start, start + told);
      }
    }
    const end = this.#bytes.indexOf(END_OF_STREAM, start);
    if (end < 0) throw new PdfProblem("damaged");
    this.at = end + END_OF_STREAM.length;
    return this.#bytes.subarray(start, end);
  }
  /**
   * The place behind `endstream` where the word stands near here. A length may lead anywhere, and many lengths to one place:
   * whoever read on from there until a word ends would read the same megabytes for each of them.
   */
  #wordAfter(place: number): number | undefined {
    let at = place;
    while (at < place + MOST_SPACE && SPACE.has(this.#bytes[at] ?? -1)) at++;
    const end = at + END_OF_STREAM.length;
    return this.#bytes.subarray(at, end).equals(END_OF_STREAM) ? end : undefined;
  }
  /** What nobody can make sense of, one step at a time. */
  skip(): void {
    this.at++;
  }
}

/** A number that stands there itself, not by reference. */
function numberOf(node: PdfNode | undefined): number | undefined {
  return node?.kind === "plain" && INTEGER.test(node.text) ? Number(node.text) : undefined;
}
export const nameOf = (node: PdfNode | undefined): string | undefined =>
  node?.kind === "name" ? node.name : undefined;

export function readPdf(file: Uint8Array): PdfFile {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const budget: Budget = { nodes: 0, bytes: MOST_UNPACKED_BYTES };
  const reader = new Reader(bytes, budget);
  const objects: PdfObject[] = [];
  const trailers: PdfDict[] = [];
  let steps = 0;
  while (!reader.ended) {
    if (objects.length > MOST_OBJECTS || ++steps > MOST_STEPS) throw new PdfProblem("excessive");
    const before = reader.at;
    const word = reader.word();
    if (word === "trailer") {
      reader.skipSpace();
      if (bytes[reader.at] === LESS && bytes[reader.at + 1] === LESS) trailers.push(reader.value() as PdfDict);
      continue;
    }
    const head = reader.numbered(word, "obj");
    if (head) {
      for (const object of objectAt(reader, head, budget, trailers)) objects.push(object);
    } else if (reader.at === before) reader.skip();
    else if (word === "" && !reader.ended) reader.skip();
  }
  return { objects, trailers };
}

function objectAt(
  reader: Reader,
  [number, generation]: [number, number],
  budget: Budget,
  trailers: PdfDict[],
): PdfObject[] {
  const value = reader.value();
  const data = value.kind === "dict" ? reader.data(value) : undefined;
  // Some writers forget it; what follows is the next object either way.
  reader.takes("endobj");
  if (!data || value.kind !== "dict") return [{ number, generation, value }];
  if (nameOf(value.entries.get("Type")) === "XRef") {
    trailers.push(value);
    return [];
  }
  const packed = value.entries.has("First") && value.entries.has("N");
  if (packed || nameOf(value.entries.get("Type")) === "ObjStm") return unpackObjects(value, data, budget);
  return [{ number, generation, value, data }];
}

function unpackObjects(dict: PdfDict, data: Buffer, budget: Budget): PdfObject[] {
  const bytes = unpack(dict, data, budget);
  const count = numberOf(dict.entries.get("N"));
  const first = numberOf(dict.entries.get("First"));
  if (count === undefined || first === undefined || first > bytes.length) throw new PdfProblem("damaged");
  const head = new Reader(bytes.subarray(0, first), budget);
  const places: [number: number, start: number][] = [];
  for (let n = 0; n < count; n++) {
    const [number, start] = [head.word(), head.word()];
    if (!INTEGER.test(number) || !INTEGER.test(start)) throw new PdfProblem("damaged");
    places.push([Number(number), first + Number(start)]);
  }
  const reader = new Reader(bytes, budget);
  return places.map(([number, start]) => {
    // One after the other: the same place named again and again would be read again and again.
    if (start < reader.at) throw new PdfProblem("damaged");
    reader.at = start;
    return { number, generation: 0, value: reader.value() };
  });
}

function unpack(dict: PdfDict, data: Buffer, budget: Budget): Buffer {
  const filter = dict.entries.get("Filter");
  const only = filter?.kind === "list" && filter.items.length === 1 ? filter.items[0] : filter;
  if (filter === undefined) return data;
  // No writer packs its objects in another way; somebody who hides them does.
  if (nameOf(only) !== "FlateDecode" || dict.entries.has("DecodeParms")) throw new PdfProblem("excessive");
  try {
    const bytes = inflateSync(data, { maxOutputLength: Math.max(1, budget.bytes) });
    budget.bytes -= bytes.length;
    return bytes;
  } catch (error) {
    throw new PdfProblem((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "excessive" : "damaged");
  }
}
