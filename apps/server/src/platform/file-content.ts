import { Refusal } from "@coralhub/contract";
import {
  acceptedLabel,
  FILE_KINDS,
  FILE_LIMIT_BYTES,
  FILE_LIMIT_LABEL,
  type ContentType,
  type FileKind,
} from "@coralhub/domain";
import { fileTypeFromBuffer } from "file-type";
import { cleanImage } from "./image-content.ts";
import { inspectPdf } from "./pdf-content.ts";

/** Decides what a file is by looking at it, and returns bytes that are safe to give back later. Names and headers decide nothing. */
export async function acceptContent(
  kind: FileKind,
  bytes: Uint8Array,
): Promise<{ contentType: ContentType; bytes: Uint8Array }> {
  if (bytes.byteLength === 0) throw new Refusal("file.empty");
  if (bytes.byteLength > FILE_LIMIT_BYTES) throw new Refusal("file.too_large", { limit: FILE_LIMIT_LABEL });
  const contentType = await detect(bytes);
  const accepted: readonly ContentType[] = FILE_KINDS[kind];
  if (!contentType || !accepted.includes(contentType))
    throw new Refusal("file.type_refused", { accepted: acceptedLabel(kind) });
  switch (contentType) {
    case "image/jpeg":
    case "image/png":
      return { contentType, bytes: await cleanImage(bytes, contentType) };
    case "application/pdf":
      inspectPdf(bytes);
      return { contentType, bytes };
    default:
      return { contentType, bytes };
  }
}

async function detect(bytes: Uint8Array): Promise<ContentType | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found) return isKnown(found.mime) ? found.mime : undefined;
  return isSheetText(bytes) ? "text/csv" : undefined;
}

const isKnown = (mime: string): mime is ContentType =>
  Object.values(FILE_KINDS).some((types) => (types as readonly string[]).includes(mime));

/** CSV has no signature: it is text, in UTF-8 or in the GB18030 that Chinese Excel writes, and it is not markup. */
function isSheetText(bytes: Uint8Array): boolean {
  const text = decode(bytes, "utf-8") ?? decode(bytes, "gb18030");
  return text !== undefined && !hasControlCharacters(text) && !/^\s*</.test(text) && /[,;\t\n]/.test(text);
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Tabs and line ends are part of a sheet; other control characters say it is something else. */
const hasControlCharacters = (text: string): boolean => /[\u0000-\u0008\u000b-\u001f]/.test(text.replaceAll("\r", ""));
