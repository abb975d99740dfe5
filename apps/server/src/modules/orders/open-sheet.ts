import type { FileProblem } from "@coralhub/domain";
import { Worker } from "node:worker_threads";
import type { PackedRows } from "./packed-rows.ts";
import type { SheetQuestion } from "./read-sheet.ts";

const THREAD = new URL("./sheet-thread.ts", import.meta.url);
/** In MB. A workbook has to be held with all its texts; of a text file only the numbers of its orders are. */
const MEMORY = { workbook: 256, text: 80, young: 8 };
/** Many times what a hundred thousand rows take. */
const LONGEST_MS = 120_000;

/** Opened, and then it could not be read to its end. */
export class SheetUnreadable extends Error {
  override readonly name = "SheetUnreadable";
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(`the file could not be read to its end: ${problem}`);
    this.problem = problem;
  }
}

type Said = { total?: number; packed?: PackedRows; problem?: FileProblem };
export type OpenSheet = {
  total: number;
  take(from: number, to: number): Promise<PackedRows>;
  close(): void;
};

type Handing = {
  /** The caller has no more use for the bytes: they move into the thread, and are not there twice. */
  handsOver?: boolean;
};
/** Bytes that are part of something larger cannot move without it. */
const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

/** Reads a file in a thread with a memory and a time of its own: what it takes is nobody else's. */
export async function openSheet(
  question: SheetQuestion,
  { handsOver = false }: Handing = {},
): Promise<OpenSheet | { problem: FileProblem }> {
  const worker = new Worker(THREAD, {
    workerData: question,
    transferList: handsOver ? movable(question.bytes) : [],
    resourceLimits: {
      maxOldGenerationSizeMb: question.isWorkbook ? MEMORY.workbook : MEMORY.text,
      maxYoungGenerationSizeMb: MEMORY.young,
    },
    execArgv: [],
  });
  const hear = (): Promise<Said> => {
    const { promise, resolve } = Promise.withResolvers<Said>();
    const timer = setTimeout(() => resolve({ problem: "tooComplex" }), LONGEST_MS);
    worker.removeAllListeners();
    worker.once("message", resolve);
    // Out of memory: it was made to be too large.
    worker.once("error", () => resolve({ problem: "tooComplex" }));
    worker.once("exit", () => resolve({ problem: "damaged" }));
    return promise.finally(() => clearTimeout(timer));
  };
  const said = await hear();
  const close = () => void worker.terminate();
  if (said.total === undefined) {
    close();
    return { problem: said.problem ?? "damaged" };
  }
  return {
    total: said.total,
    close,
    async take(from, to) {
      worker.postMessage({ from, to });
      const { packed, problem = "damaged" } = await hear();
      if (!packed) throw new SheetUnreadable(problem);
      return packed;
    },
  };
}
