import { Refusal } from "@coralhub/contract";
import { acceptedLabel, FILE_LIMIT_BYTES, FILE_LIMIT_LABEL, type ContentType, type FileKind } from "@coralhub/domain";
import { Worker } from "node:worker_threads";
import type { CheckedContent } from "./content-check.ts";
import { cleanImage } from "./image-content.ts";
import { createSemaphore } from "./semaphore.ts";

export type AcceptedContent = { contentType: ContentType; bytes: Uint8Array };
/** Returns bytes that are safe to give back later, or refuses. Nothing of it runs on the loop that answers calls. */
export type AcceptContent = (kind: FileKind, bytes: Uint8Array) => Promise<AcceptedContent>;
/** Looks for what harms whoever opens it; refuses by throwing. */
export type ScanContent = (bytes: Uint8Array) => Promise<void>;

const THREAD = new URL("./content-thread.ts", import.meta.url);
/** Hundreds of times what an honest file takes, its thread's start on a busy machine included; whatever needs longer was made to. */
const LONGEST_MS = 30_000;
const THREADS = 2;
/** Of each thread; the file itself and what is unpacked lie beside it. */
const MEMORY_MB = 512;

export function createContentCheck({
  scan,
  longestMs = LONGEST_MS,
}: { scan?: ScanContent | undefined; longestMs?: number } = {}): AcceptContent {
  const turn = createSemaphore(THREADS);
  const idle: Worker[] = [];
  const check = (kind: FileKind, bytes: Uint8Array) =>
    turn(async () => {
      const worker = idle.pop() ?? startThread();
      const checked = await answerOf(worker, { kind, bytes }, longestMs);
      idle.push(worker);
      return checked;
    });
  return async (kind, bytes) => {
    if (bytes.byteLength === 0) throw new Refusal("file.empty");
    if (bytes.byteLength > FILE_LIMIT_BYTES) throw new Refusal("file.too_large", { limit: FILE_LIMIT_LABEL });
    const checked = await check(kind, bytes);
    if ("refused" in checked)
      throw new Refusal(`file.${checked.refused}`, { accepted: acceptedLabel(kind), limit: FILE_LIMIT_LABEL });
    await scan?.(bytes);
    const { contentType } = checked;
    return contentType === "image/jpeg" || contentType === "image/png"
      ? { contentType, bytes: await cleanImage(checked.bytes, contentType) }
      : checked;
  };
}

function startThread(): Worker {
  const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, execArgv: [] });
  // A process that has nothing else to do may end.
  worker.unref();
  return worker;
}

/** A thread that failed or was too slow is gone; the next file gets a new one. */
function answerOf(worker: Worker, question: object, longestMs: number): Promise<CheckedContent> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckedContent>();
  const give = (refusal: Refusal) => {
    void worker.terminate();
    reject(refusal);
  };
  const timer = setTimeout(() => give(new Refusal("file.too_complex")), longestMs);
  worker.removeAllListeners();
  worker.once("message", resolve);
  // Out of memory, or a fault of ours: the file is not taken either way.
  worker.once("error", () => give(new Refusal("file.too_complex")));
  worker.ref();
  worker.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.unref();
  });
}
