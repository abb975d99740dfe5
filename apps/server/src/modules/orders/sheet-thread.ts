import { parentPort, workerData } from "node:worker_threads";
import { packRows } from "./packed-rows.ts";
import { readSheet, SheetProblem, type SheetQuestion } from "./read-sheet.ts";

/** Reads one file, says how many orders it has, and hands them over as they are asked for: nobody holds all of them twice. */
try {
  const question = workerData as SheetQuestion;
  const sheet = await readSheet(question);
  // The thread remembers its question as long as it lives: not the file with it.
  question.bytes = new Uint8Array();
  parentPort!.on("message", ({ from, to }: { from: number; to: number }) => {
    const packed = packRows(sheet.take(from, to));
    parentPort!.postMessage({ packed }, [packed.stored.buffer as ArrayBuffer]);
  });
  parentPort!.postMessage({ total: sheet.total });
} catch (error) {
  // Whatever a library says about a broken file, the merchant is told that it is broken.
  parentPort!.postMessage({ problem: error instanceof SheetProblem ? error.problem : "damaged" });
}
