import multipart from "@fastify/multipart";
import { Refusal, type UploadedFile } from "@coralhub/contract";
import { FILE_LIMIT_BYTES } from "@coralhub/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

const FILE_COUNT_LIMIT = 10;
const FIELD_LIMIT_BYTES = 256 * 1024;
const FIELD_COUNT_LIMIT = 200;
export const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES * FILE_COUNT_LIMIT + 1024 * 1024;

type Form = Record<string, unknown>;
type SpooledFile = UploadedFile & { handle: FileHandle | undefined; sha256: string };
const spooled = new WeakSet<object>();
const isSpooled = (value: object): value is SpooledFile => spooled.has(value);

/** Registered only around the calls that take forms: its hooks would cost every other call. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: FILE_LIMIT_BYTES,
      files: FILE_COUNT_LIMIT,
      fields: FIELD_COUNT_LIMIT,
      fieldSize: FIELD_LIMIT_BYTES,
      fieldNameSize: 100,
      parts: FIELD_COUNT_LIMIT + FILE_COUNT_LIMIT,
    },
  });
}

/**
 * A file on disk that has no name: it is unlinked as soon as it is open, so that neither a crash nor kill -9
 * leaves anyone's documents behind.
 */
async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "coralhub-upload-"));
  try {
    return await open(join(folder, "part"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function spool(stream: Readable, fileName: string): Promise<SpooledFile> {
  const handle = await namelessFile();
  try {
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await handle.write(chunk, 0, chunk.length, sizeBytes);
      sizeBytes += chunk.length;
    }
    const read = async (): Promise<Uint8Array> => {
      const bytes = Buffer.alloc(sizeBytes);
      await handle.read(bytes, 0, sizeBytes, 0);
      return bytes;
    };
    const file: SpooledFile = { fileName, sizeBytes, read, handle, sha256: hash.digest("hex") };
    spooled.add(file);
    return file;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function add(form: Form, name: string, value: unknown): void {
  const before = form[name];
  if (before === undefined) form[name] = value;
  else form[name] = [before, value].flat();
}

/** Fields and files of a multipart call. A repeated name becomes a list. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal("input.unreadable");
  const form: Form = Object.create(null) as Form;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal("input.too_large");
        add(form, part.fieldname, part.value);
      } else {
        const file = await spool(part.file, (part.filename || "file").normalize("NFC").slice(-200));
        add(form, part.fieldname, file);
        if (part.file.truncated) throw new Refusal("input.too_large");
      }
    }
    return { ...form };
  } catch (error) {
    await releaseForm(form);
    // The parser speaks in bare errors: what it cannot read is the sender's mistake, not ours.
    if (error instanceof Error && !(error instanceof Refusal) && !("code" in error))
      throw new Refusal("input.unreadable");
    throw error;
  }
}

/** Of one file at most: the whole of it is at hand, because its signature is over every byte. */
export const SIGNED_FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + FIELD_LIMIT_BYTES;

/** A form whose bytes have been read already. */
export function readSignedForm(bytes: Buffer, contentType: string): Form {
  const boundary = /^multipart\/form-data;.*?boundary="?([\w'()+,./:=?-]{1,70})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Refusal("input.unreadable");
  const form: Form = Object.create(null) as Form;
  for (const { name, fileName, content } of partsOf(bytes, boundary))
    add(form, name, fileName === undefined ? content.toString("utf8") : keptFile(fileName, content));
  return { ...form };
}

type Part = { name: string; fileName: string | undefined; content: Buffer };
const HEAD_END = Buffer.from("\r\n\r\n");
/** As RFC 7578 writes them: a line with the boundary, headers, a blank line, the content. */
function* partsOf(bytes: Buffer, boundary: string): Generator<Part> {
  const line = Buffer.from(`--${boundary}`);
  const end = Buffer.from(`\r\n--${boundary}`);
  let at = bytes.indexOf(line);
  for (let count = 0; at >= 0; count++) {
    const from = at + line.length;
    if (bytes.toString("latin1", from, from + 2) === "--") return;
    const headEnd = bytes.indexOf(HEAD_END, from);
    const contentEnd = headEnd < 0 ? -1 : bytes.indexOf(end, headEnd + HEAD_END.length);
    if (contentEnd < 0 || count > FIELD_COUNT_LIMIT) break;
    const head = bytes.toString("utf8", from, headEnd);
    const name = /name="([^"]{1,100})"/.exec(head)?.[1];
    if (name === undefined) break;
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    yield { name, fileName, content: bytes.subarray(headEnd + HEAD_END.length, contentEnd) };
    at = contentEnd + 2;
  }
  throw new Refusal("input.unreadable");
}

function keptFile(name: string, content: Buffer): SpooledFile {
  if (content.length > FILE_LIMIT_BYTES) throw new Refusal("input.too_large");
  const kept: SpooledFile = {
    fileName: (name || "file").normalize("NFC").slice(-200),
    sizeBytes: content.length,
    read: async () => content,
    handle: undefined,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
  spooled.add(kept);
  return kept;
}

export async function releaseForm(form: Form): Promise<void> {
  for (const value of Object.values(form).flat()) {
    if (typeof value === "object" && value !== null && isSpooled(value))
      await value.handle?.close().catch(() => undefined);
  }
}

/** A file counts by its content when two requests are compared. */
export const fileFingerprint = (value: object): string | undefined =>
  isSpooled(value) ? `file:${value.sha256}` : undefined;
