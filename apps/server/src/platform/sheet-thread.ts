import { parentPort } from "node:worker_threads";
import { parseSheet, type SheetLimits } from "./sheet-content.ts";

/** One sheet after the other; whoever asks keeps the time and ends the thread that takes too long. */
parentPort!.on("message", ({ bytes, limits }: { bytes: Uint8Array; limits: SheetLimits }) => {
  void parseSheet(bytes, limits).then((read) => parentPort!.postMessage(read));
});
parentPort!.postMessage("ready");
