import { Refusal } from "@coralhub/contract";
import { Worker } from "node:worker_threads";
import { createSemaphore } from "./semaphore.ts";
import type { SheetLimits, SheetRead, SheetRow } from "./sheet-content.ts";

export type { SheetRow } from "./sheet-content.ts";
/** Rows of the first sheet of a workbook, of a CSV or of a pasted range; nothing of it runs on the loop that answers calls. */
export type ReadSheet = (bytes: Uint8Array, limits: SheetLimits) => Promise<SheetRow[]>;

const THREAD = new URL("./sheet-thread.ts", import.meta.url);
const LONGEST_MS = 30_000;
const MEMORY_MB = 256;
const AT_ONCE = 1;

/** Sheets are read one after the other: each takes a thread with little memory, which ends with it. */
export function createSheetReader(): ReadSheet {
  const turn = createSemaphore(AT_ONCE);
  return (bytes, limits) =>
    turn(async () => {
      const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, execArgv: [] });
      const { promise, resolve, reject } = Promise.withResolvers<SheetRead>();
      const timer = setTimeout(() => reject(new Refusal("file.too_complex")), LONGEST_MS);
      worker.once("message", resolve);
      worker.once("error", () => reject(new Refusal("file.too_complex")));
      worker.postMessage({ bytes, limits });
      const read = await promise.finally(() => {
        clearTimeout(timer);
        void worker.terminate();
      });
      if ("rows" in read) return read.rows;
      if (read.refused === "too_many_rows") throw new Refusal("file.too_many_rows", { rows: limits.rows });
      throw new Refusal(`file.${read.refused}`);
    });
}
