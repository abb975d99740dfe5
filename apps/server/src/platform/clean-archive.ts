import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

/** Why a workbook's archive is not opened. */
export class ArchiveProblem extends Error {
  override readonly name = "ArchiveProblem";
  readonly what: "damaged" | "too_complex";
  constructor(what: "damaged" | "too_complex") {
    super(what);
    this.what = what;
  }
}

/** What an honest workbook of our size unpacks to, several times over. */
export const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
const MOST_PARTS = 10_000;
const LOCAL = { signature: 0x0403_4b50, size: 30 };
const CENTRAL = { signature: 0x0201_4b50, size: 46 };
const END = { signature: 0x0605_4b50, size: 22, longest: 65_557 };
/** Sizes that stand elsewhere, as writers of large archives do it also for small ones. */
const LARGE = { mark: 0xffff_ffff, extra: 1, locator: 0x0706_4b50, end: 0x0606_4b50 };
const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 1024 * 1024;

type Part = { name: Buffer; flags: number; method: number; crc: number; packed: Buffer; unpackedBytes: number };

/**
 * The same parts in an archive that tells their true sizes. What an archive tells of itself is not believed: each part is
 * unpacked once, counted and forgotten, and whoever reads what is returned can unpack no more than was counted.
 */
export async function cleanArchive(bytes: Uint8Array, mostBytes = MOST_UNPACKED_BYTES): Promise<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Part[] = [];
  let [unpacked, packed] = [0, 0];
  try {
    for (const part of partsOf(file)) {
      // Parts that lie over each other are nobody's honest workbook.
      if ((packed += part.packed.length) > file.length) throw new ArchiveProblem("damaged");
      part.unpackedBytes = await trueSize(part, mostBytes - unpacked);
      unpacked += part.unpackedBytes;
      parts.push(part);
      if (parts.length > MOST_PARTS) throw new ArchiveProblem("too_complex");
    }
  } catch (error) {
    // Bytes that stand beyond the end, or cannot be unpacked.
    throw error instanceof ArchiveProblem ? error : new ArchiveProblem("damaged");
  }
  return write(parts);
}

async function trueSize({ method, packed }: Part, room: number): Promise<number> {
  if (method !== STORED && method !== DEFLATED) throw new ArchiveProblem("damaged");
  let size = method === STORED ? packed.length : 0;
  const count = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) if ((size += piece.length) > room) throw new ArchiveProblem("too_complex");
  };
  if (method === DEFLATED && packed.length > 0)
    await pipeline([packed], createInflateRaw({ chunkSize: PIECE_BYTES }), count);
  if (size > room) throw new ArchiveProblem("too_complex");
  return size;
}

function* partsOf(file: Buffer): Generator<Part> {
  let at = directoryOf(file);
  while (file.readUInt32LE(at) === CENTRAL.signature) {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const nameAt = at + CENTRAL.size;
    const extra = file.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
    const [, size, start] = sizesOf(file, at, extra);
    if (file.readUInt32LE(start) !== LOCAL.signature) throw new ArchiveProblem("damaged");
    const from = start + LOCAL.size + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    if (from + size > file.length) throw new ArchiveProblem("damaged");
    yield {
      name: file.subarray(nameAt, nameAt + nameBytes),
      // How names are written; nothing else of it is still true of what is written anew.
      flags: file.readUInt16LE(at + 8) & 0x0800,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.subarray(from, from + size),
      unpackedBytes: 0,
    };
    at = nameAt + nameBytes + extraBytes + noteBytes;
  }
}

/** Unpacked size, packed size and place, each from the extra field where it is said to stand there. */
function sizesOf(file: Buffer, at: number, extra: Buffer): [number, number, number] {
  const told = [24, 20, 42].map((place) => file.readUInt32LE(at + place));
  let next = 0;
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2))
    if (extra.readUInt16LE(field) === LARGE.extra) next = field + 4;
  return told.map((value) => {
    if (value !== LARGE.mark || next === 0) return value;
    next += 8;
    return Number(extra.readBigUInt64LE(next - 8));
  }) as [number, number, number];
}

function directoryOf(file: Buffer): number {
  const first = Math.max(0, file.length - END.longest);
  for (let at = file.length - END.size; at >= first; at--) {
    if (file.readUInt32LE(at) !== END.signature) continue;
    const start = file.readUInt32LE(at + 16);
    if (start !== LARGE.mark) return start;
    const locator = at - 20;
    const end = file.readUInt32LE(locator) === LARGE.locator ? Number(file.readBigUInt64LE(locator + 8)) : -1;
    if (file.readUInt32LE(end) === LARGE.end) return Number(file.readBigUInt64LE(end + 48));
  }
  throw new ArchiveProblem("damaged");
}

function write(parts: readonly Part[]): Uint8Array {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, flags, method, crc, packed, unpackedBytes } of parts) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(unpackedBytes, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.alloc(LOCAL.size);
    local.writeUInt32LE(LOCAL.signature, 0);
    facts.copy(local, 4);
    const central = Buffer.alloc(CENTRAL.size);
    central.writeUInt32LE(CENTRAL.signature, 0);
    central.writeUInt16LE(20, 4);
    facts.copy(central, 6);
    central.writeUInt32LE(at, 42);
    bodies.push(local, name, packed);
    directory.push(central, name);
    at += local.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}
