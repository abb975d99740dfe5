import type { Tx } from "./db.ts";

export type FileKind = "image" | "document" | "sheet";
export type StoredFile = { id: string; ownerId: string; purpose: string; fileName: string; contentType: string; sizeBytes: number; createdAt: Date };
/** Encrypted at rest; the type is decided by content; images are re-encoded without metadata. Owned by one merchant. */
export type Files = {
  put(tx: Tx, file: { ownerId: string; purpose: string; kind: FileKind; fileName: string; bytes: Uint8Array }): Promise<StoredFile>;
  find(ownerId: string, id: string): Promise<StoredFile | undefined>;
  read(file: StoredFile): Promise<Uint8Array>;
};
