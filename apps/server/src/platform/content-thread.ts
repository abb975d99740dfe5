import type { FileKind } from "@coralhub/domain";
import { parentPort } from "node:worker_threads";
import { checkContent } from "./content-check.ts";

/** One file after the other; whoever asks keeps the time and ends the thread that takes too long. */
parentPort!.on("message", async ({ kind, bytes }: { kind: FileKind; bytes: Uint8Array }) => {
  parentPort!.postMessage(await checkContent(kind, bytes));
});
