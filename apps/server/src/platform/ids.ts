import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Ids are UUIDv7 made by the application: sortable by time, unique without asking the database. */
export type Ids = { next(): string };

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const ID_BYTES = 16;
/** Randomness is asked for in stock: the asking costs more than the bytes. */
const STOCK = 64;

export function createIds(clock: Clock, random: Random): Ids {
  let stock: Buffer = Buffer.alloc(0);
  return {
    next() {
      if (stock.length === 0) stock = random.bytes(ID_BYTES * STOCK);
      const bytes = stock.subarray(0, ID_BYTES);
      stock = stock.subarray(ID_BYTES);
      bytes.writeUIntBE(clock.now().getTime(), 0, 6);
      bytes[6] = 0x70 | (bytes[6]! & 0x0f);
      bytes[8] = 0x80 | (bytes[8]! & 0x3f);
      const hex = bytes.toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
