import { Refusal } from "@coralhub/contract";
import { Worker } from "node:worker_threads";

/** Until the first word of a thread, which says that it has loaded: our own work, and slow only where the whole machine is. */
const LONGEST_START_MS = 60_000;

/** A thread that answers one question after the other; one that failed or took too long is gone. */
export type BusyThread = { ask<T>(question: object, longestMs: number): Promise<T>; end(): void };

export async function startThread(file: URL, memoryMb: number): Promise<BusyThread> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, execArgv: [] });
  const hear = <T>(withinMs: number): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const give = () => {
      void worker.terminate();
      reject(new Refusal("file.too_complex"));
    };
    const timer = setTimeout(give, withinMs);
    worker.removeAllListeners();
    worker.once("message", resolve);
    // Out of memory, or a fault of ours: the file is not taken either way.
    worker.once("error", give);
    worker.ref();
    return promise.finally(() => {
      clearTimeout(timer);
      // A process that has nothing else to do may end.
      worker.unref();
    });
  };
  await hear(LONGEST_START_MS);
  return {
    ask<T>(question: object, longestMs: number) {
      const answer = hear<T>(longestMs);
      worker.postMessage(question);
      return answer;
    },
    end: () => void worker.terminate(),
  };
}
