import { Refusal } from "@coralhub/contract";
import { inflateSync } from "node:zlib";

/** What makes a PDF do something by itself, or carries another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/;
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024;
const TAIL_BYTES = 2_048;

/** Throws unless the file is a whole, plain, readable PDF. */
export function inspectPdf(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString("latin1");
  if (!text.slice(-TAIL_BYTES).includes("%%EOF")) throw new Refusal("file.damaged");
  const names = plainNames(text);
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names)) throw new Refusal("file.locked");
  if (ACTIVE.test(names)) throw new Refusal("file.active_content");
  for (const unpacked of objectStreams(file, text))
    if (ACTIVE.test(plainNames(unpacked))) throw new Refusal("file.active_content");
}

/** /J#61vaScript is another spelling of /JavaScript. */
const plainNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Since PDF 1.5 objects may lie packed in streams, where a plain search does not see them. */
function* objectStreams(file: Buffer, text: string): Iterable<string> {
  let left = MOST_UNPACKED_BYTES;
  for (const match of text.matchAll(/\/ObjStm\b[^]{0,400}?stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf("endstream", start);
    if (end < 0) throw new Refusal("file.damaged");
    if (!match[0].includes("/FlateDecode")) {
      yield text.slice(start, end);
      continue;
    }
    const unpacked = unpack(file.subarray(start, end), left);
    left -= unpacked.length;
    yield unpacked.toString("latin1");
  }
}

function unpack(packed: Buffer, most: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    // Larger than any honest document: refuse rather than look away.
    throw new Refusal(
      (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "file.active_content" : "file.damaged",
    );
  }
}
