/**
 * PostgreSQL's binary form of one-dimensional arrays. A batch is mostly arrays: in text, reading them costs the
 * server a quarter of the whole batch, in binary next to nothing. The driver sends a Buffer as it is.
 */
const OIDS = { bytea: 17, int8: 20, int4: 23, text: 25, uuid: 2950 } as const;
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

function start(oid: number, count: number, bodyBytes: number, hasNulls: boolean): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + bodyBytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
}

const countMissing = (items: readonly unknown[]): number =>
  items.reduce<number>((count, item) => (item === undefined ? count + 1 : count), 0);

export function int4Array(items: readonly (number | undefined)[]): Buffer {
  const nulls = countMissing(items);
  const buffer = start(OIDS.int4, items.length, items.length * 8 - nulls * 4, nulls > 0);
  let at = HEADER_BYTES;
  for (const item of items) {
    buffer.writeInt32BE(item === undefined ? NULL_LENGTH : 4, at);
    at += 4;
    if (item === undefined) continue;
    buffer.writeInt32BE(item, at);
    at += 4;
  }
  return buffer;
}

export function int8Array(items: readonly (bigint | undefined)[]): Buffer {
  const nulls = countMissing(items);
  const buffer = start(OIDS.int8, items.length, items.length * 12 - nulls * 8, nulls > 0);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = HEADER_BYTES;
  for (const item of items) {
    view.setInt32(at, item === undefined ? NULL_LENGTH : 8);
    at += 4;
    if (item === undefined) continue;
    view.setBigInt64(at, item);
    at += 8;
  }
  return buffer;
}

export function textArray(items: readonly (string | undefined)[]): Buffer {
  let bodyBytes = 0;
  let hasNulls = false;
  for (const item of items) {
    bodyBytes += 4 + (item === undefined ? 0 : Buffer.byteLength(item));
    hasNulls ||= item === undefined;
  }
  const buffer = start(OIDS.text, items.length, bodyBytes, hasNulls);
  let at = HEADER_BYTES;
  for (const item of items) {
    const length = item === undefined ? 0 : buffer.write(item, at + 4);
    buffer.writeInt32BE(item === undefined ? NULL_LENGTH : length, at);
    at += 4 + length;
  }
  return buffer;
}

export const uuidArray = (items: readonly (string | undefined)[]): Buffer => hexArray(OIDS.uuid, 16, items);

/** Digests, given in hexadecimal. */
export const digestArray = (items: readonly (string | undefined)[]): Buffer => hexArray(OIDS.bytea, 32, items);

function hexArray(oid: number, itemBytes: number, items: readonly (string | undefined)[]): Buffer {
  const nulls = countMissing(items);
  const buffer = start(oid, items.length, items.length * (4 + itemBytes) - nulls * itemBytes, nulls > 0);
  let at = HEADER_BYTES;
  for (const item of items) {
    buffer.writeInt32BE(item === undefined ? NULL_LENGTH : itemBytes, at);
    at += 4;
    if (item === undefined) continue;
    writeHex(buffer, at, item);
    at += itemBytes;
  }
  return buffer;
}

const HYPHEN = "-".charCodeAt(0);
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** Hyphens are passed over. A fifth of the time `Buffer.write(…, "hex")` takes for so few bytes. */
function writeHex(buffer: Buffer, start: number, hex: string): void {
  let at = start;
  for (let place = 0; place < hex.length; place += 2) {
    if (hex.charCodeAt(place) === HYPHEN) place++;
    buffer[at++] = (DIGITS[hex.charCodeAt(place)]! << 4) | DIGITS[hex.charCodeAt(place + 1)]!;
  }
}
