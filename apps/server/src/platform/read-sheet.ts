import { Refusal } from "@coralhub/contract";
import { startThread } from "./busy-thread.ts";
import { createSemaphore } from "./semaphore.ts";
import type { SheetLimits, SheetRead, SheetRow } from "./sheet-content.ts";

export type { SheetRow } from "./sheet-content.ts";
/** Rows of the first sheet of a workbook, of a CSV or of a pasted range; nothing of it runs on the loop that answers calls. */
export type ReadSheet = (bytes: Uint8Array, limits: SheetLimits, ownerId: string) => Promise<SheetRow[]>;

const THREAD = new URL("./sheet-thread.ts", import.meta.url);
const MEMORY_MB = 256;
const LONGEST_MS = 30_000;
const AT_ONCE = 2;
const AT_ONCE_EACH = 1;

/** Each sheet takes a thread with little memory, which ends with it; an owner's sheets are read one after the other. */
export function createSheetReader(): ReadSheet {
  const turn = createSemaphore(AT_ONCE, AT_ONCE_EACH);
  return (bytes, limits, ownerId) =>
    turn(async () => {
      const thread = await startThread(THREAD, MEMORY_MB);
      const read = await thread.ask<SheetRead>({ bytes, limits }, LONGEST_MS).finally(thread.end);
      if ("rows" in read) return read.rows;
      if (read.refused === "too_many_rows") throw new Refusal("file.too_many_rows", { rows: limits.rows });
      throw new Refusal(`file.${read.refused}`);
    }, ownerId);
}
