import type { FileKind } from "@coralhub/domain/files";
import { parentPort } from "node:worker_threads";
import { checkContent } from "./content-check.ts";

/** One file after the other; whoever asks keeps the time and ends the thread that takes too long. */
parentPort!.on("message", ({ kind, bytes }: { kind: FileKind; bytes: Uint8Array }) => {
  void checkContent(kind, bytes).then((checked) => parentPort!.postMessage(checked));
});
parentPort!.postMessage("ready");
