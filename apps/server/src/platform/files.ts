import { createHash } from "node:crypto";
import { Refusal } from "@coralhub/contract";
import { CONTENT_TYPES, type ContentType, type FileKind } from "@coralhub/domain";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import type { AcceptContent } from "./file-content.ts";
import type { FileStorage } from "./file-storage.ts";
import type { Ids } from "./ids.ts";
import type { Secrets } from "./secrets.ts";

export type { FileKind };
export type StoredFile = {
  id: string;
  ownerId: string;
  purpose: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  createdAt: Date;
};
export type NewFile = { ownerId: string; purpose: string; kind: FileKind; fileName: string; bytes: Uint8Array };
/** Content that is checked, cleaned and stored, but belongs to nobody's record yet. */
export type ReceivedFile = StoredFile & { kind: FileKind; sha256: Buffer };

/** Encrypted at rest; the type is decided by content; images are re-encoded without metadata. Owned by one merchant. */
export type Files = {
  /** Checks and cleans content that somebody else keeps. */
  inspect: AcceptContent;
  /** Checks, cleans and stores the content. Slow, and it may talk to a file store elsewhere: before the transaction. */
  receive(file: NewFile): Promise<ReceivedFile>;
  /** Records a received file with the effect it belongs to; what is never recorded is removed after a day. */
  record(tx: Tx, file: ReceivedFile): Promise<StoredFile>;
  /** They are handed in with something the database cannot read: a paper that is handed in with nothing goes after its term. */
  attach(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Inside a transaction with its own handle. */
  find(ownerId: string, id: string, within?: Tx): Promise<StoredFile | undefined>;
  read(file: StoredFile): Promise<Uint8Array>;
  /** Removes content nobody recorded, or whose record has had its time; run by a job. */
  sweep(): Promise<number>;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  storage: FileStorage;
  acceptContent: AcceptContent;
};

const ABANDONED_MS = 86_400_000;
const SWEEP_BATCH = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Other references are marked by the database itself (database/functions/files.sql). */
export async function attachFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  // A draft may hold anything.
  const known = ids.filter((id) => UUID.test(id));
  if (known.length > 0) await sql`select attach_files(${known}::uuid[])`.execute(tx);
}

export function createFiles({ db, clock, ids, secrets, storage, acceptContent }: Dependencies): Files {
  const receive: Files["receive"] = async ({ ownerId, purpose, kind, fileName, bytes }) => {
    const content = await acceptContent(kind, bytes, ownerId);
    const id = ids.next();
    const createdAt = clock.now();
    // Noted before it is stored: whatever happens next, the sweeper knows about it.
    await sql`insert into file_upload (merchant_id, id, started_at) values (${ownerId}, ${id}, ${createdAt})`.execute(
      db,
    );
    await storage.write(id, secrets.seal(content.bytes, contextOf(ownerId, id)));
    return {
      id,
      ownerId,
      purpose,
      kind,
      createdAt,
      fileName: cleanFileName(fileName, content.contentType),
      contentType: content.contentType,
      sizeBytes: content.bytes.byteLength,
      sha256: createHash("sha256").update(content.bytes).digest(),
    };
  };

  const record: Files["record"] = async (tx, { sha256, kind, ...file }) => {
    const { numAffectedRows } = await sql`
      delete from file_upload where merchant_id = ${file.ownerId} and id = ${file.id}`.execute(tx);
    if (numAffectedRows !== 1n) throw new Error("this upload was recorded or swept before");
    await sql`
      insert into file (merchant_id, id, purpose, kind, file_name, content_type, size_bytes, sha256, created_at)
      values (${file.ownerId}, ${file.id}, ${file.purpose}, ${kind}, ${file.fileName}, ${file.contentType},
        ${file.sizeBytes}, ${sha256}, ${file.createdAt})`.execute(tx);
    return file;
  };

  return {
    inspect: acceptContent,
    receive,
    record,
    attach: attachFiles,
    async find(ownerId, id, within) {
      const { rows } = await sql<StoredFile>`
        select id, merchant_id as "ownerId", purpose, file_name as "fileName", content_type as "contentType",
          size_bytes as "sizeBytes", created_at as "createdAt"
        from file where merchant_id = ${ownerId} and id = ${id}`.execute(within ?? db);
      return rows[0];
    },
    async read({ ownerId, id }) {
      const sealed = await storage.read(id);
      if (!sealed) throw new Refusal("file.missing");
      return secrets.open(sealed, contextOf(ownerId, id));
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - ABANDONED_MS);
      for (let removed = 0; ;) {
        const { rows } = await sql<{ ownerId: string; id: string }>`
          select merchant_id as "ownerId", id from file_upload where started_at < ${before} limit ${SWEEP_BATCH}`.execute(
          db,
        );
        for (const { ownerId, id } of rows) {
          await storage.remove(id);
          await sql`delete from file_upload where merchant_id = ${ownerId} and id = ${id}`.execute(db);
        }
        removed += rows.length;
        if (rows.length < SWEEP_BATCH) return removed;
      }
    },
  };
}

const contextOf = (ownerId: string, id: string): string => `file:${ownerId}:${id}`;

/** Only a name: no folders, no control or bidirectional characters, and the ending its content really has. */
function cleanFileName(name: string, contentType: ContentType): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1)!;
  const base = last
    .replaceAll(/[\p{C}<>:"|?*]/gu, "")
    .replace(/^[\s.]+/, "")
    .replace(/\.[^.]{1,8}$/, "")
    .trim();
  return `${base.slice(0, 80).toWellFormed().replaceAll("\uFFFD", "") || "文件"}.${CONTENT_TYPES[contentType].extension}`;
}
