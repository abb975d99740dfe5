import { crc32 } from "node:zlib";
import type { FileReply } from "@coralhub/contract";

export type ZipEntry = { name: string; body: Uint8Array };

const VERSION = 20;
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** The first day the format knows: when it was packed says nothing about what is inside. */
const FIRST_DAY = 0x21;
const LOCAL = { signature: 0x0403_4b50, size: 30 };
const CENTRAL = { signature: 0x0201_4b50, size: 46 };
const END = { signature: 0x0605_4b50, size: 22 };

type Placed = { name: Buffer; crc: number; size: number; at: number };

function localHeader({ name, crc, size }: Placed): Buffer {
  const head = Buffer.alloc(LOCAL.size);
  head.writeUInt32LE(LOCAL.signature, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(UTF8_NAMES, 6);
  head.writeUInt16LE(FIRST_DAY, 12);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function centralHeader({ name, crc, size, at }: Placed): Buffer {
  const head = Buffer.alloc(CENTRAL.size);
  head.writeUInt32LE(CENTRAL.signature, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(UTF8_NAMES, 8);
  head.writeUInt16LE(FIRST_DAY, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(size, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name]);
}

/** One file after the other, not compressed: papers are compressed already, and packing costs the process nothing. */
async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const placed: Placed[] = [];
  let at = 0;
  for await (const { name, body } of entries) {
    const entry = { name: Buffer.from(name), crc: crc32(body), size: body.length, at };
    const head = localHeader(entry);
    placed.push(entry);
    at += head.length + body.length;
    yield head;
    yield body;
  }
  const index = Buffer.concat(placed.map(centralHeader));
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(placed.length, 8);
  end.writeUInt16LE(placed.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  yield index;
  yield end;
}

export const zipReply = (fileName: string, entries: AsyncIterable<ZipEntry>): FileReply => ({
  fileName: `${fileName}.zip`,
  contentType: "application/zip",
  body: zip(entries),
});

/** A file that was made to be sent, as part of an archive. */
export async function zipEntry({ fileName, body }: FileReply, folder = ""): Promise<ZipEntry> {
  const name = `${folder}${fileName}`;
  if (body instanceof Uint8Array) return { name, body };
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return { name, body: Buffer.concat(pieces) };
}
