import {
  nameOf,
  PdfProblem,
  readPdf,
  type PdfDict,
  type PdfFile,
  type PdfNode,
  type PdfObject,
} from "./pdf-objects.ts";

export type PdfVerdict = { bytes: Uint8Array } | { refused: "damaged" | "active_content" | "locked" | "too_large" };

/** What does something by itself, sends something away, or carries another file: by what stands under /S, … */
const ACTIONS = new Set(
  "JavaScript Launch GoToR GoToE Thread SubmitForm ResetForm ImportData Rendition Movie Sound GoTo3DView RichMediaExecute".split(
    " ",
  ),
);
/** … by what an annotation is, … */
const ANNOTATIONS = new Set("FileAttachment RichMedia Movie Sound Screen 3D Widget".split(" "));
/** … and by the entries that hold it. Fields of a form are among them: they calculate, submit, and hide what was signed. */
const ENTRIES = [
  "JS",
  "JavaScript",
  "AA",
  "XFA",
  "EmbeddedFiles",
  "EF",
  "AF",
  "FT",
  "RichMediaContent",
  "Collection",
  "Ref",
];
const TAIL_BYTES = 2_048;
const MOST_BYTES = 24 * 1024 * 1024;

/**
 * Reads every object, refuses what is active, and writes the rest anew: what was not read and judged is not in the file
 * that is kept, wherever it was hidden. Links to addresses are dropped, and the text that carried them stays.
 */
export function cleanPdf(bytes: Uint8Array): PdfVerdict {
  try {
    const tail = Buffer.from(bytes.subarray(-TAIL_BYTES)).toString("latin1");
    if (!tail.includes("%%EOF")) return { refused: "damaged" };
    const file = readPdf(bytes);
    if (file.trailers.some(({ entries }) => entries.has("Encrypt"))) return { refused: "locked" };
    // A trailer may carry the whole catalogue in itself instead of naming it.
    const inTrailers = file.trailers.map((value): PdfObject => ({ number: 0, generation: 0, value }));
    if ([...file.objects, ...inTrailers].some(isActive)) return { refused: "active_content" };
    return write(file);
  } catch (error) {
    if (error instanceof PdfProblem) return { refused: error.what === "damaged" ? "damaged" : "active_content" };
    throw error;
  }
}

const isActive = ({ value, data }: PdfObject): boolean =>
  // The content of a stream may lie in another file.
  (data !== undefined && value.kind === "dict" && (value.entries.has("F") || value.entries.has("FFilter"))) ||
  // A name that stands by itself may be what a dictionary refers to.
  ACTIONS.has(nameOf(value) ?? "") ||
  ANNOTATIONS.has(nameOf(value) ?? "") ||
  dictsIn(value).some(
    ({ entries }) =>
      ACTIONS.has(nameOf(entries.get("S")) ?? "") ||
      ANNOTATIONS.has(nameOf(entries.get("Subtype")) ?? "") ||
      ENTRIES.some((name) => entries.has(name)),
  );

function dictsIn(node: PdfNode): PdfDict[] {
  const found: PdfDict[] = [];
  const waiting: PdfNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.kind === "dict") found.push(next);
    const inside = next.kind === "dict" ? next.entries.values() : next.kind === "list" ? next.items : [];
    for (const child of inside) waiting.push(child);
  }
  return found;
}

const isLink = (node: PdfNode): boolean => node.kind === "dict" && nameOf(node.entries.get("S")) === "URI";

function textOf(node: PdfNode): string {
  switch (node.kind) {
    case "plain":
      return node.text;
    case "name":
      return `/${node.name.replaceAll(/[^!-~]|[#()<>[\]{}/%]/g, (char) => `#${char.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
    case "list":
      return `[${node.items.map((item) => (isLink(item) ? "null" : textOf(item))).join(" ")}]`;
    case "dict": {
      const kept = [...node.entries].filter(([name, value]) => name !== "URI" && !isLink(value));
      return `<<${kept.map(([name, value]) => `${textOf({ kind: "name", name })} ${textOf(value)}`).join("\n")}>>`;
    }
  }
}

const isReference = (node: PdfNode): boolean => node.kind === "plain" && /^\d+ \d+ R$/.test(node.text);

function write({ objects, trailers }: PdfFile): PdfVerdict {
  // What was changed later stands later in the file.
  const last = new Map(objects.map((object) => [object.number, object]));
  const root = trailers.findLast(({ entries }) => entries.has("Root"))?.entries.get("Root") ?? catalogOf(last);
  const info = trailers.findLast(({ entries }) => entries.has("Info"))?.entries.get("Info");
  if (!root || !isReference(root) || (info && !isReference(info))) return { refused: "damaged" };
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let length = parts[0]!.length;
  const places = new Map<number, { at: number; generation: number }>();
  const add = (part: Buffer) => void (parts.push(part), (length += part.length));
  for (const object of [...last.values()].toSorted((one, two) => one.number - two.number)) {
    places.set(object.number, { at: length, generation: object.generation });
    add(Buffer.from(`${object.number} ${object.generation} obj\n${bodyOf(object)}`, "latin1"));
    if (object.data) {
      add(Buffer.from("\nstream\n"));
      add(object.data);
      add(Buffer.from("\nendstream"));
    }
    add(Buffer.from("\nendobj\n"));
    if (length > MOST_BYTES) return { refused: "too_large" };
  }
  add(Buffer.from(tableOf(places, length, { root, info }), "latin1"));
  return { bytes: Buffer.concat(parts) };
}

function bodyOf({ value, data }: PdfObject): string {
  if (isLink(value)) return "null";
  if (data && value.kind === "dict") value.entries.set("Length", { kind: "plain", text: String(data.length) });
  return textOf(value);
}

function catalogOf(objects: ReadonlyMap<number, PdfObject>): PdfNode | undefined {
  const found = [...objects.values()].find(
    ({ value }) => value.kind === "dict" && nameOf(value.entries.get("Type")) === "Catalog",
  );
  return found && { kind: "plain", text: `${found.number} ${found.generation} R` };
}

function tableOf(
  places: ReadonlyMap<number, { at: number; generation: number }>,
  start: number,
  { root, info }: { root: PdfNode; info: PdfNode | undefined },
): string {
  const lines = ["xref", "0 1", "0000000000 65535 f "];
  for (const [number, { at, generation }] of places) {
    lines.push(`${number} 1`, `${String(at).padStart(10, "0")} ${String(generation).padStart(5, "0")} n `);
  }
  const size = [...places.keys()].reduce((most, number) => Math.max(most, number), 0) + 1;
  const trailer = `<</Size ${size}\n/Root ${textOf(root)}${info ? `\n/Info ${textOf(info)}` : ""}>>`;
  return `${lines.join("\n")}\ntrailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
}
