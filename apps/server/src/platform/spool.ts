import { Refusal } from "@coralhub/contract";
import type { FileStorage } from "./file-storage.ts";
import type { Secrets } from "./secrets.ts";

export type SpoolKey = { ownerId: string; id: string };
export type SpoolProgress = { parts: number; sizeBytes: number };

/** Content too long for memory, sealed in parts in the file store. Its owner remembers how many there are. */
export type Spool = {
  /**
   * `claim` is asked before each part is stored: remembering the number first means that nothing is ever stored that
   * `remove` would not find. When it says no, writing ends and the source is let go; the answer is then undefined.
   */
  write(
    key: SpoolKey,
    body: AsyncIterable<Uint8Array>,
    claim: (progress: SpoolProgress) => Promise<boolean>,
  ): Promise<SpoolProgress | undefined>;
  read(key: SpoolKey, parts: number): AsyncIterable<Uint8Array>;
  remove(key: SpoolKey, parts: number): Promise<void>;
};

const PART_BYTES = 4 * 1024 * 1024;

export function createSpool({ secrets, storage }: { secrets: Secrets; storage: FileStorage }): Spool {
  const nameOf = ({ id }: SpoolKey, part: number) => `${part}-${id}`;
  const contextOf = ({ ownerId, id }: SpoolKey, part: number) => `spool:${ownerId}:${id}:${part}`;
  return {
    async write(key, body, claim) {
      const progress = { parts: 0, sizeBytes: 0 };
      for await (const bytes of inParts(body)) {
        const part = progress.parts++;
        progress.sizeBytes += bytes.byteLength;
        if (!(await claim({ ...progress }))) return undefined;
        await storage.write(nameOf(key, part), secrets.seal(bytes, contextOf(key, part)));
      }
      return progress;
    },
    async *read(key, parts) {
      for (let part = 0; part < parts; part++) {
        const sealed = await storage.read(nameOf(key, part));
        if (!sealed) throw new Refusal("file.missing");
        yield secrets.open(sealed, contextOf(key, part));
      }
    },
    async remove(key, parts) {
      for (let part = 0; part < parts; part++) await storage.remove(nameOf(key, part));
    },
  };
}

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}
