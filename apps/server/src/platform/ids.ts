import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Ids are UUIDv7 made by the application: sortable by time, unique without asking the database. */
export type Ids = { next(): string };

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** No id made from that moment on is smaller. */
export const firstIdAt = (at: Date): string => {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const ID_BYTES = 16;
/** Randomness is asked for in stock: the asking costs more than the bytes. */
const STOCK = 64;
/** Twelve bits count within a millisecond; it begins anywhere in the lower quarter. */
const MOST_IN_ORDER = 0xfff;
const FIRST_COUNT = 0x3ff;

export function createIds(clock: Clock, random: Random): Ids {
  let stock: Buffer = Buffer.alloc(0);
  let last = { at: 0, count: 0 };
  return {
    next() {
      if (stock.length === 0) stock = random.bytes(ID_BYTES * STOCK);
      const bytes = stock.subarray(0, ID_BYTES);
      stock = stock.subarray(ID_BYTES);
      const at = clock.now().getTime();
      // Those of one millisecond come in the order in which they were asked for: a timeline is read by its ids.
      const count = at === last.at ? last.count + 1 : bytes.readUInt16BE(6) & FIRST_COUNT;
      last = { at, count };
      bytes.writeUIntBE(at, 0, 6);
      bytes.writeUInt16BE(0x7000 | Math.min(count, MOST_IN_ORDER), 6);
      bytes[8] = 0x80 | (bytes[8]! & 0x3f);
      const hex = bytes.toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
