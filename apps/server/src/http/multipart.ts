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
type SpooledFile = UploadedFile & { handle: FileHandle; sha256: string };
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

export async function releaseForm(form: Form): Promise<void> {
  for (const value of Object.values(form).flat()) {
    if (typeof value === "object" && value !== null && isSpooled(value))
      await value.handle.close().catch(() => undefined);
  }
}

/** A file counts by its content when two requests are compared. */
export const fileFingerprint = (value: object): string | undefined =>
  isSpooled(value) ? `file:${value.sha256}` : undefined;
