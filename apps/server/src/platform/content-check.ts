// Not the whole domain: this loads in a thread.
import { FILE_KINDS, type ContentType, type FileKind } from "@coralhub/domain/files";
import { fileTypeFromBuffer } from "file-type";
import { cleanPdf } from "./pdf-content.ts";

/** Why a file is not taken, as rows of the catalogue (`file.…`); this runs in a thread that does not know the catalogue. */
export type ContentRefusal = "type_refused" | "damaged" | "active_content" | "locked" | "too_large";
export type CheckedContent =
  | {
      contentType: ContentType;
      /** Where they are others than were given. */
      bytes?: Uint8Array;
    }
  | { refused: ContentRefusal };

/** Decides what a file is by looking at it. Names and headers decide nothing. */
export async function checkContent(kind: FileKind, bytes: Uint8Array): Promise<CheckedContent> {
  const contentType = await detect(bytes);
  const accepted: readonly ContentType[] = FILE_KINDS[kind];
  if (!contentType || !accepted.includes(contentType)) return { refused: "type_refused" };
  if (contentType !== "application/pdf") return { contentType };
  const verdict = cleanPdf(bytes);
  return "refused" in verdict ? verdict : { contentType, bytes: verdict.bytes };
}

async function detect(bytes: Uint8Array): Promise<ContentType | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found) return isKnown(found.mime) ? found.mime : undefined;
  return isSheetText(bytes) ? "text/csv" : undefined;
}

const isKnown = (mime: string): mime is ContentType =>
  Object.values(FILE_KINDS).some((types) => (types as readonly string[]).includes(mime));

/**
 * CSV has no signature: it is text, in UTF-8 or in the GB18030 that Chinese Excel writes, and it is not markup. Text of another or of
 * several encodings, which in bytes looks like Latin, is left to whoever reads it: they can say what is wrong with it.
 */
const isSheetText = (bytes: Uint8Array): boolean =>
  ["utf-8", "gb18030", "latin1"].some((encoding) => isSheetIn(bytes, encoding));

const PIECE_BYTES = 65_536;
/** Piece by piece: as a whole, the text would take twice the room of the file. */
function isSheetIn(bytes: Uint8Array, encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [start, isDivided] = ["", false];
  try {
    for (let at = 0; at <= bytes.length; at += PIECE_BYTES) {
      const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: at + PIECE_BYTES <= bytes.length });
      if (CONTROL.test(text)) return false;
      if (start.trim() === "") start = text;
      isDivided ||= /[,;\t\n]/.test(text);
    }
  } catch {
    return false;
  }
  return isDivided && !/^\s*</.test(start);
}

/** Tabs and line ends are part of a sheet; other control characters say it is something else. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
