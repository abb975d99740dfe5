import { Refusal } from "@coralhub/contract";
import { acceptedLabel, FILE_LIMIT_BYTES, FILE_LIMIT_LABEL, type ContentType, type FileKind } from "@coralhub/domain";
import { startThread, type BusyThread } from "./busy-thread.ts";
import type { CheckedContent } from "./content-check.ts";
import { cleanImage } from "./image-content.ts";
import { createSemaphore } from "./semaphore.ts";

export type AcceptedContent = { contentType: ContentType; bytes: Uint8Array };
/** Returns bytes that are safe to give back later, or refuses. Nothing of it runs on the loop that answers calls. */
export type AcceptContent = (kind: FileKind, bytes: Uint8Array, ownerId?: string) => Promise<AcceptedContent>;
/** Looks for what harms whoever opens it; refuses by throwing. */
export type ScanContent = (bytes: Uint8Array) => Promise<void>;

const THREAD = new URL("./content-thread.ts", import.meta.url);
/** Hundreds of times what an honest file takes; whatever needs longer was made to. */
const LONGEST_MS = 10_000;
/** One of them at most is one owner's: whoever uploads what takes long waits for their own files. */
const THREADS = 2;
const THREADS_EACH = 1;
/** Of each thread; the file itself and what is unpacked lie beside it. */
const MEMORY_MB = 512;

/** Of the process, whoever checks: a thread takes longer to load than a file to look at. */
const idle: BusyThread[] = [];

export function createContentCheck({
  scan,
  longestMs = LONGEST_MS,
}: { scan?: ScanContent | undefined; longestMs?: number } = {}): AcceptContent {
  const turn = createSemaphore(THREADS, THREADS_EACH);
  const check = (question: { kind: FileKind; bytes: Uint8Array }, ownerId: string | undefined) =>
    turn(async () => {
      const thread = idle.pop() ?? (await startThread(THREAD, MEMORY_MB));
      const checked = await thread.ask<CheckedContent>(question, longestMs);
      idle.push(thread);
      return checked;
    }, ownerId);
  return async (kind, bytes, ownerId) => {
    if (bytes.byteLength === 0) throw new Refusal("file.empty");
    if (bytes.byteLength > FILE_LIMIT_BYTES) throw new Refusal("file.too_large", { limit: FILE_LIMIT_LABEL });
    const checked = await check({ kind, bytes }, ownerId);
    if ("refused" in checked)
      throw new Refusal(`file.${checked.refused}`, { accepted: acceptedLabel(kind), limit: FILE_LIMIT_LABEL });
    await scan?.(bytes);
    const { contentType, bytes: safe = bytes } = checked;
    return contentType === "image/jpeg" || contentType === "image/png"
      ? { contentType, bytes: await cleanImage(safe, contentType, ownerId) }
      : { contentType, bytes: safe };
  };
}
